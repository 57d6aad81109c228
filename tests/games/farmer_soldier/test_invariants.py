"""The invariants 1 to 17, over random matches with all kinds of options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plowshares.core.boards import NOWHERE, grid_of, symmetries
from plowshares.core.errors import IllegalCommand
from plowshares.games.farmer_soldier import notation, rules, view
from plowshares.games.farmer_soldier.actions import Kind
from plowshares.games.farmer_soldier.state import Phase
from tests.amounts import amount, some
from tests.tiers import few_layouts

from .helpers import Table, at, new, random_match

pytestmark = pytest.mark.every_mode

KINDS: dict[str, dict[str, Any]] = {
    "default": {},
    "rich": {"start": "3f 2s 1c 30g", "max_stack": 40, "switch": True},
    "three": {"players": 3, "size": "3x1", "edges": "pf", "start": "1f 4s 30g"},
    "melee": {"players": 3, "size": "2x2", "start": "1f 2s 9g", "marking": "may", "mark_overlap": "collide"},
    "looted": {"players": 4, "size": "2x2", "start": "1f 3s 9g", "food_rule": "looted", "civilians": "any"},
    "common": {"size": "3x2", "start": "2f 1s 9g", "food_rule": "common", "marking": "may"},
    "endless": {"edges": "ii", "size": "2x2", "start": "2f 2s 40g"},
    "triangle": {"grid": "triangle", "size": "4x2", "food_escort": True, "yield_per": "farmer", "start": "2f 1s 9g"},
}
OTHERS = {"three", "looted", "melee"}  # more seats, so other layouts of the State
kinds = pytest.mark.parametrize("kind", few_layouts(KINDS, OTHERS))


def walk(kind: str, matches: tuple[int, int] = (12, 2), most: int = 250) -> Iterator[tuple[Table, int, int]]:
    """Walk through random matches; the table is the position before the action."""
    for seed in range(amount(*matches)):
        yield from random_match(seed, amount(most, 60), **KINDS[kind])


def totals(s: Any) -> Any:
    """Return how much of everything everybody has."""
    return s.things.sum(axis=0, dtype=np.int64)


def owners(s: Any) -> int:
    return int(s.options.seats)


@kinds
def test_invariant_1_counts_are_in_bounds(kind: str) -> None:
    for table, _, _ in some(walk(kind)):
        s = table.s
        assert s.things.min() >= 0
        assert s.things.max() <= s.options.max_stack
        current = s.things[:, s.seat].copy()
        if s.options.common:
            current[:, 3] = s.things[:, 0, 3]
        assert (s.arrived <= current).all()
        if s.phase not in (Phase.MOVE, Phase.AMOUNT):
            assert not s.arrived.any()


@kinds
def test_invariant_2_somebody_can_act(kind: str) -> None:
    for table, _, _ in some(walk(kind)):
        s = table.s
        if s.phase == Phase.OVER:
            assert table.to_act == []
            continue
        assert table.to_act
        assert all(s.living[seat] for seat in table.to_act)
        if s.phase != Phase.MARK:
            assert table.to_act == [s.seat]
        for seat in range(owners(s)):
            legal = table.legal(seat)
            assert bool(legal) == (seat in table.to_act)
            if s.phase == Phase.MOVE and legal:
                assert legal[0] == 0
            elif legal:
                assert legal == list(range(legal[0], legal[-1] + 1))
                assert legal[0] >= s.actions.first[Kind.AMOUNT]
                assert len(legal) >= (1 if s.phase == Phase.MARK else 2)


@kinds
def test_invariant_3_legal_is_playable_and_the_rest_is_refused(kind: str) -> None:
    for number, (table, _, _) in some(enumerate(walk(kind, (2, 1), 60))):
        before = table.s.tobytes()
        for seat in (*table.to_act, owners(table.s)):
            legal = set(table.legal(seat))
            for action in range(number % 7, int(table.s.actions.size), int(table.s.actions.size) // 37 + 2):
                if action in legal:
                    Table(table.s.clone()).step(seat, action)
                else:
                    assert isinstance(notation.explain(table.view(seat), seat, action), IllegalCommand)
        assert table.s.tobytes() == before


@kinds
def test_invariant_4_living_means_having_people(kind: str) -> None:
    for table, _, _ in some(walk(kind)):
        s = table.s
        people = totals(s)[:, :3].sum(axis=1)
        assert people.tolist() == s.people.tolist()
        assert [bool(alive) for alive in s.living] == [n > 0 for n in people]
        assert s.count_living == int(s.living.sum())
        if s.phase != Phase.OVER:
            assert s.count_living >= 2


@kinds
def test_invariant_5_the_eliminated_have_no_food(kind: str) -> None:
    for table, _, _ in some(walk(kind)):
        if not table.s.options.common:
            assert not totals(table.s)[np.array(table.s.living) == 0].any()


@kinds
def test_invariant_6_moving_only_moves(kind: str) -> None:
    before: Any = None
    for table, seat, _ in some(walk(kind)):
        s = table.s
        moving = seat >= 0 and s.phase in (Phase.MOVE, Phase.AMOUNT)
        if moving and before is not None and before.seat == s.seat and before.round == s.round:
            assert (totals(before) == totals(s)).all()
            cells = len(before.holders)
            others = [k for k in range(owners(s)) if k != s.seat and not (k == 0 and s.options.common)]
            assert (before.things[:, others] == s.things[:cells, others]).all()
        before = s.clone() if moving else None


@pytest.mark.parametrize("kind", ["default", "endless", "triangle"])
def test_invariant_7_adjacency_is_mutual(kind: str) -> None:
    for table, _, _ in some(walk(kind, (1, 1), 40)):
        board = table.s.board
        near = board.neighbours[: board.count]
        for cell, row in enumerate(near):
            found = [int(to) for to in row if to != NOWHERE]
            assert cell not in found
            assert len(found) == len(set(found))
            assert all(cell in near[to] for to in found)
        reached, front = {0}, [0]
        while front:
            front = [int(to) for cell in front for to in near[cell] if to != NOWHERE and to not in reached]
            reached |= set(front)
        assert len(reached) == board.count


def test_invariant_8_held_cells_have_all_their_neighbours() -> None:
    places: dict[int, tuple[int, ...]] = {}
    for table, seat, _ in some(walk("endless", (1, 1), 400)):
        board = table.s.board
        for held in np.flatnonzero(table.s.holders):
            assert (board.neighbours[held, : board.slots] != NOWHERE).all()
        for cell in range(board.count):
            place = tuple(int(x) for x in board.places[cell])
            assert places.setdefault(cell, place) == place
        if seat < 0:
            places.clear()


@kinds
def test_invariant_9_food_comes_and_goes_by_the_rules(kind: str) -> None:
    for table, seat, action in some(walk(kind)):
        s = table.s
        if seat < 0 or (s.phase in (Phase.RAISE, Phase.MOVE, Phase.AMOUNT, Phase.ARM) and action != 0):
            continue
        after = Table(s.clone())
        after.step(seat, action)
        gain = int(totals(after.s)[:, 3].sum() - totals(s)[:, 3].sum())
        assert gain <= after.s.news.harvested
        if not (s.options.looted or s.options.common):  # then food never changes hands
            for other in range(owners(s)):
                if other != s.seat and after.s.living[other]:
                    assert totals(after.s)[other, 3] == totals(s)[other, 3]


@kinds
def test_invariant_10_after_eating_people_fit_their_food(kind: str) -> None:
    food: Any = None
    for table, seat, action in walk(kind):
        s = table.s
        if seat >= 0 and s.phase == Phase.MOVE and action == 0:
            eater, keeper = int(s.seat), 0 if s.options.common else int(s.seat)
            food = s.things[:, keeper, 3].astype(int)
            after = Table(s.clone())
            after.step(seat, action)
            if after.phase == "mark":
                people = after.s.things[: len(food), eater, :3].sum(axis=1)
                assert (people <= food).all()
        for other in range(owners(s)):
            assert s.things[:, other, :3].sum(axis=1).max() <= 2 * s.options.max_stack
    assert food is not None


@pytest.mark.parametrize("kind", ["default", "endless", "triangle"])
def test_invariant_11_two_players_never_mark(kind: str) -> None:
    before: Any = None
    for table, _, _ in some(walk(kind)):
        s = table.s
        assert s.phase != Phase.MARK
        if before is not None and before != s.seat:  # the turn has passed: combat was the last thing but the harvest
            soldiers, people = s.things[:, :2, 1] > 0, s.things[:, :2, :3].sum(axis=2) > 0
            assert not (soldiers[:, 0] & people[:, 1]).any()
            assert not (soldiers[:, 1] & people[:, 0]).any()
        before = None if s.phase == Phase.OVER else int(s.seat)


def _after_combat(table: Table, data: st.DataObject) -> Table:
    """End the moves and answer every question, whatever it is."""
    table.play("done")
    while table.phase == "mark":
        seat = table.to_act[0]
        table.step(seat, data.draw(st.sampled_from(table.legal(seat))))
    return table


@settings(max_examples=amount(60, 12), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 2)), min_size=3, max_size=3), st.data())
def test_invariant_12_every_fight_costs_two_armies(armies: list[tuple[int, int, int]], data: st.DataObject) -> None:
    words = " ".join(f"p{seat} {f}f {soldiers}s {c}c 9g" for seat, (f, soldiers, c) in enumerate(armies))
    table = at(f"b2 {words}; a1 p0 1s 1g; a3 p1 1s; c3 p2 1s", players=3)
    before = table.s.things[4, :3].astype(int)
    after = _after_combat(table, data).s.things[4, :3].astype(int)
    if (before[:, 1] > 0).sum() >= 2:
        assert (after[:, 1] < before[:, 1]).sum() >= 2
    if (after[:, 1] > 0).sum() == 1:
        winner = int(np.argmax(after[:, 1]))
        assert not np.delete(after[:, :3].sum(axis=1), winner).any()


@kinds
def test_invariant_13_people_appear_only_by_births(kind: str) -> None:
    for table, seat, action in some(walk(kind)):
        if seat < 0:
            continue
        s = table.s
        after = Table(s.clone())
        after.step(seat, action)
        gain = after.s.people.astype(int) - s.people
        if s.phase == Phase.RAISE:
            farmers = int(s.births.sum())
            assert gain.sum() == (farmers if after.phase == "move" else 0)
        else:
            births = int(totals(after.s)[after.s.seat, 0]) if after.phase == "move" and after.s.seat != s.seat else 0
            assert all(gain[k] <= 0 for k in range(owners(s)) if k != after.s.seat or after.s.seat == s.seat)
            assert after.s.seat == s.seat or gain[after.s.seat] <= births


def marking(kind: str) -> Iterator[Table]:
    """Yield positions in which marks are being chosen: out of random matches, and one fight of four armies."""
    yield from (table for table, _, _ in walk(kind) if table.s.phase == Phase.MARK)
    table = at("b2 p0 2s 2g p1 2s p2 1s p3 3s; c2 p0 1s 1g p1 1s p2 1s; a1 p0 1f 1g", players=4).play("done")
    for number in range(20):
        if table.phase != "mark":
            break
        yield table
        seat = table.to_act[number % len(table.to_act)]
        table.step(seat, table.legal(seat)[-1])


@pytest.mark.parametrize("kind", few_layouts(["three", "melee"], OTHERS))
def test_invariant_14_views_hide_marks_and_chance_only(kind: str) -> None:
    checked = 0
    for number, table in enumerate(marking(kind)):
        s = table.s
        for viewer in range(-1, owners(s)):
            hidden, seen = Table(s.clone()), table.view(viewer)
            view.disturb(hidden.s, viewer, np.uint64(number + 1))
            assert hidden.view(viewer).tobytes() == seen.tobytes()
            assert hidden.legal(viewer) == table.legal(viewer) == Table(seen).legal(viewer)
            for name in s.dtype.names:
                assert name in ("rng", "marks", "markers") or seen[name].tobytes() == s[name].tobytes()
        checked += 1
    assert checked >= 5


@pytest.mark.parametrize("kind", few_layouts(["three", "melee"], OTHERS))
def test_invariant_14_answers_look_alike_to_others(kind: str) -> None:
    for table in some(marking(kind)):
        if len(table.to_act) < 2:
            continue
        seat = table.to_act[0]
        others = [k for k in range(-1, owners(table.s)) if k != seat]
        outcomes = set()
        for action in table.legal(seat):
            after = Table(table.s.clone())
            after.step(seat, action)
            outcomes.add(tuple(after.view(other).tobytes() for other in others))
        assert len(outcomes) == 1


@kinds
def test_invariant_14_outside_combat_everything_is_open(kind: str) -> None:
    for table, _, _ in some(walk(kind, (3, 1), 100)):
        if table.s.phase in (Phase.MARK, Phase.AMOUNT):
            continue
        seen = table.s.clone()
        if table.s.phase != Phase.OVER:
            seen.rng.key, seen.rng.count = 0, 0
        assert all(table.view(viewer).tobytes() == seen.tobytes() for viewer in range(-1, owners(table.s)))


@kinds
def test_invariant_15_same_seed_same_match_and_text_parses_back(kind: str) -> None:
    for table, seat, _ in walk(kind, (1, 1), 80):
        if seat < 0:
            continue
        seen = table.view(seat)
        for action in table.legal(seat)[:12]:
            text = notation.format(seen, seat, (action,))
            assert notation.parse(seen, seat, text) == (action,)
            assert notation.parse_json(seen, seat, notation.to_json(seen, seat, (action,))) == (action,)
    one = [table.s.tobytes() for table, _, _ in random_match(3, 40, **KINDS[kind])]
    assert one == [table.s.tobytes() for table, _, _ in random_match(3, 40, **KINDS[kind])]


@kinds
def test_invariant_16_rounds_and_quiet_are_bounded(kind: str) -> None:
    for table, _, _ in some(walk(kind)):
        s = table.s
        assert s.round <= s.options.round_cap
        assert s.quiet <= s.round
        if s.round == s.options.round_cap or s.quiet == s.options.quiet_rounds:
            assert s.phase == Phase.OVER


def _relabel(table: Table, symmetry: tuple[int, ...], **options: Any) -> Table:
    """Return the same position with its cells exchanged; set-up and questions aside."""
    words = []
    for entry in table.position.split("; "):
        name, _, rest = entry.partition(" ")
        words.append(f"{_name(table, symmetry[_cell(table, name)])} {rest}")
    return at("; ".join(words), int(table.s.seat), **options)


def _cell(table: Table, name: str) -> int:
    grid = grid_of(table.s.board)
    place = grid.parse_name(name)
    assert place is not None
    return grid.numbers[place]


def _name(table: Table, cell: int) -> str:
    grid = grid_of(table.s.board)
    return grid.name(grid.places[cell])


@pytest.mark.parametrize("options", [{}, {"edges": "pp"}, {"grid": "triangle", "size": "4x3"}], ids=str)
def test_invariant_17_symmetries_commute_with_moves(options: dict[str, Any]) -> None:
    grid = grid_of(new(**options).s.board)
    found = list(symmetries(grid.neighbours))
    for number, symmetry in some(enumerate(found[:: max(1, len(found) // amount(8, 3))])):
        one = at("a1 p0 3f 2s 1c 9g; b1 p0 1f 3g; b2 p1 2f 1s 4g; c3 p1 2s 4g", **options)
        other = _relabel(one, symmetry, **options)
        for text in some(one.texts(0)[number % 5 + 1 :: 5]):
            start, _, rest = text.partition(">")
            to, _, what = rest.partition(" ")
            twin = f"{_name(one, symmetry[_cell(one, start)])}>{_name(one, symmetry[_cell(one, to)])} {what}"
            left, right = Table(one.s.clone()), Table(other.s.clone())
            for table, words in ((left, text), (right, twin)):
                table.play(words)
                if table.phase == "amount":
                    table.play("1")
                table.play("done")
                while table.phase == "feed":
                    table.play(str(int(table.s.high)))
            assert sorted(_relabel(left, symmetry, **options).position.split("; ")) == sorted(
                right.position.split("; ")
            )


@kinds
def test_games_of_all_kinds_end(kind: str) -> None:
    *_, (table, seat, _) = random_match(5, 20_000 if amount(1, 0) else 400, **KINDS[kind])
    assert seat == -1
    assert rules.is_over(table.s) or not amount(1, 0)
