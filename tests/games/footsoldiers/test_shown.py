"""Pictures, views, values and observations."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from random import Random
from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.footsoldiers import heuristics, notation, observation, rules, svg, text
from plowshares.games.footsoldiers.lookup import written_of
from plowshares.games.footsoldiers.observation import AIM, NUMBERS, PLANES, SITE, Number, Plane
from plowshares.games.footsoldiers.options import HealthOfTypes, Options
from plowshares.games.footsoldiers.state import State, cell_at
from plowshares.games.footsoldiers.view import blank_for, disturb, sample_for
from tests.amounts import amount, some
from tests.games.footsoldiers.table import (
    MAP_A,
    ROCKY,
    VARIANTS,
    begin,
    choose_command,
    legal,
    play,
    position,
    read,
    step_alone,
    turns_of,
    view_of,
)

ARMY = (
    "P1 Scout (3,2)→(9,2) Right",
    "P1 Assassin (4,1)",
    "P1 Tank (4,3) Left",
    "P2 Scout (7,2)→(1,2) health 4 Left",
    "P2 Assassin (6,1) Up",
    "P2 Tank (6,3)",
)


def test_the_text_picture_has_the_letters_of_the_rules() -> None:
    rows = text.map_rows(position(*ARMY))
    assert rows == ["X         X", "    > <    ", " 1 ]   [ 2 ", "    } {    ", "X         X"]
    picture = text.board(position(*ARMY), 0, ["cell 5,2", "cell 0,0"])
    assert "  2  1 ] * [ 2\n" in picture
    assert "] player1 Scout    (3, 2) → (9, 2) Right, health 9\n" in picture
    assert "player1 (you): base 40, money 10, soldiers 3, is choosing\n" in picture


def test_the_text_picture_fits_a_terminal() -> None:
    s = begin(Options())
    assert max(len(line) for line in text.board(s, 0).splitlines()) <= 80
    assert "0         1         2         3" in text.board(s, SPECTATOR)
    assert "(you)" not in text.board(s, SPECTATOR)
    assert "choosing" not in text.board(play(position(t=1)), 0)


def groups(picture: str) -> dict[str, ET.Element]:
    root = ET.fromstring(picture)
    return {pick: group for group in root.iter() if (pick := group.get("data-pick"))}


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_every_cell_can_be_picked(seat: int) -> None:
    s = position(*ARMY)
    found = groups(svg.board(s, seat, ["cell 5,2"]))
    assert set(found) == {f"cell {x},{y}" for x in range(11) for y in range(5)}
    assert "marked" in (found["cell 5,2"].get("class") or "")
    assert found["cell 7,2"].get("aria-label") == "(7, 2): Scout of player2, health 4, to (1, 2), facing Left"
    assert found["cell 9,2"].get("aria-label") == "(9, 2): the base of player2, health 40"
    assert found["cell 0,0"].get("aria-label") == "(0, 0): a rock"


def test_the_picture_tells_the_money_and_the_turns() -> None:
    picture = svg.board(begin(Options()), 0)
    for words in (
        "100 turns left",
        "player1 moves first",
        "base 40 · money 10 · soldiers 0",
        "player1 (you) — choosing",
    ):
        assert words in picture
    over = svg.board(play(position(bases=(0, 5), t=1)), SPECTATOR)
    assert "Winner player2" in over
    assert "Footsoldiers, spectator" in over


def test_the_own_command_is_drawn_as_far_as_it_is_decided() -> None:
    s = position(*ARMY, money=(30, 30))
    lengths = []
    for decision in ("Build Tank (1, 1)", "Aim (5, 4)", "Turn Left"):
        rules.step(s, 0, *read(s, 0, decision))
        picture = svg.board(view_of(s, 0), 0)
        assert 'class="plan"' in picture
        assert 'class="plan"' not in svg.board(view_of(s, 1), 1)
        assert 'class="plan"' not in svg.board(view_of(s, SPECTATOR), SPECTATOR)
        lengths.append(picture.count("<path"))
    assert lengths[0] < lengths[1] == lengths[2]
    s = position(*ARMY)
    rules.step(s, 0, *read(s, 0, "Change attack direction (3, 2) to Up"))
    assert 'class="plan"' in svg.board(view_of(s, 0), 0)
    rules.step(s, 1, *read(s, 1, "No-op"))
    s = position(*ARMY)
    rules.step(s, 0, *read(s, 0, "No-op"))
    assert 'class="plan"' not in svg.board(view_of(s, 0), 0)


# Views


def test_a_spectator_sees_what_the_opponent_sees() -> None:
    s = position(*ARMY)
    for action in read(s, 0, "Move (3, 2) to (5, 2)"):
        rules.step(s, 0, action)
    assert view_of(s, SPECTATOR).tobytes() == view_of(s, 1).tobytes()
    assert view_of(s, 0).tobytes() == s.tobytes()


def test_blanking_a_view_again_changes_nothing() -> None:
    s = position(*ARMY)
    for action in read(s, 0, "Move (3, 2) to (5, 2)"):
        rules.step(s, 0, action)
    for seat in (0, 1, SPECTATOR):
        seen = view_of(s, seat)
        again = seen.clone()
        blank_for(again, seat)
        assert again.tobytes() == seen.tobytes()


def positions_with_choice(options: Options, seed: int) -> list[State]:
    """List positions of a random match in which player2 has chosen."""
    rng = Random(seed)
    states = []
    for before, _, _ in turns_of(options, seed):
        for action in choose_command(rng, before, 1):
            step_alone(before, 1, action)
        states.append(before)
    return states


def test_sampled_worlds_agree_with_the_view_and_can_be_played() -> None:
    kinds = set()
    for options in VARIANTS[:3]:
        for number, s in enumerate(positions_with_choice(options, 3)[:: amount(1, 3)]):
            seen = view_of(s, 0)
            for seed in range(3):
                world = seen.clone()
                sample_for(world, 0, np.uint64(1000 * number + seed))
                assert view_of(world, 0).tobytes() == seen.tobytes()
                kinds.add(int(world.commands[1].kind))
                check = world.clone()
                check.chosen[1] = 0
                check.commands[1].stage = 0
                written = written_of(world, world.commands[1])
                notation.check(check, 1, written)
                rules.step(world, 0, 0)
                assert world.turns == s.turns - 1
    assert kinds == {0, 1, 2, 3}


def test_a_world_without_choices_is_left_alone() -> None:
    s = position(*ARMY)
    world = view_of(s, 0)
    sample_for(world, 0, np.uint64(1))
    assert world.tobytes() == s.tobytes()


def test_a_build_is_guessed_only_where_one_is_possible() -> None:
    s = position(plan="1X2", money=(99, 99))
    s.chosen[1] = 1
    for seed in range(20):
        sample_for(s, 0, np.uint64(seed))
        assert (s.commands[1].kind, s.commands[1].stage) == (0, 3)


def test_disturbing_reaches_every_stage_and_nothing_after_the_end() -> None:
    s = position(*ARMY)
    stages = set()
    for seed in range(20):
        other = s.clone()
        disturb(other, 0, np.uint64(seed))
        assert view_of(other, 0).tobytes() == s.tobytes()
        stages.add(int(other.commands[1].stage))
    assert stages == {0, 1, 2}
    over = play(position(t=1))
    before = over.tobytes()
    disturb(over, SPECTATOR, np.uint64(1))
    assert over.tobytes() == before


# Values


def values_of(s: State, seat: int, texts: list[str]) -> list[float]:
    values = []
    for command in texts:
        after = s.clone()
        for action in read(s, seat, command):
            rules.step(after, seat, action)
        values.append(float(heuristics.value(after, seat)))
    return values


def test_values_are_in_range_and_opposite() -> None:
    for options in VARIANTS[:3]:
        for _, _, after in some(list(turns_of(options, 7))[:: amount(1, 4)]):
            plain = after.tobytes()
            value = heuristics.value(after, 0)
            assert -1 <= value <= 1
            assert value == pytest.approx(-heuristics.value(after, 1))
            assert heuristics.value(after, SPECTATOR) == 0
            assert after.tobytes() == plain


def test_values_at_the_end() -> None:
    assert heuristics.value(play(position(bases=(0, 5), t=1)), 0) == -1
    assert heuristics.value(play(position(bases=(0, 5), t=1)), 1) == 1
    assert heuristics.value(play(position(t=1)), 1) == 0


def test_value_prefers_what_a_player_would() -> None:
    s = begin(Options())
    build, wait, back = values_of(s, 0, ["Build Scout (1, 4) (65, 3) Down", "No-op", "Build Scout (1, 4) (0, 4) Down"])
    assert build > wait
    assert build > back
    begun, wait = values_of(s, 0, ["Build Scout (1, 4)", "No-op"])
    assert begun > wait
    s = position("P1 Scout (7,3)", "P1 Scout (3,1)→(9,2)")
    go, wait, away = values_of(s, 0, ["Move (7, 3) to (9, 2)", "No-op", "Move (3, 1) to (0, 2)"])
    assert go > wait > away
    begun, wait = values_of(s, 0, ["Move (7, 3)", "No-op"])
    assert begun > wait
    s = position("P1 Scout (8,2) Down", "P2 Tank (8,3) health 1", bases=(40, 3))
    base, tank = values_of(s, 0, ["Change attack direction (8, 2) to Right", "No-op"])
    assert base > tank


def test_value_works_where_bases_have_no_way() -> None:
    s = position(plan="1 X 2", money=(20, 20))
    build, begun = values_of(s, 0, ["Build Scout (1, 0) (4, 0) Down", "Build Scout (1, 0)"])
    assert -1 <= build <= 1
    assert -1 <= begun <= 1


def weights_of(s: State, seat: int) -> dict[str, float]:
    actions = np.array(legal(s, seat), np.int32)
    out = np.full(len(actions), -1, np.float32)
    heuristics.prior(s, seat, actions, len(actions), out)
    assert np.isfinite(out).all()
    assert (out >= 0).all()
    return {notation.format(s, seat, (action,)): float(w) for action, w in zip(actions.tolist(), out, strict=True)}


def test_prior_prefers_what_a_player_would() -> None:
    s = position("P1 Scout (8,2) Down", "P1 Tank (2,1)→(5,1)", "P1 Tank (3,4)", "P2 Tank (8,3)", money=(30, 30))
    first = weights_of(s, 0)
    assert first["Build Scout (3, 2)"] > first["Build Scout (0, 2)"] > first["No-op"]
    assert first["Build Scout (3, 2)"] > first["Build Tank (3, 2)"]
    assert first["Move (3, 4)"] > first["Move (2, 1)"] > first["Move (8, 2)"]
    assert first["Change attack direction (8, 2) to Right"] > first["Change attack direction (8, 2) to Down"]
    assert first["Change attack direction (8, 2) to Right"] > first["Change attack direction (3, 4) to Down"]
    rules.step(s, 0, *read(s, 0, "Build Scout (3, 2)"))
    aims = weights_of(s, 0)
    assert aims["Aim (9, 2)"] > aims["Aim (9, 1)"] > aims["Aim (5, 2)"] > aims["Aim (0, 1)"]
    assert aims["Aim (7, 3)"] > aims["Aim (0, 1)"]
    rules.step(s, 0, *read(s, 0, "Aim (9, 2)"))
    turns = weights_of(s, 0)
    assert turns["Turn Right"] > turns["Turn Left"]


@pytest.mark.parametrize(("plan", "seat", "ahead"), [("1 2", 0, 3), ("1 2", 1, 1), ("1\n\n2", 0, 0), ("1\n\n2", 1, 2)])
def test_ahead_is_where_the_enemy_is(plan: str, seat: int, ahead: int) -> None:
    assert heuristics.facing_ahead(begin(Options(map=plan)), seat) == ahead


def test_prior_turns_to_a_soldier_too() -> None:
    s = position("P1 Scout (5,2) Down", "P2 Tank (5,3)", "P2 Tank (6,2)")
    first = weights_of(s, 0)
    assert first["Change attack direction (5, 2) to Right"] > first["Change attack direction (5, 2) to Down"]


def test_roads_lead_round_rocks() -> None:
    s = begin(Options(map=ROCKY))
    assert s.road[0, cell_at(s, 2, 2)] == 8
    assert s.road[0, cell_at(s, 4, 2)] == 4
    assert s.road[0, cell_at(s, 3, 2)] == -1
    assert s.road[1, cell_at(s, 2, 2)] == 2


# Observations


def observe(s: State, seat: int, plan: str = MAP_A) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    out = np.full(observation.shape(Options(map=plan)), 77, observation.dtype())
    observation.encode(s, seat, out)
    return out


def numbers(seen: Any) -> Any:
    """Return the numbers of the match, which stand behind the planes of the map."""
    return seen[PLANES:].reshape(-1)[:NUMBERS]


def test_observations_show_the_position() -> None:
    s = position(*ARMY, money=(1_040_007, 712), t=99)
    mine, other = observe(s, 0), observe(s, 1)
    assert mine.shape == (PLANES + 1, 11, 8)
    assert mine[Plane.ROCK, :, :5].sum() == 4
    assert mine[Plane.ROCK, :, 5:].all()  # below the map
    assert (mine[Plane.BASE, 1, 2], mine[Plane.BASE, 9, 2], np.abs(mine[Plane.BASE]).sum()) == (1, -1, 2)
    assert (mine[Plane.SOLDIER, 3, 2], mine[Plane.SOLDIER, 7, 2]) == (9, -4)
    assert (other[Plane.SOLDIER, 7, 2], other[Plane.SOLDIER, 3, 2]) == (4, -9)
    assert (mine[Plane.FACING, 3, 2], mine[Plane.FACING + 1, 3, 2]) == (1, 0)  # to the right
    assert (mine[Plane.ACROSS, 3, 2], mine[Plane.DOWN, 3, 2]) == (6, 0)
    assert numbers(mine)[Number.MONEY : Number.HEALTH].tolist() == [99, 99, 99, 12, 7, 0]
    assert numbers(other)[Number.MONEY : Number.HEALTH].tolist() == [12, 7, 0, 99, 99, 99]
    assert numbers(mine)[Number.HEALTH : Number.TURNS].tolist() == [40, 0, 0] * 2
    assert (numbers(mine)[Number.TURNS], numbers(mine)[Number.FIRST], numbers(other)[Number.FIRST]) == (99, 0, 1)
    assert (observe(s, SPECTATOR) == mine).all()


def test_observations_show_every_facing() -> None:
    for facing, shown in (("Right", (1, 0)), ("Left", (-1, 0)), ("Down", (0, 1)), ("Up", (0, -1))):
        seen = observe(position(f"P1 Scout (3,2) {facing}"), 0)
        assert (seen[Plane.FACING, 3, 2], seen[Plane.FACING + 1, 3, 2]) == shown


def test_observations_halve_health_that_does_not_fit() -> None:
    healths = HealthOfTypes(scout=500, assassin=1, tank=9)
    s = begin(Options(map=MAP_A, health=healths, initial_money=99))
    for seat, first in ((0, "Build Scout (1, 1)"), (1, "Build Assassin (9, 1)")):
        for decision in (first, "Aim (5, 4)", "Turn Left"):
            rules.step(s, seat, *read(s, seat, decision))
    seen = observe(s, 0)
    assert (seen[Plane.SOLDIER].max(), seen[Plane.SOLDIER + 1].min()) == (125, -1)  # 500 / 4, and 1 / 4 rounded up


def test_observations_cut_what_is_too_far() -> None:
    s = begin(Options(map="1" + " " * 150 + "2", initial_money=99))
    for decision in ("Build Tank (1, 0)", "Aim (150, 0)", "Turn Left"):
        rules.step(s, 0, *read(s, 0, decision))
    rules.step(s, 1, *read(s, 1, "No-op"))
    assert observe(s, 0, "1" + " " * 150 + "2")[Plane.ACROSS].max() == 127


def test_observations_show_the_own_command_alone() -> None:
    s = position(*ARMY, money=(30, 30))
    plain = observe(view_of(s, 1), 1)
    stages = [numbers(observe(view_of(s, 0), 0))[Number.STAGE : Number.STAGE + 3].tolist()]
    for decision in ("Build Tank (1, 1)", "Aim (5, 4)", "Turn Left"):
        assert (observe(view_of(s, 1), 1) == plain).all()
        rules.step(s, 0, *read(s, 0, decision))
        stages.append(numbers(observe(view_of(s, 0), 0))[Number.STAGE : Number.STAGE + 3].tolist())
    assert stages == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]
    mine = observe(view_of(s, 0), 0)
    assert (mine[Plane.COMMAND, 1, 1], mine[Plane.COMMAND, 5, 4], numbers(mine)[Number.CHOSEN]) == (SITE, AIM, 1)
    assert numbers(mine)[Number.BUILD :].tolist() == [0, 0, 1, 0]
    seen = observe(view_of(s, 1), 1)
    assert (seen[Plane.COMMAND].any(), numbers(seen)[Number.CHOSEN + 1]) == (False, 1)
    assert not numbers(seen)[Number.BUILD :].any()


def test_observations_show_a_move_to_where_the_soldier_stands() -> None:
    s = position(*ARMY)
    for decision in ("Move (3, 2)", "Aim (3, 2)"):
        rules.step(s, 0, *read(s, 0, decision))
    mine = observe(view_of(s, 0), 0)
    assert (mine[Plane.COMMAND, 3, 2], mine[Plane.COMMAND].sum()) == (SITE + AIM, SITE + AIM)
    assert numbers(mine)[Number.BUILD :].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_what_is_written_after_a_decision_makes_the_whole_observation(number: int) -> None:
    options, rng, s = VARIANTS[number], Random(number), begin(VARIANTS[number])
    kept = np.full(observation.shape(options), 77, observation.dtype())
    whole = kept.copy()
    observation.encode(view_of(s, 0), 0, kept)
    before = shown = 0
    while not rules.is_over(s) and shown < amount(10**6, 60):
        for seat in range(2):
            for action in some(choose_command(rng, s, seat)):
                rules.step(s, seat, action)
                if rules.is_over(s):
                    return
                turn = 0 if not s.chosen[0] else 1
                observation.encode_after(view_of(s, turn), turn, before, kept)
                observation.encode(view_of(s, turn), turn, whole)
                assert kept.tobytes() == whole.tobytes()
                # To write it again, nothing having happened, changes nothing either.
                observation.encode_after(view_of(s, turn), turn, turn, kept)
                assert kept.tobytes() == whole.tobytes()
                before, shown = turn, shown + 1
