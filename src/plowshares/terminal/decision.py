"""One decision of a person: what was typed becomes a command, a pick, or an explanation."""

from __future__ import annotations

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import parse_cell, quote
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking, label_all, short

MOST_LISTED = 40


class Decision:
    """A seat choosing its next command, by the game's notation or pick by pick.

    Nothing counts before a command is complete; until then everything can be cancelled.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.path: tuple[str, ...] = ()
        self.is_done = False
        self.picking = self._new_picking()

    def answer(self, text: str) -> str:
        """Take what was typed; return what to tell the person, if anything."""
        try:
            return self._answer(text)
        except IllegalCommand as refusal:
            return f"No: {refusal}"

    def marked(self) -> list[str]:
        """List what to highlight: everything that can be picked next, once something is picked."""
        return self.picking.next(self.path) if self.path else []

    def progress(self) -> str:
        """Say what is begun and what can come next; empty if nothing is."""
        draft = self.match.draft(self.seat)
        if self.path:
            picked = " ".join(short(pick) for pick in self.path)
            return f"Picked {picked}. Next: {_list(self.picking.next(self.path))}. Enter alone cancels."
        if draft:
            view = self.match.game.view_of(self.match.state, self.seat)
            begun = self.match.game.notation.format(view, self.seat, draft)
            return f"Begun: {begun}. Enter alone takes it back."
        return ""

    def choices(self) -> list[str]:
        """List the legal actions that agree with what is picked, as text."""
        view = self.match.view(self.seat)
        return [
            self.match.game.notation.format(view, self.seat, (action,)) for action in self.picking.actions(self.path)
        ]

    def look_again(self) -> None:
        """Start over, because the position has changed."""
        self._after(is_done=False)

    # Inside

    def _new_picking(self) -> Picking:
        match, seat = self.match, self.seat
        return Picking(match.game.notation, match.view(seat), seat, match.legal(seat))

    def _answer(self, text: str) -> str:
        if not text:
            return self._cancel()
        pick = self.picking.find(text, self.path) if self.path else None
        if pick is not None:
            return self._pick(pick)
        refusal = self._try(text)
        if refusal is None:
            return ""
        pick = self.picking.find(text)
        if pick is not None:  # picking another thing instead is free
            self.path = ()
            return self._pick(pick)
        return self._explain(text, refusal)

    def _cancel(self) -> str:
        if self.path:
            self.path = ()
            return "Nothing is picked."
        if self.match.draft(self.seat):
            self.match.take_back(self.seat)
            self.picking = self._new_picking()
            return "Taken back."
        return "Type a command, or help, or moves."

    def _pick(self, pick: str) -> str:
        path = (*self.path, pick)
        action = self.picking.action(path)
        if action is None:
            self.path = path
            return ""
        self._after(bool(self.match.play(self.seat, [action])))
        return ""

    def _try(self, command: str) -> IllegalCommand | None:
        """Play a command; return why not, if it is refused."""
        try:
            self._after(bool(self.match.play(self.seat, command)))
        except IllegalCommand as refusal:
            return refusal
        return None

    def _after(self, is_done: bool) -> None:
        self.path = ()
        self.is_done = is_done
        if not is_done:
            self.picking = self._new_picking()

    def _explain(self, text: str, refusal: IllegalCommand) -> str:
        if self.path:
            # After `e4`, the notation can say what is wrong with `e9` if it is shown both.
            whole = self._try(" ".join([*map(short, self.path), text]))
            if whole is None:
                return ""
            return f"No: {refusal if 'syntax' in whole.code else whole}"
        if parse_cell(text.lower()) is not None and self.picking.next():
            return f"Nothing can be done with {quote(text)} now. You can pick: {_list(self.picking.next())}."
        return f"No: {refusal}"


def _list(picks: list[str]) -> str:
    names = label_all(picks)
    more = f" … and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more
