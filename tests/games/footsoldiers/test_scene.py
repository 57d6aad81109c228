"""What people see and read of Footsoldiers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.scene import Offer, Viewer
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking
from plowshares.games.footsoldiers import GAME, notation, rules, scene
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of
from plowshares.games.footsoldiers.options import PRESETS, Options
from plowshares.games.footsoldiers.scene.turns import trace
from plowshares.games.footsoldiers.scene.walks import walk_of
from tests.games.footsoldiers.table import VARIANTS, begin, choose_command, play, position, view_of
from tests.scene_checks import titles_of
from tests.scene_watch import COORDINATES, NAMES, Watch, check_guided_match, check_pictures

BUILD = 3  # decisions of an order to build
ONE, TWO, WATCHER = (Viewer(seat, NAMES[:2]) for seat in (0, 1, -1))


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_match_is_told_in_words_to_everybody(preset: str) -> None:
    options = read_options(Options, {**PRESETS[preset], "money_per_turn": 12, "total_turns": 60})
    Watch(GAME, options, 3, COORDINATES).check_match(300, every=3 if preset == "short" else 30)


def test_a_short_match_is_told_in_words() -> None:
    Watch(GAME, read_options(Options, {**PRESETS["short"], "money_per_turn": 12}), 4, COORDINATES).check_match(
        40, every=4
    )


def test_the_guided_match_can_be_played() -> None:
    check_guided_match(GAME)


def test_how_to_play_has_pictures() -> None:
    check_pictures(GAME)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_turns_are_traced_as_the_rules_play_them(variant: int) -> None:
    rng = Random(variant)
    s = begin(VARIANTS[variant])
    for _ in range(40):
        if rules.is_over(s):
            break
        before = s.clone()
        for seat in range(2):
            for action in choose_command(rng, view_of(s, seat), seat):
                rules.step(s, seat, action)
        turn = trace(before, s)
        left = {man.end: man.soldier._replace(at=man.end, health=man.health) for man in turn.men if man.health}
        assert left == all_soldiers(s)
        for seat in range(2):
            lost = sum(hit.damage for hit in turn.hits if hit.target is None and hit.seat == seat)
            assert max(0, int(before.sides[seat].base_health) - lost) == s.sides[seat].base_health


def offers_at(match: Match, seat: int, *path: str) -> dict[str, Offer]:
    view = match.view(seat)
    picking = Picking(GAME.notation, view, seat, match.legal(seat))
    offers = scene.offers(view, Viewer(seat, match.names), path, picking.next(path))
    return {offer.pick: offer for offer in offers}


def new_match(**given: Any) -> Match:
    return Match(GAME, read_options(Options, given), 1, NAMES[:2])


def test_a_build_takes_two_clicks_and_marches_to_the_other_castle() -> None:
    match = new_match()
    match.play(0, offers_at(match, 0)["build f-scout"].command)
    order = offers_at(match, 0)["order"]
    assert order.main
    (turn,) = match.play(0, order.command)
    assert turn.text.startswith("Build Scout (")
    assert turn.text.endswith(" (65, 3) Right")


def test_a_goal_is_recommended_by_the_way_it_leads() -> None:
    match = new_match()
    match.play(0, "Build Scout (4, 3) (65, 3) Right")
    match.play(1, "No-op")
    view = match.view(0)
    ((x, y),) = all_soldiers(view)
    orders = (f"Move ({x}, {y}) to ({column}, {row})" for column, row in ((x + 20, y), (x, y), (65, 3), (3, 3)))
    told = [scene.reason(view, ONE, tuple(GAME.notation.parse(view, 0, order))) for order in orders]
    assert told == [
        "It goes 20 steps nearer to Marlene’s castle.",
        "It guards your castle.",
        "It marches on Marlene’s castle.",
        "It guards your castle.",
    ]
    match.play(0, f"Move ({x}, {y})")
    view = match.view(0)
    assert scene.reason(view, ONE, tuple(GAME.notation.parse(view, 0, f"Aim ({x + 20}, {y})"))) == told[0]


def reason_for(s: Any, order: str) -> str:
    view = view_of(s, 0)
    return str(scene.reason(view, ONE, tuple(GAME.notation.parse(view, 0, order))))


def test_a_soldier_is_said_to_meet_an_enemy_only_if_it_does() -> None:
    """The enemy comes for the castle of player1 from the right: who marches past it does not meet it."""
    meets = "It meets Marlene’s Scout before your castle, if no order changes that."
    s = position("P2 Scout (8,2)→(1,2)", money=(12, 0))
    assert reason_for(s, "Build Tank (2, 2) (2, 2) Right") == meets
    past = "It can reach Marlene’s castle in 1 turn, if nobody stops it."
    assert reason_for(s, "Build Scout (2, 2) (9, 2) Right") == past
    s = position("P2 Scout (8,2)→(8,2)")  # stays where it is, and nobody goes there
    assert reason_for(s, "Build Scout (1, 0) (1, 0) Right") == ""


def test_a_turn_is_recommended_only_if_it_changes_who_is_struck() -> None:
    s = position("P1 Scout (4,2) Down", "P2 Scout (5,2)", "P2 Tank (4,3)")
    told = "Then it strikes Marlene’s Scout first, if that one stays."
    assert reason_for(s, "Change attack direction (4, 2) to Right") == told
    assert (
        reason_for(s, "Change attack direction (4, 2) to Left") == told
    )  # clockwise from the left comes the right before below
    assert reason_for(s, "Change attack direction (4, 2) to Down") == ""


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_walks_that_are_foretold_come_true(variant: int) -> None:
    """A soldier without others on the map stands after each turn where the forecast says."""
    rng, compared = Random(variant), 0
    for _ in range(6):
        s = begin(VARIANTS[variant])
        seat = rng.randrange(2)
        order: tuple[int, ...] = ()
        while len(order) < BUILD:
            order = choose_command(rng, view_of(s, seat), seat)
        for action in order:
            rules.step(s, seat, action)
        written = notation.join(s, order)
        assert written.at is not None
        assert written.to is not None
        soldier = Soldier(seat, written.type or 0, written.at, 1, written.to, written.facing or 0)
        stops = walk_of(s, soldier).stops
        rules.step(s, 1 - seat, 0)
        for stop in (*stops[:8], *stops[-1:] * (len(stops) < 8)):
            assert list(all_soldiers(s)) == [stop]
            compared += 1
            if rules.is_over(s):
                break
            for each in range(2):
                rules.step(s, each, 0)
    assert compared > 6


def test_build_cards_have_prices_figures_and_reasons() -> None:
    cards = offers_at(new_match(initial_money=10), 0)
    assert [cards[f"build {art}"].enabled for art in ("f-scout", "f-assassin", "f-tank")] == [True, False, False]
    assert cards["build f-tank"].why_not == "2 coins short"
    scout = cards["build f-scout"]
    assert scout.price is not None
    assert (scout.price.value, [fact.value for fact in scout.facts]) == (10, [9, 6, 3])
    assert scout.forecast is not None
    assert scout.forecast.title.startswith("There in")


def test_a_cell_offers_all_soldiers_the_dear_ones_with_a_reason() -> None:
    match = new_match(initial_money=11)
    offers = offers_at(match, 0, "cell 1,4")
    assert offers["button build Scout"].enabled
    assert not offers["button build Tank"].enabled


def events_of(s: Any, viewer: Viewer, *commands: str) -> list[Any]:
    before = view_of(s, viewer.seat)
    play(s, *commands)
    return list(scene.events(before, view_of(s, viewer.seat), viewer))


def test_a_fight_floats_the_damage_and_names_the_fallen() -> None:
    s = position("P1 Assassin (4,1) Right", "P2 Scout (5,1) Left")
    s.sides[1].health[0] = 5
    events = events_of(s, ONE, "No-op", "No-op")
    hits = [event for event in events if event.verb == "lose"]
    assert {(event.target, event.amount) for event in hits} == {("cell 5,1", 5), ("cell 4,1", 3)}
    assert "Your Assassin hits Marlene’s Scout for 5: it falls." in [event.text for event in hits]
    assert [event.target for event in events if event.verb == "vanish"] == ["cell 5,1"]


def test_both_orders_are_shown_and_the_phases_follow() -> None:
    s = position("P1 Assassin (4,1) Right", "P2 Scout (5,1) Left", money=(10, 0))
    s.sides[1].health[0] = 5
    events = events_of(s, ONE, "Build Scout (1, 4) (9, 4) Down", "No-op")
    first, second = (event for event in events if event.verb == "announce")
    assert [(event.title, event.art, event.together) for event in (first, second)] == [
        ("Your order", "f-scout", False),
        ("Marlene’s order", "i-hourglass", True),
    ]
    parts = [event.phase for event in events if event.phase is not None]
    assert parts == sorted(parts)
    assert set(parts) == {0, 1, 2, 3}


def test_orders_are_told_to_each_viewer() -> None:
    texts = {}
    for viewer in (ONE, TWO, WATCHER):
        s = begin(Options())
        texts[viewer.seat] = [event.text for event in events_of(s, viewer, "Build Scout (1, 4) (65, 3) Down", "No-op")][
            :2
        ]
    assert texts[0] == ["You build a Scout. It marches to Marlene’s castle.", "Marlene waits."]
    assert texts[1] == ["You wait.", "Jonas builds a Scout. It marches to your castle."]
    assert texts[-1] == ["Jonas builds a Scout. It marches to Marlene’s castle.", "Marlene waits."]


def test_marches_have_their_way() -> None:
    s = begin(Options())
    march = next(
        event for event in events_of(s, ONE, "Build Scout (1, 4) (65, 3) Down", "No-op") if event.verb == "move"
    )
    assert (march.source, march.target, len(march.path)) == ("cell 1,4", "cell 7,4", 7)


def test_walks_say_where_a_soldier_gets_stuck() -> None:
    s = position("P1 Tank (3,2)")
    free = walk_of(s, Soldier(0, 2, (3, 2), 12, base_of(s, 1), 3))
    assert free.arrives
    assert walk_of(s, Soldier(0, 2, (3, 2), 12, (0, 0), 3)).turns >= 1


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("cell 30,3", "Soldiers are built at most 5 steps from your castle."),
        ("cell 1,3", "A castle stands there."),
        ("cell 0,1", "Nothing can be built on a rock."),
    ],
)
def test_refusals_have_words(cell: str, words: str) -> None:
    view = view_of(begin(Options()), 0)
    assert scene.explain(view, ONE, (cell,), IllegalCommand("pick", "")) == words


def test_the_end_is_told_in_one_sentence() -> None:
    match = new_match()
    match.resign(0)
    assert match.result is not None
    ending = scene.ending(match.view(0), ONE, match.result.reason, match.result.outcome)
    assert (ending.title, ending.reason) == ("You lost", "You resigned. Marlene wins.")
    assert match.result.scores == (0.0, 1.0)


def test_the_field_has_a_title_and_a_description() -> None:
    field, *_ = scene.regions(new_match().view(0), ONE, ())
    title, words = titles_of(field.svg)
    assert title == "Field"
    assert words.startswith("Turn 1: give one order. Choose a free cell near your castle to build on.")
