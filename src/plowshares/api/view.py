"""What a seat knows, with names: the view that programs and notebooks look at."""

from __future__ import annotations

from typing import Any

from plowshares.core.errors import PlowsharesError
from plowshares.core.fields import ViewFields
from plowshares.core.game import Game
from plowshares.core.seats import SPECTATOR


class View:
    """What one seat may know at one moment, and nothing else.

    The game's own fields are attributes: `view.phase`, `view.board`, `view.players` … (`view.to_dict()` has them all).
    In a notebook a view shows itself as the seat sees the board; `print(view)` draws it as text.
    """

    def __init__(self, game: Game, state: Any, seat: int) -> None:
        self._game = game
        self._fields: ViewFields | None = None
        self.state = state  # the raw record, for programs that want arrays
        self.seat = seat

    @property
    def fields(self) -> ViewFields:
        """The game's named fields, made when they are first asked for."""
        if self._fields is None:
            if self._game.fields is None:
                raise PlowsharesError(f"{self._game.title} offers no named fields; read `view.state` instead")
            self._fields = self._game.fields.fields(self.state, self.seat)
        return self._fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what notebooks and copies look for
            raise AttributeError(name)
        return getattr(self.fields, name)

    def __dir__(self) -> list[str]:
        named = self._game.fields.View.__struct_fields__ if self._game.fields else ()
        return sorted({*super().__dir__(), *named})

    def cell(self, name: str) -> Any:
        """Return what is on a place, such as `e4`; raise UnknownCell if the board has no such place."""
        return self.fields.cell(name)

    def pieces(self) -> list[Any]:
        """List everything that is on the board."""
        return self.fields.pieces()

    def to_dict(self) -> dict[str, Any]:
        """Return all named fields as plain values: the JSON form that bots get as `board`."""
        return self.fields.to_dict()

    @property
    def prompt(self) -> str:
        """What the seat is to do now, in a sentence."""
        return self._game.notation.prompt(self.state, self.seat)

    @property
    def svg(self) -> str:
        """The board as an SVG picture."""
        return self._game.svg.board(self.state, self.seat)

    def __str__(self) -> str:
        return self._game.text.board(self.state, self.seat)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<view of {self._game.title} as {who}: {self.prompt}>"

    def _repr_svg_(self) -> str:
        return self.svg
