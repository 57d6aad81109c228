"""One decision of a person: what was typed becomes a command, a pick, or an explanation."""

from __future__ import annotations

import collections

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import parse_cell, quote
from plowshares.core.plain_text import plain, prompt_text
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking, label_all, short

MOST_LISTED = 40
UNWRITTEN = {"unknown-action"}  # codes of commands that no game knows, besides those with "syntax" in them


class Decision:
    """A seat choosing its next command, by the game's notation or pick by pick.

    Nothing counts before a command is complete; until then everything can be cancelled.
    """

    def __init__(self, match: Match, viewer: Viewer) -> None:
        self.match = match
        self.viewer, self.seat = viewer, viewer.seat
        self.scene = scene_of(match.game)
        self.path: tuple[str, ...] = ()
        self.is_done = False
        self.picking = self._new_picking()

    def answer(self, text: str) -> str:
        """Take what was typed; return what to tell the person, if anything."""
        try:
            return self._answer(text)
        except IllegalCommand as refusal:
            return f"No: {self.explain(refusal)}"

    def marked(self) -> list[str]:
        """List what to highlight: everything that can be picked next, once something is picked."""
        return self.picking.next(self.path) if self.path else []

    def progress(self) -> str:
        """Say what is begun and what can come next; empty if nothing is."""
        draft = self.match.draft(self.seat)
        if self.path:
            words = prompt_text(self.scene.prompt(self.match.view(self.seat), self.viewer, self.path))
            return f"{words} Next: {self._list(self.path)}. Enter alone cancels."
        if draft:
            view = self.match.game.view_of(self.match.state, self.seat)
            return f"Begun: {plain(self.scene.describe(view, self.viewer, draft))}. Enter alone takes it back."
        return ""

    def choices(self) -> list[tuple[str, str]]:
        """List the legal actions that agree with what is picked: what to type, and what it means."""
        view, notation = self.match.view(self.seat), self.match.game.notation
        return [
            (notation.format(view, self.seat, (action,)), plain(self.scene.describe(view, self.viewer, (action,))))
            for action in self.picking.actions(self.path)
        ]

    def explain(self, refusal: IllegalCommand, path: tuple[str, ...] = ()) -> str:
        """Say why something is refused: in the notation's words if it was written wrongly, else in the game's."""
        if refusal.code in UNWRITTEN or "syntax" in refusal.code:
            return f"{str(refusal.args[0]).removesuffix('.')}. help tells how to write it, moves what you can do now."
        return plain(self.scene.explain(self.match.view(self.seat), self.viewer, path, refusal))

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
        pick = self._find(text, self.path) if self.path else None
        if pick is not None:
            return self._pick(pick)
        refusal = self._try(text)
        if refusal is None:
            return ""
        pick = self._find(text, ())
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
            return f"No: {self.explain(refusal if 'syntax' in whole.code else whole)}"
        if parse_cell(text.lower()) is not None and self.picking.next():
            return f"Nothing can be done with {quote(text)} now. You can pick: {self._list(())}."
        return f"No: {self.explain(refusal)}"

    # What picks are called: people by their names, everything else as it is typed

    def _list(self, path: tuple[str, ...]) -> str:
        names = list(self._names(path).values())
        more = f" … and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        return ", ".join(names[:MOST_LISTED]) + more

    def _names(self, path: tuple[str, ...]) -> dict[str, str]:
        """Return what each next pick is called: no seat by its number, and nothing like another."""
        picks = self.picking.next(path)
        people = self._people() if any(" " in pick for pick in picks) else {}
        named = {pick: " ".join(filter(None, (people.get(w, w) for w in short(pick).split()))) for pick in picks}
        alike = collections.Counter(named.values())
        plain_names = label_all(picks)
        return {
            pick: named[pick] if named[pick] and alike[named[pick]] == 1 else label
            for pick, label in zip(picks, plain_names, strict=True)
        }

    def _people(self) -> dict[str, str]:
        """Return the names of the players by what picks call their seats; the own seat needs none."""
        panels = self.scene.panels(self.match.view(self.seat), self.viewer)
        picks = {seat: panel.pick for seat, panel in enumerate(panels) if panel.pick.startswith("player ")}
        return {short(pick): "" if seat == self.seat else self.viewer.names[seat] for seat, pick in picks.items()}

    def _find(self, text: str, path: tuple[str, ...]) -> str | None:
        """Return the pick that a typed text names, as it is listed or as programs call it."""
        wanted = " ".join(text.lower().split())
        found = [pick for pick, name in self._names(path).items() if name.lower() == wanted]
        return found[0] if len(found) == 1 else self.picking.find(text, path)
