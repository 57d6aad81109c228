"""Bots of this machine's owner as players. Only the holder of the owner key, printed at the start, can start them."""

from __future__ import annotations

import copy
import dataclasses
import logging
import os
import threading
from pathlib import Path
from typing import Any

from plowshares.agents import Ask
from plowshares.arena.bot import Bot, BotSettings
from plowshares.arena.bot_definition import FILE, INTERPRETERS, Definition, read_definition
from plowshares.arena.isolation import choose_level
from plowshares.arena.player import Fault
from plowshares.arena.process import BadBot
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.options import secret_options, to_plain
from plowshares.engine.log import Log
from plowshares.engine.match import Command, Match

ANSWER_SECONDS = 60.0  # seconds for one answer, unless a clock ends it earlier
KILL_SECONDS = 0.05  # seconds after which a bot that is to stop is killed, again if it was only starting
MOST_BOTS = 16  # bots that play at the same time
REASONS = {"time": "time", "crash": "crash", "malformed": "illegal", "resigned": "resigned"}
logger = logging.getLogger(__name__)


class BotRegistry:
    """The programs in one folder, and who may start them."""

    def __init__(self, folder: Path | None = None, isolation: str = "best", patience: float = ANSWER_SECONDS) -> None:
        self.known: dict[str, Definition] = {}
        self.patience = patience
        self.isolation = ""  # the level at which bots run here
        self.running: set[BotSeat] = set()
        if folder is not None:
            self.known = find_bots(folder)
            self.isolation = choose_level(isolation).level  # fail now rather than when the first bot plays

    def check(self, names: list[str], is_owner: bool) -> None:
        """Raise InvalidOption unless these bots may be started now."""
        for name in names:
            if not is_owner:
                raise InvalidOption(
                    f"bot {name!r}: only the owner of this machine starts bots, with the link of the server"
                )
            if name not in self.known:
                raise InvalidOption(f"no bot is called {name!r}; there are: {', '.join(sorted(self.known))}")
        if len(self.running) + len(names) > MOST_BOTS:
            raise InvalidOption(f"{len(self.running)} bots are playing already, and {MOST_BOTS} may at a time")

    def sit_down(self, name: str, match: Match, log: Log, seat: int) -> BotSeat | None:
        """Return a bot on a seat; it is started when it is asked for the first time."""
        if name not in self.known:
            logger.warning("no bot is called %r any more: its seat waits", name)
            return None
        made = BotSeat(self, self.known[name], match, log, seat)
        self.running.add(made)
        return made

    def stop(self) -> None:
        """Stop every bot there is."""
        for seat in list(self.running):
            seat.stop()


class BotSeat:
    """A bot on a seat of a table. One thread at a time speaks with it; any may stop it."""

    def __init__(self, bots: BotRegistry, definition: Definition, match: Match, log: Log, seat: int) -> None:
        self.name = definition.name
        self.bot = Bot(definition, BotSettings(patience=bots.patience, isolation=bots.isolation))
        self._bots, self._match, self._log, self._seat = bots, match, log, seat
        self._read = 0  # lines of the log it has been sent
        self._speaking = threading.Lock()
        self._begun = self._stopped = False

    def choose(self, ask: Ask) -> Command:
        """Ask the bot; raise Fault if it does not answer as it should."""
        with self._speaking:
            if self._stopped:
                raise Fault("crash", f"{self.name!r} was stopped")
            if not self._begun:
                self._begun = True
                self.bot.begin(self._shown(), self._seat)
            news = list(self._log.lines[self._seat][self._read :])
            self._read += len(news)
            return self.bot.choose(dataclasses.replace(ask, news=news))

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Tell why an answer was not taken."""
        with self._speaking:
            self.bot.refuse(refusal, left)

    def stop(self) -> None:
        """Stop the bot, even while an answer is awaited."""
        self._stopped = True
        while not self._speaking.acquire(timeout=KILL_SECONDS):
            self.bot.kill()  # its reader hears that it has ended; a bot that is just starting may not exist yet
        try:
            if self._match.result:
                self.bot.end(self._match.result, self._log.lines[self._seat][self._read :])
            self.bot.stop()
        finally:
            self._speaking.release()
            self._bots.running.discard(self)

    def _shown(self) -> Match:
        """Return the match with the options that a program may be told."""
        shown: Any = copy.copy(self._match)
        secret = secret_options(type(self._match.options))
        shown.options = {k: v for k, v in to_plain(self._match.options).items() if k not in secret}
        made: Match = shown
        return made


def find_bots(folder: Path) -> dict[str, Definition]:
    """Return the bots in a folder: directories with a definition.json, and programs; or the folder's own."""
    if not folder.is_dir():
        raise InvalidOption(f"there is no folder {str(folder)!r} with bots")
    places = [folder] if (folder / FILE).is_file() else sorted(folder.iterdir())
    found: dict[str, Definition] = {}
    for place in places:
        if (place / FILE).is_file() or (place.is_file() and is_program(place)):
            definition = read_definition(str(place))
            found[definition.name] = definition
    if not found:
        raise BadBot(f"there is no bot in {str(folder)!r}: neither a program nor a directory with a {FILE}")
    return found


def is_program(file: Path) -> bool:
    """Ask whether a file can be run as a bot."""
    return os.access(file, os.X_OK) or file.suffix in INTERPRETERS
