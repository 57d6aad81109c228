"""`plowshares choose`, or `plowshares` alone: which game, which options, who plays?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from plowshares import registry
from plowshares.agents import MAKERS
from plowshares.api.catalogue import preset_of
from plowshares.cli.play import say_if_cold, seat_words, start
from plowshares.core.errors import PlowsharesError, UnknownGame
from plowshares.core.game import Game
from plowshares.core.options import Options, read_words
from plowshares.core.parsing import read_number
from plowshares.core.rng import new_seed
from plowshares.terminal.layout import span
from plowshares.terminal.players import default_words, seat_all
from plowshares.terminal.screen import Left, Screen

T = TypeVar("T")


def choose() -> None:
    """Choose a game and play it at this terminal."""
    screen = Screen()
    try:
        game = choose_game(screen)
        options = choose_options(screen, game)
        seats = choose_seats(screen, game, options)
    except (Left, KeyboardInterrupt):
        screen.write("\n")
        return
    start(game, options, seats)


def choose_game(screen: Screen) -> Game:
    """Ask which game to play."""
    games = find_games(screen)
    screen.show(["Plowshares: what shall we play?", ""])
    for number, game in enumerate(games, 1):
        screen.show([f"{number:>3}  {game.title} ({span(game.seats)} players, {game.length})"])
        screen.show(f"     {line}" for line in screen.wrap(game.summary))
    names = [game.name for game in games]
    return _ask(screen, "\nA number or a name; Enter for 1: ", lambda text: registry.find(_one_of(names, text)))


def find_games(screen: Screen) -> list[Game]:
    """Load all games; one that is broken does not keep the others from being played."""
    games = []
    for name in registry.names():
        try:
            games.append(registry.find(name))
        except UnknownGame as error:
            screen.show(screen.wrap(f"{name} cannot be played: {error}"))
    return games


def choose_options(screen: Screen, game: Game) -> Options:
    """Ask for a preset, and for single options on top of it."""
    base: dict[str, object] = {}
    presets = list(dict.fromkeys([game.default_preset, *game.presets])) if game.presets else []
    if len(presets) > 1:
        screen.show(["", f"Ways to play {game.title}:"])
        for number, name in enumerate(presets, 1):
            values = ", ".join(f"{key}={value}" for key, value in game.presets[name].items())
            screen.show(screen.wrap(f"{number:>3}  {name}: {values or 'as the rules say'}"))
        base = _ask(screen, "A number or a name; Enter for 1: ", lambda text: preset_of(game, _one_of(presets, text)))
    hint = f"Other options as name=value (plowshares games {game.name} lists them); Enter for none: "
    return _ask(screen, hint, lambda text: read_words(game.options, text.split(), base))


def choose_seats(screen: Screen, game: Game, options: Options) -> str:
    """Ask who sits where."""
    say_if_cold(game)
    count = game.state.count_seats(options)
    s = game.start(options, new_seed())
    names = ", ".join(game.notation.seat_name(s, seat) for seat in range(count))
    usual = ",".join(default_words(count))
    screen.show(["", f"Who plays? Seats: {names}."])
    screen.show(screen.wrap(f"For each seat, with commas between: you, person:NAME, {', '.join(MAKERS)}."))

    def read(text: str) -> str:
        seat_all(game, seat_words(game, options, text or usual, None), 0)
        return text or usual

    return _ask(screen, f"Enter for {usual}: ", read)


def _one_of(names: Sequence[str], text: str) -> str:
    """Return the name that a number from 1 stands for, the first for nothing, or the text itself."""
    number = read_number(text) if text else 1
    return names[number - 1] if number is not None and 1 <= number <= len(names) else text


def _ask(screen: Screen, prompt: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read."""
    while True:
        try:
            return read(screen.ask(prompt))
        except PlowsharesError as error:
            screen.show(screen.wrap(f"No: {error}"))
