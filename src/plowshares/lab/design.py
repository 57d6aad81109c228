"""The design of a study: varied options, players, number of games, seed."""

from __future__ import annotations

import functools
import importlib.util
import itertools
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from plowshares import registry
from plowshares.arena.job import Entrant
from plowshares.arena.series import entrants_of
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import read_options, read_words, to_plain
from plowshares.core.parsing import quote, suggest
from plowshares.engine.clock import parse_time
from plowshares.engine.record import digest
from plowshares.lab import entrants as players

MOST_VARIANTS = 500
LINE_UP = "line-up"  # what the choice of players is called among the things that are varied; no option has a hyphen
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)\Z")
LONGEST_RANGE = 1000
UNKNOWN = re.compile("unknown field `(.*)`")
FREE = ("games", "measures", "samples", "stop", "trials", "note")  # may change while a study goes on
PLAYING = ("plowshares.core", "plowshares.engine", "plowshares.agents")  # with the game, they decide how matches go


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A study, as a TOML file or the command line gives it."""

    game: str
    seats: list[str] = msgspec.field(default_factory=lambda: ["greedy"])  # line-ups; one word alone sits on all seats
    vary: dict[str, list[Any]] = {}
    games: Annotated[int, Meta(ge=1)] = 200  # of each variant
    seed: Annotated[int, Meta(ge=0)] = 1
    preset: str | None = None
    options: dict[str, Any] = {}
    time: str = "none"
    measures: list[str] = []  # those that are compared; all if none is named
    samples: Annotated[int, Meta(ge=0)] = 1  # records kept of each variant
    stop: bool = False  # as soon as everything asked is settled
    target: str = ""  # what to tune the options for
    trials: Annotated[int, Meta(ge=1)] = 40  # sets of options that tuning tries
    note: str = ""  # what a reader of the report should know

    def fingerprint(self) -> str:
        """Return a digest of what decides the result of each game; more games are the same study going on."""
        plain = msgspec.to_builtins(self)
        # What a search tries next depends on what it has seen: with other numbers it tries other options.
        free = ("measures", "samples", "stop", "note") if self.target else FREE
        for name in free:
            del plain[name]
        game = registry.find(self.game)
        plain |= {"rules": game.version, "sources": digest_sources(game.home)}
        plain["vary"] = list(plain["vary"].items())  # variants are numbered in this order
        traits = players.traits(self.seats)
        return digest(msgspec.json.encode({**plain, "levels": traits} if traits else plain, order="sorted"))


@functools.cache
def digest_sources(home: str) -> str:
    """Return a digest of all code that decides how matches of a game go: a study that other code began is another."""
    files: list[Path] = []
    for name in (*PLAYING, home):
        spec = importlib.util.find_spec(name)
        assert spec is not None, "a game that was found has a place"
        folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
        files += [file for folder in folders for file in sorted(folder.rglob("*.py"))] or [Path(str(spec.origin))]
    return digest(*(file.read_bytes() for file in files))


class Variant(msgspec.Struct, frozen=True):
    """One set of options and players."""

    index: int
    values: dict[str, Any]  # of what is varied
    options: dict[str, Any]  # all of them, as plain values
    entrants: tuple[Entrant, ...]

    @property
    def label(self) -> str:
        """The varied values in words."""
        return describe(self.values)


def describe(values: Mapping[str, Any]) -> str:
    """Write varied values for people to read."""
    return ", ".join(f"{name}={format_value(value)}" for name, value in values.items()) or "as it is"


def format_value(value: Any) -> str:
    """Write a value for people to read."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def format_word(value: Any) -> str:
    """Write a value as on the command line: words that would be taken for several are quoted."""
    text = format_value(value)
    is_plain = split_values(text) == [text] and not RANGE.match(text) and '"' not in text
    return text if is_plain or not isinstance(value, str) else msgspec.json.encode(value).decode()


def read_file(path: Path) -> dict[str, Any]:
    """Read a study file as plain values."""
    try:
        given = tomllib.loads(path.read_text())
    except OSError as error:
        raise InvalidOption(f"cannot read {str(path)!r}: {(error.strerror or '').lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidOption(f"{str(path)!r} is not a study file: {str(error).lower()}") from None
    if not isinstance(given.get("game"), str):
        raise InvalidOption(f'{str(path)!r} names no game: write a line such as game = "NAME"')
    if isinstance(given.get("seats"), str):
        given["seats"] = [given["seats"]]
    return given


def define(given: Mapping[str, Any], where: str = "the study") -> Design:
    """Check the values of a study file or of a command line, and every variant that follows from them."""
    try:
        design = msgspec.convert(dict(given), Design)
    except msgspec.ValidationError as error:
        raise InvalidOption(f"{where}: {explain(str(error))}") from None
    parse_time(design.time)
    if not design.target:
        variants_of(design)
    return design


def explain(error: str) -> str:
    """Say in plain words what is wrong with a value, and with which."""
    what, _, path = error.partition(" - at `$.")
    what = what[:1].lower() + what[1:]
    unknown = UNKNOWN.search(what)
    if unknown:
        fields = Design.__struct_fields__
        return f"a study has no {unknown[1]!r}{suggest(unknown[1], fields)}; it has: {', '.join(fields)}"
    if path.startswith("vary["):
        return f'the values to vary are a list, such as scout = ["extra", "line"]: {what}'
    return f"{path.rstrip('`')}: {what.replace('`', '')}" if path else what


def variants_of(design: Design) -> list[Variant]:
    """Return every combination of the varied values and line-ups."""
    game = registry.find(design.game)
    check_grid(game, design)
    names = list(design.vary)
    lineups = {LINE_UP: design.seats} if len(design.seats) > 1 else {}
    found: list[Variant] = []
    for values in itertools.product(*design.vary.values(), *lineups.values()):
        chosen = dict(zip([*names, *lineups], values, strict=True))
        found.append(make_variant(game, design, len(found), chosen))
    return found


def check_grid(game: Game, design: Design) -> None:
    """Refuse options that do not exist, and those without values or with one twice."""
    if not design.seats:
        raise InvalidOption("nobody plays: name the players with --seats, such as --seats greedy,greedy")
    size = len(design.seats)
    for name, values in {**design.vary, LINE_UP: design.seats}.items():
        if name != LINE_UP:
            check_name(game, name)
        if not values:
            raise InvalidOption(f"option {name} has no values to try: write --vary {name}=VALUE,VALUE")
        texts = [format_value(value) for value in values]
        if len(set(texts)) < len(texts):
            raise InvalidOption(f"{name} has a value twice: {', '.join(texts)}")
        size *= len(values) if name != LINE_UP else 1
    if size > MOST_VARIANTS and not design.target:
        raise InvalidOption(f"{size} variants are more than {MOST_VARIANTS}: vary less, or search them with --target")


def check_name(game: Game, name: str) -> None:
    """Refuse an option that the game does not have; `cost.scout` is a part of the option `cost`."""
    base = name.partition(".")[0]
    fields = game.options.__struct_fields__
    if base not in fields:
        known = ", ".join(sorted(fields))
        raise InvalidOption(f"{game.name} has no option {name!r}{suggest(base, fields)}; the options are: {known}")


def make_variant(game: Game, design: Design, index: int, chosen: dict[str, Any]) -> Variant:
    """Return one variant with its options checked and its players seated."""
    try:
        options = read_options(game.options, given_options(game, design, chosen))
        words = players.words_of(str(chosen.get(LINE_UP, design.seats[0])))
        seats = game.state.count_seats(options)
        if len(words) == 1:
            words *= seats
        if len(words) != seats:
            raise InvalidOption(f"{game.name} has {seats} seats with these options, {len(words)} players were named")
        entrants = tuple(map(players.seat, entrants_of(words)))
        for entrant in dict.fromkeys(entrants):
            players.check_player(game, entrant)
    except InvalidOption as error:
        where = f"variant {describe(chosen)}: " if chosen else ""
        raise InvalidOption(f"{where}{error}") from None
    return Variant(index, chosen, to_plain(options), entrants)


def given_options(game: Game, design: Design, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return preset, fixed options and varied ones in one table; `cost.scout` goes into `cost`."""
    if design.preset is not None and design.preset not in game.presets:
        known = ", ".join(game.presets) or "none"
        raise InvalidOption(f"{game.name} has no preset {design.preset!r}; there are: {known}")
    given = dict(game.presets[design.preset]) if design.preset else {}
    for name, value in {**design.options, **chosen}.items():
        base, _, part = name.partition(".")
        if part:
            whole = given.get(base, {})
            if not isinstance(whole, dict):
                raise InvalidOption(f"option {base} is {format_value(whole)} here and has no part {part!r}")
            given[base] = {**whole, part: value}
        elif name != LINE_UP:
            given[name] = value
    named = len(players.words_of(str(chosen.get(LINE_UP, design.seats[0]))))
    if named > 1 and "players" in game.options.__struct_fields__:
        given.setdefault("players", named)
    elif is_needed(game, "players"):
        given.setdefault("players", game.seats[0])
    return given


def is_needed(game: Game, name: str) -> bool:
    """Ask whether an option has no default."""
    fields = {field.name: field for field in msgspec.structs.fields(game.options)}
    return name in fields and fields[name].required


# Words of the command line


def read_vary(game: Game, words: Sequence[str]) -> dict[str, list[Any]]:
    """Read `name=value,value` and `name=1..4` words."""
    found: dict[str, list[Any]] = {}
    for word in words:
        name, mark, text = word.partition("=")
        name = name.strip().replace("-", "_")
        if not mark:
            raise InvalidOption(f"{word!r} is not of the form name=value,value")
        check_name(game, name)
        if name in found:
            raise InvalidOption(f"option {name!r} is varied twice; write all values in one word: {name}=VALUE,VALUE")
        found[name] = [value for part in split_values(text) for value in read_value(game, name, part)]
        if not found[name]:
            raise InvalidOption(f"option {name} has no values to try in {word!r}")
    return found


def split_values(text: str) -> list[str]:
    """Split at the commas that are not inside of brackets or quotation marks."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "[{(") - (letter in ")}]")
        if letter == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def read_value(game: Game, name: str, text: str) -> list[Any]:
    """Read one value, or the whole numbers of a range."""
    limits = RANGE.match(text)
    if limits:
        low, high = int(limits[1]), int(limits[2])
        if not low <= high < low + LONGEST_RANGE:
            raise InvalidOption(
                f"option {name}: {text!r} is not a range from low to high of at most {LONGEST_RANGE} numbers"
            )
        return list(range(low, high + 1))
    return [read_one(game, name, text)]


def read_one(game: Game, name: str, text: str) -> Any:
    """Read one value as the option's type; `cost.scout` is read as JSON."""
    if "." in name:
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise InvalidOption(f"option {name}: cannot read {quote(text)}") from None
    # Whether it is right together with the others is not asked here; the variants are checked as a whole.
    hint = get_type_hints(game.options, include_extras=True)[name]
    words = (text, read_json(text)) if not text.startswith('"') else (read_json(text), text)
    for value in words:
        try:
            return msgspec.to_builtins(msgspec.convert(value, hint, strict=False))
        except msgspec.ValidationError:
            continue
    return to_plain(read_words(game.options, [f"{name}={text}"]))[name]  # says what is wrong with it


def read_json(text: str) -> Any:
    """Read JSON; anything else stays text."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def read_fixed(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """Read `name=value` words: what all variants have in common."""
    found: dict[str, Any] = {}
    for word in words:
        name, mark, text = word.partition("=")
        name = name.strip().replace("-", "_")
        if not mark:
            raise InvalidOption(f"{word!r} is not of the form name=value")
        check_name(game, name)
        found[name] = read_one(game, name, text.strip())
    return found


def command_of(design: Design) -> str:
    """Return the command line that runs a study."""
    words: list[str] = ["plowshares", "lab", design.game]
    words += flags("--vary", (f"{name}={','.join(map(format_word, v))}" for name, v in design.vary.items()))
    words += flags("--option", (f"{name}={format_word(value)}" for name, value in design.options.items()))
    words += flags("--seats", design.seats)
    words += flags("--measure", design.measures)
    words += ["--preset", design.preset] if design.preset else []
    words += ["--time", design.time] if design.time != "none" else []
    words += ["--stop"] if design.stop else []
    words += ["--target", design.target, "--trials", str(design.trials)] if design.target else []
    words += ["--samples", str(design.samples)] if design.samples != 1 else []
    return shlex.join([*words, "--games", str(design.games), "--seed", str(design.seed)])


def flags(name: str, values: Iterable[str]) -> list[str]:
    """Return a flag before each value."""
    return [word for value in values for word in (name, value)]
