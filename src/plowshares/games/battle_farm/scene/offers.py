"""What can be picked next, in words: prices, forecasts, and the reason where something cannot be picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Amount, Fact, Forecast, Offer, Tone, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.cards import (
    ABILITY_COST,
    ALL_SLUGS,
    BED_SLUGS,
    COLOR_SLUGS,
    CROPS,
    FIRST_CLASS_CARD,
    GRADE,
    NO_CARD,
    ONCE_A_GAME,
    PRICE,
    SLOTS,
)
from plowshares.games.battle_farm.rules.action_cards import has_need, is_used_up
from plowshares.games.battle_farm.rules.classes import has_class_need
from plowshares.games.battle_farm.scene import effects, forecasts, words
from plowshares.games.battle_farm.scene.faces import bed_label, held
from plowshares.games.battle_farm.scene.regions import is_to_act
from plowshares.games.battle_farm.state import Choice, Phase, State

QUICK_BIDS = 9  # buttons from no bid to 8 coins
Path = Sequence[str]


def offers(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    """Describe each of the picks that may follow a path, and relevant ones that may not."""
    numbers = [int(pick.split()[1]) for pick in picks if pick.startswith("number ")]
    found = [_bid(s, numbers)] if numbers else []
    found += [_describe(s, viewer, path, pick) for pick in picks if not pick.startswith("number ")]
    if not path and is_to_act(s, viewer) and s.pending == Choice.NONE:
        found += [offer for offer in _out_of_reach(s, viewer) if offer.pick not in picks]
    return found


def _describe(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    kind = pick.split()[0]
    return _KINDS[kind](s, viewer, path, pick)


# --- cards ---


def _market(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    card = int(s.market[int(pick.split()[1])])
    name = words.CARDS[card]
    if s.pending == Choice.STONKS:
        return Offer(pick, _("Take {card}", card=name), effects.effect(s, card), art=words.art_of(card))
    return Offer(
        pick,
        _("Buy {card}", card=name),
        effects.effect(s, card),
        art=words.art_of(card),
        price=words.price(PRICE[card]),
    )


_HAND_LABELS: dict[int, Callable[[Text], Text]] = {
    Choice.PEPPERS: lambda card: _("{card}: +1 value", card=card),
    Choice.SELECTION: lambda card: _("{card}: +5 value", card=card),
    Choice.RECYCLE: lambda card: _("Recycle {card}", card=card),
    Choice.THORNY_DISCARD: lambda card: _("Discard {card}", card=card),
    Choice.REAP_AND_SOW: lambda card: _("Swap {card}", card=card),
}


def _hand(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    card = held(s, viewer.seat)[int(pick.split()[1])]
    name, art = words.CARDS[card.card], words.art_of(card.card)
    if s.pending in _HAND_LABELS:
        gain: tuple[Fact, ...] = ()
        if s.pending == Choice.RECYCLE:
            gain = (Fact(words.SACK, f"+{int(GRADE[card.card])}", words.sacks(GRADE[card.card])),)
        return Offer(pick, _HAND_LABELS[int(s.pending)](name), art=art, facts=gain)
    if s.phase == Phase.TRADE:
        return Offer(pick, _("Put {card} on the stall", card=name), art=art)
    if words.is_crop(card.card):
        return Offer(pick, _("Plant {card}", card=name), effects.effect(s, card.card), art=art)
    price, forecast = words.cost(card.value), forecasts.of_playing(s, viewer, card.card, card.value)
    label = _("Play {card}", card=name)
    return Offer(pick, label, effects.effect(s, card.card), art=art, price=price, forecast=forecast)


def _discarded(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    card = ALL_SLUGS.index(pick.split()[1])
    return Offer(pick, _("Take {card}", card=words.CARDS[card]), effects.effect(s, card), art=words.art_of(card))


def _pair(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    card = int(s.pair[int(pick.split()[1])])
    return Offer(pick, _("Keep {card}", card=words.CARDS[card]), effects.effect(s, card), art=words.art_of(card))


# --- beds and players ---


def read_bed(pick: str) -> tuple[int, int]:
    """Return seat and number of the bed that a pick names."""
    _kind, seat, bed = pick.split()
    return int(seat[1:]), int(bed[1:])


def _bed(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    seat, bed = read_bed(pick)
    kind, card = int(s.bed[seat, bed]), int(s.crop[seat, bed])
    if path and path[0].startswith("hand "):
        plant = held(s, viewer.seat)[int(path[0].split()[1])]
        label = _("Plant {card} in {bed}", card=words.CARDS[plant.card], bed=words.whose_bed(viewer, seat, kind))
        forecast = forecasts.of_planting(s, viewer, plant.card, plant.value, bed)
        return Offer(pick, label, effects.bed_effect(s, kind), art=f"bed-{BED_SLUGS[kind]}", forecast=forecast)
    if s.pending == Choice.NONE:
        return Offer(
            pick,
            _("Fertilize {crop}", crop=words.whose_crop(viewer, seat, card)),
            art=words.art_of(card),
            price=words.cost(1),
            forecast=forecasts.of_fertilizing(s, viewer, bed),
        )
    return _target(s, viewer, pick, seat, bed)


def _target(s: State, viewer: Viewer, pick: str, seat: int, bed: int) -> Offer:
    kind, card = int(s.bed[seat, bed]), int(s.crop[seat, bed])
    return Offer(
        pick,
        bed_label(s, viewer, seat, bed),
        art=f"bed-{BED_SLUGS[kind]}" if card == NO_CARD else words.art_of(card),
        colour=seat,
        forecast=forecasts.of_target(s, viewer, seat, bed),
        confirm=_doubt(s, viewer, seat, bed),
    )


def _doubt(s: State, viewer: Viewer, seat: int, bed: int) -> str:
    """Ask once before the viewer hurts the own garden or helps another."""
    mine, card = viewer.is_me(seat), int(s.crop[seat, bed])
    if card == NO_CARD:
        return ""
    if mine and forecasts.is_harm(s) and _has_other_target(s, viewer.seat):
        return _("This hits your own {crop}. Do it anyway?", crop=words.CARDS[card])
    if not mine and forecasts.is_help(s) and any(s.crop[viewer.seat, b] != NO_CARD for b in range(5)):
        return _("This helps {name}. Do it anyway?", name=viewer.names[seat])
    return ""


def _has_other_target(s: State, seat: int) -> bool:
    return any(
        s.crop[p, b] != NO_CARD and BED_SLUGS[s.bed[p, b]] != "greenhouse"
        for p in range(s.options.players)
        if p != seat
        for b in range(int(s.bed_count[p]))
    )


def _player(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    seat = int(pick.split()[1][1:])
    name = viewer.name(seat)
    if s.phase == Phase.DEAL and s.pending == Choice.NONE:
        best = max(range(s.options.players), key=lambda bidder: int(s.bid[bidder]))
        label = _("Take {coins} from {name}", coins=words.coins(s.bid[seat]), name=name)
        if seat == best:
            return Offer(pick, label, colour=seat, main=True, where="bar")
        return Offer(pick, label, colour=seat, where="panel", group=_("Bids"))
    forecast = forecasts.of_player(s, seat)
    return Offer(pick, name, _about_player(s, seat), colour=seat, where="bar", forecast=forecast)


def _about_player(s: State, seat: int) -> str:
    match s.pending:
        case Choice.WASABI:
            return _("has {coins}", coins=words.coins(s.coins[seat]))
        case Choice.BEANS:
            stocks = words.coins(s.coins[seat]), words.sacks(s.fertilizers[seat])
            return _("has {coins} and {fertilizers}", coins=stocks[0], fertilizers=stocks[1])
    return _("holds {cards}", cards=words.cards(s.hand_count[seat]))


# --- buttons and numbers ---


_DONE = {
    Phase.BUY: _("Done buying"),
    Phase.TRADE: _("Done trading"),
    Phase.PLAY: _("Done playing"),
    Phase.FERTILIZE: _("End my turn"),
}


def _button(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    name = pick.split()[1]
    match name:
        case "done":
            return Offer(pick, _DONE[Phase(s.phase)], main=not s.marks, key="Enter", where="bar")
        case "propose":
            return Offer(pick, _("Offer these cards"), _("The others bid in secret."), main=True, where="bar")
        case "decline" if s.phase == Phase.DEAL and s.pending == Choice.NONE:
            return Offer(pick, _("Keep my cards"), where="bar")
        case "decline":
            return Offer(pick, _("Do nothing"), where="bar")
        case "play":
            return _play_button(s, viewer, path, pick)
        case "ability":
            return _ability(s, viewer, pick)
        case "coin":
            return Offer(pick, words.gift(s, coin=True), art=words.COIN, where="bar")
        case "fertilizer":
            return Offer(pick, words.gift(s, coin=False), art=words.SACK, where="bar")
    kind = BED_SLUGS.index(name)
    return Offer(pick, words.BEDS[kind], effects.bed_effect(s, kind), art=f"bed-{name}")


def _play_button(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    card = held(s, viewer.seat)[int(path[0].split()[1])]
    label = _("Play {card}", card=words.CARDS[card.card])
    in_vain = not has_need(s, viewer.seat, card.card)
    detail = _("There is nothing to use it on: it would be wasted.") if in_vain else effects.effect(s, card.card)
    question = _("There is nothing to use {card} on. Play it anyway?", card=words.CARDS[card.card]) if in_vain else ""
    return Offer(
        pick,
        label,
        detail,
        art=words.art_of(card.card),
        price=words.cost(card.value),
        forecast=forecasts.of_playing(s, viewer, card.card, card.value),
        main=True,
        confirm=question,
    )


def _ability(s: State, viewer: Viewer, pick: str) -> Offer:
    profession = int(s.profession[viewer.seat])
    return Offer(
        pick,
        words.ABILITIES[profession],
        words.ABILITY_EFFECTS[profession],
        art=words.ABILITY_ART[profession],
        price=words.cost(ABILITY_COST[profession]),
        key="a",
        where="bar",
    )


def _colour(s: State, viewer: Viewer, path: Path, pick: str) -> Offer:
    colour = COLOR_SLUGS.index(pick.split()[1])
    mine, theirs = forecasts.crops_of_colour(s, viewer, colour)
    text = _("Yours that lose: {mine}. Of the others: {theirs}.", mine=mine, theirs=theirs)
    tone: Tone = "good" if theirs > mine else "bad" if mine > theirs else "even"
    forecast = Forecast(tone, forecasts.crops_lose(mine + theirs), text)
    return Offer(pick, words.COLOURS[colour], art=words.COLOUR_ART[colour], forecast=forecast, where="bar")


def _bid(s: State, numbers: Sequence[int]) -> Offer:
    amount = Amount(min(numbers), max(numbers), 0, _("coins"), tuple(n for n in range(QUICK_BIDS) if n in numbers))
    return Offer(
        f"number {min(numbers)}",
        _("Bid"),
        _("Nobody sees your bid until all are in. 0 is no bid."),
        art=words.COIN,
        amount=amount,
        where="bar",
    )


_KINDS: dict[str, Callable[[State, Viewer, Path, str], Offer]] = {
    "market": _market,
    "hand": _hand,
    "card": _discarded,
    "pair": _pair,
    "bed": _bed,
    "player": _player,
    "button": _button,
    "color": _colour,
}


# --- what cannot be picked now, and why ---


def _out_of_reach(s: State, viewer: Viewer) -> Iterator[Offer]:
    if s.phase == Phase.BUY:
        yield from _too_dear(s, viewer)
    if s.phase == Phase.PLAY:
        for card in held(s, viewer.seat):
            why = why_not_hand(s, viewer, card.card, card.value)
            if why:
                offer = _hand(s, viewer, (), f"hand {card.place}")
                yield offer.disabled(why)
        why = "" if s.options.class_cards else why_not_ability(s, viewer)
        if why:
            yield _ability(s, viewer, "button ability").disabled(why)


def _too_dear(s: State, viewer: Viewer) -> Iterator[Offer]:
    for slot in range(SLOTS):
        card = int(s.market[slot])
        short = int(PRICE[card]) - int(s.coins[viewer.seat]) if card != NO_CARD else 0
        if short > 0:
            why = _("{coins} short", coins=words.coins(short))
            yield _market(s, viewer, (), f"market {slot}").disabled(why)


def why_not_hand(s: State, viewer: Viewer, card: int, value: int) -> str:
    """Say why a hand card cannot be planted or played now; empty if it can."""
    seat = viewer.seat
    if card < CROPS:
        free = any(s.crop[seat, bed] == NO_CARD for bed in range(int(s.bed_count[seat])))
        return "" if free else _("All your beds are full.")
    short = value - int(s.fertilizers[seat])
    if short > 0:
        return _("{fertilizers} short", fertilizers=words.sacks(short))
    if is_used_up(s, seat, card):
        once = ONCE_A_GAME[card - FIRST_CLASS_CARD]
        return _("Used up for this game.") if once else _("Used up for this turn.")
    if s.options.play_in_vain or has_need(s, seat, card):
        return ""
    return _("There is nothing to use it on.")


def why_not_ability(s: State, viewer: Viewer) -> str:
    """Say why the class card cannot be used now; empty if it can."""
    seat = viewer.seat
    if seat == SPECTATOR:
        return ""
    profession = int(s.profession[seat])
    if s.used[seat]:
        return _("Used up for this game.") if ONCE_A_GAME[profession] else _("Used up for this turn.")
    short = int(ABILITY_COST[profession]) - int(s.fertilizers[seat])
    if short > 0:
        return _("{fertilizers} short", fertilizers=words.sacks(short))
    return "" if has_class_need(s, seat, profession) else _("There is nothing to use it on.")
