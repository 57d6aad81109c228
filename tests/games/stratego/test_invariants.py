"""The invariants of §12 over random matches, by their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.notation import decode, squares_of
from plowshares.games.stratego.pieces import LETTERS, TYPES, UNKNOWN, Type
from plowshares.games.stratego.positions import read_position
from plowshares.games.stratego.state import NONE, NOWHERE, Phase, Reason
from plowshares.games.stratego.view import find_movers
from tests.amounts import amount, some
from tests.games.stratego.naive import Board, Cell, Move, Naive
from tests.games.stratego.table import BLUE, RED, Table, options_of, random_positions

pytestmark = pytest.mark.every_mode

READY = {"red_setup": "random", "blue_setup": "random"}
KINDS: list[dict[str, Any]] = [
    {"variant": "micro"},
    {"variant": "mini", **READY, "more_squares": True, "scout": "extra-far"},
    {"variant": "mini", "setup_limit": 20, "battle_reveal": "silent"},
    {"variant": "quick", **READY, "battle_reveal": "outcome", "two_square": 1},
    {"variant": "barrage", **READY, "scout": "line", "bomb_stays": False},
    {**READY, "move_cap": 300, "spy_takes_flag": False},
    {
        "variant": "custom", "width": 5, "height": 7, "rows": 2, "lakes": "c4", "army": "f:1 2:3 3:1 b:2", **READY,
        "two_square": 2, "more_squares": True, "scout": "adjacent",
    },
]  # fmt: skip
# The more-squares rule remembers moves, in a larger State that needs kernels of its own.
CASES = [pytest.param(kind, marks=pytest.mark.rest if "more_squares" in kind else ()) for kind in KINDS]
every_kind = pytest.mark.parametrize("given", CASES, ids=lambda given: given.get("variant", "classic"))


def walk(given: dict[str, Any], every: int = 3) -> Any:
    """Positions of some random matches."""
    for seed in range(amount(4, 1)):
        yield from random_positions(seed, every=amount(every, every * 4), **given)


def counts_of(types: Any) -> list[int]:
    return [int((np.asarray(types) == code).sum()) for code in range(TYPES)]


def members(s: Any, side: int) -> range:
    return range(s.blue) if side == RED else range(s.blue, s.pieces)


@every_kind
def test_invariant_1_set_up_keeps_the_army(given: dict[str, Any]) -> None:
    seen = 0
    for table in walk({**given, "red_setup": "", "blue_setup": "", "setup_limit": 60, "move_cap": 1}):
        if table.s.phase != Phase.SETUP:
            continue
        seen += 1
        for side in (RED, BLUE):
            area = table.s.area[side]
            assert np.add(counts_of(area), table.s.reserve[side]).tolist() == list(table.options.army_counts)
            assert (area[table.s.options.spots :] == -1).all()
            assert (table.s.reserve[side] >= 0).all()
    assert seen


@every_kind
def test_invariant_2_play_keeps_the_army(given: dict[str, Any]) -> None:
    for table in some(walk(given)):
        s = table.s
        if s.phase == Phase.SETUP:
            continue
        for side in (RED, BLUE):
            assert counts_of(s.types[members(s, side)]) == list(table.options.army_counts)
        on_board = [int(square) for square in s.squares[: s.pieces] if square != NOWHERE]
        assert len(set(on_board)) == len(on_board)
        for piece in range(s.pieces):
            square = int(s.squares[piece])
            assert square == NOWHERE or s.board[square] == piece
        assert (s.board >= 0).sum() == len(on_board)
        noted = s.movers.tolist()
        for side in (RED, BLUE):
            find_movers(s, side)
        assert s.movers.tolist() == noted
        lakes = [(cell // s.options.width + 1) * 11 + cell % s.options.width + 1 for cell in table.options.lake_cells]
        assert not set(lakes) & set(on_board)


@every_kind
def test_invariant_3_flags_and_bombs_stay(given: dict[str, Any]) -> None:
    start: dict[int, int] = {}
    for table in some(walk(given, every=1)):
        s = table.s
        if s.phase == Phase.SETUP or s.ply == 0:
            start = {}
        if s.phase != Phase.PLAY:
            continue
        for piece in range(s.pieces):
            if s.types[piece] > Type.BOMB:
                continue
            assert not s.moved[piece]
            assert s.squares[piece] in (start.setdefault(piece, int(s.squares[piece])), NOWHERE)
            assert s.types[piece] != Type.FLAG or s.squares[piece] != NOWHERE


@every_kind
def test_invariant_4_somebody_can_act(given: dict[str, Any]) -> None:
    for table in some(walk(given)):
        s = table.s
        if s.phase == Phase.PLAY:
            assert len(table.to_act()) == 1
            for side in (RED, BLUE):
                assert any(s.types[i] > Type.BOMB and s.squares[i] != NOWHERE for i in members(s, side))
        if s.phase == Phase.SETUP:
            assert table.to_act() == [side for side in (RED, BLUE) if not s.ready[side]]
        for seat in (RED, BLUE):
            assert bool(table.legal(seat)) == (seat in table.to_act())


@every_kind
def test_invariant_5_exactly_the_legal_actions_succeed(given: dict[str, Any]) -> None:
    chance = Rng.new()
    seed_rng(chance, np.uint64(1), 3)
    for table in some(walk(given, every=25)):
        before = table.s.tobytes()
        for seat in (RED, BLUE):
            view, legal = table.view(seat), set(table.legal(seat))
            for action in [below(chance, table.space.size) for _ in range(amount(40, 10))]:
                if action not in legal:
                    assert GAME.notation.explain(view, seat, action).code
        for seat in table.to_act():
            for action in table.legal(seat)[:: amount(5, 40)]:
                copy = table.s.clone()
                GAME.rules.step(copy, seat, action)
                assert copy.tobytes() != before
        assert table.s.tobytes() == before


@every_kind
def test_invariant_6_and_7_battles_remove_and_nothing_is_forgotten(given: dict[str, Any]) -> None:
    last: Any = None
    for table in some(walk(given, every=1)):
        s = table.s
        if last is not None and s.phase != Phase.SETUP and s.ply == last.ply + 1:
            removed = int((s.squares[: s.pieces] == NOWHERE).sum()) - int((last.squares[: s.pieces] == NOWHERE).sum())
            fought = s.quiet == 0
            assert removed in ((1, 2) if fought else (0,))
            assert fought == (s.last.contested != NOWHERE)
            assert (s.types[: s.pieces] == last.types[: s.pieces]).all()
            assert (s.moved >= last.moved).all()
            assert (s.shown >= last.shown).all()
            assert s.blue == last.blue
        last = s.clone() if s.phase != Phase.SETUP else None


@every_kind
def test_invariant_8_counters(given: dict[str, Any]) -> None:
    for table in some(walk(given)):
        s = table.s
        assert 0 <= s.quiet <= s.ply <= s.options.move_cap
        if s.phase == Phase.PLAY:
            assert s.turn == s.ply % 2


@every_kind
def test_invariant_9_hidden_types_stay_hidden(given: dict[str, Any]) -> None:
    exchanged = 0
    for table in walk(given, every=10):
        s = table.s
        if s.phase != Phase.PLAY:
            continue
        for side in (RED, BLUE):
            still = [i for i in members(s, side) if s.squares[i] != NOWHERE and not s.shown[i] and not s.moved[i]]
            pair = next(((i, j) for i in still for j in still if s.types[i] != s.types[j]), None)
            if pair is None:
                continue
            exchanged += 1
            other = s.clone()
            other.types[pair[0]], other.types[pair[1]] = int(s.types[pair[1]]), int(s.types[pair[0]])
            find_movers(other, side)
            for viewer in (1 - side, SPECTATOR):
                assert GAME.view_of(other, viewer).tobytes() == GAME.view_of(s, viewer).tobytes()
            assert Table(other, table.options).legal(1 - side) == table.legal(1 - side)
    assert exchanged


@every_kind
def test_invariant_10_set_ups_are_independent(given: dict[str, Any]) -> None:
    given = {**given, "red_setup": "", "blue_setup": ""}
    for seed in range(amount(10, 2)):
        table = Table.start(seed, **given)
        alone = Table.start(seed, **given)
        first = table.view(RED)
        table.do("fill", seat=BLUE)
        assert table.view(RED).tobytes() == first.tobytes()
        assert table.view(SPECTATOR).tobytes() == alone.view(SPECTATOR).tobytes()
        table.do("fill", seat=RED)
        assert table.placed(RED) == alone.do("fill", seat=RED).placed(RED)
        for viewer in (RED, BLUE, SPECTATOR):
            assert not any(table.view(viewer).rng[side].key for side in (RED, BLUE))
            assert not any(table.view(viewer).rng[side].count for side in (RED, BLUE))


def cell_at(square: int) -> Cell:
    return square % 11 - 1, square // 11 - 1


def board_of(s: Any) -> Board:
    return {
        cell_at(int(s.squares[i])): (int(i >= s.blue), LETTERS[s.types[i]], i)
        for i in range(s.pieces)
        if s.squares[i] != NOWHERE
    }


def moved(s: Any, action: int) -> Move:
    """A move as the twin writes it."""
    at, to, struck = squares_of(s, *decode(s, action)[1])
    return cell_at(at), cell_at(to), None if struck is None else cell_at(struck)


@every_kind
def test_invariant_11_moves_agree_with_the_slow_twin(given: dict[str, Any]) -> None:
    # The twin knows paths, lakes, scouts, strikes and both rules of repetition in the plainest form.
    given = {**given, **READY}
    for seed in range(amount(4, 1)):
        twin: Naive | None = None
        for table in some(random_positions(seed, **given)):
            s, options = table.s, table.options
            if s.phase == Phase.OVER:
                break
            width, height, _ = options.size
            lakes = {(cell % width, cell // width) for cell in options.lake_cells}
            if twin is None:
                twin = Naive(board_of(s), width, height, lakes, options.scout, options.two_square, options.more_squares)
            else:
                side = int(s.turn) ^ 1
                move = (cell_at(int(s.last.start)), cell_at(int(s.last.end)), None)
                twin.play(side, move, s.quiet == 0, board_of(s))
            assert {moved(s, action) for action in table.legal()} == set(twin.moves(int(s.turn)))
            assert len(table.legal()) == len(twin.moves(int(s.turn)))
            if s.ply > amount(400, 60):
                break


def test_chases_agree_with_the_slow_twin() -> None:
    # A hunter that stays beside its prey on a small board: positions of the chase come round again.
    board: dict[str, Any] = {"variant": "custom", "width": 4, "height": 4, "rows": 1, "army": "f:1 9:1 8:1"}
    forbidden = 0
    for seed in range(amount(30, 4)):
        table = Table.at(
            "f@a1 9@b2", "f@d4 8@c3", frame=False, **board, more_squares=True, two_square=0, no_battle_limit=0
        )
        chance = Rng.new()
        seed_rng(chance, np.uint64(seed), 0)
        twin = Naive(board_of(table.s), 4, 4, set(), "extra", 0, True)
        for _ in range(amount(200, 120)):
            side = int(table.s.turn)
            legal = {moved(table.s, action): action for action in table.legal()}
            assert set(legal) == set(twin.moves(side))
            forbidden += len(Naive(twin.board, 4, 4, set(), "extra", 0, False).moves(side)) - len(legal)
            quiet = [move for move in sorted(legal) if move[1] not in twin.board]
            near = [move for move in quiet if side == RED and beside_enemy(twin.board, move[1])]
            choices = near or quiet
            move = choices[below(chance, len(choices))]
            GAME.rules.step(table.s, side, legal[move])
            if table.is_over():
                break
            twin.play(side, move, False, board_of(table.s))
    assert forbidden > 0


def beside_enemy(board: Board, cell: Cell) -> bool:
    """Whether Blue's movable piece is beside a cell."""
    (prey,) = [at for at, (side, letter, _) in board.items() if side == BLUE and letter != "f"]
    return abs(prey[0] - cell[0]) + abs(prey[1] - cell[1]) == 1


@every_kind
def test_invariant_12_legal_actions_need_no_secret(given: dict[str, Any]) -> None:
    for table in some(walk(given, every=10)):
        for seat in (RED, BLUE):
            assert Table(table.view(seat), table.options).legal(seat) == table.legal(seat)


@every_kind
def test_invariant_13_replay_and_round_trips(given: dict[str, Any]) -> None:
    for seed in range(amount(3, 1)):
        record: list[tuple[int, str]] = []
        table = Table.start(seed, **given)
        chance = Rng.new()
        seed_rng(chance, np.uint64(seed), 5)
        while not table.is_over() and len(record) < amount(400, 60):
            seat = table.to_act()[-1]
            view, legal = table.view(seat), table.legal(seat)
            action = legal[below(chance, len(legal))]
            text = GAME.notation.format(view, seat, (action,))
            data = GAME.notation.to_json(view, seat, (action,))
            assert GAME.notation.parse(view, seat, text) == (action,)
            assert GAME.notation.parse(view, seat, f"  {text.upper()}  {{3 x b: b removed}}") == (action,)
            assert GAME.notation.parse_json(view, seat, data) == (action,)
            record.append((seat, text))
            GAME.rules.step(table.s, seat, action)
        again = Table.start(seed, **given)
        for seat, text in record:
            again.do(text, seat=seat)
        assert again.s.tobytes() == table.s.tobytes()


def turned(text: str, width: int, height: int) -> str:
    """The same position from the other side of the table."""
    red, blue, mover = text.split("; ")

    def turn(army: str) -> str:
        words = []
        for word in army.split():
            letter, _, name = word.partition("@")
            column, row = width - 1 - (ord(name[0]) - ord("a")), height + 1 - int(name[1:])
            words.append(f"{letter}@{chr(ord('a') + column)}{row}")
        return " ".join(words)

    other = "blue to move" if mover == "red to move" else "red to move"
    return f"red: {turn(blue.removeprefix('blue: '))}; blue: {turn(red.removeprefix('red: '))}; {other}"


def turned_move(move: Move, width: int, height: int) -> Move:
    def turn(cell: Cell) -> Cell:
        return width - 1 - cell[0], height - 1 - cell[1]

    return turn(move[0]), turn(move[1]), None if move[2] is None else turn(move[2])


@every_kind
def test_invariant_14_symmetry(given: dict[str, Any]) -> None:
    given = {**given, **READY, "more_squares": False, "two_square": 0}
    for table in some(walk(given, every=40)):
        if table.s.phase != Phase.PLAY:
            continue
        width, height, _ = table.options.size
        one = Table(read_position(table.position(), table.options), table.options)
        two = Table(read_position(turned(table.position(), width, height), table.options), table.options)
        moves = {moved(one.s, action): action for action in one.legal()}
        mirrored = {turned_move(moved(two.s, action), width, height): action for action in two.legal()}
        assert moves.keys() == mirrored.keys()
        for move in list(moves)[:: amount(3, 6)]:
            ends = [one.s.clone(), two.s.clone()]
            GAME.rules.step(ends[0], one.seat(), moves[move])
            GAME.rules.step(ends[1], two.seat(), mirrored[move])
            assert ends[0].last.result == ends[1].last.result
            assert int(ends[0].winner) == (NONE if ends[1].winner == NONE else 1 - int(ends[1].winner))


@every_kind
def test_invariant_15_plain_destinations_by_option(given: dict[str, Any]) -> None:
    given = {**given, **READY, "more_squares": False}
    for seed in range(amount(2, 1)):
        for table in some(random_positions(seed, every=amount(40, 80), **given)):
            if table.s.phase != Phase.PLAY:
                continue
            plain = {}
            for scout in ("line", "extra", "extra-far", "adjacent"):
                options = options_of(**{**given, "scout": scout})
                other = Table(read_position(table.position(), options), options)
                texts = [] if other.is_over() else other.texts()
                plain[scout] = {text for text in texts if "x" not in text}
            assert plain["line"] == plain["extra"] == plain["extra-far"]
            assert plain["adjacent"] <= plain["line"]


@every_kind
def test_invariant_16_the_end(given: dict[str, Any]) -> None:
    for seed in range(amount(20, 2)):
        for table in random_positions(seed, every=10**9, **given):
            assert bool(table.s.reason == Reason.NOT_OVER) == (table.s.phase != Phase.OVER)
        assert table.is_over()
        assert table.to_act() == []
        assert table.s.reason in list(Reason)[1:]
        assert table.s.winner in (NONE, RED, BLUE)
        for viewer in (RED, BLUE, SPECTATOR):
            view = table.view(viewer)
            assert view.tobytes() == table.s.tobytes()
            assert UNKNOWN not in view.types[: view.pieces]
