"""Text, JSON, public forms, picks, prompts, and the log."""

from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm import GAME, notation
from plowshares.games.battle_farm.actions import SPACE, WHOLE_SPACE, Kind
from plowshares.games.battle_farm.notation.words import FORMS, KIND_NAMES, card_name
from plowshares.games.battle_farm.state import Choice, Phase, Told
from tests.games.battle_farm.table import Table

SALE = "p0 hand [corn=8, clone, wheat]; p1 c9; p2 c9"


def test_kinds_have_the_codes_of_the_rules() -> None:
    assert list(KIND_NAMES) == [kind.name.lower() for kind in Kind]
    assert [kind.size for kind in SPACE.kinds][:6] == [6, 1, 244, 1, 256, 6]
    assert all(len(FORMS[kind]) == len(WHOLE_SPACE.kinds[kind].fields) for kind in Kind)


def test_every_action_has_its_own_text_and_json() -> None:
    s = Table().s
    texts = {notation.format(s, 0, (action,)) for action in SPACE}
    assert len(texts) == SPACE.size
    data = {str(notation.to_json(s, 0, (action,))) for action in SPACE}
    assert len(data) == SPACE.size


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("plant h0 b1", {"kind": "plant", "hand": 0, "bed": 1}),
        ("PLANT  H0   b1", {"kind": "plant", "hand": 0, "bed": 1}),
        ("plant 0 1", {"kind": "plant", "hand": 0, "bed": 1}),
        ("done", {"kind": "done"}),
        ("ability", {"kind": "ability"}),
    ],
)
def test_ways_to_write_an_action(text: str, data: dict[str, object]) -> None:
    view = Table("p0 hand [corn, wheat]; p1 beds `common:wheat/2/1`").view(0)
    actions = notation.parse(view, 0, text)
    assert notation.parse_json(view, 0, data) == actions
    assert notation.to_json(view, 0, actions) == data
    assert notation.parse(view, 0, notation.format(view, 0, actions)) == actions


@pytest.mark.parametrize(
    ("command", "text", "data"),
    [
        ("color", "color red", {"kind": "color", "color": "red"}),
        ("give", "give fertilizer", {"kind": "give", "what": "fertilizer"}),
        ("keep", "keep 1", {"kind": "keep", "index": 1}),
        ("restore", "restore wither", {"kind": "restore", "card": "wither"}),
        ("take", "take m3", {"kind": "take", "slot": 3}),
        ("remodel", "remodel b1 trellis", {"kind": "remodel", "bed": 1, "type": "trellis"}),
        ("bid", "bid 7", {"kind": "bid", "amount": 7}),
        ("accept", "accept p2", {"kind": "accept", "player": 2}),
    ],
)
def test_canonical_forms(command: str, text: str, data: dict[str, object]) -> None:
    s = Table().s
    found = [a for a in SPACE if notation.format(s, 0, (a,)) == text]
    assert len(found) == 1
    assert notation.to_json(s, 0, (found[0],)) == data
    assert text.split()[0] == command


def public(table: Table, seat: int, command: str) -> str:
    view = table.view(seat)
    return notation.format_public(view, seat, notation.parse(view, seat, command)[0])


def test_public_forms_hide_hand_positions() -> None:
    table = Table("p0 hand [corn, recycle, selection, lucky-find]; p1 c5").phase(Phase.PLAY)
    assert public(table, 0, "plant h0 b1") == "plant corn b1"
    assert public(table, 0, "play h1") == "play recycle"
    assert public(table, 0, "done") == "done"
    assert public(table.play("p0 play h2"), 0, "card h0") == "card ?"
    assert public(table.play("p0 card h0", "p0 play h1"), 0, "card h0") == "card corn"
    keep = Table("p0 hand [pollinator-paradise]; deck corn clone").play("p0 play h0")
    assert public(keep, 0, "keep 1") == "keep ?"


def test_public_forms_of_a_sale() -> None:
    table = Table(SALE).phase(Phase.TRADE)
    assert public(table, 0, "sell h0") == "sell ?"
    table.play("p0 sell h0", "p0 sell h2")
    assert public(table, 0, "propose") == "propose wheat, corn=8"
    assert public(table.play("p0 propose"), 1, "bid 3") == "bid ?"


def paths(table: Table, seat: int) -> dict[str, tuple[str, ...]]:
    view = table.view(seat)
    return {notation.format(view, seat, (a,)): notation.picks(view, seat, a) for a in table.legal(seat)}


def test_picks_of_the_phases() -> None:
    play = paths(Table("p0 hand [corn, lucky-find]; p1 beds `common:corn/3/1`"), 0)
    assert play["plant h0 b1"] == ("hand 0", "bed p0 b1")
    assert play["play h1"] == ("hand 1", "button play")
    assert play["ability"] == ("button ability",)
    assert play["done"] == ("button done",)
    sale = Table(SALE).phase(Phase.TRADE).play("p0 sell h0")
    assert paths(sale, 0)["sell h1"] == ("hand 1",)
    assert paths(sale, 0)["propose"] == ("button propose",)
    assert paths(sale.play("p0 propose"), 1)["bid 3"] == ("number 3",)
    deal = paths(sale.play("p1 bid 3", "p2 bid 0"), 0)
    assert deal == {"accept p1": ("player p1",), "decline": ("button decline",)}
    assert paths(Table("p0 c9").dice(2).enter(Phase.BUY), 0)["buy m2"] == ("market 2",)
    grow = paths(Table("p0 beds `common:corn/3/2`").dice(2).enter(Phase.FERTILIZE), 0)
    assert grow["fertilize b0"] == ("bed p0 b0",)


def test_picks_of_answers() -> None:
    fungus = Table("p0 hand [fungus-infiltration, corn]").play("p0 play h0")
    assert paths(fungus, 0)["color red"] == ("color red",)
    keep = Table("p0 hand [pollinator-paradise]; deck corn clone").play("p0 play h0")
    assert paths(keep, 0)["keep 1"] == ("pair 1",)
    pile = Table("p0 land-baron hand [corn]; discard clone×1").play("p0 ability")
    assert paths(pile, 0)["restore clone"] == ("card clone",)
    early = Table("p0 master-gardener hand [corn] beds `common`").play("p0 ability")
    assert paths(early, 0)["remodel b0 trellis"] == ("bed p0 b0", "button trellis")
    beans = Table("p0 beds `common:beans/6/1`; p1 c1 f1").start_turn()
    assert paths(beans, 0)["player p1"] == ("player p1",)
    assert paths(beans.play("p0 player p1"), 1)["give coin"] == ("button coin",)
    curse = Table("p0 hand [eggplant, corn]; p1 beds `common:corn/3/1`").play("p0 plant h0 b0")
    assert paths(curse, 0)["crop p1 b0"] == ("bed p1 b0",)


def told(table: Table, line: str, seat: int) -> list[str]:
    before = table.view(seat)
    table.play(line)
    return notation.tell(before, table.view(seat), seat)


def test_the_log_tells_each_viewer_what_it_may_know() -> None:
    for seat, line in (
        (0, "You steal a card from Player 1: Selection (value 8)."),
        (1, "Player 0 steals a card from you: Selection (value 8)."),
        (2, "Player 0 steals a card from Player 1."),
        (SPECTATOR, "Player 0 steals a card from Player 1."),
    ):
        table = Table("p0 hand [mango]; p1 hand [selection=8]; p2 c1")
        assert line in told(table, "p0 plant h0 b0", seat)


def test_the_log_of_a_sale() -> None:
    table = Table(SALE).phase(Phase.TRADE)
    assert told(table, "p0 sell h0", 1) == ["Player 0 puts a card aside for a sale."]
    assert told(table, "p0 sell h2", 0) == ["You put Wheat aside for a sale."]
    assert told(table, "p0 propose", 2) == ["Player 0 offers for sale: Wheat, Corn (value 8)."]
    assert told(table, "p1 bid 4", 2) == ["Player 1 has made a bid."]
    assert told(table, "p2 bid 2", 2) == ["You bid 2.", "The bids are open: Player 1 4, Player 2 2."]
    assert told(table, "p0 accept p1", 1) == ["Player 0 sells Wheat, Corn (value 8) to you for 4 coins."]


def test_the_log_of_a_sale_that_fails() -> None:
    table = Table("p0 hand [corn, wheat]; p1 c9").phase(Phase.TRADE).play("p0 sell h0", "p0 propose")
    assert told(table, "p1 bid 0", SPECTATOR) == ["Player 1 has made a bid.", "Nobody makes an offer."]
    other = Table("p0 hand [corn, wheat]; p1 c9").phase(Phase.TRADE).play("p0 sell h0", "p0 propose", "p1 bid 2")
    assert told(other, "p0 decline", 1) == ["Player 0 declines all bids."]


LOG = (
    (
        "p0 hand [corn, lucky-find] beds `common` `common:wheat/2/1`",
        "p0 plant h0 b0",
        "Player 0 gains 1 coin with Corn.",
    ),
    ("p0 hand [lucky-find, corn]", "p0 play h0", "Player 0 plays Lucky Find for 0 fertilizers."),
    ("p0 hand [seed-sprout] beds `common:corn/3/1`; deck clone", "p0 play h0", "Player 0 draws a card."),
    ("p0 hand [cloudberry, corn]; p1 c3 f1 hand [corn]", "p0 plant h0 b0", "You lose 1 coin with Cloudberry."),
    (
        "p0 hand [oranges, corn]; p1 beds `common:corn/3/1`",
        "p0 plant h0 b0",
        "The value of 1 crop changes with Oranges.",
    ),
    ("p0 hand [corn, corn]; p1 c5", "p0 plant h0 b1", "Player 0 plants Corn in b1."),
    ("p0 hand [lucky-find] beds `common:corn/3/1` `common`; p1 c2", "p0 done", "Player 0 rolls a 4."),
)


@pytest.mark.parametrize(("before", "line", "sentence"), LOG, ids=[line[2] for line in LOG])
def test_log_lines_for_an_opponent(before: str, line: str, sentence: str) -> None:
    table = Table(before).dice(4)
    assert sentence in told(table, line, 1)


ANSWERS = (
    ("p0 f0 hand [wheat, corn]; p1 c9", ["p0 plant h0 b0"], "p0 done", "Round 5: you begin a turn."),
    ("p0 hand [wither, corn]; p1 beds `common:corn/3/1`", ["p0 play h0"], "p0 crop p1 b0",
     "Corn in your bed b0 changes by -2 to value 1."),
    ("p0 hand [blueberry, corn]; p1 beds `raised:corn/3/1`", ["p0 plant h0 b0"], "p0 bed p1 b0",
     "Player 0 destroys Corn in your bed b0."),
    ("p0 hand [blueberry, corn]; p1 beds `raised`", ["p0 plant h0 b0"], "p0 bed p1 b0",
     "Player 0 turns your bed b0 into Common."),
    ("p0 hand [eggplant, corn]; p1 beds `common:corn/3/1`", ["p0 plant h0 b0"], "p0 crop p1 b0",
     "Corn in your bed b0 ripens one turn later."),
    ("p0 weather-watcher hand [corn]; p1 beds `common`", ["p0 ability"], "p0 bed p1 b0",
     "Nothing grows in your bed b0; nothing happens."),
    ("p0 hand [recycle, corn]; p1 c1", ["p0 play h0"], "p0 card h0", "Player 0 discards Corn."),
    ("p0 hand [selection, corn]; p1 c1", ["p0 play h0"], "p0 card h0", "Player 0 raises a card in hand."),
    ("p0 harvest-freak hand [corn]; p1 c1", ["p0 ability"], "p0 card h0", "Player 0 puts a card into the deck."),
    ("p0 market-trader hand [corn]; p1 c1", ["p0 ability"], "p0 take m0", "The market is renewed."),
    ("p0 land-baron hand [corn]; discard wheat×1", ["p0 ability"], "p0 restore wheat",
     "Player 0 takes Wheat into hand."),
    ("p0 hand [wasabi, wasabi]; p1 c9", ["p0 plant h0 b0"], "p0 player p1",
     "Player 0 gets 4 coins from you with Wasabi."),
)  # fmt: skip


@pytest.mark.parametrize(("before", "lines", "last", "sentence"), ANSWERS, ids=[row[3] for row in ANSWERS])
def test_log_lines_of_answers(before: str, lines: list[str], last: str, sentence: str) -> None:
    table = Table(before).play(*lines).dice(4)
    assert sentence in told(table, last, 1)


def test_the_log_of_harvest_end_and_abilities() -> None:
    table = (
        Table("p0 c247 f1 hand [] beds `common:corn/3/1`; p1 c0 f0 beds `common:melon/6/1`")
        .dice(1)
        .enter(Phase.FERTILIZE)
    )
    lines = told(table, "p0 fertilize b0", 0)
    assert lines[:2] == ["You fertilize Corn in b0.", "You harvest Corn from b0 for 3 coins."]
    assert "You own 250 coins or more; the last turns begin." in lines
    assert "Player 1 harvests Melon from b0 for 6 coins." in lines
    ability = Table("p0 crop-scientist hand [corn]; p1 beds `common:corn/3/1`")
    assert told(ability, "p0 ability", 1) == ["Player 0 uses Genetic Modification (Crop Scientist)."]
    own = Table("p0 hand [selection, corn]; p1 c1").play("p0 play h0")
    assert told(own, "p0 card h0", 0) == ["You raise Corn in hand to value 8."]
    mine = Table("p0 c9 hand [corn]; p1 c0").dice(1).enter(Phase.BUY)
    assert told(mine, "p0 buy m0", 0)[0] == "You buy Wheat for 1 coin."


def test_the_log_of_the_end() -> None:
    table = Table("p0 f0 hand [corn]; p1 f0; deck", max_rounds=5).phase(Phase.PLAY)
    table.s.order[:2] = [1, 0]
    table.s.place = 1
    lines = told(table, "p0 done", 1)
    assert lines == ["The deck is empty; the last turns begin.", "The match is over."]


def test_a_chain_too_long_for_the_list_says_so() -> None:
    """Nobody can do anything, so that all rounds up to the cap pass in one step."""
    table = Table("p0 c0 f0 hand [corn]; p1 c0 f0; market clone clone clone clone clone clone")
    table.s.profession[:2] = 2
    table.phase(Phase.PLAY).play("p0 plant h0 b0")
    assert table.s.phase == Phase.BUY or table.s.phase == Phase.OVER
    idle = Table("p0 c0 f0; p1 c0 f0; market clone clone clone clone clone clone")
    idle.s.profession[:2] = 2
    before = idle.view(SPECTATOR)
    idle.end_turn(1)
    assert idle.s.phase == Phase.OVER
    assert notation.tell(before, idle.view(SPECTATOR), SPECTATOR)[-1] == "… and more."


def test_nothing_happened_is_nothing_told() -> None:
    view = Table(SALE).play("p0 plant h0 b0").view(1)
    assert notation.tell(view, view, 1) == []


PROMPTS = (
    (Phase.TRADE, "Put cards into a sale and propose it, or be done."),
    (Phase.DEAL, "Accept a bid, or decline them all."),
    (Phase.PLAY, "Plant crops, play action cards or use Genetic Modification, then be done."),
    (Phase.OVER, "The match is over."),
)


@pytest.mark.parametrize(("phase", "words"), PROMPTS, ids=[phase.name for phase, _ in PROMPTS])
def test_prompts(phase: Phase, words: str) -> None:
    assert notation.prompt(Table(SALE).phase(phase).view(0), 0) == words


def test_prompts_with_numbers() -> None:
    buy = Table("p0 c9").dice(3).enter(Phase.BUY)
    assert notation.prompt(buy.view(0), 0) == "Buy up to 3 cards, or be done."
    assert notation.prompt(buy.play("p0 buy m0").view(0), 0) == "Buy up to 2 more cards, or be done."
    grow = Table("p0 f2 beds `common:corn/3/9`").dice(4).enter(Phase.FERTILIZE)
    assert notation.prompt(grow.view(0), 0) == "Use up to 2 fertilizers on your crops, or be done."
    sale = Table(SALE).phase(Phase.TRADE).play("p0 sell h0", "p0 propose")
    assert notation.prompt(sale.view(1), 1) == "Bid for the 1 card of Player 0: 0 to 9 coins."
    assert notation.prompt(sale.view(0), 0) == "Wait for Player 1, Player 2."
    peppers = Table("p0 hand [corn] beds `common:peppers/9/1`").dice(3).start_turn()
    assert notation.prompt(peppers.view(0), 0).endswith("(3 points left).")
    assert notation.prompt(peppers.view(1), 1) == "Wait for Player 0 (peppers)."


def test_every_choice_has_a_question() -> None:
    table = Table()
    for choice in Choice:
        if choice != Choice.NONE:
            table.s.pending, table.s.chooser = choice, 0
            assert notation.prompt(table.s, 0).endswith(".")


def test_names() -> None:
    s = Table().s
    assert notation.seat_name(s, 3) == "Player 3"
    assert notation.seat_name(s, SPECTATOR) == "Spectator"
    assert card_name(-1) == "a card"
    assert "plant h2 b1" in notation.HELP
    assert GAME.name == "battle_farm"


def test_a_word_that_a_field_does_not_know_is_refused() -> None:
    view = Table("p0 hand [corn]").view(0)
    with pytest.raises(IllegalCommand, match="no color 'mauve'") as caught:
        notation.parse_json(view, 0, {"kind": "color", "color": "mauve"})
    assert caught.value.code == "bad-fields"


def test_an_event_of_nothing_is_not_told() -> None:
    before = Table("p0 hand [corn]").view(0)
    after = before.clone()
    after.told_count, after.told_what[0] = 1, Told.NOTHING
    assert notation.tell(before, after, 0) == []


def test_a_word_that_a_field_knows_is_read_and_refused_only_where_nobody_asks_for_it() -> None:
    view = Table("p0 hand [corn]").view(0)
    with pytest.raises(IllegalCommand) as caught:
        notation.parse_json(view, 0, {"kind": "color", "color": "red"})
    assert caught.value.code == "no-choice"
