"""The words of Battle Farm for people: names of cards, beds and classes, what they do, and small phrases."""

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

EFFECTS: dict[int, Text] = {
    Card.WHEAT: _("Each :fert: used on it: +1 value"),
    Card.APPLES: _("**Harvested:** 1 :coin: for each earlier Apples"),
    Card.CABBAGE: _("**Planted:** 1 :coin: per other green crop"),
    Card.CORN: _("**Planted:** 1 :coin: per other yellow crop"),
    Card.CARROTS: _("**Planted:** 1 :coin: per other red crop"),
    Card.ONIONS: _("**Planted:** 1 :fert: per Onions in hand"),
    Card.MANGO: _("**Planted:** steal a random card"),
    Card.TOMATOES: _("**Planted:** 1–4 :coin: per richer opponent"),
    Card.POTATOES: _("**Harvested:** on :#die-4: back to your hand, else 1 :fert:"),
    Card.MELON: _("**Harvested:** 1–4 :coin: if you had a Melon before"),
    Card.BEANS: _("**Harvested:** an opponent gives 1 :coin: or 1 :fert:"),
    Card.WASABI: _("**Planted:** with another in hand, steal 1–4 :coin:"),
    Card.PINEAPPLE: _("**Harvested:** destroy a growing crop"),
    Card.EGGPLANT: _("**Planted:** another crop −1 value, 1 turn later"),
    Card.PEPPERS: _("**Harvested:** 1–4 value for crops in hand"),
    Card.ORANGES: _("**Planted, harvested:** other crops +1 value"),
    Card.PUMPKINS: _("**Harvested:** others pay 1 :coin: per :fert: they hold"),
    Card.GRAPES: _("**Harvested:** bed turns Hydroponic, or 4 :coin:"),
    Card.CLOUDBERRY: _("**Planted:** others lose 1 :coin: 1 :fert: per card and crop"),
    Card.STRAWBERRY: _("**Harvested:** :coin: for the value of a growing crop"),
    Card.BLUEBERRY: _("**Planted:** a rival’s crop dies, its bed is Common"),
    Card.GARDEN_GOURMET: _("A growing crop: +1 value per :fert: paid"),
    Card.FERTILIZER_FRENZY: _("A growing crop: −1 value per gem"),
    Card.RECYCLE: _("Discard a card: 1 :fert: per gem"),
    Card.LUCKY_FIND: _("Gain 1–6 :coin:"),
    Card.GREEN_THUMB: _("1 :coin: per green crop in your hand"),
    Card.RED_REAPER: _("1 :coin: per red crop in your hand"),
    Card.YELLOW_WARNING: _("1 :coin: per yellow crop in your hand"),
    Card.WEED_WHACKER: _("1 :coin: per crop in your garden"),
    Card.PEST_CONTROL: _("Every crop in your garden +1 value"),
    Card.SELECTION: _("A card in your hand +5 value"),
    Card.FLOWER_POWER: _("1 :fert: per kind of crop on the field"),
    Card.FUNGUS_INFILTRATION: _("All crops of one colour −1 value, down to 1"),
    Card.SEED_SPROUT: _("Draw a card per colour in your garden"),
    Card.POLLINATOR_PARADISE: _("Draw two cards and keep one"),
    Card.RETRACTABLE_GREENHOUSE: _("Any bed becomes a Greenhouse"),
    Card.GARDEN_GNOME: _("A player discards 1 random card per :fert: paid"),
    Card.TRELLIS_BED: _("A bed turns Trellis: green crops +1 :coin:"),
    Card.VERTICAL_BED: _("A bed turns Vertical: red crops +1 :coin:"),
    Card.ROTATIONAL_BED: _("A bed turns Rotational: yellow crops +1 :coin:"),
    Card.GROCERY: _("Gain 1–6 :fert: per :fert: paid"),
    Card.THORNY_FENCE: _("Someone discards a card per crop of yours"),
    Card.CLONE: _("A copy of a growing crop enters your hand"),
    Card.WITHER: _("A growing crop’s value becomes 1"),
}

DETAILS: dict[int, Text] = {
    Card.APPLES: _("It counts the Apples you have harvested before in this game."),
    Card.CABBAGE: _("It counts the crops in all gardens."),
    Card.CORN: _("It counts the crops in all gardens."),
    Card.CARROTS: _("It counts the crops in all gardens."),
    Card.ONIONS: _("It counts the Onions that are left in your hand."),
    Card.MANGO: _("It is any card of any other hand, and keeps its value. Only you and its owner see which one."),
    Card.TOMATOES: _("A four-sided die is rolled for each opponent who has more coins than you."),
    Card.POTATOES: _("A four-sided die decides: one chance in four."),
    Card.MELON: _("The first Melon you harvest brings nothing more, every later one does."),
    Card.BEANS: _("You choose the opponent, who decides which of the two it is."),
    Card.WASABI: _("You choose the opponent. Without another Wasabi in your hand nothing happens."),
    Card.PINEAPPLE: _("Your own crops can be hit too. A crop in a Greenhouse is safe."),
    Card.EGGPLANT: _("Your own crops can be hit too. A crop in a Greenhouse is safe."),
    Card.PEPPERS: _("You roll a four-sided die and give the points to crop cards in your hand."),
    Card.ORANGES: _("That holds for the crops in all gardens, twice in the life of the Oranges."),
    Card.PUMPKINS: _("They keep their fertilizers, and nobody pays more than they have."),
    Card.GRAPES: _("A Common or Raised bed turns Hydroponic. Any other bed brings you 4 coins instead."),
    Card.CLOUDBERRY: _("Each opponent counts the cards in their hand and the crops in their garden."),
    Card.STRAWBERRY: _("You may choose any crop in any garden. It stays where it is."),
    Card.BLUEBERRY: _("A Greenhouse becomes Common too, but its crop survives."),
    Card.GARDEN_GOURMET: _("It gains as much value as this card costs."),
    Card.FERTILIZER_FRENZY: _("Gems show how rare a crop is. A crop in a Greenhouse is safe."),
    Card.RECYCLE: _("Gems show how rare a card is."),
    Card.FUNGUS_INFILTRATION: _("You choose the colour. Greenhouses are safe, unless the table plays otherwise."),
    Card.POLLINATOR_PARADISE: _("The other card goes back into the deck."),
    Card.THORNY_FENCE: _("You choose the opponent, who chooses which cards go."),
    Card.CLONE: _("The copy has the value that the crop has now."),
    Card.WITHER: _("A crop in a Greenhouse is safe."),
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
BED_EFFECTS: dict[int, Text] = {
    Bed.COMMON: _("A plain bed without an effect."),
    Bed.RAISED: _("Crops with 3 or more gems pay 2 coins extra."),
    Bed.GREENHOUSE: _("Nothing bad can happen to the crop in it."),
    Bed.HYDROPONIC: _("Crops with 3 or more gems ripen a turn sooner."),
    Bed.TRELLIS: _("Green crops pay 1 coin extra."),
    Bed.ROTATIONAL: _("Yellow crops pay 1 coin extra."),
    Bed.VERTICAL: _("Red crops pay 1 coin extra."),
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
EFFECTS |= {
    FIRST_CLASS_CARD + Profession.LAND_BARON: _("Once a game: a card from the discard pile"),
    FIRST_CLASS_CARD + Profession.HARVEST_FREAK: _("Each turn: swap a card for one from the deck"),
    FIRST_CLASS_CARD + Profession.MASTER_GARDENER: _("Each turn: rebuild one of your beds"),
    FIRST_CLASS_CARD + Profession.CROP_SCIENTIST: _("Each turn: a growing crop +1 value"),
    FIRST_CLASS_CARD + Profession.MARKET_TRADER: _("Once a game: a market card; the rest is replaced"),
    FIRST_CLASS_CARD + Profession.WEATHER_WATCHER: _("Each turn: a rival’s crop ripens a turn later"),
}

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


def price(n: int) -> Fact:
    """Return a price in coins."""
    return Fact(COIN, int(n), coins(n))


def cost(n: int) -> Fact:
    """Return a cost in fertilizers."""
    return Fact(SACK, int(n), sacks(n))


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
