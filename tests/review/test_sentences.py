"""What each game says of hidden things: beliefs, evidence, and what could have been known, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from plowshares import registry
from plowshares.core.game import Belief, Game
from plowshares.core.i18n import render
from plowshares.core.options import read_options
from plowshares.core.review import Hidden
from plowshares.core.scene import Viewer
from plowshares.core.seats import first_seat
from plowshares.games.civ import parsing
from plowshares.review.hidden import beliefs_of, hidden_things
from tests.games.farmer_soldier.helpers import at as at_fight
from tests.review.matches import NAMES, moments_of, play
from tests.review.test_brute_force import position


def look(game: Game, s: Any, seat: int, beliefs: Sequence[Belief] | None = None) -> dict[str, Hidden]:
    """Return what a seat is told of hidden things, by their labels."""
    view = game.view_of(s, seat)
    found = beliefs_of(game, view, seat, 30) if beliefs is None else beliefs
    return {render(each.label): each for each in hidden_things(game, view, Viewer(seat, NAMES), found)}


def known(game: Game, s: Any, command: str, beliefs: Sequence[Belief], seat: int = 0) -> str:
    """Return what could have been known before a command."""
    view = game.view_of(s, seat)
    action = game.notation.parse(view, seat, command)[0] if command else 0
    return render(game.review.could_have_known(view, Viewer(seat, NAMES), action, beliefs)) if game.review else ""


def words(texts: Sequence[str]) -> list[str]:
    """Return some texts as they are read."""
    return [render(each) for each in texts]


LIKELY_MINER = "The piece on d3 is most likely a Miner (78 %). "


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ({"miner": 1.0}, "The piece on d3 is most likely a Miner (100 %), and nothing it can be beats your Marshal."),
        ({"bomb": 1.0}, "The piece on d3 is most likely a Bomb (100 %), and all that it can be beats your Marshal."),
        ({"miner": 0.78, "bomb": 0.22}, LIKELY_MINER + "Only the Bomb could beat your Marshal: 22 %."),
    ],
)
def test_stratego_says_how_likely_an_attack_was_to_fail(chances: dict[str, float], said: str) -> None:
    game, s = registry.find("stratego"), position("c4", "d3")
    piece = next(belief.thing for belief in beliefs_of(game, game.view_of(s, 0), 0, 30) if at(game, s, belief) == "d3")
    assert known(game, s, "c3-d3", [Belief(piece, tuple(chances), tuple(chances.values()))]) == said
    assert known(game, s, "c3-c2", []) == ""  # which attacks nothing


def at(game: Game, s: Any, belief: Belief) -> str:
    """Return where a piece of a belief stands."""
    told = look(game, s, 0, [belief])
    return next(label for label, each in told.items() if each.thing == belief.thing).removeprefix("The piece on ")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("8", "Only the Marshal or the General could beat your Colonel: together 22 %."),
        ("5", "With a chance of 22 % it beats your Lieutenant."),
    ],
)
def test_stratego_names_the_kinds_that_could_win_where_they_are_few(own: str, said: str) -> None:
    game = registry.find("stratego")
    options = read_options(game.options, dict(game.presets["classic"]))
    s = game.start_at(options, 1, f"red: f@a1 {own}@f4+!; blue: f@a10 2@f5 9@g9 m@h9 8@i9 7@j9; red to move")
    view = game.view_of(s, 0)
    scout = next(each for each in beliefs_of(game, view, 0, 60) if at(game, s, each) == "f5")
    beating = {"marshal": 0.12, "general": 0.1} if own == "8" else {"marshal": 0.1, "general": 0.05, "colonel": 0.07}
    chances = {"scout": 0.78, **beating}
    told = known(game, s, "f4-f5", [Belief(scout.thing, tuple(chances), tuple(chances.values()))])
    assert told == f"The piece on f5 is most likely a Scout (78 %). {said}"


def test_stratego_names_the_evidence() -> None:
    game = registry.find("stratego")
    s = game.start_at(
        read_options(game.options, dict(game.presets["micro"])),
        1,
        "red: f@a1 b@b1 m@c3! 3@d1; blue: f@a4 b@b4 3@c4+ m@d4; red to move",
    )
    told = look(game, s, 0)
    moved = told["The piece on c4"]
    assert words(moved.evidence) == [
        "It has moved: no Bomb, no Flag.",
        "It stands beside an enemy, which few dare with a piece they want to keep.",
    ]
    assert render(moved.tag) == "it has moved"
    assert {guess.kind for guess in moved.guesses} == {"miner", "marshal"}
    still = told["The piece on a4"]
    assert "It stands in the back row, where Flags are kept." in words(still.evidence)
    assert still.heat == {guess.kind: guess.chance for guess in still.guesses}["flag"] > 0


def test_footsoldiers_foresees_an_order_by_what_can_be_paid() -> None:
    moments = moments_of(play("footsoldiers"))
    game, s = moments.game, moments.state(0)
    s.sides[1].money = 0
    (order,) = look(game, s, 0).values()
    assert render(order.label) == "Ben’s order of this turn"
    assert render(order.tag) == "is choosing"
    assert words(order.evidence)[:2] == ["Ben has 0 coins.", "That pays for no soldier."]
    assert not any(guess.kind.startswith("build") for guess in order.guesses)
    belief = Belief("order 1", ("wait", "turn"), (0.75, 0.25))
    assert known(game, s, "", [belief]) == "Ben’s likeliest order was: Wait (75 %)."


def test_battle_farm_tells_hand_and_deck_by_the_cards_that_are_left() -> None:
    moments = moments_of(play("battle_farm"))
    game, s = moments.game, moments.state(4)
    told = look(game, s, 0)
    assert set(told) == {"A card in Ben’s hand", "The next card in the deck"}
    hand, deck = told["A card in Ben’s hand"], told["The next card in the deck"]
    assert (hand.place, hand.colour, deck.place) == ("player p1", 1, "board")
    left = "The others are any of the cards that have not turned up yet."
    assert words(hand.evidence)[-1] == words(deck.evidence)[-1] == left
    assert words(deck.evidence)[0] == f"{int(s.deck_count)} cards lie there."
    s.seen[1, 1] = 0
    s.seen[1, 1, 0] = s.hand_count[1]  # the viewer has seen all of the hand
    (certain, *_) = look(game, s, 0)["A card in Ben’s hand"].guesses
    assert certain.chance == pytest.approx(1)
    seen = words(look(game, s, 0)["A card in Ben’s hand"].evidence)
    assert any(each.startswith(f"You have seen what some of them are: {render(certain.label)}") for each in seen)
    assert known(game, s, "", [Belief("deck", ("apple",), (1.0,))]) == ""


def test_civ_says_what_the_fog_may_hide_and_that_an_army_was_near() -> None:
    moments = moments_of(play("civ", 4))
    game, s = moments.game, moments.state(2)
    tile = next(each.thing for each in beliefs_of(game, game.view_of(s, 0), 0, 30) if each.thing.startswith("tile "))
    belief = Belief(tile, ("army 1", "nothing"), (0.6, 0.4))
    (told,) = look(game, s, 0, [belief]).values()
    assert words([guess.label for guess in told.guesses]) == ["Ben’s army", "nothing"]
    assert [guess.nothing for guess in told.guesses] == [False, True]
    assert told.heat == pytest.approx(0.6)
    assert (told.quiet, told.colour) == (False, 1)
    assert words(told.evidence)[0] == "You do not see this tile now."
    unlikely = Belief(tile, ("nothing", "army 1"), (0.99, 0.01))
    assert look(game, s, 0, [unlikely]) == {}


def test_civ_says_how_likely_an_army_stood_near_a_city() -> None:
    moments = moments_of(play("civ", 60))
    game = moments.game
    s, seat = next(
        (s, seat) for s in map(moments.state, range(len(moments) - 2)) for seat in (0, 1) if parsing.cities(s, seat)
    )
    x, y = parsing.place_of(s, parsing.cities(s, seat)[0])
    tile = parsing.tile_name(s, parsing.tile_at(s, x, y))
    near = Belief(f"tile {tile}", (f"army {1 - seat}", "nothing"), (0.6, 0.4))
    action = game.legal(s, first_seat(game.rules.to_act(s)))[0]
    review = game.review
    assert review is not None
    view, viewer = game.view_of(s, seat), Viewer(seat, NAMES)
    words_ = "The chance that an enemy army stood close to one of your cities was 60 %."
    assert render(review.could_have_known(view, viewer, action, [near])) == words_
    assert review.could_have_known(view, viewer, action, []) == ""


FIGHT = "b2 p0 2s 1g p1 1s p2 1s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f"


def test_farmer_soldier_tells_marks() -> None:
    table = at_fight(FIGHT, players=3).play("done")
    game, s = registry.find("farmer_soldier"), table.s
    told = look(game, s, 0)
    assert {"Ben’s marks on your soldiers in b2", "Cleo’s marks on your soldiers in b2"} <= set(told)
    ben = told["Ben’s marks on your soldiers in b2"]
    assert (render(ben.tag), ben.colour) == ("is choosing", 1)
    assert words(ben.evidence) == ["Ben strikes with 1 soldier."]
    assert {render(guess.label) for guess in ben.guesses} <= {"0 marks", "1 mark"}
    assert sum(guess.chance for guess in ben.guesses) == pytest.approx(1)
    after = table.play("p1 mark b2 p0 1").s
    assert render(look(game, after, 0)["Ben’s marks on your soldiers in b2"].tag) == "has marked"
    assert render(look(game, after, 2)["Ben’s marks on Anna in b2"].tag) == "has marked"
    belief = Belief(ben.thing, ("1", "0"), (0.75, 0.25))
    assert known(game, s, "", [belief]) == "Ben most likely strikes 1 of your soldiers (75 %)."
    assert known(game, s, "", []) == ""
