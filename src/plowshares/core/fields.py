"""Views with names: what a seat knows as plain values, for programs, notebooks and bots in other languages.

Each game has a struct of its own (`games/<game>/fields.py`). Its JSON form, and the schema of that, follow from it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from plowshares.core.errors import PlowsharesError
from plowshares.core.parsing import quote, suggest


class UnknownCell(PlowsharesError, LookupError):
    """A place that this board does not have."""


class ViewFields(msgspec.Struct, frozen=True, kw_only=True):
    """What every view has; a game adds its own fields and says what lies on its board."""

    viewer: int | None  # the seat whose view this is; None for a spectator
    to_act: list[int]  # seats that owe a decision, as far as the viewer can know
    over: bool
    board: dict[str, Any]  # what is on each place, by the place's name in commands

    def cell(self, name: str) -> Any:
        """Return what is on a place, such as `e4`; raise UnknownCell if there is no such place."""
        found = name.strip().lower()
        if found not in self.board:
            raise UnknownCell(f"there is no place {quote(name)} on this board{suggest(found, self.board)}")
        return self.board[found]

    def pieces(self) -> list[Any]:
        """List everything that is on the board."""
        found: list[Any] = []
        for thing in self.board.values():
            found.extend(thing if isinstance(thing, list) else [] if thing is None else [thing])
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values, as their JSON form has them."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def schema_of(view: type[ViewFields]) -> dict[str, Any]:
    """Return the JSON schema of a game's view."""
    return msgspec.json.schema(view)
