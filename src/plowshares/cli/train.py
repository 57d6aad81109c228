"""`plowshares train GAME`: learn a game for two by PPO, with a learning curve and a network to be evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_words
from plowshares.envs.ppo import Settings
from plowshares.envs.training import Course, Rival, draw_curves, read_curve, write_curve
from plowshares.envs.training import train as learn


@Parameter(name="*")
@dataclass(frozen=True)
class Learning:
    """How the learner trains."""

    rival: Annotated[
        Rival, Parameter(help="Whom to learn against: oneself, random play, or earlier versions of oneself.")
    ] = "self"
    minutes: Annotated[float, Parameter(help="Of processor time for learning; measuring comes on top.")] = (
        Course.minutes
    )
    updates: Annotated[int, Parameter(help="Of the network, instead of minutes: exact to repeat.")] = Course.updates
    matches: Annotated[int, Parameter(help="Played side by side.")] = Course.matches
    steps: Annotated[int, Parameter(help="Of each match for one update.")] = Course.steps
    epochs: Annotated[int, Parameter(help="How often one rollout is learned from.")] = Settings.epochs
    minibatch: Annotated[int, Parameter(help="Decisions for one step of the gradient.")] = Settings.minibatch
    width: Annotated[int, Parameter(help="Of the two hidden layers.")] = Settings.width
    rate: Annotated[float, Parameter(help="Of learning.")] = Settings.rate
    seed: Annotated[int, Parameter(help="Decides all chance.")] = Settings.seed


@Parameter(name="*")
@dataclass(frozen=True)
class Measuring:
    """How the learner is measured, and what is kept of it."""

    every: Annotated[int, Parameter(help="Updates between two measurements.")] = Course.every
    measured: Annotated[int, Parameter(help="Matches of one measurement.")] = Course.measured
    yardstick: Annotated[str, Parameter(help="Whom to measure against: a built-in agent, or `policy:FILE.pt`.")] = (
        Course.yardstick
    )
    save: Annotated[Path | None, Parameter(help="Where to write the network (.pt), for `plowshares evaluate`.")] = None
    curve: Annotated[Path | None, Parameter(help="Where to write the curve as CSV.")] = None
    plot: Annotated[Path | None, Parameter(help="Where to draw the curve (.svg or .png).")] = None
    also: Annotated[
        tuple[Path, ...],
        Parameter(help="A curve of another run (.csv) to draw beside it; can be repeated.", negative=()),
    ] = ()


LEARNING, MEASURING = Learning(), Measuring()


def train(
    game: str,
    /,
    *,
    preset: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    learning: Learning = LEARNING,
    measuring: Measuring = MEASURING,
) -> None:
    """Learn a game for two by PPO on a batch, measure at intervals, and keep the curve and the network.

    Parameters
    ----------
    game
        A game, such as `stratego`.
    preset
        A named set of options of the game; one small enough to learn in minutes.
    option
        An option of the game as `name=value`; can be repeated.
    """
    found = registry.find(game)
    options = read_words(found.options, option, preset_of(found, preset))
    missing = [path for path in measuring.also if not path.is_file()]
    if missing:
        raise InvalidOption(f"--also {missing[0]}: there is no such file")
    points = learn(found, options, course_of(learning, measuring), Console(highlight=False).print, measuring.save)
    if measuring.curve:
        write_curve(points, measuring.curve)
    if measuring.plot:
        name = f"{found.name} {preset}" if preset else found.name
        draw_curves({**{path.stem: read_curve(path) for path in measuring.also}, name: points}, measuring.plot)


def course_of(learning: Learning, measuring: Measuring) -> Course:
    """Return the course that the flags ask for."""
    return Course(
        learning.rival,
        learning.minutes,
        learning.updates,
        learning.matches,
        learning.steps,
        measuring.every,
        measuring.measured,
        measuring.yardstick,
        Settings(learning.width, learning.rate, learning.epochs, learning.minibatch, seed=learning.seed),
    )
