"""What will happen if something is chosen, as far as the rules and the viewer's knowledge make it certain."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Forecast, Tone, Viewer
from plowshares.games.battle_farm.cards import (
    COLOR,
    COLOR_BED_COINS,
    COLOR_OF_BED,
    GRADE,
    NO_CARD,
    PRINTED,
    RAISED_COINS,
    TIMER,
    Bed,
    Card,
    Color,
    Rarity,
)
from plowshares.games.battle_farm.rules.action_cards import can_rot, has_need
from plowshares.games.battle_farm.rules.beds import (
    count_color_on_field,
    count_colors_in_garden,
    count_crops,
    count_kinds_on_field,
    is_greenhouse,
)
from plowshares.games.battle_farm.rules.hands import count_color_in_hand, count_in_hand
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.state import Choice, State

_DIE, _LARGE_DIE = 4, 6
_JOINS_COLOUR = (Card.CABBAGE, Card.CORN, Card.CARROTS)


def bed_bonus(kind: int, card: int) -> int:
    """Return the coins a type of bed adds to the harvest of a crop."""
    if kind == Bed.RAISED and GRADE[card] >= Rarity.RARE:
        return RAISED_COINS
    return COLOR_BED_COINS if kind >= Bed.TRELLIS and COLOR_OF_BED[kind] == COLOR[card] else 0


def ripening(kind: int, card: int) -> int:
    """Return how many turns a crop takes in a type of bed."""
    shorter = kind == Bed.HYDROPONIC and GRADE[card] >= Rarity.RARE
    return max(int(TIMER[card]) - int(shorter), 1)


# --- planting and fertilizing ---


def of_planting(s: State, viewer: Viewer, card: int, value: int, bed: int) -> Forecast:
    """Say what planting a card in an own bed brings: now, and at the harvest."""
    kind = int(s.bed[viewer.seat, bed])
    pay = value + bed_bonus(kind, card)
    turns = ripening(kind, card)
    now = gain_at_once(s, viewer, card)
    text = _("It pays {coins} in {turns}.", coins=words.coins(pay), turns=words.turns(turns))
    if now is None:
        return Forecast("good", _("{coins} in {turns}", coins=words.coins(pay), turns=words.turns(turns)))
    return Forecast("good", now, text, _victims(s, viewer, card))


def gain_at_once(s: State, viewer: Viewer, card: int) -> Text | None:
    """Say what a crop brings when it is planted, or None if that is nothing."""
    seat = viewer.seat
    if card in _JOINS_COLOUR:
        n = int(count_color_on_field(s, int(COLOR[card])))
        return _("{coins} at once", coins=words.coins(n)) if n else None
    if card == Card.ONIONS:
        n = int(count_in_hand(s, seat, card)) - 1
        return _("{fertilizers} at once", fertilizers=words.sacks(n)) if n > 0 else None
    if card == Card.TOMATOES:
        richer = sum(int(s.coins[p]) > int(s.coins[seat]) for p in range(s.options.players))
        return _("{least} to {most} coins at once", least=richer, most=richer * _DIE) if richer else None
    if card == Card.WASABI:
        return _booty(s, seat) if count_in_hand(s, seat, card) > 1 else None
    if card == Card.MANGO:
        holders = sum(int(s.hand_count[p]) > 0 for p in range(s.options.players) if p != seat)
        n = holders if s.options.mango_each else min(holders, 1)
        return _("Steal {cards}", cards=words.random_cards(n)) if n else None
    if card == Card.ORANGES:
        n = sum(int(count_crops(s, p)) for p in range(s.options.players) if p == seat or not s.options.oranges_own)
        return crops_gain(n) if n else None
    if card == Card.CLOUDBERRY:
        return _("Everybody else loses coins and fertilizers")
    return None


def _booty(s: State, seat: int) -> Text | None:
    """Say what Wasabi steals at most: nobody gives more than there is."""
    most = min(max(int(s.coins[p]) for p in range(s.options.players) if p != seat), _DIE)
    return _("Steal up to {coins}", coins=words.coins(most)) if most else None


def crops_gain(n: int) -> Text:
    """Say how many crops become more valuable."""
    return ngettext("{n} crop gains 1 value", "{n} crops gain 1 value", int(n))


def crops_lose(n: int) -> Text:
    """Say how many crops become less valuable."""
    return ngettext("{n} crop loses 1 value", "{n} crops lose 1 value", int(n))


def _victims(s: State, viewer: Viewer, card: int) -> tuple[tuple[str, str], ...]:
    """List what each opponent loses to a Cloudberry."""
    if card != Card.CLOUDBERRY:
        return ()
    rows = []
    for seat in range(s.options.players):
        if seat != viewer.seat:
            n = int(s.hand_count[seat]) + int(count_crops(s, seat))
            lost = words.coins(min(n, int(s.coins[seat]))), words.sacks(min(n, int(s.fertilizers[seat])))
            rows.append((viewer.names[seat], _("−{coins}, −{fertilizers}", coins=lost[0], fertilizers=lost[1])))
    return tuple(rows)


def of_fertilizing(s: State, viewer: Viewer, bed: int) -> Forecast:
    """Say when an own crop is ripe after one more fertilizer."""
    seat = viewer.seat
    card, timer = int(s.crop[seat, bed]), int(s.crop_timer[seat, bed])
    value = int(s.crop_value[seat, bed]) + int(card == Card.WHEAT)
    pay = words.coins(value + bed_bonus(int(s.bed[seat, bed]), card))
    if timer == 1:
        return Forecast("good", _("Harvest now"), _("It is ripe at once and pays {coins}.", coins=pay))
    return Forecast("good", _("Ripe in {turns}", turns=words.turns(timer - 1)), _("Then it pays {coins}.", coins=pay))


# --- action cards ---

_COUNTS_COLOUR = {
    Card.GREEN_THUMB: Color.GREEN,
    Card.RED_REAPER: Color.RED,
    Card.YELLOW_WARNING: Color.YELLOW,
}


def of_playing(s: State, viewer: Viewer, card: int, value: int) -> Forecast | None:
    """Say what an action card brings, or None if that depends on a choice that follows."""
    if not has_need(s, viewer.seat, card):
        return None
    match card:
        case Card.LUCKY_FIND:
            return Forecast("good", _range_of_coins(_LARGE_DIE))
        case Card.GROCERY:
            return Forecast("good", _range_of_sacks(value, value * _LARGE_DIE))
        case Card.FLOWER_POWER:
            n = int(count_kinds_on_field(s))
            return _gain(n, _("You get {fertilizers}", fertilizers=words.sacks(n)))
        case Card.PEST_CONTROL:
            n = int(count_crops(s, viewer.seat))
            return _gain(n, crops_gain(n))
        case Card.SEED_SPROUT:
            n = min(int(count_colors_in_garden(s, viewer.seat)), int(s.deck_count))
            return _gain(n, _("You draw {cards}", cards=words.cards(n)))
        case Card.THORNY_FENCE:
            n = int(count_crops(s, viewer.seat))
            return _gain(n, _("Someone discards up to {cards}", cards=words.cards(n)))
    return _of_counting(s, viewer, card)


def _of_counting(s: State, viewer: Viewer, card: int) -> Forecast | None:
    """Say how many coins a card brings that counts crops."""
    if card == Card.WEED_WHACKER:
        n = int(count_crops(s, viewer.seat))
    elif card in _COUNTS_COLOUR:
        n = int(count_color_in_hand(s, viewer.seat, int(_COUNTS_COLOUR[Card(card)])))
    else:
        return None
    return _gain(n, _("You get {coins}", coins=words.coins(n)))


def _gain(n: int, title: Text) -> Forecast:
    return Forecast("good", title) if n else Forecast("bad", _("It brings nothing now"))


def _range_of_coins(most: int) -> Text:
    return _("You get {least} to {most} coins", least=1, most=most)


def _range_of_sacks(least: int, most: int) -> Text:
    if most == 0:
        return _("It brings nothing now")
    return _("You get {least} to {most} fertilizers", least=least, most=most)


# --- answers to a card's question ---


def of_player(s: State, seat: int) -> Forecast | None:
    """Say what the pending question costs the player it is answered with."""
    hand, n = int(s.hand_count[seat]), min(int(s.number), int(s.hand_count[seat]))
    match s.pending:
        case Choice.WASABI:
            most = min(int(s.coins[seat]), _DIE)
            return Forecast("good", _("Steal up to {coins}", coins=words.coins(most))) if most else _nothing()
        case Choice.GARDEN_GNOME | Choice.THORNY_FENCE if n == 0:
            return _nothing()
        case Choice.GARDEN_GNOME:
            return Forecast("even", _("{n} of {hand} cards are discarded", n=n, hand=hand))
        case Choice.THORNY_FENCE:
            return Forecast("good", _("{n} of {hand} cards are discarded", n=n, hand=hand))
        case Choice.BEANS if s.coins[seat] == 0 and s.fertilizers[seat] == 0:
            return _nothing()
    return None


def _nothing() -> Forecast:
    return Forecast("even", _("Nothing happens"))


_HARMS = (
    Choice.PINEAPPLE,
    Choice.EGGPLANT,
    Choice.FERTILIZER_FRENZY,
    Choice.WITHER,
    Choice.BLUEBERRY,
    Choice.CLOUD_COVER,
)
_HELPS = (Choice.GARDEN_GOURMET, Choice.GENETIC_MODIFICATION, Choice.RETRACTABLE_GREENHOUSE)


def is_harm(s: State) -> bool:
    """Ask whether the question looks for a victim."""
    return s.pending in _HARMS


def is_help(s: State) -> bool:
    """Ask whether the question looks for somebody to help."""
    return s.pending in _HELPS


def hits(s: State, seat: int, bed: int) -> bool:
    """Ask whether the pending question does a crop harm."""
    card, value = int(s.crop[seat, bed]), int(s.crop_value[seat, bed])
    if not is_harm(s) or card == NO_CARD or (s.pending == Choice.BLUEBERRY and is_greenhouse(s, seat, bed)):
        return False
    after = value_after(s, seat, bed)
    return after is None or after < value or s.pending == Choice.EGGPLANT


def of_target(s: State, viewer: Viewer, seat: int, bed: int) -> Forecast | None:
    """Say what the pending question does to a crop or bed."""
    card, value = int(s.crop[seat, bed]), int(s.crop_value[seat, bed])
    mine = viewer.is_me(seat)
    tone: Tone = "bad" if (is_harm(s) and mine) or (is_help(s) and not mine) else "good"
    after = value_after(s, seat, bed)
    if after is not None and card != NO_CARD:
        return Forecast(tone, _("{before} → {after} coins", before=value, after=after), _later(s))
    match s.pending:
        case Choice.PINEAPPLE:
            return Forecast(tone, _("{crop} is destroyed", crop=words.CARDS[card]))
        case Choice.STRAWBERRY:
            return Forecast("good", _("You get {coins}", coins=words.coins(value)))
        case Choice.CLONE:
            worth = int(PRINTED[card]) if s.options.clone_printed else value
            return Forecast("good", _("A {crop} worth {coins}", crop=words.CARDS[card], coins=words.coins(worth)))
        case Choice.BLUEBERRY:
            return _blueberry(s, seat, bed, card)
        case Choice.CLOUD_COVER if card != NO_CARD:
            turns = words.turns(int(s.crop_timer[seat, bed]) + 1)
            return Forecast(tone, _("Ripe in {turns}", turns=turns))
        case Choice.CLOUD_COVER:
            return Forecast("even", _("Nothing grows here"))
    return None


def _later(s: State) -> str:
    return _("And it ripens a turn later.") if s.pending == Choice.EGGPLANT else ""


def _blueberry(s: State, seat: int, bed: int, card: int) -> Forecast:
    if card == NO_CARD:
        return Forecast("even", _("The bed becomes Common"))
    if is_greenhouse(s, seat, bed):
        return Forecast("even", _("The crop survives"), _("But the Greenhouse becomes a Common bed."))
    return Forecast("good", _("{crop} is destroyed", crop=words.CARDS[card]))


def value_after(s: State, seat: int, bed: int) -> int | None:
    """Return what a crop is worth after the pending question has been answered with it."""
    card, value = int(s.crop[seat, bed]), int(s.crop_value[seat, bed])
    match s.pending:
        case Choice.EGGPLANT:
            return max(value - 1, 0)
        case Choice.GARDEN_GOURMET:
            return value + int(s.number)
        case Choice.GENETIC_MODIFICATION:
            return value + 1
        case Choice.FERTILIZER_FRENZY:
            return max(value - int(GRADE[card]), 0)
        case Choice.WITHER:
            return 1
    return None


def crops_of_colour(s: State, viewer: Viewer, colour: int) -> tuple[int, int]:
    """Count the crops that Fungus would hit: the viewer's, and the others'."""
    hit = [0, 0]
    for seat in range(s.options.players):
        for bed in range(int(s.bed_count[seat])):
            card = int(s.crop[seat, bed])
            if card != NO_CARD and COLOR[card] == colour and can_rot(s, seat, bed):
                hit[0 if viewer.is_me(seat) else 1] += 1
    return hit[0], hit[1]
