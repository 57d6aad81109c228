"""The words of Battle Farm for people: names of cards, beds and classes, and small phrases."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Fact, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm.cards import (
    ALL_SLUGS,
    COLORLESS,
    CROPS,
    FIRST_CLASS_CARD,
    Bed,
    Card,
    Color,
    Profession,
    Rarity,
)
from plowshares.games.battle_farm.state import State

MOST_NAMED = 3  # cards of a lot that are named; more are counted
COIN, SACK, TIMER, HAND = "i-coin", "i-fert", "i-hourglass", "i-cards"

CARDS: dict[int, Text] = {
    Card.WHEAT: _("Wheat"),
    Card.APPLES: _("Apples"),
    Card.CABBAGE: _("Cabbage"),
    Card.CORN: _("Corn"),
    Card.CARROTS: _("Carrots"),
    Card.ONIONS: _("Onions"),
    Card.MANGO: _("Mango"),
    Card.TOMATOES: _("Tomatoes"),
    Card.POTATOES: _("Potatoes"),
    Card.MELON: _("Melon"),
    Card.BEANS: _("Beans"),
    Card.WASABI: _("Wasabi"),
    Card.PINEAPPLE: _("Pineapple"),
    Card.EGGPLANT: _("Eggplant"),
    Card.PEPPERS: _("Peppers"),
    Card.ORANGES: _("Oranges"),
    Card.PUMPKINS: _("Pumpkins"),
    Card.GRAPES: _("Grapes"),
    Card.CLOUDBERRY: _("Cloudberry"),
    Card.STRAWBERRY: _("Strawberry"),
    Card.BLUEBERRY: _("Blueberry"),
    Card.GARDEN_GOURMET: _("Garden Gourmet"),
    Card.FERTILIZER_FRENZY: _("Fertilizer Frenzy"),
    Card.RECYCLE: _("Recycle"),
    Card.LUCKY_FIND: _("Lucky Find"),
    Card.GREEN_THUMB: _("Green Thumb"),
    Card.RED_REAPER: _("Red Reaper"),
    Card.YELLOW_WARNING: _("Yellow Warning"),
    Card.WEED_WHACKER: _("Weed Whacker"),
    Card.PEST_CONTROL: _("Pest Control"),
    Card.SELECTION: _("Selection"),
    Card.FLOWER_POWER: _("Flower Power"),
    Card.FUNGUS_INFILTRATION: _("Fungus"),
    Card.SEED_SPROUT: _("Seed Sprout"),
    Card.POLLINATOR_PARADISE: _("Pollinator Paradise"),
    Card.RETRACTABLE_GREENHOUSE: _("Greenhouse"),
    Card.GARDEN_GNOME: _("Garden Gnome"),
    Card.TRELLIS_BED: _("Trellis Bed"),
    Card.VERTICAL_BED: _("Vertical Bed"),
    Card.ROTATIONAL_BED: _("Rotational Bed"),
    Card.GROCERY: _("Grocery"),
    Card.THORNY_FENCE: _("Thorny Fence"),
    Card.CLONE: _("Clone"),
    Card.WITHER: _("Wither"),
}

BEDS: dict[int, Text] = {
    Bed.COMMON: _("Common bed"),
    Bed.RAISED: _("Raised bed"),
    Bed.GREENHOUSE: _("Greenhouse"),
    Bed.HYDROPONIC: _("Hydroponic bed"),
    Bed.TRELLIS: _("Trellis bed"),
    Bed.ROTATIONAL: _("Rotational bed"),
    Bed.VERTICAL: _("Vertical bed"),
}

CLASSES: dict[int, Text] = {
    Profession.LAND_BARON: _("Land Baron"),
    Profession.HARVEST_FREAK: _("Harvest Freak"),
    Profession.MASTER_GARDENER: _("Master Gardener"),
    Profession.CROP_SCIENTIST: _("Crop Scientist"),
    Profession.MARKET_TRADER: _("Market Trader"),
    Profession.WEATHER_WATCHER: _("Weather Watcher"),
}
ABILITIES: dict[int, Text] = {
    Profession.LAND_BARON: _("Land Acquisition"),
    Profession.HARVEST_FREAK: _("Reap and Sow"),
    Profession.MASTER_GARDENER: _("Early Bird"),
    Profession.CROP_SCIENTIST: _("Genetic Modification"),
    Profession.MARKET_TRADER: _("Stonks"),
    Profession.WEATHER_WATCHER: _("Cloud Cover"),
}
ABILITY_EFFECTS: dict[int, Text] = {
    Profession.LAND_BARON: _("Once a game: take a card from the discard pile into your hand."),
    Profession.HARVEST_FREAK: _("Once a turn: swap a card in your hand for a random one from the deck."),
    Profession.MASTER_GARDENER: _("Once a turn: one of your beds becomes Trellis, Rotational or Vertical."),
    Profession.CROP_SCIENTIST: _("Once a turn: a growing crop gains 1 value."),
    Profession.MARKET_TRADER: _("Once a game: take a market card for nothing; the rest of the market is replaced."),
    Profession.WEATHER_WATCHER: _("Once a turn: an opponent’s crop ripens a turn later. Greenhouses are safe."),
}
ABILITY_ART: dict[int, str] = {
    Profession.LAND_BARON: "act-recycle",
    Profession.HARVEST_FREAK: "act-seed-sprout",
    Profession.MASTER_GARDENER: "act-trellis-bed",
    Profession.CROP_SCIENTIST: "act-clone",
    Profession.MARKET_TRADER: "act-grocery",
    Profession.WEATHER_WATCHER: "crop-cloudberry",
}

# Class cards, where they are hand cards like any other.
CARDS |= {FIRST_CLASS_CARD + profession: name for profession, name in ABILITIES.items()}

COLOURS: dict[int, Text] = {
    Color.RED: _("Red crops"),
    Color.GREEN: _("Green crops"),
    Color.YELLOW: _("Yellow crops"),
}
COLOUR_ART: dict[int, str] = {Color.RED: "crop-tomatoes", Color.GREEN: "crop-peppers", Color.YELLOW: "crop-corn"}
TINTS: dict[int, str] = {COLORLESS: "blue", Color.RED: "red", Color.GREEN: "green", Color.YELLOW: "yellow"}
RIMS: dict[int, str] = {Rarity.EPIC: "purple", Rarity.MYTHIC: "yellow"}
RARITIES: dict[int, Text] = {
    Rarity.COMMON: _("common"),
    Rarity.UNCOMMON: _("uncommon"),
    Rarity.RARE: _("rare"),
    Rarity.EPIC: _("epic"),
    Rarity.MYTHIC: _("mythic"),
}
PHASES: tuple[Text, ...] = (_("Harvest"), _("Buy"), _("Trade"), _("Play"), _("Fertilize"))


def is_crop(card: int) -> bool:
    """Ask whether a card is a crop and not an action card."""
    return card < CROPS


def art_of(card: int) -> str:
    """Return the id of a card's drawing."""
    if card >= FIRST_CLASS_CARD:
        return ABILITY_ART[card - FIRST_CLASS_CARD]
    return f"{'crop' if is_crop(card) else 'act'}-{ALL_SLUGS[card]}"


def coins(n: int) -> Text:
    """Return an amount of coins in words."""
    return ngettext("{n} coin", "{n} coins", int(n))


def sacks(n: int) -> Text:
    """Return an amount of fertilizers in words."""
    return ngettext("{n} fertilizer", "{n} fertilizers", int(n))


def turns(n: int) -> Text:
    """Return a number of turns in words."""
    return ngettext("{n} turn", "{n} turns", int(n))


def cards(n: int) -> Text:
    """Return a number of cards in words."""
    return ngettext("{n} card", "{n} cards", int(n))


def random_cards(n: int) -> Text:
    """Return a number of cards that chance picks, in words."""
    return ngettext("{n} random card", "{n} random cards", int(n))


def price(n: int) -> Fact:
    """Return a price in coins."""
    return Fact(COIN, int(n), coins(n))


def cost(n: int) -> Fact:
    """Return a cost in fertilizers."""
    return Fact(SACK, int(n), sacks(n))


def gift(s: State, coin: bool) -> Text:
    """Return what an answer to the question of Beans does: the one who is asked gives, or takes by option."""
    if s.options.beans_taker:
        return _("Take 1 coin") if coin else _("Take 1 fertilizer")
    return _("Give 1 coin") if coin else _("Give 1 fertilizer")


def lot(kinds: Sequence[int]) -> Text:
    """Return the names of some cards, "Carrots and Melon", or how many there are."""
    if len(kinds) > MOST_NAMED:
        return cards(len(kinds))
    return join([CARDS[kind] for kind in kinds])


def whose_crop(viewer: Viewer, seat: int, card: int, actor: int = NOBODY) -> Text:
    """Return "your Corn", or "Bo's Corn", or "their own Corn" after the name of whoever did something to it."""
    if viewer.is_me(seat):
        return _("your {card}", card=CARDS[card])
    if seat == actor:
        return _("their own {card}", card=CARDS[card])
    return _("{name}’s {card}", name=viewer.names[seat], card=CARDS[card])


def whose_bed(viewer: Viewer, seat: int, kind: int) -> Text:
    """Return "your Raised bed", or "Bo's Raised bed"."""
    if viewer.is_me(seat):
        return _("your {bed}", bed=BEDS[kind])
    return _("{name}’s {bed}", name=viewer.names[seat], bed=BEDS[kind])
