"""Why an action is refused: the table of §11 from `game-over` on, its rows in order."""

from __future__ import annotations

from plowshares.core.errors import IllegalCommand
from plowshares.core.seats import has_seat
from plowshares.games.battle_farm.actions import COIN, FIRST_REMODEL, WHOLE_SPACE, Kind
from plowshares.games.battle_farm.cards import (
    ABILITY_COST,
    ALL_NAMES,
    ALL_SLUGS,
    BED_NAMES,
    CROPS,
    FIRST_CLASS_CARD,
    NO_CARD,
    ONCE_A_GAME,
    PRICE,
)
from plowshares.games.battle_farm.cards import CALLINGS as CLASSES
from plowshares.games.battle_farm.notation.words import CHOICES, KIND_NAMES, PHASES, STOCKS, plural, seat_name
from plowshares.games.battle_farm.rules.action_cards import has_need, is_used_up
from plowshares.games.battle_farm.rules.asking import ANSWER, BED_MADE, IS_NEGATIVE, may_decline
from plowshares.games.battle_farm.rules.beds import is_greenhouse, is_growing
from plowshares.games.battle_farm.rules.classes import REAP_AND_SOW, has_class_need
from plowshares.games.battle_farm.rules.hands import card_at, value_at
from plowshares.games.battle_farm.rules.legal import to_act
from plowshares.games.battle_farm.state import Choice, Phase, State

Fields = tuple[int, ...]
Found = tuple[str, str] | None  # a code, and a sentence that follows the quoted input

_PHASES = {
    Kind.BUY: (Phase.BUY,),
    Kind.DONE: (Phase.BUY, Phase.TRADE, Phase.PLAY, Phase.FERTILIZE),
    Kind.SELL: (Phase.TRADE,),
    Kind.PROPOSE: (Phase.TRADE,),
    Kind.BID: (Phase.BID,),
    Kind.ACCEPT: (Phase.DEAL,),
    Kind.PLANT: (Phase.PLAY,),
    Kind.PLAY: (Phase.PLAY,),
    Kind.ABILITY: (Phase.PLAY,),
    Kind.FERTILIZE: (Phase.FERTILIZE,),
}


def find_refusal(s: State, seat: int, kind: Kind, fields: Fields, said: str) -> IllegalCommand | None:
    """Return the first refusal of the table that applies, or None for a legal action."""
    found = _wrong_moment(s, seat) or _out_of_range(s, seat, kind, fields) or _wrong_kind(s, kind)
    if found is None and kind in _CHECKS:
        found = _CHECKS[kind](s, seat, fields)
    return IllegalCommand(found[0], f"{said}: {found[1]}") if found else None


def _wrong_moment(s: State, seat: int) -> Found:
    if s.phase == Phase.OVER:
        return "game-over", "the match is over"
    if not 0 <= seat < s.options.players or not has_seat(to_act(s), seat):
        return "not-to-act", f"{seat_name(s, seat)} is not to act now"
    return None


def _out_of_range(s: State, seat: int, kind: Kind, fields: Fields) -> Found:
    owner = fields[0] if kind in (Kind.CROP, Kind.BED) else seat
    for field, value in zip(WHOLE_SPACE.kinds[kind].fields, fields, strict=True):
        size = field.size
        if field.name == "player":
            size = int(s.options.players)
        elif field.name == "hand":
            size = int(s.hand_count[seat])
        elif field.name == "bed":
            size = int(s.bed_count[owner])
        if not 0 <= value < size:
            range_ = f"0..{size - 1}" if size else "none, there is no card"
            return "out-of-range", f"{field.name} {value} is not in {range_}"
    return None


def _wrong_kind(s: State, kind: Kind) -> Found:
    choice = CHOICES[s.pending]
    if kind == Kind.DECLINE:
        may = may_decline(s) or (s.pending == Choice.NONE and s.phase == Phase.DEAL)
        return None if may else ("not-allowed", "there is nothing that may be declined")
    if kind in _PHASES and s.pending != Choice.NONE:
        return "choice-pending", f"answer {choice} first, with {KIND_NAMES[ANSWER[s.pending]]!r}"
    if kind not in _PHASES and s.pending == Choice.NONE:
        return "no-choice", "no choice is pending"
    asked = Kind.RESTORE if kind == Kind.RECLAIM else kind
    if kind not in _PHASES and ANSWER[s.pending] != asked:
        return "no-choice", f"{choice} is answered with {KIND_NAMES[ANSWER[s.pending]]!r}"
    if kind in _PHASES and s.phase not in _PHASES[kind]:
        return "wrong-phase", f"that does not belong to the phase {PHASES[s.phase]}"
    return None


def _buy(s: State, seat: int, fields: Fields) -> Found:
    card = int(s.market[fields[0]])
    if card == NO_CARD:
        return "slot-empty", f"m{fields[0]} has no card"
    if PRICE[card] > s.coins[seat]:
        return "too-expensive", f"{ALL_NAMES[card]} costs {plural(PRICE[card], 'coin')}, you have {s.coins[seat]}"
    return None


def _take(s: State, seat: int, fields: Fields) -> Found:
    return ("slot-empty", f"m{fields[0]} has no card") if s.market[fields[0]] == NO_CARD else None


def _sell(s: State, seat: int, fields: Fields) -> Found:
    return ("already-marked", f"h{fields[0]} is in the sale already") if s.marked[fields[0]] else None


def _propose(s: State, seat: int, fields: Fields) -> Found:
    return ("nothing-marked", "put a card into the sale first, with 'sell'") if s.marks == 0 else None


def _bid(s: State, seat: int, fields: Fields) -> Found:
    return ("too-expensive", f"you have {plural(s.coins[seat], 'coin')}") if fields[0] > s.coins[seat] else None


def _accept(s: State, seat: int, fields: Fields) -> Found:
    return ("no-bid", f"{seat_name(s, fields[0])} made no offer") if s.bid[fields[0]] == 0 else None


def _plant(s: State, seat: int, fields: Fields) -> Found:
    card = card_at(s, seat, fields[0])
    if card >= CROPS:
        return "wrong-card", f"{ALL_NAMES[card]} is not a crop"
    if is_growing(s, seat, fields[1]):
        return "bed-occupied", f"{ALL_NAMES[s.crop[seat, fields[1]]]} grows in b{fields[1]}"
    return None


def _play(s: State, seat: int, fields: Fields) -> Found:
    card, value = card_at(s, seat, fields[0]), value_at(s, seat, fields[0])
    if card < CROPS:
        return "wrong-card", f"{ALL_NAMES[card]} is a crop; plant it"
    if value > s.fertilizers[seat]:
        cost = plural(value, "fertilizer")
        return "too-expensive", f"{ALL_NAMES[card]} costs {cost}, you have {s.fertilizers[seat]}"
    if is_used_up(s, seat, card):
        once = ONCE_A_GAME[card - FIRST_CLASS_CARD]
        return "used-up", f"{ALL_NAMES[card]} is used up for this {'game' if once else 'turn'}"
    if not s.options.play_in_vain and not has_need(s, seat, card):
        return "no-target", f"{ALL_NAMES[card]} has nothing to be used on"
    return None


def _ability(s: State, seat: int, fields: Fields) -> Found:
    profession = int(s.profession[seat])
    name = CLASSES[profession].ability
    if s.options.class_cards:
        return "wrong-card", "class cards are hand cards in this match: play yours"
    if ABILITY_COST[profession] > s.fertilizers[seat]:
        cost = plural(ABILITY_COST[profession], "fertilizer")
        return "too-expensive", f"{name} costs {cost}, you have {s.fertilizers[seat]}"
    if not has_class_need(s, seat, profession):
        return "no-target", f"{name} has nothing to be used on"
    if s.used[seat]:
        return "used-up", f"{name} is used up for this {'game' if CLASSES[profession].once_a_game else 'turn'}"
    return None


def _fertilize(s: State, seat: int, fields: Fields) -> Found:
    return None if is_growing(s, seat, fields[0]) else ("bed-empty", f"nothing grows in b{fields[0]}")


def _place(s: State, seat: int, fields: Fields) -> Found:
    other, bed = fields
    if ANSWER[s.pending] == Kind.CROP and not is_growing(s, other, bed):
        return "bed-empty", f"nothing grows in p{other} b{bed}"
    makes_bed = s.pending in (Choice.TRELLIS_BED, Choice.VERTICAL_BED, Choice.ROTATIONAL_BED)
    is_safe = IS_NEGATIVE[s.pending] or (makes_bed and other != seat and not s.options.any_bed)
    if is_greenhouse(s, other, bed) and is_safe:
        return "protected", f"p{other} b{bed} is a Greenhouse"
    if s.pending == Choice.EGGPLANT and (other, bed) == (seat, s.number) and not s.options.eggplant_self:
        return "wrong-target", "the Eggplant cannot choose itself"
    if s.pending in (Choice.BLUEBERRY, Choice.CLOUD_COVER) and other == seat:
        return "wrong-target", "choose an opponent's bed"
    if (makes_bed or s.pending == Choice.RETRACTABLE_GREENHOUSE) and s.bed[other, bed] == BED_MADE[s.pending]:
        return "wrong-target", f"p{other} b{bed} is {BED_NAMES[s.bed[other, bed]]} already"
    return None


def _player(s: State, seat: int, fields: Fields) -> Found:
    itself = fields[0] == seat and s.pending != Choice.GARDEN_GNOME
    return ("wrong-target", "choose an opponent") if itself else None


def _card(s: State, seat: int, fields: Fields) -> Found:
    card = card_at(s, seat, fields[0])
    if s.pending == Choice.PEPPERS and card >= CROPS:
        return "wrong-card", f"{ALL_NAMES[card]} is not a crop"
    if s.pending == Choice.REAP_AND_SOW and card == REAP_AND_SOW:
        return "wrong-card", "Reap and Sow cannot exchange itself"
    return None


def _give(s: State, seat: int, fields: Fields) -> Found:
    stock = s.coins if fields[0] == COIN else s.fertilizers
    has = stock[s.giver] > 0
    return None if has else ("wrong-target", f"{seat_name(s, s.giver)} has no {STOCKS[fields[0]]}")


def _restore(s: State, seat: int, fields: Fields) -> Found:
    has = s.discard[fields[0]] > 0
    return None if has else ("wrong-target", f"the discard pile has no {ALL_SLUGS[fields[0]]}")


def _reclaim(s: State, seat: int, fields: Fields) -> Found:
    card = FIRST_CLASS_CARD + fields[0]
    has = s.options.class_cards and s.discard[card] > 0
    return None if has else ("wrong-target", f"the discard pile has no {ALL_SLUGS[card]}")


def _remodel(s: State, seat: int, fields: Fields) -> Found:
    same = s.bed[seat, fields[0]] == FIRST_REMODEL + fields[1]
    return ("wrong-target", f"b{fields[0]} is of that type already") if same else None


_CHECKS = {
    Kind.BUY: _buy,
    Kind.SELL: _sell,
    Kind.PROPOSE: _propose,
    Kind.BID: _bid,
    Kind.ACCEPT: _accept,
    Kind.PLANT: _plant,
    Kind.PLAY: _play,
    Kind.ABILITY: _ability,
    Kind.FERTILIZE: _fertilize,
    Kind.CROP: _place,
    Kind.BED: _place,
    Kind.PLAYER: _player,
    Kind.CARD: _card,
    Kind.GIVE: _give,
    Kind.RESTORE: _restore,
    Kind.TAKE: _take,
    Kind.REMODEL: _remodel,
    Kind.RECLAIM: _reclaim,
}
