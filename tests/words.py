"""What people read of a match, in the browser and at a terminal, and walks through matches that look for codes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from plowshares.agents import make_agent
from plowshares.agents.base import ask_for
from plowshares.agents.reasons import count_sentences, explain_choice
from plowshares.agents.search import Choice
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.engine.clock import TimeControl
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Command, Match
from plowshares.engine.picks import Picking
from plowshares.engine.story import Story
from plowshares.server import picks, snapshot
from plowshares.terminal import session
from plowshares.terminal.players import seat_all
from plowshares.terminal.screen import Left, Screen
from plowshares.terminal.table import TerminalTable

NAMES = ("Ada", "Marlene", "Bo", "Robin", "Chidi", "Yuki", "Noor", "Tomas")
# Seats by number, codes of reasons, engine words, unfilled placeholders, Python.
CODES = re.compile(
    r"\bp\d+\b|\bPlayer \d|\bplayer[12]\b|\bseat \d|\bSeat \d|now pick|No-op|percentage point|\butility\b"
    r"|\((?:win-limit|base|army|last-standing|resigned|flag|turns|health|conquest|cap|deck|quiet)\)|\[[a-z]+(?:[-_][a-z]+)*\]"
    r"|\bply\b|typing\.|msgspec|\+[AW] \d|BANK\+INCREMENT|\{\w*\}|\bNone\b|\bTrue\b|\bFalse\b|\b[a-z]+_[a-z_]+\b"
    r"|\d\.\d{4,}|<class|Traceback"
)
# Codes of the command box of single games. At a terminal they are what people type, so they may stand there.
OWN_CODES = {
    "battle_farm": re.compile(r"\b[mhb]\d\b|\bgenetic-modification\b"),
    "civ": re.compile(r"\b\d+,\s?\d+\b|\b[AW] \d"),
    "footsoldiers": re.compile(r"\(?\b\d+,\s?\d+\b"),
    "farmer_soldier": re.compile(r"\b\d[fscg]\b|>[a-z]\d"),
}
WORDS = {  # the fields of messages that people read; the others are ids, figures and drawings
    "label", "text", "title", "detail", "why_not", "confirm", "help", "note", "tag", "badge", "group", "unit", "line",
    "aside", "names", "empty", "rows", "done", "value", "begun", "left", "name", "who",
}  # fmt: skip
DRAWINGS = ("svg", "overview", "picture")
IN_DRAWINGS = re.compile(r"<(?:text|title|desc)\b[^>]*>([^<]*)<|aria-label=\"([^\"]*)\"")
PICKS = re.compile(r'data-pick="([^"]*)"')
MOST_WRONG = 4  # picks that are refused, tried in each position
UNCHECKED = ("moves", "help")  # what is shown after these holds commands; their words are checked one by one


def words_in(data: Any, key: str = "") -> Iterator[str]:
    """Yield every text that people read in a decoded message, drawings included."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name != "reason" and name != "command":
                yield from words_in(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from words_in(value, key)
    elif isinstance(data, str):
        if key in DRAWINGS:
            yield from (a or b for a, b in IN_DRAWINGS.findall(data))
        elif key in WORDS:
            yield data


def check(words: str, game: Game, where: str, box: bool = True) -> None:
    """Fail if a text holds a code; `box`: also one of the game's command box."""
    found = CODES.search(words) or (OWN_CODES[game.name].search(words) if box and game.name in OWN_CODES else None)
    assert not found, f"{where}: {found[0]!r} in {words!r}" if found else ""


class BrowserWalk:
    """A random match, and everything that the server sends to anybody about it."""

    def __init__(self, game: Game, preset: str, seed: int) -> None:
        options = read_options(game.options, dict(game.presets[preset]))
        names = [f"{NAMES[i % 8]}{' the Second' if i >= 8 else ''}" for i in range(game.state.count_seats(options))]
        self.game, self.rng = game, random.Random(seed)
        self.story = Story(game, names)
        self.match = Match(game, options, seed, names, listener=self.story)
        self.told = dict.fromkeys(self.story.events, 0)
        self.passive = make_agent("passive", game, seed)
        self.ended = False  # by the rules, not by resignations
        self.read = 0

    def play(self, most: int, every: int, idle: float = 0.0) -> int:
        """Play to the end or a number of decisions; look at each n-th position and at the end.

        `idle` is how often somebody passes or ends the turn instead of doing anything, so that long matches end.
        Return how many texts were read.
        """
        for count in range(most):
            waiting = self.match.to_act()
            if not waiting:
                break
            if count % every == 0:
                self.look()
            seat = self.rng.choice(waiting)
            self.match.play(seat, self.choose(seat, idle))
        self.ended = self.match.result is not None
        while self.match.result is None:
            self.match.resign(self.match.to_act()[0])
        self.look()
        return self.read

    def choose(self, seat: int, idle: float) -> Command:
        """Return what a seat does: anything, or as little as possible."""
        if self.rng.random() < idle:
            return self.passive.choose(ask_for(self.match, seat))
        return self.rng.choice(self.match.legal(seat))

    def look(self) -> None:
        """Check what everybody is sent now, and what the seats that are to act can pick."""
        for viewer, events in self.story.events.items():
            acting = viewer in self.match.to_act()
            picking = picks.new_picking(self.match, viewer) if acting else None
            self.check_message(viewer, picking)
            for event in events[self.told[viewer] :]:
                for words in (event.text, event.title, event.detail, event.group):
                    check(words, self.game, "log")
            self.told[viewer] = len(events)
            if picking is not None:
                self.check_picks(Viewer(viewer, self.story.names), picking)

    def check_message(self, viewer: int, picking: Picking | None) -> None:
        message = snapshot.show(self.match, self.story, viewer, picking, {})
        for words in words_in({key: value for key, value in json.loads(message.body).items() if key != "game"}):
            check(words, self.game, f"message to {viewer}")
            self.read += 1

    def check_picks(self, viewer: Viewer, picking: Picking) -> None:
        """Walk down a path of picks to a whole decision, with wrong picks on the way."""
        path: list[str] = []
        while following := picking.next(path):
            if path:
                step = json.loads(snapshot.seal(picks.follow(self.match, viewer, picking, path)).body)
                for words in words_in(step):
                    check(words, self.game, f"after {path}")
            self.check_refusals(viewer, picking, path)
            path.append(self.rng.choice(following))
        self.check_hint(viewer, picking, path)

    def check_refusals(self, viewer: Viewer, picking: Picking, path: Sequence[str]) -> None:
        drawn = scene_of(self.game).regions(self.match.view(viewer.seat), viewer, ())
        every = sorted({pick for region in drawn for pick in PICKS.findall(region.svg)} - set(picking.next(path)))
        for pick in self.rng.sample(every, min(MOST_WRONG, len(every))):
            check(
                str(picks.explain(self.match, viewer, picking, (*path, pick)).args[0]), self.game, f"refusal of {pick}"
            )

    def check_hint(self, viewer: Viewer, picking: Picking, path: Sequence[str]) -> None:
        """Check how a decision is named in hints and for undo, and why it is recommended."""
        action, scene = picking.action(path), scene_of(self.game)
        assert action is not None
        view, found = self.match.view(viewer.seat), [Choice(action, 9, 0.2), Choice(0, 3, 0.0)]
        reason = explain_choice(self.game, view, viewer, found, 0, 2, ())
        check(scene.describe(view, viewer, (action,)), self.game, "hint")
        check(reason, self.game, "reason")
        assert 1 <= count_sentences([reason]) <= 2, reason


class Typist(Screen):
    """Somebody at a terminal who types anything that is legal, and now and then something else."""

    def __init__(self, match: Match, seat: int, seed: int, most: int) -> None:
        super().__init__()
        self.match, self.seat, self.rng, self.most = match, seat, random.Random(seed), most
        self.is_terminal = self.clears = False
        self.shown: list[str] = []
        self.typed = ""

    def write(self, text: str) -> None:
        """Keep what is shown, but for lists of commands."""
        if self.typed not in UNCHECKED:
            self.shown.append(text)

    def ask(self, prompt: str) -> str:
        """Type something."""
        self.most -= 1
        if self.most < 0 and self.match.result is None:
            return "yes" if "Give up" in prompt else "/resign"
        if self.most < 0:
            raise Left
        if "Give up" in prompt or not self.match.legal(self.seat):
            return ""
        self.typed = self._choose()
        return self.typed

    def _choose(self) -> str:
        roll = self.rng.random()
        if roll < 0.1:
            return self.rng.choice(["moves", "log", "help", "undo", "nonsense", "board", ""])
        view, legal = self.match.view(self.seat), self.match.legal(self.seat)
        action = self.rng.choice(legal)
        if roll < 0.2:  # begin with a pick
            return self.match.game.notation.picks(view, self.seat, action)[0].partition(" ")[2]
        return self.match.game.notation.format(view, self.seat, (action,))


def walk_terminal(game: Game, preset: str, seed: int, most: int, folder: Path) -> list[str]:
    """Let somebody play a random program at a terminal; return what was shown, checked."""
    options = read_options(game.options, dict(game.presets[preset]))
    seats = ["person:Ada", *["random"] * (game.state.count_seats(options) - 1)]
    sitters = seat_all(game, seats, seed)
    names = [sitter.name for sitter in sitters]
    sitting = session.begin(game, options, seed, names, TimeControl(), folder / f"{game.name}-{preset}.jsonl")
    screen = Typist(sitting.match, 0, seed, most)
    with sitting.file:
        TerminalTable(sitting, sitters, screen).run()
    for text in screen.shown:
        if str(folder) not in text:
            check(text, game, "terminal", box=False)
    return screen.shown


__all__ = ["BrowserWalk", "check", "walk_terminal", "words_in"]
