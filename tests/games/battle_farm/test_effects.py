"""What cards say they do: by every value of every option that changes it."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.scene import Viewer
from plowshares.games.battle_farm import GAME, scene
from plowshares.games.battle_farm.cards import ALL_KINDS, BED_COUNT, CROPS, Bed, Card
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.scene import effects, prompts, words
from plowshares.games.battle_farm.scene.faces import card_face, card_thing
from plowshares.games.battle_farm.state import Choice, State
from tests.games.battle_farm.table import Table

SEATING = "p0 hand [eggplant, corn]; p1 hand [corn] beds `common:corn/3/2`"

# Options, and a phrase that the card says with them.
SAID: list[tuple[dict[str, Any], Card, str]] = [
    ({"combo_scope": "game"}, Card.APPLES, "before in this game."),
    ({"combo_scope": "turn"}, Card.APPLES, "before in this turn."),
    ({"combo_scope": "game"}, Card.MELON, "The first Melon you harvest brings nothing"),
    ({"combo_scope": "turn"}, Card.MELON, "The first Melon you harvest in a turn brings nothing"),
    ({"apples_together": False}, Card.APPLES, "for each earlier Apples"),
    ({"apples_together": True}, Card.APPLES, "in this game, and those harvested together with it"),
    ({"apples_together": True, "combo_scope": "turn"}, Card.APPLES, "in this turn, and those harvested together"),
    ({"mango": "pool"}, Card.MANGO, "steal a random card."),
    ({"mango": "each"}, Card.MANGO, "steal a random card from each opponent."),
    ({"beans": "giver"}, Card.BEANS, "who decides which of the two"),
    ({"beans": "taker"}, Card.BEANS, "You choose the opponent, and which of the two"),
    ({"peppers": "choose"}, Card.PEPPERS, "You roll a four-sided die and give the points"),
    ({"peppers": "random"}, Card.PEPPERS, "chance gives the points"),
    ({"oranges": "field"}, Card.ORANGES, "the crops in all gardens"),
    ({"oranges": "own"}, Card.ORANGES, "the crops in your own garden"),
    ({"thorny_fence": "owner"}, Card.THORNY_FENCE, "who chooses which cards go"),
    ({"thorny_fence": "random"}, Card.THORNY_FENCE, "chance chooses which cards go"),
    ({"clone": "current"}, Card.CLONE, "the value that the crop has now"),
    ({"clone": "printed"}, Card.CLONE, "the value that is printed"),
    ({"greenhouse_area": True}, Card.FUNGUS_INFILTRATION, "Greenhouses are safe"),
    ({"greenhouse_area": False}, Card.FUNGUS_INFILTRATION, "Even Greenhouses are hit"),
    *[
        ({"any_bed": free}, card, f"any bed, {'even' if free else 'except'} a Greenhouse of somebody else")
        for card in (Card.TRELLIS_BED, Card.VERTICAL_BED, Card.ROTATIONAL_BED)
        for free in (False, True)
    ],
    ({"eggplant_self": False}, Card.EGGPLANT, "another crop −1 value"),
    ({"eggplant_self": True}, Card.EGGPLANT, "any crop −1 value"),
]
# Options that change no card's words.
SILENT = {
    *("players", "classes", "class_draw", "start_coins", "start_fertilizers", "start_cards", "deck_counts"),
    *("win_limit", "max_rounds", "final_turns", "trade_proposals", "class_cards", "play_in_vain", "may_decline"),
    *("tiebreak", "stale_market"),
}


def start(**given: Any) -> State:
    s: State = GAME.start(Options(players=2, **given), 1)
    return s


def about(s: State, card: int) -> str:
    """Return what a closer look at a card says."""
    return str(card_thing(s, card, 1).text)


@pytest.mark.parametrize(("given", "card", "phrase"), SAID, ids=lambda value: str(value))
def test_a_card_says_what_the_options_make_of_it(given: dict[str, Any], card: Card, phrase: str) -> None:
    assert phrase in about(start(**given), card)
    rivals = [options for options, other, _phrase in SAID if other == card and set(options) == set(given)]
    assert len({about(start(**options), card) for options in rivals}) == len(rivals), "every value has its own words"


def test_every_option_is_said_or_silent() -> None:
    said = {name for given, _card, _phrase in SAID for name in given}
    assert said | SILENT == set(Options.__struct_fields__)
    assert not said & SILENT


def test_every_card_and_bed_says_something() -> None:
    s = start()
    for card in range(ALL_KINDS):
        assert card_face(s, card, 1, "thing").text == effects.effect(s, card)
        assert str(effects.effect(s, card)) in about(s, card)
    assert len({str(effects.bed_effect(s, kind)) for kind in range(BED_COUNT)}) == BED_COUNT
    assert set(words.CARDS) >= set(range(CROPS))


@pytest.mark.parametrize("greenhouse_area", [False, True])
def test_a_greenhouse_says_whether_fungus_comes_in(greenhouse_area: bool) -> None:
    told = str(effects.bed_effect(start(greenhouse_area=greenhouse_area), Bed.GREENHOUSE))
    assert ("except Fungus" in told) is not greenhouse_area


@pytest.mark.parametrize(("eggplant_self", "title"), [(False, "choose another crop"), (True, "choose a crop")])
def test_an_eggplant_asks_for_what_can_be_chosen(eggplant_self: bool, title: str) -> None:
    table = Table(SEATING, eggplant_self=eggplant_self).play("p0 plant h0 b0")
    assert title in str(prompts.question(table.view(0))[0])
    assert ("crop p0 b0" in table.legal_texts(0)) is eggplant_self


@pytest.mark.parametrize(("beans", "seat", "verb"), [("giver", 1, "Give"), ("taker", 0, "Take")])
def test_beans_ask_who_decides(beans: Any, seat: int, verb: str) -> None:
    table = Table("p0 beds `common:beans/6/1`; p1 c3 f3", beans=beans).start_turn().play("p0 player p1")
    assert table.to_act() == [seat]
    view, viewer = table.view(seat), Viewer(seat, ("Ada", "Ben"))
    labels = [str(offer.label) for offer in scene.offers(view, viewer, (), ("button coin", "button fertilizer"))]
    assert labels == [f"{verb} 1 coin", f"{verb} 1 fertilizer"]
    assert [str(scene.describe(view, viewer, (action,))) for action in table.legal(seat)] == labels
    assert verb.lower() in str(prompts.prompt(view, viewer, ()).title)


@pytest.mark.parametrize(("thorny_fence", "phrase"), [("owner", "of their choice"), ("random", "random cards")])
def test_a_fence_says_who_picks_the_cards(thorny_fence: Any, phrase: str) -> None:
    before = "p0 hand [thorny-fence] beds `common:corn/3/2` `common:corn/3/2`; p1 hand [corn, corn, corn]"
    table = Table(before, thorny_fence=thorny_fence).play("p0 play h0")
    assert table.s.pending == Choice.THORNY_FENCE
    assert phrase in str(prompts.prompt(table.view(0), Viewer(0, ("Ada", "Ben")), ()).help)
