"""A match at one screen: whose turn it is, the curtain between people, and what everybody is shown."""

from __future__ import annotations

import math
import shlex
import time
from collections.abc import Sequence

from plowshares.agents.base import Ask, ask_for
from plowshares.agents.referee import Referee
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import render
from plowshares.core.plain_text import plain, prompt_text
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Match
from plowshares.engine.story import ending_of
from plowshares.engine.undo import undo
from plowshares.terminal.decision import Decision
from plowshares.terminal.layout import MORE, beside, clock_text, fill_screen
from plowshares.terminal.meta_commands import ORDERS
from plowshares.terminal.players import Sitter
from plowshares.terminal.reveal import draw_openly, draw_table, join_boards
from plowshares.terminal.screen import Left, Screen, TimeUp
from plowshares.terminal.session import Session

PROMPT = "> "
RECALLED = 3  # log lines shown of what happened before a match was left


class TerminalTable:
    """One match with its people and agents at one screen.

    Everything that is shown to a person comes from that person's views and log lines.
    """

    def __init__(self, sitting: Session, sitters: Sequence[Sitter], screen: Screen) -> None:
        self.match, self.story, self.path = sitting.match, sitting.story, sitting.file.path
        self.game = self.match.game
        self.screen = screen
        self.names = sitting.story.names
        self.agents = {seat: sitter.agent for seat, sitter in enumerate(sitters) if sitter.agent is not None}
        self.people = [seat for seat in range(self.match.seats) if seat not in self.agents]
        self.referee = Referee(self.match, order=self._call, ask=self._question)
        self.owner: int | None = None  # the person whose view is, or was last, on the screen
        self.thinker: int | None = None  # the agent that was last said to be thinking
        self.page = 0  # of a board that is taller than the screen
        self.since = {viewer: max(0, len(self.story_of(viewer)) - RECALLED) for viewer in self.story.events}

    def run(self) -> None:
        """Play until the match is over or a person leaves."""
        try:
            while (ask := self.referee.next_question()) is not None:
                if ask.seat in self.agents:
                    self._let_agent_play(ask)
                else:
                    self._let_person_play(ask.seat)
            self._show_end()
        except (Left, KeyboardInterrupt):
            if not self.match.result:
                self._part()

    def _part(self) -> None:
        if self._is_shared():
            self.screen.wipe()
        self.screen.show(["", "The match is not over. " + self.where_saved()])

    def _call(self, waiting: Sequence[int]) -> Sequence[int]:
        """Choose who plays next: people before agents, and first the person at the screen, who finishes a phase."""
        people = [seat for seat in waiting if seat in self.people]
        return [self.owner] if self.owner in people else (people or waiting)[:1]

    def _question(self, match: Match, seat: int) -> Ask:
        if seat in self.agents:
            match.clocks.charge(seat, 0.0)  # nothing is shown meanwhile: its time begins now
        return ask_for(match, seat)

    # Agents

    def _let_agent_play(self, ask: Ask) -> None:
        seat = ask.seat
        if self.people and self.screen.is_terminal and self.thinker != seat:
            # Once, however many actions it takes: their number can be a secret.
            self.screen.show([f"{self.names[seat]} is thinking …"])
        self.thinker = seat
        self.referee.take(seat, self.agents[seat].choose(ask))
        if not self.people:
            self.screen.show(self._news(SPECTATOR))
            self.since[SPECTATOR] = len(self.story_of(SPECTATOR))

    # People

    def _let_person_play(self, seat: int) -> None:
        if self._is_shared() and self.owner != seat:
            self._raise_curtain(seat)
        self.owner, self.thinker = seat, None
        self.match.clocks.start([])  # nobody's clock runs before there is something to see
        try:
            self._decide(seat)
        except TimeUp:
            self.match.resign(seat, "time")
        finally:
            self.screen.deadline = math.inf
        others = [other for other in self.people if other != seat and other not in self.match.left]
        if others and not self.match.result and seat not in self.match.to_act():
            self._close_curtain(seat)

    def _decide(self, seat: int) -> None:
        decision = Decision(self.match, Viewer(seat, self.names))
        self.page = 0
        before, is_new = len(self.story_of(seat)), True
        message: str | None = ""
        while not decision.is_done and not self.match.result and seat not in self.match.left:
            self._show_turn(decision, message or "", is_new)
            if seat not in self.match.clocks.since:
                self.match.clocks.charge(seat, 0.0)
                self.screen.deadline = time.monotonic() + self.match.clocks.left(seat)
            text = self.screen.ask(PROMPT)
            path, draft = decision.path, self.match.draft(seat)
            message = self.obey(decision, text)
            is_new = message is None or (path, draft) != (decision.path, self.match.draft(seat))
        self.since[seat] = before

    def obey(self, decision: Decision, text: str) -> str | None:
        """Do what was typed; return what to say, or None if the board is to be drawn again."""
        order = ORDERS.get(text.lower().removeprefix("/"))
        if order is not None and (text.startswith("/") or not self._is_command(decision.seat, text)):
            return order(self, decision)
        return decision.answer(text)

    def _is_command(self, seat: int, text: str) -> bool:
        try:
            return bool(self.match.read(seat, text))
        except IllegalCommand:
            return False

    # The curtain: nothing of anybody's army, only whose turn it is

    def _is_shared(self) -> bool:
        return len(self.people) > 1

    def _raise_curtain(self, seat: int) -> None:
        name = self.names[seat]
        self.screen.wipe()
        self.screen.show([f"{self.game.title}: it is {name}’s turn.", ""])
        while self.screen.ask(f"{name}, press Enter when only you can see the screen. "):
            self.screen.show(["Only Enter opens the curtain."])

    def _close_curtain(self, seat: int) -> None:
        """Let the mover see what came of it, then hide it from the next person."""
        self.match.clocks.start([])  # nobody thinks while the mover looks and the seats change
        board = draw_table(self.game, self.match.view(seat), Viewer(seat, self.names))
        self.page = 0
        words: list[str] = []
        while True:
            self._draw(self._header(seat), board, self._news(seat), words, self.page)
            answer = self.screen.ask("Press Enter to hide your board. ").lower()
            self.page += answer == MORE
            if answer in ("undo", "/undo"):
                words = self.screen.wrap(self.undo(seat))
                if seat in self.match.to_act():
                    return  # the turn is theirs again, and the board stays
            elif answer != MORE:
                break
        self.screen.wipe()
        self.owner = None

    def undo(self, seat: int) -> str:
        """Take back the last command of a seat; return what to say."""
        try:
            undone = undo(self.match, seat)
        except IllegalCommand as refusal:
            return f"No: {str(refusal.args[0]).rpartition(' stands: ')[2].removesuffix('.')}."
        words = scene_of(self.game).describe(self.match.view(seat), Viewer(seat, self.names), undone.actions)
        return f"Taken back: {plain(words)}."

    # What is shown

    def _show_turn(self, decision: Decision, message: str, is_new: bool) -> None:
        seat = decision.seat
        view = self.match.view(seat)
        words = [line for text in (message, decision.progress()) for line in self.screen.wrap(text)]
        if not is_new and not self.screen.clears:
            self.screen.show(words)
            return
        viewer = Viewer(seat, self.names)
        board = draw_table(self.game, view, viewer, decision.marked())
        if not decision.path:
            words += self.screen.wrap(prompt_text(scene_of(self.game).prompt(view, viewer, ())))
        self._draw(self._header(seat), board, self._news(seat), words, self.page)

    def _draw(self, header: str, board: list[str], news: list[str], words: list[str], page: int | None = None) -> None:
        self.screen.clear()
        self.screen.show(
            fill_screen(header, board, news, words, self.screen.size, page if self.screen.is_terminal else None)
        )

    def _header(self, seat: int) -> str:
        viewer = Viewer(seat, self.names)
        phases = scene_of(self.game).phases(self.match.view(seat), viewer)
        parts = [self.game.title, *([self.names[seat]] if self._is_shared() else [])]
        if phases is not None:
            note = f" ({plain(phases.note)})" if phases.note else ""
            parts += [*(plain(each) for each in phases.aside), f"{plain(phases.names[phases.current])}{note}"]
        clocks = self.match.clocks
        if clocks.control.bank is not None or clocks.control.per_move is not None:
            times = [f"{render(viewer.name(i))} {clock_text(clocks.left(i))}" for i in range(self.match.seats)]
            parts.append(f"time left: {', '.join(times)}")
        return " · ".join(parts)

    def story_of(self, viewer: int) -> list[str]:
        """Return all sentences that a viewer has been told."""
        return [plain(line) for line in self.story.lines(viewer)]

    def _news(self, viewer: int) -> list[str]:
        return [line for text in self.story_of(viewer)[self.since[viewer] :] for line in self.screen.wrap(text)]

    def where_saved(self) -> str:
        """Say where the record is, and how to go on with it."""
        return f"It is saved in {self.path}\n{self.how_to_resume()}"

    def how_to_resume(self) -> str:
        """Say how to go on with the match."""
        return f"To go on with it: plowshares play --resume {shlex.quote(str(self.path))}"

    def _show_end(self) -> None:
        """Show everything to everybody: the match is over, no curtain is needed."""
        result = self.match.result
        assert result is not None
        seat = self.people[0] if len(self.people) == 1 else SPECTATOR
        viewer = Viewer(seat, self.names)
        ending = ending_of(self.game, self.match.state, viewer, result)
        rows = [f"{plain(name)}: {plain(value)}" for name, value in ending.rows]
        words = [
            *self.screen.wrap(f"The match is over. {plain(ending.title)}. {plain(ending.reason)}"),
            *self.screen.wrap("; ".join(rows)),
            f"To see it again: plowshares replay {shlex.quote(str(self.path))}",
        ]
        # The last sentence of the story is the result, and is among the words.
        news = [line for text in self.story_of(seat)[self.since[seat] : -1] for line in self.screen.wrap(text)]
        self._draw(f"{self.game.title}: the end", self._last_board(viewer), news, words)

    def _last_board(self, viewer: Viewer) -> list[str]:
        """Return the boards that show everything; on a screen too small for all, show the first ones already."""
        boards = draw_openly(self.game, self.match.state, viewer)
        if not self.screen.is_terminal:
            return join_boards(boards, self.screen.size[0])
        together = beside(boards, self.screen.size[0])
        if together is not None:
            return together
        for board in boards[:-1]:
            self._draw(f"{self.game.title}: the end", board, [], [])
            self.screen.ask("Press Enter for the next board. ")
        return boards[-1]
