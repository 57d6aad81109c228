"""Decisions in words: what an action does, why it is good, and why one is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Viewer
from plowshares.games.battle_farm.actions import FIRST_REMODEL, Kind
from plowshares.games.battle_farm.cards import FIRST_CLASS_CARD, NO_CARD, PRICE, PRINTED, TIMER, Bed
from plowshares.games.battle_farm.heuristics.simple import script
from plowshares.games.battle_farm.notation.words import decode, hand_of, sale_of
from plowshares.games.battle_farm.scene import effects, forecasts, words
from plowshares.games.battle_farm.scene.offers import read_bed, why_not_ability, why_not_hand
from plowshares.games.battle_farm.scene.prompts import question
from plowshares.games.battle_farm.scene.regions import is_to_act
from plowshares.games.battle_farm.state import Choice, Phase, State

Fields = tuple[int, ...]


def describe(s: State, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Return a decision in words: "Plant Corn in your Raised bed"."""
    kind, fields = decode(actions[0])
    return _DESCRIBE[kind](s, viewer, fields)


# --- describing, by kind of action ---


def _card_in_hand(s: State, viewer: Viewer, place: int) -> int:
    return hand_of(s, viewer.seat)[place][0]


def _buy(s: State, viewer: Viewer, fields: Fields) -> Text:
    card = int(s.market[fields[0]])
    return _("Buy {card} for {coins}", card=words.CARDS[card], coins=words.coins(PRICE[card]))


def _done(s: State, viewer: Viewer, fields: Fields) -> Text:
    match s.phase:
        case Phase.BUY:
            return _("Stop buying")
        case Phase.TRADE:
            return _("Sell nothing")
        case Phase.PLAY:
            return _("Play nothing more")
    return _("End the turn")


def _sell(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Put {card} on the stall", card=words.CARDS[_card_in_hand(s, viewer, fields[0])])


def _propose(s: State, viewer: Viewer, fields: Fields) -> Text:
    cards = [card for place, (card, _value) in enumerate(hand_of(s, viewer.seat)) if s.marked[place]]
    return _("Offer {cards} for bids", cards=words.lot(cards))


def _bid(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Bid {coins}", coins=words.coins(fields[0])) if fields[0] else _("Do not bid")


def _accept(s: State, viewer: Viewer, fields: Fields) -> Text:
    coins = words.coins(s.bid[fields[0]])
    return _("Sell to {name} for {coins}", name=viewer.names[fields[0]], coins=coins)


def _decline(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Keep the cards") if s.phase == Phase.DEAL and s.pending == Choice.NONE else _("Do nothing")


def _plant(s: State, viewer: Viewer, fields: Fields) -> Text:
    card = words.CARDS[_card_in_hand(s, viewer, fields[0])]
    bed = words.whose_bed(viewer, viewer.seat, int(s.bed[viewer.seat, fields[1]]))
    return _("Plant {card} in {bed}", card=card, bed=bed)


def _play(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Play {card}", card=words.CARDS[_card_in_hand(s, viewer, fields[0])])


def _ability(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Use {ability}", ability=words.ABILITIES[int(s.profession[viewer.seat])])


def _fertilize(s: State, viewer: Viewer, fields: Fields) -> Text:
    card = int(s.crop[viewer.seat, fields[0]])
    return _("Fertilize {crop}", crop=words.whose_crop(viewer, viewer.seat, card))


def _place(s: State, viewer: Viewer, fields: Fields) -> Text:
    seat, bed = fields
    card = int(s.crop[seat, bed])
    target = words.whose_bed(viewer, seat, int(s.bed[seat, bed]))
    if card != NO_CARD:
        target = words.whose_crop(viewer, seat, card)
    return _("Choose {target}", target=target)


def _player(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Choose yourself") if viewer.is_me(fields[0]) else _("Choose {target}", target=viewer.names[fields[0]])


def _card(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Choose {target}", target=words.CARDS[_card_in_hand(s, viewer, fields[0])])


def _colour(s: State, viewer: Viewer, fields: Fields) -> Text:
    return (_("Choose red"), _("Choose green"), _("Choose yellow"))[fields[0]]


def _give(s: State, viewer: Viewer, fields: Fields) -> Text:
    return words.gift(s, coin=not fields[0])


def _keep(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Keep {card}", card=words.CARDS[int(s.pair[fields[0]])])


def _restore(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Take {card} from the discard pile", card=words.CARDS[fields[0]])


def _take(s: State, viewer: Viewer, fields: Fields) -> Text:
    return _("Take {card} from the market", card=words.CARDS[int(s.market[fields[0]])])


def _remodel(s: State, viewer: Viewer, fields: Fields) -> Text:
    before = words.whose_bed(viewer, viewer.seat, int(s.bed[viewer.seat, fields[0]]))
    return _("Turn {bed} into a {new}", bed=before, new=words.BEDS[FIRST_REMODEL + fields[1]])


_DESCRIBE: dict[Kind, Callable[[State, Viewer, Fields], Text]] = {
    Kind.BUY: _buy,
    Kind.DONE: _done,
    Kind.SELL: _sell,
    Kind.PROPOSE: _propose,
    Kind.BID: _bid,
    Kind.ACCEPT: _accept,
    Kind.DECLINE: _decline,
    Kind.PLANT: _plant,
    Kind.PLAY: _play,
    Kind.ABILITY: _ability,
    Kind.FERTILIZE: _fertilize,
    Kind.CROP: _place,
    Kind.BED: _place,
    Kind.PLAYER: _player,
    Kind.CARD: _card,
    Kind.COLOR: _colour,
    Kind.GIVE: _give,
    Kind.KEEP: _keep,
    Kind.RESTORE: _restore,
    Kind.TAKE: _take,
    Kind.REMODEL: _remodel,
    Kind.RECLAIM: lambda s, viewer, fields: _restore(s, viewer, (FIRST_CLASS_CARD + fields[0],)),
}


# --- why a decision is good ---


def reason(s: State, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Say what a recommended decision gains or keeps, from what the viewer knows."""
    kind, fields = decode(actions[0])
    match kind:
        case Kind.BUY | Kind.TAKE:
            return _why_buy(s, viewer, actions[0], int(s.market[fields[0]]))
        case Kind.PLANT:
            return _why_plant(s, viewer, fields)
        case Kind.FERTILIZE:
            forecast = forecasts.of_fertilizing(s, viewer, fields[0])
            return forecast.text if s.crop_timer[viewer.seat, fields[0]] == 1 else _("It ripens a turn sooner.")
        case Kind.ACCEPT:
            return _why_accept(s, fields[0])
        case Kind.BID:
            return "" if fields[0] else _keep_coins(s, viewer)
        case Kind.CROP | Kind.BED:
            return _why_target(s, viewer, fields)
        case Kind.PLAY:
            return _why_play(s, viewer, *hand_of(s, viewer.seat)[fields[0]])
        case Kind.DONE:
            return _why_done(s, viewer)
    return ""


def _why_accept(s: State, bidder: int) -> str:
    """Compare a bid with the others, and with what the market asks for such cards."""
    coins, bids = int(s.bid[bidder]), [int(s.bid[seat]) for seat in range(s.options.players)]
    price = sum(int(PRICE[card]) for card, _value in sale_of(s))
    if coins > price:
        return _("The market asks only {coins} for such cards.", coins=words.coins(price))
    return _("Nobody bids more.") if coins == max(bids) else ""


def _why_buy(s: State, viewer: Viewer, action: int, card: int) -> str:
    if script(s, viewer.seat, 0) == action and s.deck_count:
        return _("Somebody has more coins than you: a purchase brings another card to the market.")
    if not words.is_crop(card):
        return _("{effect}.", effect=effects.effect(s, card))
    coins, turns = words.coins(PRINTED[card]), words.turns(int(TIMER[card]))
    return _("It pays {coins} after {turns} in a bed.", coins=coins, turns=turns)


def _why_plant(s: State, viewer: Viewer, fields: Fields) -> str:
    card, value = hand_of(s, viewer.seat)[fields[0]]
    forecast = forecasts.of_planting(s, viewer, card, value, fields[1])
    if not forecast.text:
        kind = int(s.bed[viewer.seat, fields[1]])
        pay, turns = value + forecasts.bed_bonus(kind, card), forecasts.ripening(kind, card)
        return _("It pays {coins} in {turns}.", coins=words.coins(pay), turns=words.turns(turns))
    return _("{gain}. {later}", gain=forecast.title, later=forecast.text)


def _why_target(s: State, viewer: Viewer, fields: Fields) -> str:
    seat, bed = fields
    value = int(s.crop_value[seat, bed])
    if not viewer.is_me(seat) and forecasts.hits(s, seat, bed):
        return _("It hurts {name}, whose crop is worth {coins}.", name=viewer.names[seat], coins=words.coins(value))
    if s.pending == Choice.RETRACTABLE_GREENHOUSE and viewer.is_me(seat):
        return effects.bed_effect(s, Bed.GREENHOUSE)
    if forecasts.is_help(s) and viewer.is_me(seat):
        return _("Your own harvest grows.")
    return ""


def _why_play(s: State, viewer: Viewer, card: int, value: int) -> str:
    forecast = forecasts.of_playing(s, viewer, card, value)
    if forecast is None:
        return _("{effect}.", effect=effects.effect(s, card))
    return _("{effect}.", effect=forecast.title) if forecast.tone == "good" else ""


def _keep_coins(s: State, viewer: Viewer) -> str:
    return _("You keep your {coins}.", coins=words.coins(s.coins[viewer.seat]))


def _why_done(s: State, viewer: Viewer) -> str:
    if s.phase == Phase.BUY:
        return _keep_coins(s, viewer)
    if s.phase in (Phase.TRADE, Phase.PLAY):
        return _("You keep the cards in your hand for later.")
    return _("You keep your fertilizers for later.") if s.phase == Phase.FERTILIZE else ""


# --- why something is refused ---

_REFUSALS: dict[str, Text] = {
    "game-over": _("The game is over."),
    "not-to-act": _("It is not your turn."),
    "out-of-range": _("There is no such card or bed."),
    "no-choice": _("Nothing has to be chosen now."),
    "wrong-phase": _("That is not possible in this part of the turn."),
    "slot-empty": _("There is no card in this place of the market."),
    "too-expensive": _("You cannot pay for that."),
    "wrong-card": _("This card cannot be used for that."),
    "bed-occupied": _("Something grows in this bed already."),
    "bed-empty": _("Nothing grows in this bed."),
    "no-target": _("There is nothing to use it on."),
    "protected": _("A Greenhouse is safe from that."),
    "wrong-target": _("This cannot be chosen now."),
    "used-up": _("You have used this up."),
    "already-marked": _("This card is on your stall already."),
    "nothing-marked": _("Put a card on your stall first."),
    "no-bid": _("This player made no bid."),
    "not-allowed": _("You have to choose something."),
}


def explain(s: State, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand) -> str:
    """Say in words why a path of picks or a command is refused."""
    if not is_to_act(s, viewer):
        return _REFUSALS["game-over" if s.phase == Phase.OVER else "not-to-act"]
    if refusal.code == "choice-pending" or (path and s.pending != Choice.NONE):
        return _("First answer this: {question}.", question=question(s)[0])
    if path and (why := _why_not_pick(s, viewer, path[-1])):
        return why
    return _REFUSALS.get(refusal.code, _("That is not possible now. What you can do is marked."))


def _why_not_pick(s: State, viewer: Viewer, pick: str) -> str:
    kind, *rest = pick.split()
    if kind == "market" and s.phase == Phase.BUY and s.market[int(rest[0])] != NO_CARD:
        short = int(PRICE[s.market[int(rest[0])]]) - int(s.coins[viewer.seat])
        return _("You are {coins} short.", coins=words.coins(short)) if short > 0 else ""
    if kind == "market":
        return _("You can buy cards at the start of your turn.")
    if kind == "hand" and s.phase == Phase.PLAY:
        card, value = hand_of(s, viewer.seat)[int(rest[0])]
        return why_not_hand(s, viewer, card, value)
    if pick == "button ability":
        return why_not_ability(s, viewer)
    return _why_not_bed(s, viewer, *read_bed(pick)) if kind == "bed" else ""


def _why_not_bed(s: State, viewer: Viewer, seat: int, bed: int) -> str:
    if not viewer.is_me(seat):
        return _("This bed belongs to {name}.", name=viewer.names[seat])
    if s.phase == Phase.FERTILIZE:
        return _REFUSALS["bed-empty"]
    if s.phase == Phase.PLAY and s.crop[seat, bed] != NO_CARD:
        card = words.CARDS[int(s.crop[seat, bed])]
        timer = int(s.crop_timer[seat, bed])
        return ngettext(
            "{card} grows here: ripe in {n} turn.", "{card} grows here: ripe in {n} turns.", timer, card=card
        )
    return _("Choose a card from your hand first.") if s.phase == Phase.PLAY else ""
