"""A match as a job: everything a worker needs to play it, in plain values that can be sent anywhere."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.arena.bot import Bot, BotSettings
from plowshares.arena.bot_definition import is_bot, read_definition
from plowshares.arena.foreign import find_protocol
from plowshares.arena.player import BuiltIn, Player
from plowshares.arena.referee import Played, Policy, RefereedMatch
from plowshares.arena.seat_kinds import kind_of, module_of
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.engine.clock import parse_time


class Entrant(msgspec.Struct, frozen=True):
    """A participant: its name, and the word that says what plays."""

    name: str
    seat: str  # an agent's name, a path, cmd:…, mcp:…, chat:… or policy:…


class Job(msgspec.Struct, frozen=True):
    """One match to be played."""

    index: int
    game: str
    options: dict[str, Any]
    seed: int
    entrants: tuple[Entrant, ...]  # in the order of the seats
    time: str = "none"
    policy: Policy = Policy()
    settings: BotSettings = BotSettings()
    record: Path | None = None


def run_job(job: Job) -> Played:
    """Play a job's match and save its record."""
    game = registry.find(job.game)
    options = read_options(game.options, job.options)
    if job.settings.errors:
        errors = job.settings.errors / f"{job.index + 1:05d}"
        job = msgspec.structs.replace(job, settings=msgspec.structs.replace(job.settings, errors=errors))
    players = [make_player(job, game, entrant) for entrant in job.entrants]
    table = RefereedMatch(game, options, job.seed, players, parse_time(job.time), job.policy)
    played = table.play()
    if job.record is not None:
        table.save(job.record)
    return played


def make_player(job: Job, game: Game, entrant: Entrant) -> Player:
    """Return the player of an entrant; its chance depends on the job and the entrant, not on who else plays."""
    player: Player
    seed = derive(job.seed, job.index, entrant.name)
    if not is_bot(entrant.seat):
        player = BuiltIn(make_agent(entrant.seat, game, seed))
    elif kind_of(entrant.seat) == "policy":
        options = read_options(game.options, job.options)
        player = BuiltIn(module_of(entrant.seat).make_agent(entrant.seat, game, options, seed))
    elif kind_of(entrant.seat):
        player = module_of(entrant.seat).make_player(job, game, entrant)
    else:
        player = make_bot(job, game, entrant)
    player.name = entrant.name
    return player


def make_bot(job: Job, game: Game, entrant: Entrant) -> Player:
    """Return the bot of an entrant, in the protocol it speaks."""
    definition = read_definition(entrant.seat)
    foreign = find_protocol(game, definition.protocol, entrant.seat)
    return Bot(definition, job.settings) if foreign is None else foreign.make_player(definition, job.settings)


def check_entrant(game: Game, entrant: Entrant) -> None:
    """Raise a clear error now if an entrant cannot play, before many matches are scheduled."""
    if not is_bot(entrant.seat):
        make_agent(entrant.seat, game, 0)
        return
    if kind_of(entrant.seat):
        module_of(entrant.seat).check(game, entrant.seat)
        return
    definition = read_definition(entrant.seat)
    find_protocol(game, definition.protocol, entrant.seat)
    definition.check()


def derive(*parts: object) -> int:
    """Return a 64-bit seed that depends on all parts."""
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")
