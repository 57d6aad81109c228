"""The 44 cards, 7 beds and 6 classes as tables (§3); `rules/` has one small function for each of their effects."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

SEATS = 6
BEDS = 5
SLOTS = 6
CARD_CAP = 244  # 220 cards in the largest deck, 12 class bonuses and 12 clones (§3.6)

NO_CARD = -1
"""An empty bed or market slot; in a view also a card the seat may not know."""


class Color(IntEnum):
    """The colour of a crop."""

    RED = 0
    GREEN = 1
    YELLOW = 2


class Rarity(IntEnum):
    """Rarity, by grade (§3.2)."""

    COMMON = 1
    UNCOMMON = 2
    RARE = 3
    EPIC = 4
    MYTHIC = 5


PRICE_OF_GRADE = np.array([0, 1, 2, 3, 5, 8], np.int64)
TIMER_OF_GRADE = np.array([0, 1, 2, 3, 4, 5], np.int64)


class Card(IntEnum):
    """Every kind of card: crops up to BLUEBERRY, action cards after it."""

    WHEAT = 0
    APPLES = 1
    CABBAGE = 2
    CORN = 3
    CARROTS = 4
    ONIONS = 5
    MANGO = 6
    TOMATOES = 7
    POTATOES = 8
    MELON = 9
    BEANS = 10
    WASABI = 11
    PINEAPPLE = 12
    EGGPLANT = 13
    PEPPERS = 14
    ORANGES = 15
    PUMPKINS = 16
    GRAPES = 17
    CLOUDBERRY = 18
    STRAWBERRY = 19
    BLUEBERRY = 20
    GARDEN_GOURMET = 21
    FERTILIZER_FRENZY = 22
    RECYCLE = 23
    LUCKY_FIND = 24
    GREEN_THUMB = 25
    RED_REAPER = 26
    YELLOW_WARNING = 27
    WEED_WHACKER = 28
    PEST_CONTROL = 29
    SELECTION = 30
    FLOWER_POWER = 31
    FUNGUS_INFILTRATION = 32
    SEED_SPROUT = 33
    POLLINATOR_PARADISE = 34
    RETRACTABLE_GREENHOUSE = 35
    GARDEN_GNOME = 36
    TRELLIS_BED = 37
    VERTICAL_BED = 38
    ROTATIONAL_BED = 39
    GROCERY = 40
    THORNY_FENCE = 41
    CLONE = 42
    WITHER = 43


KINDS = len(Card)
CROPS = Card.BLUEBERRY + 1
COLORLESS = -1


class Face(NamedTuple):
    """What is printed on a card."""

    card: Card  # meaningless on class cards
    color: int
    rarity: Rarity
    quantity: int
    value: int
    effect: str


_R, _G, _Y, _N = Color.RED, Color.GREEN, Color.YELLOW, COLORLESS
_C, _U, _RARE, _E, _M = Rarity

FACES = (
    Face(Card.WHEAT, _Y, _C, 8, 2, "Each fertilizer used on it: value +1."),
    Face(Card.APPLES, _R, _C, 8, 2, "Harvested: 1 coin for each Apples you harvested before."),
    Face(Card.CABBAGE, _G, _C, 8, 2, "Planted: 1 coin per other green crop on the field."),
    Face(Card.CORN, _Y, _C, 8, 3, "Planted: 1 coin per other yellow crop on the field."),
    Face(Card.CARROTS, _R, _C, 8, 3, "Planted: 1 coin per other red crop on the field."),
    Face(Card.ONIONS, _G, _C, 8, 3, "Planted: 1 fertilizer per Onions left in your hand."),
    Face(Card.MANGO, _Y, _U, 6, 5, "Planted: steal a random card from the opponents' hands."),
    Face(Card.TOMATOES, _R, _U, 6, 5, "Planted: 1d4 coins for each opponent richer than you."),
    Face(Card.POTATOES, _G, _U, 6, 5, "Harvested: roll 1d4; on 4 it returns to your hand, else 1 fertilizer."),
    Face(Card.MELON, _Y, _U, 6, 6, "Harvested: 1d4 coins if you harvested a Melon before."),
    Face(Card.BEANS, _R, _U, 6, 6, "Harvested: an opponent of your choice gives you 1 coin or 1 fertilizer."),
    Face(Card.WASABI, _G, _U, 6, 6, "Planted with another Wasabi in hand: steal 1d4 coins from an opponent."),
    Face(Card.PINEAPPLE, _Y, _RARE, 4, 9, "Harvested: destroy a growing crop."),
    Face(Card.EGGPLANT, _R, _RARE, 4, 9, "Planted: another crop gets value −1 and timer +1."),
    Face(Card.PEPPERS, _G, _RARE, 4, 9, "Harvested: spread 1d4 points of value over crop cards in your hand."),
    Face(Card.ORANGES, _Y, _E, 2, 15, "Planted and harvested: every other growing crop +1 value."),
    Face(Card.PUMPKINS, _R, _E, 2, 15, "Harvested: each opponent pays you a coin per fertilizer they hold."),
    Face(Card.GRAPES, _G, _E, 2, 15, "Harvested: a Common or Raised bed becomes Hydroponic, else 4 coins."),
    Face(
        Card.CLOUDBERRY,
        _Y,
        _M,
        1,
        21,
        "Planted: opponents lose a coin and a fertilizer per hand card and crop of theirs.",
    ),
    Face(Card.STRAWBERRY, _R, _M, 1, 23, "Harvested: coins equal to the value of a growing crop."),
    Face(
        Card.BLUEBERRY,
        _G,
        _M,
        1,
        22,
        "Planted: an opponent's bed becomes Common; its crop dies unless in a Greenhouse.",
    ),
    Face(Card.GARDEN_GOURMET, _N, _C, 6, 1, "A growing crop gains this card's value."),
    Face(Card.FERTILIZER_FRENZY, _N, _C, 6, 1, "A growing crop loses its grade in value."),
    Face(Card.RECYCLE, _N, _C, 6, 0, "Discard a card: fertilizers equal to its grade."),
    Face(Card.LUCKY_FIND, _N, _C, 6, 0, "Gain 1d6 coins."),
    Face(Card.GREEN_THUMB, _N, _C, 6, 1, "1 coin per green crop card in your hand."),
    Face(Card.RED_REAPER, _N, _C, 6, 1, "1 coin per red crop card in your hand."),
    Face(Card.YELLOW_WARNING, _N, _C, 6, 1, "1 coin per yellow crop card in your hand."),
    Face(Card.WEED_WHACKER, _N, _U, 4, 1, "1 coin per crop in your garden."),
    Face(Card.PEST_CONTROL, _N, _U, 4, 3, "Every crop in your garden +1 value."),
    Face(Card.SELECTION, _N, _U, 4, 3, "A card in your hand gains 5 value."),
    Face(Card.FLOWER_POWER, _N, _U, 4, 3, "1 fertilizer per different kind of crop on the field."),
    Face(Card.FUNGUS_INFILTRATION, _N, _U, 4, 3, "Every crop of a color with value above 1 loses 1."),
    Face(Card.SEED_SPROUT, _N, _RARE, 3, 3, "Draw a card per different color in your garden."),
    Face(Card.POLLINATOR_PARADISE, _N, _RARE, 3, 2, "Draw two cards, keep one; the other goes back into the deck."),
    Face(Card.RETRACTABLE_GREENHOUSE, _N, _RARE, 3, 1, "Any bed becomes a Greenhouse."),
    Face(Card.GARDEN_GNOME, _N, _RARE, 3, 1, "A player discards as many random cards as this card's value."),
    Face(Card.TRELLIS_BED, _N, _E, 2, 2, "A bed becomes Trellis; not another player's Greenhouse."),
    Face(Card.VERTICAL_BED, _N, _E, 2, 2, "A bed becomes Vertical; not another player's Greenhouse."),
    Face(Card.ROTATIONAL_BED, _N, _E, 2, 2, "A bed becomes Rotational; not another player's Greenhouse."),
    Face(Card.GROCERY, _N, _M, 1, 1, "Roll 1d6 per point of this card's value: that many fertilizers."),
    Face(Card.THORNY_FENCE, _N, _M, 1, 3, "An opponent discards a card per crop in your garden."),
    Face(Card.CLONE, _N, _M, 1, 4, "A copy of a growing crop enters your hand."),
    Face(Card.WITHER, _N, _M, 1, 3, "A growing crop's value becomes 1."),
)


class Bed(IntEnum):
    """The seven types of bed (§3.3)."""

    COMMON = 0
    RAISED = 1
    GREENHOUSE = 2
    HYDROPONIC = 3
    TRELLIS = 4
    ROTATIONAL = 5
    VERTICAL = 6


BED_COUNT = len(Bed)
NO_BED = -1
BED_EFFECTS = (
    "no effect",
    "+2 coins for a Rare, Epic or Mythic crop",
    "safe from negative effects",
    "timer 1 shorter for a Rare, Epic or Mythic crop",
    "+1 coin for a green crop",
    "+1 coin for a yellow crop",
    "+1 coin for a red crop",
)
RAISED_COINS = 2
COLOR_BED_COINS = 1
COLOR_OF_BED = np.array([COLORLESS] * 4 + [Color.GREEN, Color.YELLOW, Color.RED], np.int64)


class Profession(IntEnum):
    """The six classes (§3.7)."""

    LAND_BARON = 0
    HARVEST_FREAK = 1
    MASTER_GARDENER = 2
    CROP_SCIENTIST = 3
    MARKET_TRADER = 4
    WEATHER_WATCHER = 5


class Calling(NamedTuple):
    """A class: its beds, what it starts with, and its class card."""

    profession: Profession
    beds: tuple[Bed, ...]
    coins: int
    fertilizers: int
    new_cards: int
    new_kinds: tuple[int, int]  # the new cards are drawn from these kinds, first and one past the last
    ability: str  # slug of the class card
    cost: int
    once_a_game: bool
    effect: str


_CB, _RB, _GB, _HB = Bed.COMMON, Bed.RAISED, Bed.GREENHOUSE, Bed.HYDROPONIC
_RARE_CROPS = (Card.PINEAPPLE, Card.PEPPERS + 1)
_COMMON_CROPS = (Card.WHEAT, Card.ONIONS + 1)
_COMMON_ACTIONS = (Card.GARDEN_GOURMET, Card.YELLOW_WARNING + 1)
_NO_KINDS = (0, 1)

CALLINGS = (
    Calling(
        Profession.LAND_BARON, (_CB, _CB, _GB, _GB), 0, 0, 1, _RARE_CROPS,
        "land-acquisition", 0, True, "A card of the discard pile to your hand.",
    ),
    Calling(
        Profession.HARVEST_FREAK, (_CB, _CB, _RB, _RB), 0, 0, 2, _COMMON_CROPS,
        "reap-and-sow", 1, False, "Exchange a card of your hand for a random card of the deck.",
    ),
    Calling(
        Profession.MASTER_GARDENER, (_CB, _CB, _CB, _CB, _CB), 0, 2, 0, _NO_KINDS,
        "early-bird", 4, False, "One of your beds becomes Trellis, Rotational or Vertical.",
    ),
    Calling(
        Profession.CROP_SCIENTIST, (_CB, _CB, _HB, _HB), 0, 0, 2, _COMMON_ACTIONS,
        "genetic-modification", 1, False, "A growing crop gains 1 value.",
    ),
    Calling(
        Profession.MARKET_TRADER, (_CB, _CB, _RB, _GB), 3, 0, 0, _NO_KINDS,
        "stonks", 3, True, "A market card to your hand; the rest of the market is replaced.",
    ),
    Calling(
        Profession.WEATHER_WATCHER, (_CB, _CB, _RB, _HB), 1, 1, 0, _NO_KINDS,
        "cloud-cover", 1, False, "An opponent's crop gets timer +1; not in a Greenhouse.",
    ),
)  # fmt: skip

PROFESSIONS = len(Profession)
BONUS_CARDS = 2  # the most new cards a class gives
CLASS_BEDS = np.array([[*c.beds, *[NO_BED] * (BEDS - len(c.beds))] for c in CALLINGS], np.int64)
CLASS_BED_COUNT = np.array([len(c.beds) for c in CALLINGS], np.int64)
CLASS_COINS = np.array([c.coins for c in CALLINGS], np.int64)
CLASS_FERTILIZERS = np.array([c.fertilizers for c in CALLINGS], np.int64)
CLASS_NEW_CARDS = np.array([c.new_cards for c in CALLINGS], np.int64)
CLASS_NEW_KINDS = np.array([c.new_kinds for c in CALLINGS], np.int64)
ABILITY_COST = np.array([c.cost for c in CALLINGS], np.int64)
ONCE_A_GAME = np.array([c.once_a_game for c in CALLINGS], np.bool_)

# With `class_cards=hand` the class cards are cards like any other, in the order of the classes after all kinds of the
# deck. They have no rarity in the source and count as Common.
FIRST_CLASS_CARD = KINDS
ALL_KINDS = KINDS + PROFESSIONS
ALL_FACES = (
    *FACES,
    *(Face(Card.WITHER, COLORLESS, Rarity.COMMON, 0, calling.cost, calling.effect) for calling in CALLINGS),
)
KEPT_USES = sum(1 << c.profession for c in CALLINGS if c.once_a_game)  # bits of `used` that a new turn does not clear

# By kind, class cards last.
COLOR = np.array([face.color for face in ALL_FACES], np.int64)
GRADE = np.array([face.rarity for face in ALL_FACES], np.int64)
QUANTITY = np.array([face.quantity for face in ALL_FACES], np.int64)
PRINTED = np.array([face.value for face in ALL_FACES], np.int64)
PRICE = PRICE_OF_GRADE[GRADE]
TIMER = TIMER_OF_GRADE[GRADE]


def slug_of(member: IntEnum) -> str:
    """Return the word the notation uses: `GARDEN_GNOME` is `garden-gnome`."""
    return member.name.lower().replace("_", "-")


def title_of(slug: str) -> str:
    """Return a slug as people write it: `garden-gnome` is `Garden Gnome`."""
    return slug.replace("-", " ").title()


CARD_SLUGS = tuple(slug_of(card) for card in Card)
BED_SLUGS = tuple(slug_of(bed) for bed in Bed)
COLOR_SLUGS = tuple(slug_of(color) for color in Color)
RARITY_SLUGS = ("", *(slug_of(rarity) for rarity in Rarity))
CLASS_SLUGS = tuple(slug_of(profession) for profession in Profession)
CARD_NAMES = tuple(title_of(slug) for slug in CARD_SLUGS)
BED_NAMES = tuple(title_of(slug) for slug in BED_SLUGS)
CLASS_NAMES = tuple(title_of(slug) for slug in CLASS_SLUGS)
CLASS_CARD_SLUGS = tuple(calling.ability for calling in CALLINGS)
ALL_SLUGS = CARD_SLUGS + CLASS_CARD_SLUGS
ALL_NAMES = tuple(title_of(slug) for slug in ALL_SLUGS)
