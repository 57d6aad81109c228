"""Which games there are, and how a match of one begins."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import msgspec

from plowshares import registry
from plowshares.api.match import Match
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import describe, read_options
from plowshares.core.parsing import suggest
from plowshares.core.rng import new_seed


@dataclass(frozen=True)
class GameInfo:
    """What a game is called, how many play it, and which presets and options it has."""

    name: str
    title: str
    summary: str
    players: range
    presets: tuple[str, ...]
    options: Mapping[str, str]  # what each option takes, and what it means

    def __repr__(self) -> str:
        return f"<{self.name}: {self.title}, {_span(self.players)} players, presets {', '.join(self.presets)}>"


class GameList(Sequence[GameInfo]):
    """All games; find one by name with `games()["stratego"]`."""

    def __init__(self, entries: Sequence[GameInfo]) -> None:
        self._entries = tuple(entries)

    @overload
    def __getitem__(self, key: int | str) -> GameInfo: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[GameInfo]: ...
    def __getitem__(self, key: int | str | slice) -> GameInfo | Sequence[GameInfo]:
        if isinstance(key, str):
            wanted = registry.find(key).name
            return next(each for each in self._entries if each.name == wanted)
        return self._entries[key]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[GameInfo]:
        return iter(self._entries)

    def names(self) -> list[str]:
        """List the names that `ps.new` takes."""
        return [each.name for each in self._entries]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._entries))

    def _repr_html_(self) -> str:
        head = "<tr><th>name<th>game<th>players<th>presets<th>what it is"
        rows = [
            f"<tr><td><code>{each.name}</code><td>{html.escape(each.title)}<td>{_span(each.players)}"
            f"<td>{', '.join(each.presets)}<td style='text-align:left'>{html.escape(each.summary)}"
            for each in self._entries
        ]
        return f"<table>{head}{''.join(rows)}</table>"


def games() -> GameList:
    """Return all games with their names, titles, presets and options."""
    return GameList([_info(registry.find(name)) for name in registry.names()])


def _info(game: Game) -> GameInfo:
    options = {name: f"{bounds}; {words}" for name, bounds, _, words in describe(game.options)}
    return GameInfo(game.name, game.title, game.summary, game.seats, tuple(game.presets), options)


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def new(
    game: str,
    preset: str | None = None,
    *,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    position: str = "",
    **options: Any,
) -> Match:
    """Begin a match.

    `options` are those of the game (`ps.games()["stratego"].options`), on top of the preset. The same seed gives the
    same match; without one it is drawn. `position` begins from a written position, in games that have a notation for
    them (see `Match.position`). An unknown game, preset, option or value raises an error that names it.
    """
    for what, value, kind in (("game", game, str), ("preset", preset, str), ("seed", seed, int)):
        if value is not None and not isinstance(value, kind):
            raise InvalidOption(f"{what} is {'text' if kind is str else 'a whole number'}, not {value!r}")
    found = registry.find(game)
    chosen = read_options(found.options, usual_preset(found, preset) | options)
    return Match.begin(found, chosen, new_seed() if seed is None else seed % 2**64, names, position)


def usual_preset(game: Game, name: str | None) -> dict[str, Any]:
    """Return the options of a preset; without a name those of the one that people get."""
    return preset_of(game, name or game.default_preset or None)


def preset_of(game: Game, name: str | None) -> dict[str, Any]:
    """Return the options of a preset; without one, of the first preset only those that must be given."""
    if name is None:
        usual = next(iter(game.presets.values()), {})
        needed = [field.name for field in msgspec.structs.fields(game.options) if field.required]
        return {key: usual[key] for key in needed if key in usual}
    if name not in game.presets:
        known = ", ".join(game.presets) or "none"
        raise InvalidOption(f"{game.name} has no preset {name!r}{suggest(name, game.presets)}; there are: {known}")
    return dict(game.presets[name])
