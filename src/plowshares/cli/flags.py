"""Flags that several commands have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from cyclopts import Parameter


@Parameter(name="*")
@dataclass(frozen=True)
class GameFlags:
    """Which variant of the game is played."""

    option: Annotated[list[str], Parameter(help="An option of the game as `name=value`; can be repeated.")] = field(
        default_factory=list
    )
    preset: Annotated[str | None, Parameter(help="A named set of options of the game.")] = None
    time: Annotated[
        str | None, Parameter(help="Seconds as BANK+INCREMENT/PER_MOVE, such as `60+1`, `/2` or `none`.")
    ] = None
    seed: Annotated[int | None, Parameter(help="Seed of everything random: the same seed gives the same match.")] = None


@Parameter(name="*")
@dataclass(frozen=True)
class BotFlags:
    """How bots are run, and what follows their faults."""

    clock: Annotated[str | None, Parameter(help="`wall`, or `cpu` for the processor time bots use.")] = None
    isolation: Annotated[str | None, Parameter(help="`best`, or a level by name.")] = None
    memory: Annotated[int | None, Parameter(help="MiB a bot and its children may use.")] = None
    pause: Annotated[bool | None, Parameter(help="Freeze bots outside their turn.")] = None
    illegal: Annotated[
        str | None, Parameter(help="What follows answers that are not legal: `forfeit`, or `random` plays for the bot.")
    ] = None
    timeout: Annotated[str | None, Parameter(help="What follows a time-out: `forfeit` or `random`.")] = None
    crash: Annotated[str | None, Parameter(help="What follows a crash: `forfeit` or `random`.")] = None
    restarts: Annotated[int | None, Parameter(help="Restarts of a crashed bot in one match.")] = None

    def tables(self) -> dict[str, dict[str, object]]:
        """Return what was given, as the tables of a tournament file."""
        policy = {"illegal": self.illegal, "time": self.timeout, "crash": self.crash, "restarts": self.restarts}
        bots = {"clock": self.clock, "isolation": self.isolation, "memory": self.memory, "pause": self.pause}
        return {"policy": given(policy), "bots": given(bots)}


@Parameter(name="*")
@dataclass(frozen=True)
class PlaceFlags:
    """Where matches are played and kept."""

    jobs: Annotated[int, Parameter(help="Matches at the same time; 0 is one for each core.")] = 0
    on: Annotated[str, Parameter(help="`local` or `ray`.")] = "local"


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values that are there."""
    return {name: value for name, value in values.items() if value is not None}
