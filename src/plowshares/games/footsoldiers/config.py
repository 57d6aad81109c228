"""The configuration file: the options and the bot runner's settings under their published names (§2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from plowshares.core import options as core_options
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options, to_plain
from plowshares.core.parsing import quote, suggest
from plowshares.games.footsoldiers.options import Options


class RunnerOptions(core_options.Options, frozen=True, kw_only=True):
    """What only the runner of bot processes reads; no rule depends on it."""

    bot_memory_limit_kib: Annotated[int, Meta(ge=1024, description="Memory per bot.")] = 2_621_440
    bot_initialisation_time: Annotated[float, Meta(ge=0.1, le=600, description="Seconds to print Ready.")] = 15
    turn_time_limit: Annotated[float, Meta(ge=0.05, le=600, description="Seconds per turn per bot.")] = 1
    max_restarts: Annotated[int, Meta(ge=0, le=100, description="Restarts of a dead bot per match.")] = 4
    command_match: Annotated[
        Literal["strict", "search"],
        Meta(description="A command must fill its line, or may occur anywhere in it."),
    ] = "strict"
    pause: Annotated[bool, Meta(description="Stop a bot's process outside its slot.")] = True
    concurrent: Annotated[bool, Meta(description="Both bots' slots run at the same time.")] = False
    stderr_limit_kib: Annotated[int, Meta(ge=0, le=1_048_576, description="Kept stderr per bot.")] = 1024


RUNNER_PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "tournament": {},
    "author": {"command_match": "search"},
    "short": {},
}


class Config(NamedTuple):
    """A configuration file that has been read."""

    options: Options
    runner: RunnerOptions


def key_of(name: str) -> str:
    """Return the key in the file of an option's name."""
    return name.replace("_", "-")


GAME_KEYS = {key_of(name): name for name in Options.__struct_fields__}
RUNNER_KEYS = {key_of(name): name for name in RunnerOptions.__struct_fields__}


def parse_config(text: str | bytes) -> Config:
    """Read a configuration file; raise InvalidOption that names what is wrong."""
    try:
        given = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidOption(f"the configuration is not JSON: {error}") from None
    if not isinstance(given, dict):
        raise InvalidOption(f"the configuration is an object, not {quote(given)}")
    return read_config(given)


def read_config(given: Mapping[str, Any]) -> Config:
    """Check the keys and values of a configuration; what is missing takes its default."""
    for key in given:
        if key not in GAME_KEYS and key not in RUNNER_KEYS:
            raise InvalidOption(f"unknown key {key!r}{suggest(key, [*GAME_KEYS, *RUNNER_KEYS])}")
    game = {GAME_KEYS[key]: value for key, value in given.items() if key in GAME_KEYS}
    runner = {RUNNER_KEYS[key]: value for key, value in given.items() if key in RUNNER_KEYS}
    return Config(read_options(Options, game), read_options(RunnerOptions, runner))


def format_config(config: Config) -> str:
    """Write a configuration file with every key."""
    plain = {**to_plain(config.options), **to_plain(config.runner)}
    text = msgspec.json.encode({key_of(name): value for name, value in plain.items()})
    return msgspec.json.format(text, indent=2).decode() + "\n"
