"""A table to play examples at: positions and moves in the game's own notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import seats_of
from plowshares.games.stratego import GAME
from plowshares.games.stratego.layouts import cell_of_name
from plowshares.games.stratego.notation import describe_result, picks
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import LETTERS
from plowshares.games.stratego.positions import format_position, read_position
from plowshares.games.stratego.state import NONE, NOWHERE, Phase

RED, BLUE = 0, 1
FRAME = ("f@a1 4@b1", "f@j10 4@i10")  # §10


def options_of(**given: Any) -> Options:
    return read_options(Options, given)


class Table:
    """One match, driven by texts."""

    def __init__(self, s: Any, options: Options) -> None:
        self.s = s
        self.options = options
        self.space = GAME.actions.space(options)
        self._out = np.empty(self.space.size + 1, np.int32)

    @classmethod
    def start(cls, seed: int = 1, **given: Any) -> Table:
        """A new match."""
        options = options_of(**given)
        return cls(GAME.start(options, seed), options)

    @classmethod
    def at(cls, red: str, blue: str = "", frame: bool = True, turn: str = "red", **given: Any) -> Table:
        """A position of play; the frame of §10 is added unless told otherwise."""
        if frame:
            red, blue = f"{FRAME[RED]} {red}", f"{FRAME[BLUE]} {blue}"
        options = options_of(**given)
        return cls(read_position(f"red: {red}; blue: {blue}; {turn} to move", options), options)

    # Asking

    def seat(self) -> int:
        (seat,) = self.to_act()
        return seat

    def to_act(self) -> list[int]:
        return seats_of(GAME.rules.to_act(self.s))

    def view(self, seat: int) -> Any:
        return GAME.view_of(self.s, seat)

    def legal(self, seat: int | None = None) -> list[int]:
        seat = self.seat() if seat is None else seat
        count = GAME.rules.legal_actions(self.s, seat, self._out)
        actions: list[int] = self._out[:count].tolist()
        return actions

    def texts(self, seat: int | None = None, start: str = "") -> list[str]:
        """The legal actions as texts, or those that begin with something."""
        seat = self.seat() if seat is None else seat
        view = self.view(seat)
        found = [GAME.notation.format(view, seat, (action,)) for action in self.legal(seat)]
        return [text for text in found if text.startswith(start)]

    def paths(self, seat: int | None = None) -> list[tuple[str, ...]]:
        seat = self.seat() if seat is None else seat
        view = self.view(seat)
        return [picks(view, seat, action) for action in self.legal(seat)]

    def square(self, name: str) -> int:
        width, height, _ = self.options.size
        cell = cell_of_name(width, height, name)
        assert cell is not None
        return (cell // width + 1) * 11 + cell % width + 1

    def piece(self, name: str) -> int:
        """The number of the piece on a cell, NONE if there is none."""
        return max(NONE, int(self.s.board[self.square(name)]))

    def on(self, name: str, s: Any = None) -> str:
        """What stands on a cell, such as `r7`; `r?` if a view hides it, nothing if it is empty."""
        s = self.s if s is None else s
        piece = int(s.board[self.square(name)])
        if piece < 0:
            return ""
        return "rb"[int(piece >= s.blue)] + ("?" if s.types[piece] < 0 else LETTERS[s.types[piece]])

    def shown(self, name: str) -> bool:
        return bool(self.s.shown[self.piece(name)])

    def lost(self, side: int, s: Any = None) -> list[str]:
        """Letters of a side's removed pieces."""
        s = self.s if s is None else s
        members = range(s.blue) if side == RED else range(s.blue, s.pieces)
        return ["?" if s.types[i] < 0 else LETTERS[s.types[i]] for i in members if s.squares[i] == NOWHERE]

    def placed(self, side: int) -> dict[int, str]:
        """Letters by spot of a side's set-up."""
        return {spot: LETTERS[code] for spot, code in enumerate(self.s.area[side]) if code >= 0}

    def result(self) -> tuple[int, str]:
        """Winner, NONE for a draw, and reason."""
        assert self.s.phase == Phase.OVER
        return int(self.s.winner), describe_result(self.s)[0]

    def is_over(self) -> bool:
        return bool(GAME.rules.is_over(self.s))

    def position(self) -> str:
        return format_position(self.s)

    # Playing

    def do(self, *texts: str, seat: int | None = None) -> Table:
        """Play commands, each by the side to move unless a seat is named."""
        for text in texts:
            mover = self.seat() if seat is None else seat
            for action in GAME.notation.parse(self.view(mover), mover, text):
                assert action in self.legal(mover), f"{text!r} gave an action that is not legal"
                GAME.rules.step(self.s, mover, action)
        return self

    def refusal(self, text: Any, seat: int | None = None) -> str:
        """The code with which a command is refused; nothing must change."""
        mover = self.seat() if seat is None else seat
        before, view = self.s.tobytes(), self.view(mover)
        parse = GAME.notation.parse if isinstance(text, str) else GAME.notation.parse_json
        code = "accepted"
        try:
            parse(view, mover, text)
        except IllegalCommand as refusal:
            code = refusal.code
        assert self.s.tobytes() == before
        assert view.tobytes() == self.view(mover).tobytes()
        return code


def random_positions(seed: int, every: int = 1, **given: Any) -> Iterator[Table]:
    """Walk through a random match, both sides setting up in any order; yield each `every`-th position, and the last."""
    table = Table.start(seed, **given)
    chance = Rng.new()
    seed_rng(chance, np.uint64(seed), 7)
    played = 0
    while not table.is_over():
        if played % every == 0:
            yield table
        seats = table.to_act()
        seat = seats[below(chance, len(seats))]
        legal = table.legal(seat)
        GAME.rules.step(table.s, seat, legal[below(chance, len(legal))])
        played += 1
    yield table
