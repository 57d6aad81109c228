"""What people see and read of Stratego."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.scene import Forecast, Viewer
from plowshares.core.seats import seats_of
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking
from plowshares.games.stratego import GAME, scene
from plowshares.games.stratego.options import PRESETS, Options
from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.scene.setups import list_setups
from plowshares.games.stratego.scene.things import kind_id
from plowshares.games.stratego.scene.words import about
from plowshares.games.stratego.state import Result
from tests.amounts import some
from tests.games.stratego.table import Table
from tests.scene_watch import NAMES, Watch, check_guided_match, check_pictures, things_drawn

RED, BLUE, WATCHER = (Viewer(seat, NAMES[:2]) for seat in (0, 1, -1))


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_match_is_told_in_words_to_everybody(preset: str) -> None:
    given = {**PRESETS[preset], "red_setup": "random", "blue_setup": "random", "no_battle_limit": 60}
    Watch(GAME, read_options(Options, given), 3).check_match(300, every=2 if preset in ("micro", "mini") else 12)


@pytest.mark.parametrize("preset", ["micro", "barrage", "classic"])
def test_a_setup_is_told_in_words(preset: str) -> None:
    watch = Watch(GAME, read_options(Options, dict(PRESETS[preset])), 5)
    watch.check_match(60, every=6)


@pytest.mark.parametrize("reveal", ["silent", "outcome"])
def test_battles_that_tell_little_have_words_too(reveal: str) -> None:
    given = {"variant": "mini", "battle_reveal": reveal, "red_setup": "random", "blue_setup": "random"}
    Watch(GAME, read_options(Options, given), 7).check_match(80, every=4)


def test_the_guided_match_can_be_played() -> None:
    check_guided_match(GAME)


def test_how_to_play_has_pictures() -> None:
    check_pictures(GAME)


def events_of(table: Table, move: str, viewer: Viewer) -> list[Any]:
    before = table.view(viewer.seat)
    table.do(move)
    return list(scene.events(before, table.view(viewer.seat), viewer))


@pytest.mark.parametrize(
    ("viewer", "title", "text"),
    [
        (RED, "Your Captain takes a Sergeant", "Your Captain takes Marlene’s Sergeant on e5."),
        (BLUE, "A Captain takes your Sergeant", "Jonas’s Captain takes your Sergeant on e5."),
        (WATCHER, "A Captain takes a Sergeant", "Jonas’s Captain takes Marlene’s Sergeant on e5."),
    ],
)
def test_a_battle_is_told_to_each_viewer(viewer: Viewer, title: str, text: str) -> None:
    (battle,) = events_of(Table.at("6@e4", "4@e5"), "e4-e5", viewer)
    assert (battle.verb, battle.title, battle.text, battle.detail) == ("battle", title, text, "6 beats 4")
    assert (battle.art, battle.other_art, battle.winner) == ("rank-captain", "rank-sergeant", "thing")


@pytest.mark.parametrize(
    ("viewer", "trays"), [(RED, ("lost", "captured")), (BLUE, ("captured", "lost")), (WATCHER, ("lost", "captured"))]
)
def test_a_battle_names_the_trays_of_those_who_fall(viewer: Viewer, trays: tuple[str, str]) -> None:
    table = Table.at("6@e4", "6@e5")
    (battle,) = events_of(table, "e4-e5", viewer)
    assert (battle.winner, battle.tray, battle.other_tray) == ("none", *trays)
    view = GAME.view_of(table.s, viewer.seat)
    sides = {each.name: {card.colour for card in each.cards} for each in scene.regions(view, viewer, ())}
    assert (sides[trays[0]], sides[trays[1]]) == ({0}, {1})


def test_a_lost_attack_and_an_equal_one() -> None:
    (lost,) = events_of(Table.at("2@e4", "b@e5"), "e4-e5", RED)
    assert (lost.title, lost.winner, lost.tone) == ("Your Scout falls to a Bomb", "other", "bad")
    (even,) = events_of(Table.at("6@e4", "6@e5"), "e4-e5", RED)
    assert (even.title, even.winner, even.tone) == ("Both fall: Captain and Captain", "none", "even")


def test_a_strike_moves_first_and_then_fights() -> None:
    move, battle = events_of(Table.at("2@a4", "4@b6"), "a4-a6xb6", RED)
    assert (move.verb, move.path) == ("move", ("cell a4", "cell a5", "cell a6"))
    assert (battle.verb, battle.source, battle.target) == ("battle", "cell a6", "cell b6")


def offers_after(table: Table, *path: str) -> dict[str, Any]:
    view = table.view(0)
    picks = [pick for full in table.paths(0) if full[: len(path)] == path for pick in full[len(path) : len(path) + 1]]
    return {offer.pick: offer for offer in scene.offers(view, RED, path, list(dict.fromkeys(picks)))}


def seen_sergeant(memory_aid: bool) -> Table:
    """A Captain that stands before a Sergeant it has been told of."""
    table = Table.at("6@e4", "4@e5", memory_aid=memory_aid)
    table.s.shown[table.piece("e5")] = 1
    return table


def test_known_enemies_have_a_forecast() -> None:
    table = seen_sergeant(memory_aid=True)
    forecast = offers_after(table, "cell e4")["cell e5"].forecast
    assert (forecast.tone, forecast.title) == ("good", "You win")


@pytest.mark.parametrize(
    ("red", "move", "words"),
    [
        ("6@e3 3@g1", "e3-e4", "From there your Captain can attack the hidden piece on e5."),
        ("6@a4 3@j1", "a4-b4", ""),
        ("6@a4 3@j1", "a4-a5", "It brings your Captain forward."),
        ("6@a4 3@j1", "a4-a3", "It brings your Captain back."),
        ("6@a4 3@a3", "a4-b4", "It makes way for your Miner."),
    ],
)
def test_quiet_moves_are_explained(red: str, move: str, words: str) -> None:
    table = Table.at(red, "4@e5", variant="classic")
    view = table.view(0)
    assert scene.reason(view, RED, tuple(GAME.notation.parse(view, 0, move))) == words


def test_a_retreat_from_a_hidden_piece_that_moves_is_explained() -> None:
    table = Table.at("6@e3 3@g1", "4@e5", variant="classic")
    table.do("g1-g2")
    table.do("e5-e4")
    view = table.view(0)
    words = "It gets your Captain away from the hidden piece on e4."
    assert scene.reason(view, RED, tuple(GAME.notation.parse(view, 0, "e3-d3"))) == words


def test_unknown_enemies_have_a_count_of_kinds() -> None:
    table = Table.at("6@e4", "4@e5", variant="classic")
    forecast = offers_after(table, "cell e4")["cell e5"].forecast
    assert forecast.title == "Unknown"
    assert forecast.text.startswith("You do not know this piece.")
    stronger, weaker = 1 + 1 + 2 + 3 + 6, 4 + 4 + 5 + 8 + 1 + 1  # Marshal to Majors, Bombs; Lieutenants to Spy, Flag
    assert f"Of the {stronger + 4 + weaker} that it can be, {stronger} would beat your Captain." in forecast.text
    assert dict(forecast.rows)["Stronger"] == "Marshal, General, 2 × Colonel, 3 × Major and 6 × Bomb"
    assert forecast.tone == "even"


def test_an_enemy_that_can_be_one_kind_only_is_foreseen_as_known() -> None:
    table = Table.at("4@e4", "4@e5", variant="custom", army="f:1 4:2", width=10, height=10, rows=4)
    table.do("b1-c1")
    table.do("e5-f5")  # it has moved: no Flag
    table.do("e4-f4")
    table.do("i10-i9")
    forecast = offers_after(table, "cell f4")["cell f5"].forecast
    assert (forecast.tone, forecast.title) == ("even", "Both fall")
    assert forecast.text == "It can only be: Sergeant. Your Sergeant and the Sergeant both fall."


def test_a_face_that_turned_down_again_is_not_told() -> None:
    table = seen_sergeant(memory_aid=False)
    assert offers_after(table, "cell e4")["cell e5"].forecast.title == "Unknown"
    assert all("Marlene’s Sergeant" not in thing.label for thing in scene.things(table.view(0), RED).values())


@pytest.mark.parametrize(
    ("memory_aid", "text"),
    [(True, "Jonas’s Captain moves from e4 to e5."), (False, "Jonas moves from e4 to e5.")],
)
def test_a_move_names_the_piece_whose_face_is_seen(memory_aid: bool, text: str) -> None:
    table = Table.at("6@e4", "4@e8", memory_aid=memory_aid)
    table.s.shown[table.piece("e4")] = 1
    (move,) = events_of(table, "e4-e5", BLUE)
    assert move.text == text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("cell a1",), "A Flag cannot move."),
        (("cell e5",), "The piece on e5 is not yours. Choose one of your own first."),
        (("cell e4", "cell e6"), "Your Captain cannot go so far at once."),
        (("cell e4", "cell f7"), "Pieces move straight: f7 is not in line with your Captain."),
        (("cell d4", "cell d5"), "Nobody can enter the lake."),
    ],
)
def test_refusals_have_words(path: tuple[str, ...], words: str) -> None:
    table = Table.at("6@e4 5@d4", "4@e5")
    assert scene.explain(table.view(0), RED, path, IllegalCommand("pick", "no")) == words


def test_refusals_of_a_setup_have_words() -> None:
    view = Table.start(variant="classic").view(0)
    assert (
        scene.explain(view, RED, ("reserve b", "cell a7"), IllegalCommand("pick", ""))
        == "A Bomb must stand on your own 4 rows."
    )
    assert (
        scene.explain(view, RED, ("button ready",), IllegalCommand("not-complete", ""))
        == "40 pieces are not placed yet."
    )


def test_ready_is_offered_with_the_reason_why_not() -> None:
    table = Table.start(variant="micro")
    ready = offers_after(table)["button ready"]
    assert not ready.enabled
    assert ready.why_not == "4 pieces are not placed yet."


def test_pieces_can_be_swapped_in_either_order() -> None:
    table = Table.start(variant="micro").do("load standard", seat=0)
    for first, other in (("a1", "d1"), ("d1", "a1")):
        assert f"cell {other}" in offers_after(table, f"cell {first}")


def test_a_setup_can_be_mirrored() -> None:
    table = Table.start(variant="micro").do("load standard", seat=0)
    assert offers_after(table)["mirror"].command == "layout 3bfm"


def test_a_setup_can_be_kept() -> None:
    table = Table.start(variant="micro")
    assert not offers_after(table)["save"].enabled
    kept = offers_after(table.do("load standard", seat=0))["save"]
    assert kept.command == "layout mfb3"
    other = Table.start(variant="micro")
    assert other.do(kept.command, seat=0).placed(0) == table.placed(0)
    assert kept.keep == offers_after(other)["save"].keep
    assert kept.keep != offers_after(Table.start(variant="mini"))["save"].keep


def test_trays_count_what_has_fallen() -> None:
    table = Table.start(variant="micro", red_setup="mfb3", blue_setup="mfb3")
    for move in ("a1-a2", "d4-d3", "a2-a3", "d3-d2", "a3-a4"):
        table.do(move)
    regions = {region.name: region for region in scene.regions(table.view(0), RED, ())}
    assert regions["captured"].label == "You captured"
    assert {card.title: card.badge for card in regions["captured"].cards}["Miner"] == "1 of 1"
    assert (regions["captured"].note, regions["lost"].note) == ("1 of 4 · 3 hidden", "0 of 4")


def test_after_a_resignation_both_armies_lie_open() -> None:
    given = {"variant": "mini", "red_setup": "random", "blue_setup": "random"}
    match = Match(GAME, read_options(Options, given), 1, NAMES[:2])
    hidden = [thing for thing in scene.things(match.view(0), RED).values() if "hidden" in thing.label]
    assert len(hidden) == 12
    match.resign(1)
    assert match.result is not None
    assert (match.result.scores, match.result.outcome) == ((1.0, 0.0), (1.0, -1.0))
    for viewer in (RED, BLUE, WATCHER):
        view = match.view(viewer.seat)
        assert not [thing for thing in scene.things(view, viewer).values() if "hidden" in thing.label]
        assert "piece-back" not in scene.regions(view, viewer, ())[0].svg
    assert scene.ending(match.view(0), RED, match.result.reason, match.result.outcome).title == "You won"
    assert (
        scene.ending(match.view(1), BLUE, match.result.reason, match.result.outcome).reason
        == "You resigned. Jonas wins."
    )
    assert match.result.scores == (1.0, 0.0)


def test_things_are_numbered_by_place_and_not_by_kind() -> None:
    one = Table.start(variant="micro", red_setup="mfb3", blue_setup="mfb3")
    other = Table.start(variant="micro", red_setup="mfb3", blue_setup="3bfm")
    drawn = [things_drawn(scene.regions(table.view(0), RED, ())) for table in (one, other)]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("preset", ["quick", "mini", "micro"])
def test_every_further_setup_can_be_loaded_by_its_picture(preset: str) -> None:
    options = read_options(Options, dict(PRESETS[preset]))
    for each in some(list_setups(Match(GAME, options, 1, NAMES[:2]).state)):
        match = Match(GAME, options, 1, NAMES[:2])
        offers = {offer.pick: offer for offer in scene.offers(match.view(0), RED, (), ())}
        cards = {card.pick: card for region in scene.regions(match.view(0), RED, ()) for card in region.cards}
        assert cards[each.pick].picture
        match.play(0, each.command or f"load {each.pick.split()[-1]}")
        assert int(match.state.reserve[0].sum()) == 0
        if each.command:
            assert offers[each.pick].command == each.command
        regions = scene.regions(match.view(0), RED, ())
        texts = {card.pick: str(card.text) for region in regions for card in region.cards}
        assert "stands like this" in texts[each.pick]


def test_signs_on_pieces_are_explained_beside_the_board() -> None:
    table = Table.at("6@e4", "4@e5")
    regions = {region.name: region for region in scene.regions(table.view(0), RED, ())}
    things = scene.things(table.view(0), RED)
    assert [card.title for card in regions["signs"].cards] == ["has moved", "was seen"]
    assert all(card.thing in things and things[card.thing].text for card in regions["signs"].cards)
    assert "signs" not in {region.name for region in scene.regions(table.view(-1), WATCHER, ())}


def test_nothing_can_be_picked_in_the_pictures_that_explain() -> None:
    for picture in some(scene.how_to_play()):
        assert "data-pick" not in picture.svg
        assert "data-thing" not in picture.svg
        assert '"pick' not in picture.svg


@pytest.mark.parametrize("takes_flag", [False, True])
def test_a_spy_says_what_it_takes_under_the_options(takes_flag: bool) -> None:
    view = Match(GAME, Options(spy_takes_flag=takes_flag), 1, NAMES[:2]).view(0)
    beaten = [kind for kind in Type if decide(view.options, Type.SPY, kind) == Result.DEFENDER_FALLS]
    assert beaten == ([Type.FLAG, Type.MARSHAL] if takes_flag else [Type.MARSHAL])
    told = str(about(view, Type.SPY))
    assert told in str(scene.things(view, RED)[kind_id(0, Type.SPY)].text)
    assert ("takes the Marshal if it attacks first, and the Flag." in told) is takes_flag
    assert ("beats it, and even the Flag." in told) is not takes_flag


@pytest.mark.parametrize("preset", ["classic", "mini"])
def test_the_board_has_a_title_and_a_description(preset: str) -> None:
    match = Match(GAME, read_options(Options, dict(PRESETS[preset])), 1, NAMES[:2])
    board = next(region for region in scene.regions(match.view(0), RED, ()) if region.name == "board")
    for tag in ("title", "desc"):
        assert len(re.findall(rf"<{tag}\b[^>]*>[^<]+</{tag}>", board.svg)) == 1


def test_random_play_ends_battles_as_foreseen() -> None:
    met: Counter[str] = Counter()
    for number, preset in enumerate(PRESETS):
        setups = {"red_setup": "random", "blue_setup": "random"}
        met += play_with_forecasts({**PRESETS[preset], **setups, "memory_aid": True}, number, 250)
    assert min(met[title] for title in ("You win", "You lose", "Both fall", "Unknown")) > 0


def play_with_forecasts(given: dict[str, Any], seed: int, steps: int) -> Counter[str]:
    """Play at random; compare what was foreseen of battles with what came of them."""
    options = read_options(Options, given)
    s, rng, met = GAME.start(options, seed), random.Random(seed), Counter[str]()
    out = np.zeros(GAME.actions.space(options).size, np.int64)
    for _ply in range(steps):
        acting = seats_of(GAME.rules.to_act(s))
        if not acting:
            break
        seat = acting[0]
        legal = [int(action) for action in out[: GAME.rules.legal_actions(s, seat, out)]]
        view, viewer = GAME.view_of(s, seat), Viewer(seat, NAMES[:2])
        picking = Picking(GAME.notation, view, seat, legal)
        path, forecast = choose(picking, view, viewer, rng)
        for action in picking.actions(path):
            before = s.clone()
            GAME.rules.step(s, seat, action)
        if forecast is not None:
            assert is_kept(forecast, before, s, seat), (forecast, path)
            met[str(forecast.title)] += 1
    return met


def choose(picking: Picking, view: Any, viewer: Viewer, rng: random.Random) -> tuple[list[str], Forecast | None]:
    """Pick at random, attacks first; return the picks and what was foreseen of the last."""
    path: list[str] = []
    forecast = None
    while picks := picking.next(path):
        offers = {offer.pick: offer for offer in scene.offers(view, viewer, path, picks)}
        foreseen = [pick for pick in picks if pick in offers and offers[pick].forecast is not None]
        pick = rng.choice(foreseen or picks)
        forecast = offers[pick].forecast if foreseen else None
        path.append(pick)
    return path, forecast


def is_kept(forecast: Forecast, before: Any, after: Any, seat: int) -> bool:
    """Ask whether a battle took from each side what was foreseen."""
    own, other = (count_pieces(before, side) - count_pieces(after, side) for side in (seat, 1 - seat))
    lost = own, other
    if str(forecast.title) == "Unknown":
        group = {(0, 1): "Weaker", (1, 0): "Stronger", (1, 1): "Equal"}[lost]
        return group in dict(forecast.rows)
    return lost == {"You win": (0, 1), "You lose": (1, 0), "Both fall": (1, 1)}[str(forecast.title)]


def count_pieces(s: Any, side: int) -> int:
    """Count the pieces of a side on the board."""
    first, end = (0, int(s.blue)) if side == 0 else (int(s.blue), int(s.pieces))
    return int(((s.board >= first) & (s.board < end)).sum())
