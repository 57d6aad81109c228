"""Stepping through a record, as a seat, as a spectator, or seeing everything after the end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import quote, read_number
from plowshares.core.plain_text import plain
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Event
from plowshares.engine.record import Finder, Record, replay
from plowshares.engine.story import tell_event
from plowshares.terminal.layout import beside, fill_screen
from plowshares.terminal.players import display_names, find_seat
from plowshares.terminal.reveal import draw_openly, draw_table, join_boards
from plowshares.terminal.screen import Left, Screen

ALL = "all"
WATCHING = "spectator"
HELP = "Enter next, p previous, a number, f first, l last, a plays on, q quits"
PAUSE = 1.0  # seconds between positions in automatic play


@dataclass(frozen=True)
class Frame:
    """A position of the record, and what led to it."""

    before: Any  # the full State before, None at the start
    event: Event


class Replayer:
    """A record and its viewer."""

    def __init__(self, record: Record, find: Finder, viewer: str | None, screen: Screen) -> None:
        self.screen = screen
        self.frames = _read_frames(record, find)
        first = self.frames[0].event
        self.game: Game = first.match.game
        self.names = display_names(first.match.names)
        self.sees_all, self.seat = self._find_viewer(viewer, record.result is not None)
        self.at = 0
        self.page = 0  # of a board that is taller than the screen
        self.turned = 0  # which of several boards is shown where not all fit

    def _find_viewer(self, viewer: str | None, is_over: bool) -> tuple[bool, int]:
        wanted = viewer.strip().lower() if viewer is not None else ALL if is_over else WATCHING
        if wanted == ALL and not is_over:
            raise InvalidOption(f"the match is not over: nobody may see it as {ALL!r}; name a seat, or {WATCHING!r}")
        if wanted in (ALL, WATCHING):
            return wanted == ALL, SPECTATOR
        return False, find_seat(self.game, self.frames[0].event.state, len(self.names), wanted)

    def run(self) -> None:
        """Step through the record by keys until the person quits."""
        message = ""
        try:
            while True:
                self._show(message)
                message = self._obey(self.screen.ask(f"{HELP} > "))
        except (Left, KeyboardInterrupt):
            self.screen.write("\n")

    def print_all(self) -> None:
        """Print every position, one after the other."""
        for at in range(len(self.frames)):
            board = join_boards(self._boards(at), self.screen.size[0])
            self.screen.show([self._heading(at), *board, *self._told(at), ""])

    # Inside

    def _obey(self, text: str) -> str:
        """Do what was typed; return what to say."""
        number = read_number(text)
        last = len(self.frames) - 1
        if number is not None:
            self.at = min(max(number, 0), last)
            return "" if 0 <= number <= last else f"The record has positions 0 to {last}."
        match text.lower():
            case "" | "n" | "next":
                self.at += self.at < last
                return "This is the last position." if self.at == last else ""
            case "p" | "previous":
                self.at -= self.at > 0
            case "f" | "first":
                self.at = 0
            case "l" | "last":
                self.at = last
            case "a" | "auto":
                self._play_on()
            case "v" | "view":
                self.turned += 1
            case "m" | "more":
                self.page += 1
                return ""
            case "q" | "quit" | "leave":
                raise Left
            case _:
                return f"{quote(text)} is none of these keys."
        return ""

    def _play_on(self) -> None:
        try:
            while self.at < len(self.frames) - 1:
                self.at += 1
                self._show("Playing; Ctrl-C stops.")
                time.sleep(PAUSE if self.screen.is_terminal else 0.0)
        except KeyboardInterrupt:
            return

    def _show(self, message: str) -> None:
        """Show all boards if they fit side by side, or else one of them."""
        boards = self._boards(self.at)
        board = beside(boards, self.screen.size[0])
        words = [*self._told(self.at), *self.screen.wrap(message)]
        if board is None:
            shown = self.turned % len(boards)
            board = boards[shown]
            words.append(f"Board {shown + 1} of {len(boards)}, each as one seat sits: v shows the next.")
        page = self.page if self.screen.is_terminal else None
        self.screen.clear()
        self.screen.show(fill_screen(self._heading(self.at), board, [], words, self.screen.size, page))

    def _heading(self, at: int) -> str:
        who = "everybody" if self.sees_all else "a spectator"
        if self.seat != SPECTATOR:
            who = self.names[self.seat]
        return f"{self.game.title}, position {at} of {len(self.frames) - 1}, seen by {who}"

    def _boards(self, at: int) -> list[list[str]]:
        s = self.frames[at].event.state
        if self.sees_all:
            return draw_openly(self.game, s, Viewer(SPECTATOR, self.names))
        return [draw_table(self.game, self.game.view_of(s, self.seat), Viewer(self.seat, self.names))]

    def _told(self, at: int) -> list[str]:
        """Return what happened, as the viewer may know it; a command in words only to its own seat."""
        frame, event = self.frames[at], self.frames[at].event
        if frame.before is None:
            told = [f"At the table: {', '.join(self.names)}."]
        else:
            shown = tell_event(self.game, event, frame.before, Viewer(self.seat, self.names))
            told = [each.text for each in shown if each.text]
        if event.turn is not None and (self.sees_all or event.turn.seat == self.seat):
            told = [self._command(frame), *told]
        return [line for text in told for line in self.screen.wrap(plain(text))]

    def _command(self, frame: Frame) -> str:
        """Say in words what somebody decided."""
        turn = frame.event.turn
        assert turn is not None
        view = self.game.view_of(frame.before, turn.seat)
        words = scene_of(self.game).describe(view, Viewer(turn.seat, self.names), turn.actions)
        return f"{self.names[turn.seat]}: {plain(words)}"


def _read_frames(record: Record, find: Finder) -> list[Frame]:
    frames: list[Frame] = []
    for _, event in replay(record, find):
        frames.append(Frame(frames[-1].event.state if frames else None, event))
    return frames
