"""What a table may choose before a match of Battle Farm (§2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from plowshares.core.i18n import _
from plowshares.core.notes import refuse_option
from plowshares.core.options import Options as BaseOptions
from plowshares.games.battle_farm.cards import CARD_SLUGS, CLASS_SLUGS, CROPS, KINDS, PRINTED, QUANTITY, SEATS, SLOTS

LEAST_SEATS = 2
MOST_OF_A_KIND = 12
LARGEST_DECK = 220
MOST_ROUNDS = 500

ClassName = Literal[
    "land-baron", "harvest-freak", "master-gardener", "crop-scientist", "market-trader", "weather-watcher"
]
Stock = Annotated[int, Meta(ge=0, le=99)]
Quantity = Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one match."""

    players: Annotated[int, Meta(ge=LEAST_SEATS, le=SEATS, description="how many play")]
    classes: Annotated[
        Literal["random"] | list[ClassName], Meta(description="random, or one class per player, repeats allowed")
    ] = "random"
    class_draw: Annotated[
        Literal["unique", "independent"], Meta(description="random classes without or with repeats")
    ] = "unique"
    start_coins: Annotated[Stock, Meta(description="coins at the start, before class bonuses")] = 4
    start_fertilizers: Annotated[Stock, Meta(description="fertilizers at the start, before bonuses")] = 6
    start_cards: Annotated[int, Meta(ge=0, le=10, description="cards dealt to each player")] = 3
    deck_counts: Annotated[
        dict[str, Quantity], Meta(description="other quantities than the standard ones, by card")
    ] = msgspec.field(default_factory=dict)
    win_limit: Annotated[int, Meta(ge=0, le=9999, description="coins that end the match; 0 takes the formula")] = 0
    max_rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="the match ends after this many rounds")] = 100
    final_turns: Annotated[
        Literal["round", "lap"], Meta(description="at the end finish the round, or give everybody else a turn")
    ] = "round"
    trade_proposals: Annotated[int, Meta(ge=0, le=3, description="sales a player may propose in a turn")] = 1
    combo_scope: Annotated[
        Literal["game", "turn"], Meta(description="span in which Apples and Melon count earlier harvests")
    ] = "game"
    mango: Annotated[
        Literal["pool", "each"], Meta(description="Mango steals one card in all, or one from each opponent")
    ] = "pool"
    beans: Annotated[
        Literal["giver", "taker"], Meta(description="who decides between coin and fertilizer for Beans")
    ] = "giver"
    peppers: Annotated[
        Literal["choose", "random"], Meta(description="the points of Peppers are placed by choice or at random")
    ] = "choose"
    oranges: Annotated[Literal["field", "own"], Meta(description="Oranges raise every crop, or only their owner's")] = (
        "field"
    )
    thorny_fence: Annotated[
        Literal["owner", "random"], Meta(description="Thorny Fence: the victim picks the cards, or chance does")
    ] = "owner"
    clone: Annotated[
        Literal["current", "printed"], Meta(description="a Clone has the crop's current or printed value")
    ] = "current"
    greenhouse_area: Annotated[bool, Meta(description="a Greenhouse also stops Fungus Infiltration")] = True
    may_decline: Annotated[bool, Meta(description="choices raised by crops may be declined")] = False
    any_bed: Annotated[bool, Meta(description="bed cards may also rebuild another player's Greenhouse")] = False
    eggplant_self: Annotated[bool, Meta(description="an Eggplant may be its own target")] = False
    apples_together: Annotated[bool, Meta(description="Apples harvested at the same time count each other")] = False
    class_cards: Annotated[
        Literal["apart", "hand"], Meta(description="class cards lie apart, or are hand cards like any other")
    ] = "apart"
    play_in_vain: Annotated[bool, Meta(description="action cards may be played without a target, for nothing")] = False
    tiebreak: Annotated[
        Literal["shared", "extended"], Meta(description="equal coins share the win, or further comparisons decide")
    ] = "shared"
    stale_market: Annotated[
        int, Meta(ge=0, le=10, description="renew the market after this many rounds without a purchase; 0 never")
    ] = 0

    def __post_init__(self) -> None:
        if self.classes != "random" and len(self.classes) != self.players:
            counts = {"n": len(self.classes), "players": self.players}
            raise refuse_option("classes", _("{n} classes for {players} players", **counts))
        for slug in self.deck_counts:
            if slug not in CARD_SLUGS:
                raise refuse_option("deck_counts", _("there is no card {card}", card=repr(slug)))
        least, total = least_deck(self), sum(composition(self))
        most = LARGEST_DECK - (SEATS if self.class_cards == "hand" else 0)
        if not least <= total <= most:
            counts = {"n": total, "least": least, "most": most}
            raise refuse_option("deck_counts", _("{n} cards in all, not {least}..{most}", **counts))


def least_deck(options: Options) -> int:
    """Return how many cards the deck needs: hands, market, and one to draw."""
    return options.players * options.start_cards + SLOTS + 1


def composition(options: Options) -> list[int]:
    """Return how many cards of each kind the full deck has."""
    return [options.deck_counts.get(CARD_SLUGS[kind], int(QUANTITY[kind])) for kind in range(KINDS)]


def win_limit(options: Options) -> int:
    """Return the coins that end the match (§2.1)."""
    if options.win_limit:
        return options.win_limit
    n = options.players
    total = sum(count * int(PRINTED[kind]) for kind, count in enumerate(composition(options)[:CROPS]))
    return 44 + 6 * n + (total + n) // (1 + n)


def class_codes(options: Options) -> list[int]:
    """Return the class of each player, or an empty list if chance decides."""
    return [] if options.classes == "random" else [CLASS_SLUGS.index(slug) for slug in options.classes]


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "five": {"players": 5},
    "six": {"players": 6},
    "quick": {"players": 4, "win_limit": 80},
    "duel": {"players": 2, "win_limit": 120},
    "fresh-market": {"players": 3, "stale_market": 2},
    "literal": {
        "players": 2,
        "max_rounds": MOST_ROUNDS,
        "class_draw": "independent",
        "greenhouse_area": False,
        "any_bed": True,
        "eggplant_self": True,
        "apples_together": True,
        "class_cards": "hand",
        "play_in_vain": True,
    },
}
