"""What our players know of Stratego: where flags are, what endangers them, and what a search makes of it."""

from __future__ import annotations

import itertools

import numpy as np

from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import new_workspace, words_of
from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics import root_penalty
from plowshares.games.stratego.pieces import Type
from tests.amounts import amount, long_compiled
from tests.games.stratego.table import BLUE, RED, Table

WORLDS = amount(400, 60)


def count_flags(table: Table, names: str) -> list[int]:
    """Count how often Blue's flag is on each of the cells, in worlds sampled from Red's view."""
    counts = dict.fromkeys(names.split(), 0)
    pieces = {table.piece(name): name for name in counts}
    for seed in range(WORLDS):
        world = table.view(RED)
        GAME.view.sample_for(world, RED, np.uint64(seed))
        flag = next(i for i in range(int(world.blue), int(world.pieces)) if world.types[i] == Type.FLAG)
        if flag in pieces:
            counts[pieces[flag]] += 1
    return list(counts.values())


def hide(table: Table, *shown: str) -> Table:
    """Change the position so that nothing has moved and only these pieces are known."""
    table.s.moved[:] = 0
    table.s.shown[:] = 0
    for name in shown:
        table.s.shown[table.piece(name)] = 1
    return table


def test_flags_are_imagined_behind_bombs_that_were_found() -> None:
    table = hide(Table.at("f@a1 5@b1", "f@d10 b@d9 7@g10 6@g9 4@e7", frame=False), "d9")
    behind, beside, ahead = count_flags(table, "d10 g10 e7")
    assert behind > 3 * beside
    assert beside > 3 * ahead


def test_flags_are_imagined_in_corners_rather_than_in_the_open() -> None:
    corner, middle = count_flags(hide(Table.at("f@a1 5@b1", "f@a10 4@e10", frame=False)), "a10 e10")
    assert corner > 3 * middle


def test_flags_are_imagined_behind_what_has_not_moved() -> None:
    table = hide(Table.at("f@a1 5@b1", "f@c10 4@c9 5@g10 6@g9", frame=False))
    table.s.moved[table.piece("g9")] = 1
    covered, bare = count_flags(table, "c10 g10")
    assert covered > 3 * bare


def value(red: str, blue: str, turn: str = "red") -> float:
    return float(GAME.heuristics.value(Table.at(red, blue, frame=False, turn=turn).s, RED))


def test_an_enemy_is_the_worse_the_nearer_it_is_to_the_flag() -> None:
    near = [value("f@a1 5@j4", f"f@j10 6@a{row}") for row in (2, 3, 4, 5, 7, 10)]
    assert near == sorted(near)
    assert len(set(near)) == len(near)


def test_a_guard_that_beats_the_enemy_makes_a_flag_safer() -> None:
    open_, weak, strong = (value(f"f@a1 {guard}", "f@j10 6@a4") for guard in ("7@j1", "5@b1", "7@b1"))
    assert strong > open_ + 0.2
    assert strong > weak + 0.2


def test_bombs_keep_all_but_miners_from_a_flag() -> None:
    captain, miner = (value("f@a1 b@a2 b@b1 9@j4", f"f@j10 {enemy}@a4") for enemy in "63")
    assert captain > miner + 0.2


@long_compiled
def test_a_search_takes_the_enemy_that_comes_for_the_flag() -> None:
    table = hide(Table.at("f@a1 7@b2 6@h4", "f@j10 5@a2 4@i8", frame=False), "a2")
    view, tree = table.view(RED), new_tree(4096, 16384)
    run = make_search(GAME.rules, GAME.view, GAME.heuristics, view)
    run(tree[0], words_of(view), RED, 2, np.uint64(1), 0, amount(1000, 100), new_workspace(view, table.space.size))
    best = edges_at_root(tree)[0][0]
    assert table.texts(RED)[table.legal(RED).index(best)] == "b2-a2"
    assert table.do("b2-a2").seat() == BLUE


def root_penalties(table: Table) -> dict[str, float]:
    """Return the root penalty of each of Red's moves."""
    actions = np.array(table.legal(RED), np.int32)
    out = np.zeros(len(actions), np.float32)
    root_penalty(table.view(RED), RED, actions, len(actions), out)
    return dict(zip(table.texts(RED), out.tolist(), strict=True))


def test_a_side_that_has_not_lost_more_pays_for_a_step_back() -> None:
    table = Table.at("9@b4 8@d1 4@e4", "4@i9 3@e5").do("b4-b5", "i9-i8")
    table.s.ply = 60
    assert {text for text, cost in root_penalties(table).items() if cost > 0} == {"b5-b4"}
    assert root_penalties(table.do("d1-d2", "i8-i9"))["b5-b4"] == 0, "another piece moved last"
    assert root_penalties(table.do("e4-e5", "i9-i8", "d2-d3", "i8-i9"))["d3-d2"] > 0, "ahead"
    behind = Table.at("9@b4 3@e4", "4@i9 4@e5").do("e4-e5", "i9-i8", "b4-b5", "i8-i9")
    assert not any(root_penalties(behind).values())


def test_a_marshal_shows_itself_only_for_officers_that_are_known() -> None:
    table = hide(Table.at("m@b5", "5@b6 6@a5 8@b4"), "a5", "b4")
    table.s.moved[table.piece("b6")] = 1
    costs = root_penalties(table)
    assert costs["b5-b6"] > 0.1, "unknown"
    assert costs["b5-a5"] > 0.1, "a captain"
    assert costs["b5-b4"] == 0
    table.s.shown[table.piece("b5")] = 1  # nothing is left to hide
    assert not any(root_penalties(table).values())
    table.s.moved[table.piece("b6")] = 0  # it may be a bomb
    assert root_penalties(table)["b5-b6"] > 0.1
    # Without spies a marshal need not fear being known.
    spyless = hide(Table.at("m@b2 f@a1", "3@b3 f@d4", frame=False, variant="micro"))
    spyless.s.moved[spyless.piece("b3")] = 1
    assert root_penalties(spyless)["b2-b3"] == 0


def test_cheap_pieces_gain_by_finding_out_what_has_not_moved_after_the_opening() -> None:
    for piece in "2345":
        table = hide(Table.at(f"{piece}@b5", "5@b6"))
        assert root_penalties(table)["b5-b6"] > 0
        table.s.ply = 60
        assert root_penalties(table)["b5-b6"] < 0
        table.s.moved[table.piece("b6")] = 1
        assert root_penalties(table)["b5-b6"] == 0
    costs = []
    for piece in "789m":
        table = hide(Table.at(f"{piece}@b5", "5@b6"))
        table.s.ply = 60
        costs.append(root_penalties(table)["b5-b6"])
    assert costs[0] > 0
    assert costs == sorted(costs), "the dearer the officer, the dearer the bet"
    small = hide(Table.at("2@c2 f@a1", "5@c3 f@f6", frame=False, variant="mini"))
    assert root_penalties(small)["c2-c3"] < 0


def test_attacks_that_must_lose_cost_more_than_anything() -> None:
    costs = root_penalties(hide(Table.at("5@b5 2@i5", "6@b6 b@i6"), "b6", "i6"))
    assert costs["b5-b6"] > 0.5
    assert costs["i5-i6"] > 0.5
    assert root_penalties(hide(Table.at("3@e5", "b@e6"), "e6"))["e5-e6"] == 0, "a miner takes the bomb"


def test_fleeing_costs_no_penalty_for_a_step_back() -> None:
    table = Table.at("5@b4 8@d1", "4@i9 9@b6").do("b4-b5", "i9-i8")
    assert root_penalties(table)["b5-b4"] > 0
    table.s.shown[table.piece("b6")] = 1
    assert root_penalties(table)["b5-b4"] == 0


def test_pieces_are_worth_what_they_can_still_do() -> None:
    whole = "b@c1 b@a2"
    with_spy, without = (value(f"f@a1 5@j4 {whole} {extra}", "f@j10 m@e9") for extra in ("s@e1", "2@e1"))
    assert with_spy > without
    for low, high in itertools.pairwise("2568"):
        assert value(f"f@a1 {high}@e1", "f@j10 7@e9") > value(f"f@a1 {low}@e1", "f@j10 7@e9")


def test_a_careful_player_takes_what_it_beats_flees_and_never_attacks_what_it_must_lose_to() -> None:
    def choose(table: Table) -> str:
        action = GAME.heuristics.careful(table.view(RED), RED, table.legal(RED), 1)  # type: ignore[attr-defined]  # an optional hook
        return table.texts(RED)[table.legal(RED).index(action)]

    takes = hide(Table.at("7@b5 2@h4", "6@b6 4@i9"), "b6")
    assert choose(takes) == "b5-b6"
    flees = hide(Table.at("8@b5 2@h4", "9@b6 4@i9"), "b6")
    assert choose(flees).startswith("b5-")
    assert choose(flees) != "b5-b6"
    officer = hide(Table.at("9@b5 2@h4", "5@b6 4@i9"))
    assert choose(officer) != "b5-b6", "it may be a bomb"


def test_a_move_pays_for_what_it_leaves_to_known_enemies() -> None:
    costs = root_penalties(hide(Table.at("6@e4 2@a4", "8@e5"), "e4", "e5"))
    assert costs["e4-d4"] == costs["e4-e3"] == 0, "it flees"
    assert costs["a4-a5"] > 0.05, "it is left behind"
    assert root_penalties(hide(Table.at("6@e4 2@a4", "8@e5"), "e4"))["a4-a5"] == 0, "nobody knows that it hangs"


def test_leaving_a_piece_costs_less_where_it_is_avenged() -> None:
    alone = root_penalties(hide(Table.at("6@e4 2@a4", "8@e5"), "e4", "e5"))["a4-a5"]
    general = root_penalties(hide(Table.at("6@e4 9@e3 2@a4", "8@e5"), "e4", "e5"))["a4-a5"]
    major = root_penalties(hide(Table.at("6@e4 7@e3 2@a4", "8@e5"), "e4", "e5"))["a4-a5"]
    assert general == 0, "a general takes the colonel"
    assert 0 < major <= alone, "a major does not"


def test_walking_up_to_a_known_stronger_enemy_costs_a_penalty() -> None:
    costs = root_penalties(hide(Table.at("6@e3 2@a4", "8@e5"), "e3", "e5"))
    assert costs["e3-e4"] > 0.05 > costs["e3-d3"]
    assert root_penalties(hide(Table.at("9@e3 2@a4", "8@e5"), "e3", "e5"))["e3-e4"] == 0
