"""The UCC 2012 line protocol as the arena finds it (`arena/foreign.py`): such bots sit at any table of Stratego."""

from __future__ import annotations

from collections.abc import Iterator

from plowshares.agents import make_agent
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import Definition
from plowshares.arena.doctor import Finding
from plowshares.arena.player import BuiltIn, Fault, Player
from plowshares.arena.referee import RefereedMatch
from plowshares.core.options import read_options
from plowshares.engine.clock import parse_time
from plowshares.games.stratego import GAME
from plowshares.games.stratego.adapters.player import UccBot

NAME = "ucc"
TRIAL = {"scout": "line", "two_square": 0, "no_battle_limit": 40, "blue_setup": "random"}


def is_spoken_by(word: str) -> bool:
    """Ask whether a bot that names no protocol speaks this one: never, its definition has to say so."""
    return False


def make_player(definition: Definition, settings: BotSettings) -> Player:
    """Return a bot as a player."""
    return UccBot(definition, settings)


def examine(definition: Definition, settings: BotSettings) -> Iterator[Finding]:
    """Let a bot play a short match against a random player, and say what went wrong."""
    bot = UccBot(definition, settings)
    table = RefereedMatch(
        GAME, read_options(GAME.options, TRIAL), 1, [bot, BuiltIn(make_agent("random", GAME, 1))], parse_time("/2")
    )
    try:
        played = table.play()
    except Fault as fault:
        yield Finding("start", "bad", str(fault))
        return
    if played.faults[0].total:
        for note in played.notes[:5]:
            yield Finding("match", "bad", note, "see docs/bots.md, the UCC protocol")
    else:
        yield Finding("match", "good", f"played {played.commands} commands: {played.result.sentence}")
