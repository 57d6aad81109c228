"""What people see of Battle Farm: random matches of every preset, for every viewer."""

from __future__ import annotations

import pytest

from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm import GAME, scene
from plowshares.games.battle_farm.cards import Bed, Card
from plowshares.games.battle_farm.scene.faces import bed_picture
from plowshares.games.battle_farm.scene.words import whose_crop
from plowshares.games.battle_farm.state import Phase
from tests.amounts import some
from tests.games.battle_farm.table import Table
from tests.scene_checks import SceneWalk, check_guide, find_codes

SALE = "p0 c0 hand [corn, mango]; p1 c9; p2 c9"
CODES = r"\b[mhb]\d\b|\b\w+=\d|win-limit"


def walk(preset: str, seed: int) -> SceneWalk:
    return SceneWalk(GAME, read_options(GAME.options, GAME.presets[preset]), seed, CODES)


@pytest.mark.parametrize("preset", GAME.presets)
def test_a_match_begins_without_codes_and_with_all_picks_described(preset: str) -> None:
    match = walk(preset, seed=len(preset))
    assert match.check_match(40, look_every=8) > 30
    match.check_leaks(3)


@pytest.mark.long
@pytest.mark.parametrize("preset", GAME.presets)
def test_whole_matches_have_no_codes_and_leak_nothing(preset: str) -> None:
    match = walk(preset, seed=7 + len(preset))
    while match.check_match(100, look_every=5) == 99:
        match.check_leaks(match.rng.randrange(1 << 30))
    match.look_at_the_end()


def test_the_guided_match_can_be_played() -> None:
    check_guide(GAME)


def test_how_to_play_has_five_pictures() -> None:
    pictures = GAME.scene.how_to_play() if GAME.scene else []
    assert len(pictures) == 5
    assert not find_codes(list(pictures))


def test_nothing_can_be_picked_in_the_pictures_that_explain() -> None:
    for picture in some(scene.how_to_play()):
        assert "data-pick" not in picture.svg
        assert "data-thing" not in picture.svg
        assert '"pick' not in picture.svg


def test_hands_are_laid_open_in_a_replay_and_nowhere_else() -> None:
    s = GAME.start(read_options(GAME.options, GAME.presets["two"]), 5)
    viewer = Viewer(SPECTATOR, ("Ada", "Ben"))
    drawn = scene.regions(s, viewer, ())
    hands = {each.name: each.cards for each in drawn if each.name.startswith("hand")}
    assert {name: len(cards) for name, cards in hands.items()} == {
        f"hand-{seat}": int(s.hand_count[seat]) for seat in range(2)
    }
    looks = scene.things(s, viewer)
    for card in some([card for cards in hands.values() for card in cards]):
        assert card.thing in looks
    watched = scene.regions(GAME.view_of(s, SPECTATOR), viewer, ())
    assert [each.name for each in watched] == [each.name for each in drawn if each.name not in hands]


def test_bids_are_taken_by_buttons_that_name_bidder_and_price() -> None:
    table = Table(SALE).phase(Phase.TRADE).play("p0 sell h0", "p0 propose", "p1 bid 3", "p2 bid 1")
    view, viewer = GAME.view_of(table.s, 0), Viewer(0, ("Ada", "Ben", "Cleo"))
    picks = ["player p1", "player p2", "button decline"]
    best, other, keep = scene.offers(view, viewer, (), picks)
    assert (str(best.label), best.main, best.where) == ("Take 3 coins from Ben", True, "bar")
    assert (str(other.label), other.main, other.where) == ("Take 1 coin from Cleo", False, "panel")
    assert str(keep.label) == "Keep my cards"
    drawn = [panel.pick for panel in scene.panels(view, viewer)]
    assert drawn == ["", "", ""], "what is drawn elsewhere has no button"
    assert [panel.pick for panel in scene.panels(view, Viewer(1, viewer.names))] == ["player p0", *picks[:2]]


def test_a_small_bed_shows_its_crop_large() -> None:
    small, large = (bed_picture(Bed.COMMON, Card.MANGO, 2, small) for small in (True, False))
    assert small.count("art:") == 2
    assert "grow-" not in small
    assert "grow-3" in large
    assert "grow-ripe" in bed_picture(Bed.COMMON, Card.MANGO, 1, small=True)


def test_whose_crop_is_said_without_a_name_twice() -> None:
    viewer = Viewer(0, ("Ada", "Bo"))
    assert str(whose_crop(viewer, 0, Card.MANGO, 1)) == "your Mango"
    assert str(whose_crop(viewer, 1, Card.MANGO, 0)) == "Bo’s Mango"
    assert str(whose_crop(viewer, 1, Card.MANGO, 1)) == "their own Mango"
