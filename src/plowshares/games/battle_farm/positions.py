"""Positions as text, to begin a match from one: gardens, hands, market and discards; the deck is what is left.

    p0: class land-baron, coins 12, fertilizers 3, bed common wheat 4 in 2, bed common, bed greenhouse, bed greenhouse,
    hand corn! wheat=5; p1: coins 9, hand recycle; p0 to play; round 7; market corn …; discard 2 wheat corn

`wheat 4 in 2` grows, is worth 4 and ripe after two turns. `wheat=5` is worth 5 instead of what is printed; `corn!` is a
card that everybody knows to be in that hand. What only one seat knows: `p1 knows p0 wheat, deck corn`. `p0 to buy 2 of
3` may buy two more cards of the three rolled.

What is not said: classes and the cards they gave, market and allowance are drawn by the seed; beds are those of the
class, and empty; the order is p0, p1 …; everything else is 0. The deck is always shuffled by the seed.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import bad_position, need_between, parts_of, quote, suggest
from plowshares.core.rng import below, seed_rng, shuffle
from plowshares.games.battle_farm import state
from plowshares.games.battle_farm.cards import (
    ALL_SLUGS,
    BED_SLUGS,
    CLASS_BED_COUNT,
    CLASS_BEDS,
    CLASS_NEW_CARDS,
    CLASS_NEW_KINDS,
    CLASS_SLUGS,
    CROPS,
    FIRST_CLASS_CARD,
    KINDS,
    NO_CARD,
    PRINTED,
    SEATS,
    SLOTS,
)
from plowshares.games.battle_farm.notation.words import PHASES, hand_of
from plowshares.games.battle_farm.options import LARGEST_DECK, Options
from plowshares.games.battle_farm.rules.hands import add_card, draw_top
from plowshares.games.battle_farm.rules.set_up import PLAY_STREAM, assign_classes
from plowshares.games.battle_farm.rules.turn import roll_allowance, settle
from plowshares.games.battle_farm.state import (
    DECK,
    MOST_STOCK,
    MOST_TIMER,
    MOST_VALUE,
    WATCHERS,
    Choice,
    Phase,
    Reason,
    State,
)

PUBLIC = 0  # the first watcher
ROLLED = (Phase.BUY, Phase.FERTILIZE)  # phases that a die gives an allowance
COUNTS = {
    "coins": MOST_STOCK,
    "fertilizers": MOST_STOCK,
    "apples": 999,
    "melons": 999,
    "used": 63,
    "gained": MOST_VALUE,
}
FIELDS = {"gained": "boost"}  # where the word is not the field's name
REASONS = {"win-limit": Reason.WIN_LIMIT, "deck": Reason.DECK}
EMPTY_SLOT = "-"
MOST_CLONES = 12  # §3.6
FORM = "p0: coins 12, bed common wheat 4 in 2, hand corn recycle; p1: …; p0 to play; round 7"

_PLAYER = re.compile(r"(p[0-5])\s*:(.*)", re.ASCII)
_TURN = re.compile(r"p([0-5]) to (buy|trade|play|fertilize)(?: ([1-4]) of ([1-4]))?", re.ASCII)
_KNOWS = re.compile(r"(p[0-5] knows|all know) (.*)", re.ASCII)
_LIST = re.compile(r"(market|discard|clones|order) (.*)", re.ASCII)
_NUMBER = re.compile(r"(round|sales|quiet) ([0-9]{1,3})", re.ASCII)
_FINAL = re.compile(r"(final) p([0-5]) (win-limit|deck)", re.ASCII)
_COUNT = re.compile(rf"({'|'.join(COUNTS)}) ([0-9]{{1,5}})", re.ASCII)
_BED = re.compile(r"bed ([a-z]+)(?: ([a-z]+) ([0-9]{1,3}) in ([0-9]{1,2}))?", re.ASCII)
_HELD = re.compile(r"([a-z-]+)(?:=([0-9]{1,3}))?(!?)", re.ASCII)
_BETWEEN = re.compile(r",\s*")

# --- reading ---


def read(options: Options, text: str, seed: int) -> State:
    """Return the State of a position; raise IllegalCommand that says what is wrong."""
    s = state.new(options)
    seed_rng(s.rng, np.uint64(seed), PLAY_STREAM)
    assign_classes(s)
    parts = _sort_out(s, text)
    for seat in range(options.players):
        _read_player(s, seat, parts.pop(f"p{seat}", ""))
    _check_classes(s, options)
    turn = _read_turn(s, parts.pop("turn", ""), parts.pop("order", ""), text)
    market = parts.pop("market", "")
    _read_market(s, market)
    _read_table(s, parts)
    _make_deck(s, market)
    for watcher, words in parts.items():
        _read_knowledge(s, watcher, words)
    _check_knowledge(s)
    _begin(s, turn)
    if s.phase == Phase.OVER:
        raise bad_position(f"the match would be over: {quote(text)}")
    return s


def _sort_out(s: State, text: str) -> dict[str, str]:
    """Return the parts of a position by what they are about."""
    found: dict[str, str] = {}
    for part in parts_of(text):
        name, words = _name_part(s, part)
        if name in found:
            raise bad_position(f"{name} is given twice: {quote(text)}")
        found[name] = words
    return found


def _name_part(s: State, part: str) -> tuple[str, str]:
    for seat in re.findall(r"\bp([0-9]+)\b", part):
        if int(seat) >= s.options.players:
            raise bad_position(f"there is no p{seat} in a match of {int(s.options.players)}: {quote(part)}")
    if _TURN.fullmatch(part):
        return "turn", part
    if _FINAL.fullmatch(part):
        return "final", part
    for pattern in (_PLAYER, _KNOWS, _LIST, _NUMBER):
        if match := pattern.fullmatch(part):
            return match[1], match[2]
    if part == "bought":
        return part, part
    raise bad_position(f"write {FORM!r}, not {quote(part)}")


def _read_player(s: State, seat: int, text: str) -> None:
    words = [each for each in _BETWEEN.split(text.strip()) if each]
    for each in [each for each in words if each.startswith("class ")]:
        s.profession[seat] = _code(each.removeprefix("class "), CLASS_SLUGS, "class", each)
    profession = int(s.profession[seat])
    s.bed_count[seat] = CLASS_BED_COUNT[profession]
    s.bed[seat, : s.bed_count[seat]] = CLASS_BEDS[profession, : s.bed_count[seat]]
    _read_garden(s, seat, [each for each in words if each.startswith("bed ")])
    gifts = [each for each in words if each.startswith("gift ")]
    _read_gift(s, seat, " ".join(gifts))
    for each in words:
        if not each.startswith(("class ", "bed ", "gift ")):
            _read_thing(s, seat, each)


def _read_thing(s: State, seat: int, words: str) -> None:
    if count := _COUNT.fullmatch(words):
        field = FIELDS.get(count[1], count[1])
        getattr(s, field)[seat] = need_between(int(count[2]), 0, COUNTS[count[1]], words)
    elif words.startswith("hand "):
        for word in words.split()[1:]:
            _read_held(s, seat, word)
    else:
        raise bad_position(f"{quote(words)} is not of the form 'coins 12', 'bed common wheat 4 in 2' or 'hand corn'")


def _read_held(s: State, seat: int, word: str) -> None:
    found = _HELD.fullmatch(word)
    if not found:
        raise bad_position(f"{quote(word)} is not of the form 'corn', 'corn=7' or 'corn!'")
    card = _card(s, found[1], word)
    least = 0 if card < CROPS else int(PRINTED[card])
    value = int(PRINTED[card]) if found[2] is None else need_between(int(found[2]), least, MOST_VALUE, word)
    if int(s.hand_count.sum()) >= len(s.hand_card):
        raise bad_position(f"there are not that many cards: {quote(word)}")
    add_card(s, seat, card, value)
    if found[3]:
        _note_known(s, PUBLIC, seat, card, 1)


def _read_garden(s: State, seat: int, beds: list[str]) -> None:
    if beds and len(beds) != s.bed_count[seat]:
        calling = CLASS_SLUGS[s.profession[seat]]
        raise bad_position(f"a {calling} has {int(s.bed_count[seat])} beds, not {len(beds)}: {quote(', '.join(beds))}")
    for number, words in enumerate(beds):
        found = _BED.fullmatch(words)
        if not found:
            raise bad_position(f"{quote(words)} is not of the form 'bed common' or 'bed common wheat 4 in 2'")
        s.bed[seat, number] = _code(found[1], BED_SLUGS, "bed", words)
        if found[2]:
            s.crop[seat, number] = _code(found[2], ALL_SLUGS[:CROPS], "crop", words)
            s.crop_value[seat, number] = need_between(int(found[3]), 0, MOST_VALUE, words)
            s.crop_timer[seat, number] = need_between(int(found[4]), 1, MOST_TIMER, words)


def _read_gift(s: State, seat: int, words: str) -> None:
    """Read, or draw, the cards that a class gave its owner."""
    first, last = (int(kind) for kind in CLASS_NEW_KINDS[s.profession[seat]])
    count = int(CLASS_NEW_CARDS[s.profession[seat]])
    cards = [_card(s, word, words) for word in words.split() if word != "gift"]
    if cards and (len(cards) != count or not all(first <= card < last for card in cards)):
        calling = CLASS_SLUGS[s.profession[seat]]
        raise bad_position(f"a {calling} is given {count} of {', '.join(ALL_SLUGS[first:last])}: {quote(words)}")
    for i in range(count):
        s.bonus[seat, i] = cards[i] if cards else first + below(s.rng, last - first)
        s.created[s.bonus[seat, i]] += 1
    if s.options.class_cards:
        s.cloned[FIRST_CLASS_CARD + int(s.profession[seat])] += 1


def _check_classes(s: State, options: Options) -> None:
    names = [CLASS_SLUGS[code] for code in s.profession[: options.players]]
    if options.classes != "random" and names != options.classes:
        raise bad_position(f"the classes are not those of the option: {', '.join(names)}")
    if options.classes == "random" and options.class_draw == "unique" and len(set(names)) < len(names):
        raise bad_position(f"no class is there twice without class_draw=independent: {', '.join(names)}")


def _read_turn(s: State, words: str, order: str, text: str) -> re.Match[str]:
    """Read whose turn it is and in which order the others follow."""
    found = _TURN.fullmatch(words)
    if not found:
        raise bad_position(f"write whose turn it is and in which phase, '; p0 to play': {quote(text)}")
    players = int(s.options.players)
    seats = [int(word[1:]) for word in order.split() if re.fullmatch("p[0-5]", word)] if order else list(range(players))
    if sorted(seats) != list(range(players)):
        raise bad_position(f"the order names every player once, 'order p1 p0': {quote(order)}")
    s.order[:players] = seats
    s.current = int(found[1])
    s.place = seats.index(int(found[1]))
    s.phase = PHASES.index(found[2])
    return found


def _read_table(s: State, parts: dict[str, str]) -> None:
    """Take market, piles and counters out of the parts."""
    s.round = need_between(int(parts.pop("round", "1")), 1, int(s.options.max_rounds), "round")
    s.proposals = need_between(int(parts.pop("sales", "0")), 0, int(s.options.trade_proposals), "sales")
    s.quiet_rounds = need_between(int(parts.pop("quiet", "0")), 0, max(0, int(s.options.stale_market) - 1), "quiet")
    s.bought = parts.pop("bought", "") == "bought"
    for name, pile in (("discard", s.discard), ("clones", s.cloned)):
        for card, count in _count_cards(s, parts.pop(name, "")).items():
            pile[card] += count
    if s.cloned[:KINDS].sum() > MOST_CLONES:
        raise bad_position(f"there are at most {MOST_CLONES} clones, not {int(s.cloned[:KINDS].sum())}")
    s.created[:] += s.cloned
    if found := _FINAL.fullmatch(parts.pop("final", "")):
        s.final, s.trigger, s.reason = True, int(found[2]), REASONS[found[3]].value


def _read_market(s: State, text: str) -> None:
    slots = text.split()
    if slots and len(slots) != SLOTS:
        raise bad_position(f"the market has {SLOTS} slots, {EMPTY_SLOT!r} for an empty one: {quote(text)}")
    for slot, word in enumerate(slots):
        s.market[slot] = NO_CARD if word == EMPTY_SLOT else _card(s, word, text)


def _count_cards(s: State, text: str) -> Counter[int]:
    """Count the cards of a list such as `2 wheat corn`."""
    found: Counter[int] = Counter()
    count = 1
    for word in text.split():
        if word.isdecimal():
            count = need_between(int(word[:4]), 1, LARGEST_DECK, text)
        else:
            found[_card(s, word, text)] += count
            count = 1
    return found


def _make_deck(s: State, market: str) -> None:
    """Put all cards that are nowhere else into the deck, and shuffle it; deal a market that was not given."""
    left = s.created.astype(int)
    left[:KINDS] += s.options.composition
    left -= s.discard
    held = [card for seat in range(int(s.options.players)) for card, _ in hand_of(s, seat)]
    for card in [*held, *s.crop.ravel().tolist(), *s.market.tolist()]:
        left[card] -= card != NO_CARD
    if (left < 0).any():
        card = int(np.flatnonzero(left < 0)[0])
        raise bad_position(f"there are {-left[card]} {ALL_SLUGS[card]} more than the deck has")
    if EMPTY_SLOT in market.split() and left.any():
        raise bad_position(
            f"the market has no empty slot while {left.sum()} cards are left in the deck: {quote(market)}"
        )
    cards = np.repeat(np.arange(len(left)), left)
    s.deck[: len(cards)] = cards
    s.deck_count = len(cards)
    shuffle(s.rng, s.deck, len(cards))
    for slot in range(min(0 if market else SLOTS, len(cards))):
        s.market[slot] = draw_top(s)


def _read_knowledge(s: State, watcher: str, text: str) -> None:
    """Read what a seat, or everybody, knows to lie in hands and in the deck."""
    who = PUBLIC if watcher == "all know" else int(watcher[1]) + 1
    for words in _BETWEEN.split(text):
        place, _, cards = words.partition(" ")
        if place != "deck" and not re.fullmatch("p[0-5]", place):
            raise bad_position(f"{quote(words)} is not of the form 'p0 wheat 2 corn' or 'deck corn'")
        for card, count in _count_cards(s, cards).items():
            _note_known(s, who, DECK if place == "deck" else int(place[1]), card, count)


def _note_known(s: State, watcher: int, place: int, card: int, count: int) -> None:
    """Let a watcher know of cards; what everybody knows, all seats but the owner of the hand remember."""
    for each in range(WATCHERS) if watcher == PUBLIC else (watcher,):
        if each != place + 1:
            s.seen[each, place, card] += count


def _check_knowledge(s: State) -> None:
    """Refuse knowledge of cards that are not there: worlds could not be sampled from it."""
    for place in (*range(SEATS), DECK):
        cards = s.deck[: s.deck_count] if place == DECK else [card for card, _ in hand_of(s, place)]
        there = np.bincount(np.asarray(cards, int), minlength=len(s.discard))
        for _, card in np.argwhere(s.seen[:, place] > there):
            where = "the deck" if place == DECK else f"the hand of p{place}"
            raise bad_position(f"nobody can know of that many {ALL_SLUGS[card]}: {there[card]} lie in {where}")


def _begin(s: State, turn: re.Match[str]) -> None:
    """Roll an allowance that was not given, and go on to the first decision."""
    if turn[3] and (s.phase not in ROLLED or int(turn[3]) > int(turn[4])):
        raise bad_position(f"{quote(turn[0])} is not of the form 'p0 to play' or 'p0 to buy 2 of 3'")
    if turn[3]:
        s.allowance, s.die = int(turn[3]), int(turn[4])
    elif s.phase in ROLLED:
        roll_allowance(s)
    settle(s)


def _card(s: State, word: str, where: str) -> int:
    return _code(word, ALL_SLUGS[: len(s.discard)], "card", where)


def _code(word: str, words: tuple[str, ...], what: str, where: str) -> int:
    if word not in words:
        raise bad_position(f"there is no {what} {word!r}{suggest(word, words)}: {quote(where)}")
    return words.index(word)


# --- writing ---


def write(s: Any) -> str:
    """Write a position between two commands of a turn; raise IllegalCommand at other times."""
    if s.phase == Phase.OVER:
        raise IllegalCommand("wrong-phase", "the match is over: there is no position to play on from")
    if s.pending != Choice.NONE or s.phase in (Phase.BID, Phase.DEAL) or s.marks:
        raise IllegalCommand(
            "wrong-phase", "a position is not written during a sale, or while a card asks for a choice"
        )
    players = range(int(s.options.players))
    allowance = f" {int(s.allowance)} of {int(s.die)}" if s.phase in ROLLED else ""
    parts = [f"p{seat}: {', '.join(_player_words(s, seat))}" for seat in players]
    parts += [f"p{int(s.current)} to {PHASES[s.phase]}{allowance}", f"round {int(s.round)}"]
    parts += [f"order {' '.join(f'p{int(s.order[place])}' for place in players)}"]
    slots = [EMPTY_SLOT if card == NO_CARD else ALL_SLUGS[card] for card in s.market]
    parts += [f"market {' '.join(slots)}", *_table_words(s)]
    return "; ".join([*parts, *_knowledge_words(s)])


def _player_words(s: State, seat: int) -> list[str]:
    words = [f"class {CLASS_SLUGS[s.profession[seat]]}"]
    for name in COUNTS:
        count = int(getattr(s, FIELDS.get(name, name))[seat])
        words += [f"{name} {count}"] if count else []
    words += [f"bed {_bed_words(s, seat, bed)}" for bed in range(int(s.bed_count[seat]))]
    known = Counter(dict(enumerate(s.seen[PUBLIC, seat].tolist())))
    held = []
    for card, value in hand_of(s, seat):
        held.append(_held_word(card, value, known[card] > 0))
        known[card] -= 1
    words += [f"hand {' '.join(held)}"] if held else []
    gifts = [ALL_SLUGS[card] for card in s.bonus[seat] if card != NO_CARD]
    return words + ([f"gift {' '.join(gifts)}"] if gifts else [])


def _held_word(card: int, value: int, is_known: bool) -> str:
    worth = "" if value == PRINTED[card] else f"={value}"
    return f"{ALL_SLUGS[card]}{worth}{'!' if is_known else ''}"


def _bed_words(s: State, seat: int, bed: int) -> str:
    kind, card = BED_SLUGS[int(s.bed[seat, bed])], int(s.crop[seat, bed])
    if card == NO_CARD:
        return kind
    return f"{kind} {ALL_SLUGS[card]} {int(s.crop_value[seat, bed])} in {int(s.crop_timer[seat, bed])}"


def _table_words(s: State) -> list[str]:
    """Write piles and counters, those that are not empty."""
    cloned = s.cloned.copy()
    cloned[KINDS:] = 0  # class cards: the classes are written
    piles = [("discard", _cards_text(s.discard)), ("clones", _cards_text(cloned))]
    counters = [("sales", int(s.proposals)), ("quiet", int(s.quiet_rounds))]
    words = [f"{name} {value}" for name, value in [*piles, *counters] if value]
    reason = next((name for name, code in REASONS.items() if code == s.reason), "")
    words += [f"final p{int(s.trigger)} {reason}"] if s.final else []
    return words + (["bought"] if s.bought else [])


def _knowledge_words(s: State) -> list[str]:
    """Write what only some know; what everybody knows of hands is marked there."""
    words = []
    shared = _cards_text(s.seen[PUBLIC, DECK])
    words += [f"all know deck {shared}"] if shared else []
    for seat in range(int(s.options.players)):
        more = s.seen[seat + 1] - s.seen[PUBLIC]
        places = [(place, _cards_text(more[place])) for place in (*range(SEATS), DECK) if place != seat]
        told = [f"{'deck' if place == DECK else f'p{place}'} {cards}" for place, cards in places if cards]
        words += [f"p{seat} knows {', '.join(told)}"] if told else []
    return words


def _cards_text(counts: Any) -> str:
    listed = [(int(count), ALL_SLUGS[card]) for card, count in enumerate(counts) if count > 0]
    return " ".join(slug if count == 1 else f"{count} {slug}" for count, slug in listed)
