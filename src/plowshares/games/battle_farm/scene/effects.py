"""What cards and beds do, in words, as the options of the match have it."""

from __future__ import annotations

from collections.abc import Iterable

from plowshares.core.i18n import Text, _
from plowshares.games.battle_farm.cards import FIRST_CLASS_CARD, Bed, Card, Profession
from plowshares.games.battle_farm.state import State

_SPARED = _("You may choose any bed, except a Greenhouse of somebody else.")
_ANY_BED = _("You may choose any bed, even a Greenhouse of somebody else.")

_EFFECTS: dict[int, Text] = {
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
# Class cards, where they are hand cards like any other.
_EFFECTS |= {
    FIRST_CLASS_CARD + Profession.LAND_BARON: _("Once a game: a card from the discard pile"),
    FIRST_CLASS_CARD + Profession.HARVEST_FREAK: _("Each turn: swap a card for one from the deck"),
    FIRST_CLASS_CARD + Profession.MASTER_GARDENER: _("Each turn: rebuild one of your beds"),
    FIRST_CLASS_CARD + Profession.CROP_SCIENTIST: _("Each turn: a growing crop +1 value"),
    FIRST_CLASS_CARD + Profession.MARKET_TRADER: _("Once a game: a market card; the rest is replaced"),
    FIRST_CLASS_CARD + Profession.WEATHER_WATCHER: _("Each turn: a rival’s crop ripens a turn later"),
}

_DETAILS: dict[int, Text] = {
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
    Card.FUNGUS_INFILTRATION: _("You choose the colour. Greenhouses are safe."),
    Card.POLLINATOR_PARADISE: _("The other card goes back into the deck."),
    Card.TRELLIS_BED: _SPARED,
    Card.VERTICAL_BED: _SPARED,
    Card.ROTATIONAL_BED: _SPARED,
    Card.THORNY_FENCE: _("You choose the opponent, who chooses which cards go."),
    Card.CLONE: _("The copy has the value that the crop has now."),
    Card.WITHER: _("A crop in a Greenhouse is safe."),
}

_BED_EFFECTS: dict[int, Text] = {
    Bed.COMMON: _("A plain bed without an effect."),
    Bed.RAISED: _("Crops with 3 or more gems pay 2 coins extra."),
    Bed.GREENHOUSE: _("Nothing bad can happen to the crop in it."),
    Bed.HYDROPONIC: _("Crops with 3 or more gems ripen a turn sooner."),
    Bed.TRELLIS: _("Green crops pay 1 coin extra."),
    Bed.ROTATIONAL: _("Yellow crops pay 1 coin extra."),
    Bed.VERTICAL: _("Red crops pay 1 coin extra."),
}

# What other options than the usual ones change: the first line whose switches are all on (or off, with a "!") holds.
Reading = tuple[tuple[str, ...], int, Text]
_OTHER_EFFECTS: tuple[Reading, ...] = (
    (
        ("apples_together", "combo_turn"),
        Card.APPLES,
        _("**Harvested:** 1 :coin: per Apples before it this turn, or with it"),
    ),
    (("apples_together",), Card.APPLES, _("**Harvested:** 1 :coin: per Apples before it, or with it")),
    (("combo_turn",), Card.APPLES, _("**Harvested:** 1 :coin: for each earlier Apples this turn")),
    (("combo_turn",), Card.MELON, _("**Harvested:** 1–4 :coin: if you had a Melon this turn")),
    (("mango_each",), Card.MANGO, _("**Planted:** steal a random card from each opponent")),
    (("eggplant_self",), Card.EGGPLANT, _("**Planted:** any crop −1 value, 1 turn later")),
    (("oranges_own",), Card.ORANGES, _("**Planted, harvested:** your other crops +1 value")),
    (("clone_printed",), Card.CLONE, _("A copy of a crop, as printed, enters your hand")),
)
_OTHER_DETAILS: tuple[Reading, ...] = (
    (
        ("apples_together", "combo_turn"),
        Card.APPLES,
        _("It counts the Apples you have harvested before in this turn, and those harvested together with it."),
    ),
    (
        ("apples_together",),
        Card.APPLES,
        _("It counts the Apples you have harvested before in this game, and those harvested together with it."),
    ),
    (("combo_turn",), Card.APPLES, _("It counts the Apples you have harvested before in this turn.")),
    (
        ("combo_turn",),
        Card.MELON,
        _("The first Melon you harvest in a turn brings nothing more, every later one does."),
    ),
    (
        ("mango_each",),
        Card.MANGO,
        _("It is one random card of each other hand, with its value. Only you and its owner see which one."),
    ),
    (("beans_taker",), Card.BEANS, _("You choose the opponent, and which of the two it is.")),
    (
        ("eggplant_self",),
        Card.EGGPLANT,
        _("Your own crops can be hit too, even this Eggplant. A crop in a Greenhouse is safe."),
    ),
    (
        ("peppers_random",),
        Card.PEPPERS,
        _("You roll a four-sided die, and chance gives the points to crop cards in your hand."),
    ),
    (
        ("oranges_own",),
        Card.ORANGES,
        _("That holds for the crops in your own garden, twice in the life of the Oranges."),
    ),
    (("!greenhouse_area",), Card.FUNGUS_INFILTRATION, _("You choose the colour. Even Greenhouses are hit.")),
    (("any_bed",), Card.TRELLIS_BED, _ANY_BED),
    (("any_bed",), Card.VERTICAL_BED, _ANY_BED),
    (("any_bed",), Card.ROTATIONAL_BED, _ANY_BED),
    (("thorny_random",), Card.THORNY_FENCE, _("You choose the opponent, and chance chooses which cards go.")),
    (("clone_printed",), Card.CLONE, _("The copy has the value that is printed on the card.")),
)
_OTHER_BEDS: tuple[Reading, ...] = (
    (("!greenhouse_area",), Bed.GREENHOUSE, _("Nothing bad can happen to the crop in it, except Fungus.")),
)


def effect(s: State, card: int) -> Text:
    """Say in a few words what a card does in this match."""
    return _other(s, card, _OTHER_EFFECTS) or _EFFECTS[card]


def details(s: State, card: int) -> Text | None:
    """Say what else there is to know about a card in this match, or None if that is nothing."""
    return _other(s, card, _OTHER_DETAILS) or _DETAILS.get(card)


def bed_effect(s: State, kind: int) -> Text:
    """Say what a type of bed does in this match."""
    return _other(s, kind, _OTHER_BEDS) or _BED_EFFECTS[kind]


def _other(s: State, what: int, readings: Iterable[Reading]) -> Text | None:
    fitting = (text for switches, about, text in readings if about == what and _are_set(s, switches))
    return next(fitting, None)


def _are_set(s: State, switches: Iterable[str]) -> bool:
    return all(bool(getattr(s.options, switch.removeprefix("!"))) != switch.startswith("!") for switch in switches)
