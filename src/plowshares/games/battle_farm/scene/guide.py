"""The guided first match: two farmers, a small deck, ten steps from the market to the harvest."""

from __future__ import annotations

from plowshares.core.i18n import _
from plowshares.core.scene import Guide, GuideStep
from plowshares.games.battle_farm.cards import CARD_SLUGS

# A deck of plain cards, so that nothing has to be explained twice.
_DECK = {
    "carrots": 8,
    "corn": 8,
    "wheat": 6,
    "tomatoes": 6,
    "potatoes": 6,
    "pineapple": 4,
    "pumpkins": 2,
    "lucky-find": 8,
    "pest-control": 4,
}


def guide() -> Guide:
    """Return the guided first match."""
    return Guide(
        preset="two",
        options={
            "win_limit": 60,
            "classes": ["master-gardener", "market-trader"],
            "start_fertilizers": 0,
            "start_cards": 2,
            "deck_counts": {slug: _DECK.get(slug, 0) for slug in CARD_SLUGS},
        },
        seed=12,
        seat=0,
        steps=_STEPS,
        done=_("You know enough to farm. First to 60 coins: play on from here, or start a match of your own!"),
    )


_STEPS = (
    GuideStep(
        _("A card"),
        _("Top left: the coins it pays. Top right: the turns until it is ripe. Below: what it does."),
        "market 1",
    ),
    GuideStep(
        _("Buy"),
        _("You rolled a 1: you may buy one card. Buy the Corn for 1 coin."),
        "market 1",
        "buy m1",
    ),
    GuideStep(
        _("Sell"),
        _("Now you may sell cards to the other farmers. Put your Carrots on the stall."),
        "hand 0",
        "sell h0",
    ),
    GuideStep(
        _("Offer"),
        _("Offer them. Everybody bids in secret, and then you choose."),
        "button propose",
        "propose",
        ("bid 2",),
    ),
    GuideStep(
        _("Take the bid"),
        _("2 coins for Carrots that cost 1 in the market: take them."),
        "player p1",
        "accept p1",
    ),
    GuideStep(
        _("Plant"),
        _("Choose the Corn in your hand, then an empty bed."),
        "hand 1",
        "plant h1 b0",
    ),
    GuideStep(
        _("Play an action card"),
        _("Action cards cost fertilizers, never coins. Lucky Find costs none: play it."),
        "hand 0",
        "play h0",
    ),
    GuideStep(
        _("Fertilize"),
        _("A fertilizer ripens a crop by one turn. Your Corn would be ripe next turn: tap its bed and harvest it now!"),
        "bed p0 b0",
        "fertilize b0",
        ("buy m5", "done", "plant h3 b2", "plant h0 b0", "done", "fertilize b0", "done"),
    ),
    GuideStep(
        _("The others"),
        _("Your neighbour has planted a Pineapple: 9 coins, and when it is harvested it destroys a crop."),
        "bed p1 b2",
    ),
    GuideStep(
        _("The race"),
        _("The bar below each name shows how far it is to 60 coins. Dear crops pay more, but somebody may spoil them."),
        "player p0",
    ),
)
