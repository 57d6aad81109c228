"""The players of a study: agents and bots by their words, and levels that think by number instead of by the clock.

A level that thinks for a time plays another match on another machine, or on the same one when it is busy. In the lab
`hard` therefore means `hard@2048`: the blunders of that level, and that many simulations for every decision.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from plowshares.agents.levels import LEVELS, LeveledAgent, level_in
from plowshares.agents.search import CHUNK
from plowshares.arena.bot_definition import is_bot
from plowshares.arena.job import Entrant, Job, check_entrant, derive, make_player
from plowshares.arena.player import BuiltIn, Player
from plowshares.arena.series import entrants_of
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import suggest

MARK = "@"
# Less than one core does in the time that the level takes at a table, so that many matches are affordable.
SIMULATIONS = {"easy": 128, "medium": 512, "hard": 2048, "expert": 8192}
FEWEST, MOST = CHUNK, 1_000_000
STRENGTH = {
    "random": "plays any legal action: it knows nothing, and shows the bare mechanics of the rules",
    "greedy": "looks one action ahead with the game's own heuristics: weak, without plans, and easily led astray",
}


class Counted(LeveledAgent):
    """A level that searches by simulations: the same on every machine."""

    def __init__(self, game: Game, seed: int, level: str, simulations: int) -> None:
        # One tree: a study is on all cores already, match by match.
        super().__init__(game, seed, level, trees=1, simulations=simulations)
        self.name = f"{level}{MARK}{simulations}"


def settle(word: str) -> str:
    """Return the whole word of a player: `hard` is `hard@2048`; refuse what is not a level or a number."""
    if is_bot(word):
        return word
    level, mark, number = word.strip().lower().partition(MARK)
    if not mark:
        return f"{level}{MARK}{SIMULATIONS[level]}" if level in SIMULATIONS else word
    if level not in SIMULATIONS:
        known = ", ".join(SIMULATIONS)
        raise InvalidOption(
            f"only levels think by number, {word!r} is none{suggest(level, SIMULATIONS)}; there are: {known}"
        )
    if not (number.isascii() and number.isdigit() and FEWEST <= int(number) <= MOST):
        raise InvalidOption(
            f"{word!r}: after {MARK} comes a number of simulations from {FEWEST} to {MOST}: {level}{MARK}500"
        )
    return f"{level}{MARK}{int(number)}"


def seat(entrant: Entrant) -> Entrant:
    """Return an entrant with its whole word; its name stays."""
    return msgspec.structs.replace(entrant, seat=settle(entrant.seat))


def split(word: str) -> tuple[str, int] | None:
    """Return level and simulations of a whole word; nothing for other players."""
    level, mark, number = word.partition(MARK)
    return (level, int(number)) if mark and level in SIMULATIONS and not is_bot(word) else None


def check_player(game: Game, entrant: Entrant) -> None:
    """Raise a clear error now if a player cannot play."""
    if split(entrant.seat) is None:
        check_entrant(game, entrant)


def make(job: Job, game: Game, entrant: Entrant) -> Player:
    """Return the player of an entrant, as a table of the arena or the lab asks it."""
    counted = split(entrant.seat)
    if counted is None:
        return make_player(job, game, entrant)
    player = BuiltIn(Counted(game, derive(job.seed, job.index, entrant.name), *counted))
    player.name = entrant.name
    return player


def strength(game: Game, word: str) -> str:
    """Say how strong a player is, and so what its games can tell."""
    counted = split(word)
    if counted is None:
        return f"{word} {STRENGTH.get(word, 'is a program of its own')}"
    level, simulations = counted
    blunder_rate = 100 * level_in(game, level).blunders.rate
    errors = f"and takes a slightly worse action in {blunder_rate:g} % of them" if blunder_rate else "and never errs"
    return f"{word} looks ahead in {simulations} simulations for each decision {errors}"


def traits(lineups: Sequence[str]) -> list[str]:
    """Return the simulations and blunder rates of the levels in some line-ups, which decide how they play."""
    words = dict.fromkeys(seat(each).seat for lineup in lineups for each in entrants_of(words_of(lineup)))
    return [f"{word} {LEVELS[counted[0]].blunders.rate}" for word in words if (counted := split(word))]


def words_of(lineup: str) -> list[str]:
    """Split a line-up into its players' words."""
    return [word.strip() for word in lineup.split(",")]
