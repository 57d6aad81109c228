"""The invariants of the rules (§12), over random matches, and the twin that resolves turns the slow way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.footsoldiers import rules
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.combat import attack, strike
from plowshares.games.footsoldiers.field import place_soldier
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, grid_of, rocks_of, soldiers_of
from plowshares.games.footsoldiers.messages import read_state, state_message
from plowshares.games.footsoldiers.movement import move_soldiers
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import Cap, State, cell_at
from plowshares.games.footsoldiers.view import disturb
from tests.amounts import amount, some
from tests.games.footsoldiers.naive import field_of, resolve
from tests.games.footsoldiers.table import (
    VARIANTS,
    bases,
    begin,
    choose_command,
    legal,
    money,
    result,
    step_alone,
    to_act,
    turns_of,
    view_of,
)

pytestmark = pytest.mark.every_mode

MATCHES = amount(3, 1)
Turn = tuple[State, tuple[Written, Written], State]


def random_turns() -> Iterator[Turn]:
    for number, options in enumerate(VARIANTS):
        for seed in range(MATCHES):
            yield from turns_of(options, 100 * number + seed)


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    return list(some(random_turns()))


def test_a_turn_is_what_the_slow_twin_makes_of_it(turns: list[Turn]) -> None:
    for before, commands, after in turns:
        field = field_of(before)
        resolve(field, commands, before)
        assert field == field_of(after)


def test_scratch_is_clean_between_turns(turns: list[Turn]) -> None:
    for _, _, after in turns:
        assert not after.queue.any()


def test_moves_are_listed_by_cell_index_on_maps_of_any_height(turns: list[Turn]) -> None:
    many_rows = set()
    for _, _, after in turns:
        first, width = int(after.actions.first[Kind.MOVE]), after.options.width
        for seat in range(0 if rules.is_over(after) else 2):
            soldiers = sorted(y * width + x for x, y in (soldier.at for soldier in soldiers_of(after, seat)))
            listed = [action - first for action in legal(after, seat)]
            assert [cell for cell in listed if 0 <= cell < width * after.options.height] == soldiers
            if soldiers:
                many_rows.add(bool(after.options.column > rules.BYTES))
    assert many_rows == {False, True}  # both ways to order them were taken


def test_invariant_1_one_piece_a_cell_and_the_map_stays(turns: list[Turn]) -> None:
    for before, _, after in turns:
        assert rocks_of(after) == rocks_of(before)
        assert [base_of(after, seat) for seat in range(2)] == [base_of(before, seat) for seat in range(2)]
        pieces = [*rocks_of(after), base_of(after, 0), base_of(after, 1)]
        pieces += [soldier.at for seat in range(2) for soldier in soldiers_of(after, seat)]
        assert len(set(pieces)) == len(pieces)
        width, height = after.options.width, after.options.height
        assert all(0 <= x < width and 0 <= y < height for x, y in pieces)
        assert np.count_nonzero(grid_of(after)) == len(pieces)


def test_invariant_2_health_stays_in_bounds(turns: list[Turn]) -> None:
    for before, _, after in turns:
        for soldier in all_soldiers(after).values():
            assert 1 <= soldier.health <= after.options.health[soldier.type]
        for seat in range(2):
            assert 0 <= bases(after)[seat] <= bases(before)[seat] <= after.options.base_health


def test_invariant_3_money_adds_up(turns: list[Turn]) -> None:
    for before, commands, after in turns:
        for seat in range(2):
            paid = 0
            if commands[seat].kind == Kind.BUILD and not after.failed[seat]:
                paid = int(after.options.cost[commands[seat].type or 0])
            assert money(after)[seat] == money(before)[seat] + after.options.money_per_turn - paid >= 0
        if before.turns == before.options.total_turns:
            assert money(before) == (before.options.initial_money, before.options.initial_money)


def test_invariant_4_at_most_one_soldier_a_turn(turns: list[Turn]) -> None:
    for before, _, after in turns:
        for seat in range(2):
            assert after.sides[seat].count <= before.sides[seat].count + 1
            assert after.sides[seat].count <= after.options.total_turns - after.turns


def test_invariant_5_the_match_ends_when_the_rules_say(turns: list[Turn]) -> None:
    for before, _, after in turns:
        assert after.turns == before.turns - 1
        mine, other = bases(after)
        if mine and other and after.turns:
            expected = ""
        elif mine == other or (mine and other and after.options.cap_result == Cap.DRAW):
            expected = "Draw"
        else:
            expected = "Winner player1" if mine > other else "Winner player2"
        assert result(after) == expected


def left(soldier: Soldier) -> int:
    return abs(soldier.at[0] - soldier.to[0]) + abs(soldier.at[1] - soldier.to[1])


def test_invariant_6_soldiers_approach_at_their_speed(turns: list[Turn]) -> None:
    for before, _, _ in some(turns):
        s = before.clone()
        earlier = {seat: soldiers_of(s, seat) for seat in range(2)}
        move_soldiers(s)
        for seat in range(2):
            later = list(soldiers_of(s, seat))
            for soldier in earlier[seat]:
                same = [other for other in later if is_same(soldier, other, s)]
                assert same, soldier


def is_same(soldier: Soldier, other: Soldier, s: State) -> bool:
    """Ask whether one soldier may have become the other by moving."""
    moved = abs(soldier.at[0] - other.at[0]) + abs(soldier.at[1] - other.at[1])
    unchanged = soldier._replace(at=(0, 0)) == other._replace(at=(0, 0))
    stays = left(soldier) > 0 or moved == 0
    return unchanged and moved <= s.options.speed[soldier.type] and left(other) <= left(soldier) and stays


def test_invariant_7_orders_change_only_by_command(turns: list[Turn]) -> None:
    for before, commands, after in some(turns):
        for seat in range(2):
            orders = [(soldier.to, soldier.facing) for soldier in soldiers_of(before, seat)]
            command = commands[seat]
            if command.at is not None:
                old = all_soldiers(before).get(command.at)
                if old is not None and command.kind != Kind.BUILD:
                    orders.remove((old.to, old.facing))
                given = old if old is not None else Soldier(seat, 0, command.at, 1, command.at, 0)
                to = command.to or given.to
                orders.append((to, given.facing if command.facing is None else command.facing))
            for soldier in soldiers_of(after, seat):
                assert (soldier.to, soldier.facing) in orders
                orders.remove((soldier.to, soldier.facing))


def test_invariant_8_the_order_of_attacks_does_not_matter(turns: list[Turn]) -> None:
    rng = Random(8)
    for before, _, _ in turns:
        plain, shuffled = before.clone(), before.clone()
        for s in (plain, shuffled):
            s.options.removal = 0
        attack(plain)
        attackers = [(seat, i) for seat in range(2) for i in range(shuffled.sides[seat].count)]
        rng.shuffle(attackers)
        for seat, i in attackers:
            strike(shuffled, seat, i)
        assert plain.tobytes() == shuffled.tobytes()


def rotate(s: State) -> State:
    """Turn a position by 180° and exchange the teams; the other side is then first."""
    turned = begin_like(s)
    last_x, last_y = int(s.options.width) - 1, int(s.options.height) - 1
    for soldier in all_soldiers(s).values():
        at, to = (last_x - soldier.at[0], last_y - soldier.at[1]), (last_x - soldier.to[0], last_y - soldier.to[1])
        put(turned, soldier._replace(seat=1 - soldier.seat, at=at, to=to, facing=(soldier.facing + 2) % 4))
    for seat in range(2):
        turned.sides[seat].money = s.sides[1 - seat].money
        turned.sides[seat].base_health = s.sides[1 - seat].base_health
    turned.turns = s.turns
    return turned


def begin_like(s: State) -> State:
    empty = s.clone()
    rules.setup(empty, np.uint64(0))
    return empty


def put(s: State, soldier: Soldier) -> None:
    cell, aim = cell_at(s, *soldier.at), cell_at(s, *soldier.to)
    place_soldier(s, soldier.seat, soldier.type, cell, soldier.health, aim, soldier.facing)


def test_invariant_9_attacks_turn_round_with_the_map(turns: list[Turn]) -> None:
    for before, _, _ in turns:
        if before.options.width != 67 or before.options.removal:
            continue
        plain, turned = before.clone(), rotate(before)
        attack(plain)
        attack(turned)
        assert rotate(plain).tobytes() == turned.tobytes()


def turned_written(s: State, written: Written) -> Written:
    def turned(cell: Cell | None) -> Cell | None:
        return cell and (int(s.options.width) - 1 - cell[0], int(s.options.height) - 1 - cell[1])

    facing = None if written.facing is None else (written.facing + 2) % 4
    return written._replace(at=turned(written.at), to=turned(written.to), facing=facing)


@pytest.mark.parametrize("removal", ["after-all", "at-once"])
def test_mirrored_order_gives_no_seat_an_advantage(removal: str) -> None:
    """A whole turn commutes with turning the position round, if the other side is then first (§2)."""
    options = Options(total_turns=41, money_per_turn=8, map="open", order="mirrored", removal=removal)  # type: ignore[arg-type]  # a word of the option
    for seed in range(MATCHES):
        for before, commands, after in some(turns_of(options, seed)):
            turned = rotate(before)
            turned.turns = before.turns + 1  # the other parity
            field = field_of(turned)
            resolve(field, (turned_written(before, commands[1]), turned_written(before, commands[0])), turned)
            expected = field_of(rotate(after))
            assert (field.soldiers, field.money, field.healths) == (
                expected.soldiers,
                expected.money,
                expected.healths,
            )


def test_invariant_10_who_owes_what() -> None:
    rng = Random(10)
    for options in VARIANTS:
        s = begin(options)
        for _ in range(amount(60, 12)):
            if rules.is_over(s):
                break
            commands = [choose_command(rng, s, seat) for seat in range(2)]
            plain, reverse = s.clone(), s.clone()
            for seat in (1, 0):
                for action in commands[seat]:
                    assert action in legal(reverse, seat)
                    rules.step(reverse, seat, action)
            for seat in range(2):
                assert legal(plain, seat)[0] == 0
                for number, action in enumerate(commands[seat]):
                    assert rules.is_unfinished(plain, seat) == (number > 0)
                    assert legal(plain, seat)
                    rules.step(plain, seat, action)
                if seat == 0:
                    assert legal(plain, 0) == []
                    assert to_act(plain) == [1]
            assert plain.tobytes() == reverse.tobytes()
            s = plain


def test_invariant_11_views_do_not_depend_on_the_other_command() -> None:
    rng = Random(11)
    for options in VARIANTS[:3]:
        for before, _, _ in some(list(turns_of(options, 5))[:: amount(3, 9)]):
            for viewer in (0, 1, SPECTATOR):
                for other in range(2):
                    if other == viewer:
                        continue
                    s = before.clone()
                    plain, actions = view_of(s, viewer), legal(s, viewer)
                    for action in choose_command(rng, s, other):
                        assert view_of(s, viewer).tobytes() == plain.tobytes()
                        assert legal(s, viewer) == actions
                        step_alone(s, other, action)
                    seen = view_of(s, viewer)
                    assert seen.chosen[other] == 1
                    seen.chosen[other] = 0
                    assert seen.tobytes() == plain.tobytes()


def test_invariant_11_disturbing_secrets_changes_no_view() -> None:
    rng = Random(12)
    changed = 0
    for before, _, _ in list(turns_of(VARIANTS[0], 6))[:: amount(1, 5)]:
        for viewer in (0, 1, SPECTATOR):
            s = before.clone()
            for action in choose_command(rng, s, 1):
                step_alone(s, 1, action)
            other = s.clone()
            disturb(other, viewer, np.uint64(rng.getrandbits(64)))
            assert view_of(other, viewer).tobytes() == view_of(s, viewer).tobytes()
            changed += other.tobytes() != s.tobytes()
    assert changed > 0


def test_invariant_12_the_seed_has_no_influence() -> None:
    first, second = begin(Options()), begin(Options())
    rules.setup(second, np.uint64(2**64 - 1))
    assert first.tobytes() == second.tobytes()
    for (_, _, one), (_, _, other) in zip(turns_of(VARIANTS[0], 3), turns_of(VARIANTS[0], 3), strict=True):
        assert one.tobytes() == other.tobytes()


def test_invariant_13_state_messages_read_back() -> None:
    for options in VARIANTS:
        for _, _, after in some(list(turns_of(options, 13))[:: amount(1, 6)]):
            for seat in range(2):
                message = state_message(after, seat)
                again = read_state(options, message)
                assert state_message(again, seat) == message
                # The last events are not part of the position.
                again.last[:] = after.last
                again.failed[:] = after.failed
                assert again.tobytes() == after.tobytes()


def test_a_state_can_be_set_up_again() -> None:
    for options in VARIANTS[:2]:
        *_, (_, _, after) = turns_of(options, 1)
        rules.setup(after, np.uint64(9))
        assert after.tobytes() == begin(options).tobytes()
