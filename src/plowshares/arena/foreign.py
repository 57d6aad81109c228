"""Bot protocols other than our own. A game brings them along in its module `adapters.bots`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import OWN_PROTOCOL, Definition
from plowshares.arena.doctor import Finding
from plowshares.arena.player import Player
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game


class BotProtocol(Protocol):
    """What a game's `adapters.bots` offers."""

    NAME: str  # as a bot's definition.json writes it

    def is_spoken_by(self, word: str, /) -> bool:
        """Ask whether a bot that names no protocol speaks this one, by the word that names the bot."""

    def make_player(self, definition: Definition, settings: BotSettings, /) -> Player:
        """Return a bot as a player."""

    def examine(self, definition: Definition, settings: BotSettings, /) -> Iterator[Finding]:
        """Examine a bot and say what is wrong."""


def find_protocol(game: Game, protocol: str | None, word: str) -> BotProtocol | None:
    """Return the foreign protocol that a bot speaks, None for our own; raise InvalidOption if it cannot play the game.

    `protocol` is what the bot's definition says, and `word` names the bot.
    """
    foreign: BotProtocol | None = game.find_part("adapters.bots")
    if protocol == OWN_PROTOCOL:
        return None
    if protocol is not None and (foreign is None or protocol != foreign.NAME):
        raise InvalidOption(f"bot {word!r} speaks the protocol of {protocol} and cannot play {game.name}")
    if foreign is None or (protocol is None and not foreign.is_spoken_by(word)):
        return None
    return foreign
