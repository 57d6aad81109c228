"""Looking ahead: tactical puzzles that a search must solve, and what it may not use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.engine.search import make_search
from plowshares.engine.tree import edges_at_root, new_tree
from plowshares.engine.workspace import new_workspace, words_of
from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics.tactics import (
    can_look_ahead,
    look_ahead,
    new_sheet,
    note_world,
    plan_world,
    prepare_lookahead,
)
from plowshares.games.stratego.pieces import Type
from tests.amounts import amount
from tests.games.stratego.table import BLUE, RED, Table

SIMULATIONS = amount(2000, 150)
Found = dict[str, float]


def known(table: Table, *shown: str) -> Table:
    """Let all pieces have moved, and only these be known."""
    table.s.moved[:] = 1
    table.s.shown[:] = 0
    table.s.ply = 60
    for name in shown:
        table.s.shown[table.piece(name)] = 1
    for piece in range(int(table.s.pieces)):
        table.s.moved[piece] = table.s.types[piece] > Type.BOMB
    return table


def search(table: Table, seat: int = RED, simulations: int = SIMULATIONS) -> Found:
    """Return the moves that a search found, the best first, with their values."""
    view, tree = table.view(seat), new_tree(1 << 10, 1 << 14)
    run = make_search(GAME.rules, GAME.view, GAME.heuristics, view)
    workspace = new_workspace(view, table.space.size)
    run(tree[0], words_of(view), seat, 2, np.uint64(1), 0, simulations, workspace)
    texts = dict(zip(table.legal(seat), table.texts(seat), strict=True))
    return {texts[action]: value for action, _, value in edges_at_root(tree)}


def best(table: Table, seat: int = RED) -> str:
    return next(iter(search(table, seat)))


def test_a_piece_flees_from_a_known_stronger_one() -> None:
    table = known(Table.at("7@e4 5@b2", "8@e5 5@i9"), "e4", "e5")
    assert best(table) in ("e4-e3", "e4-d4", "e4-f4")


def test_a_known_weaker_piece_is_taken() -> None:
    table = known(Table.at("8@e4 5@b2", "7@e5 5@i9"), "e4", "e5")
    assert best(table) == "e4-e5"


def test_nobody_walks_up_to_a_known_stronger_piece() -> None:
    found = search(known(Table.at("6@e4 5@b2", "8@e6 5@i9"), "e4", "e6"))
    assert found["e4-e5"] == min(found.values())
    assert found["e4-e5"] < found["e4-e3"] - 0.05


def test_a_fork_costs_the_lesser_piece() -> None:
    table = known(Table.at("7@d4 4@f4 5@b2", "9@e4 5@i9"), "d4", "f4", "e4")
    assert best(table)[:2] == "d4"


def test_nobody_but_a_miner_attacks_a_known_bomb() -> None:
    found = search(known(Table.at("7@e4 3@b4 5@b2", "b@e5 b@b5 5@i9"), "e5", "b5"))
    assert found["e4-e5"] == min(found.values())
    assert found["b4-b5"] > found["e4-e5"] + 0.1


def test_a_known_marshal_keeps_away_from_what_may_be_the_spy() -> None:
    table = known(Table.at("m@e4 5@b2", "s@e6 5@i9", turn="blue"), "e4", "b2", "i9")
    table.do("e6-e5")
    # It has walked up to a piece that beats all but the spy and its like: the marshal does not stay there.
    assert best(table)[:2] == "e4"


def test_a_flag_that_can_be_taken_is_taken() -> None:
    table = known(Table.at("f@a1 5@j9", "f@j10 b@i10 4@b5", frame=False), "i10", "b5")
    assert best(table) == "j9-j10"


def test_what_is_hidden_changes_nothing() -> None:
    table = Table.at("7@e4 5@b2", "9@e5 5@i9 b@d9")
    table.s.moved[:] = 0
    table.s.shown[:] = 0
    before = search(table, simulations=amount(500, 40))
    GAME.view.disturb(table.s, RED, np.uint64(5))
    assert search(table, simulations=amount(500, 40)) == before


def test_smaller_armies_are_left_to_the_tree_search() -> None:
    assert can_look_ahead(Table.start().s)
    assert not can_look_ahead(Table.start(variant="mini").s)


def rate(table: Table, depth: int, seat: int = RED) -> float:
    """Return the value of a fully known position by looking ahead."""
    s, legal = table.s.clone(), np.zeros(table.space.size, np.int32)
    words = words_of(s)
    record: Any = words.view(np.uint8)[: type(s).layout.itemsize].view(type(s).layout)
    sheet = new_sheet(len(words))
    note_world(s, seat, sheet)
    prepare_lookahead(s, seat, sheet)
    plan_world(s, seat, sheet)
    return float(look_ahead(record[0], words, seat, depth, legal, sheet))


def test_values_are_the_same_interpreted_and_compiled() -> None:
    table = Table.at("9@e4 5@b4 3@h3", "8@e5 6@b5 4@h7", turn="blue")
    table.s.moved[:] = 1
    table.s.shown[:] = 1
    assert [rate(table, depth) for depth in (0, 1, 4)] == pytest.approx([-0.140583, -0.129425, -0.134676], abs=1e-6)


def test_an_end_that_comes_sooner_is_better() -> None:
    soon = known(Table.at("f@a1 5@j9 5@a2", "f@j10 2@b5", frame=False), "j10", "b5", "j9")
    late = known(Table.at("f@a1 5@j8 5@a2", "f@j10 2@b5", frame=False), "j10", "b5", "j8")
    assert rate(soon, 2) > rate(late, 4)
    over = known(Table.at("f@a1 5@j9 5@a2", "f@j10 2@b5", frame=False), "j10", "j9")
    over.do("j9-j10")
    assert (rate(over, 2), rate(over, 2, BLUE)) == (1.0, -1.0)


def test_set_ups_are_rated_too() -> None:
    table = Table.start()
    assert rate(table, 2) == pytest.approx(GAME.heuristics.value(table.s, RED))
