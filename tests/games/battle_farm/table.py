"""A table for tests: positions, dice and results in the notation of the worked examples.

    Table("p0 c0 hand [mango]; p1 hand [selection=8]").play("p0 plant h0 b0").expect("p0 hand [selection=8]; …")

`bed:crop/value/timer` is a bed with its crop, `card=8` a card with a changed value. What is not said has the
default of RULES.md section 10; `expect` lists everything that changed.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import NOBODY, SPECTATOR, seats_of
from plowshares.games.battle_farm import GAME, notation, rules
from plowshares.games.battle_farm.actions import SPACE
from plowshares.games.battle_farm.cards import (
    BED_SLUGS,
    CARD_SLUGS,
    CLASS_SLUGS,
    KINDS,
    NO_CARD,
    PRINTED,
    SLOTS,
)
from plowshares.games.battle_farm.notation.words import PHASES, card_slug, hand_of
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.rules import turn
from plowshares.games.battle_farm.rules.hands import add_card
from plowshares.games.battle_farm.state import Phase, Reason, State, new

CLASSES = ("crop-scientist", "land-baron", "market-trader", "master-gardener", "harvest-freak", "weather-watcher")
DIE = 4


def start(seed: int = 1, **options: Any) -> State:
    """Return the first State of a match."""
    s: State = GAME.start(Options(**options), seed)
    return s


def dice_key(dice: list[int], sides: int) -> int:
    """Find a generator key whose next draws are these dice."""
    for key in range(1_000_000):
        rng = Rng.new()
        seed_rng(rng, np.uint64(key), 0)
        if all(1 + below(rng, sides) == die for die in dice):
            return key
    raise AssertionError(f"no key gives {dice}")


def read_card(text: str) -> tuple[int, int]:
    """Read `corn=8` or `corn`."""
    slug, _, value = text.strip().partition("=")
    card = CARD_SLUGS.index(slug)
    return card, int(value) if value else int(PRINTED[card])


class Table:
    """A hand-made position that can be played on."""

    def __init__(self, before: str = "", **options: Any) -> None:
        seats = [int(p) for p in re.findall(r"\bp([0-5])\b", before)]
        self.options = Options(players=max([1, *seats]) + 1, **options)
        self.s = new(self.options)
        self._lay_defaults()
        for part in filter(None, (part.strip() for part in before.split(";"))):
            self._read(part)
        self.before = self.facts()

    def _lay_defaults(self) -> None:
        s, n = self.s, self.options.players
        s.round = 5
        s.phase = Phase.PLAY
        s.order[:n] = range(n)
        for p in range(n):
            s.coins[p] = s.fertilizers[p] = 10
            s.profession[p] = CLASS_SLUGS.index(CLASSES[p])
            s.bed_count[p] = 2
        s.market[:] = 0
        s.deck_count = 20

    def _read(self, part: str) -> None:
        words = part.split()
        s = self.s
        if match := re.match(r"p(\d)\b(.*)", part):
            self._read_player(int(match[1]), match[2])
        elif words[0] == "market":
            s.market[:] = [NO_CARD if w == "empty" else CARD_SLUGS.index(w) for w in words[1:]]
        elif words[0] == "deck":
            cards = [CARD_SLUGS.index(w) for w in words[1:]]
            s.deck[: len(cards)] = cards[::-1]
            s.deck_count = len(cards)
        elif words[0] == "discard":
            for slug, count in re.findall(r"([a-z-]+)×(\d+)", part):
                s.discard[CARD_SLUGS.index(slug)] = int(count)
        elif words[0] == "order":
            s.order[: len(words) - 1] = [int(w[1:]) for w in words[1:]]
            s.current = s.order[0]
        else:
            raise AssertionError(f"cannot read {part!r}")

    def _read_player(self, p: int, text: str) -> None:
        s = self.s
        if match := re.search(r"hand \[(.*?)\]", text):
            for card in filter(None, match[1].split(",")):
                add_card(s, p, *read_card(card))
        if beds := re.search(r"beds (.*)", text):
            for bed, spec in enumerate(re.findall(r"`(.*?)`", beds[1])):
                self._read_bed(p, bed, spec)
                s.bed_count[p] = max(s.bed_count[p], bed + 1)
        head = re.sub(r"hand \[.*?\]|beds .*", "", text)
        for stock, amount in re.findall(r"\b([cf])(\d+)\b", head):
            (s.coins if stock == "c" else s.fertilizers)[p] = int(amount)
        for counter, amount in re.findall(r"(apples|melons) so far (\d+)", head):
            (s.apples if counter == "apples" else s.melons)[p] = int(amount)
        for slug in CLASS_SLUGS:
            if slug in head:
                s.profession[p] = CLASS_SLUGS.index(slug)
        s.used[p] = " used" in head

    def _read_bed(self, p: int, bed: int, spec: str) -> None:
        kind, _, crop = spec.partition(":")
        self.s.bed[p, bed] = BED_SLUGS.index(kind)
        if crop:
            slug, value, timer = crop.split("/")
            self.s.crop[p, bed] = CARD_SLUGS.index(slug)
            self.s.crop_value[p, bed] = int(value)
            self.s.crop_timer[p, bed] = int(timer)

    def facts(self) -> dict[str, Any]:
        """Return everything an example lists, by the name it has there."""
        s = self.s
        facts: dict[str, Any] = {"deck size": int(s.deck_count)}
        for p in range(s.options.players):
            facts[f"p{p} c"] = int(s.coins[p])
            facts[f"p{p} f"] = int(s.fertilizers[p])
            facts[f"p{p} hand"] = [card_slug(card, value) for card, value in hand_of(s, p)]
            for bed in range(s.bed_count[p]):
                facts[f"p{p} b{bed}"] = self.bed_text(p, bed)
        for slot in range(SLOTS):
            facts[f"m{slot}"] = "empty" if s.market[slot] == NO_CARD else CARD_SLUGS[s.market[slot]]
        facts["discard"] = {CARD_SLUGS[kind]: int(s.discard[kind]) for kind in range(KINDS) if s.discard[kind]}
        return facts

    def bed_text(self, p: int, bed: int) -> str:
        """Write a bed as the examples do."""
        s = self.s
        text: str = BED_SLUGS[s.bed[p, bed]]
        if s.crop[p, bed] == NO_CARD:
            return text
        return f"{text}:{CARD_SLUGS[s.crop[p, bed]]}/{s.crop_value[p, bed]}/{s.crop_timer[p, bed]}"

    # --- playing ---

    def dice(self, *dice: int, sides: int = DIE) -> Table:
        """Force the next draws."""
        seed_rng(self.s.rng, np.uint64(dice_key(list(dice), sides)), 0)
        return self

    def phase(self, phase: Phase) -> Table:
        """Put the table into a phase without entering it."""
        self.s.phase = phase
        return self

    def start_turn(self, p: int = 0) -> Table:
        """Begin the turn of a player."""
        self.s.current = p
        self.s.place = [int(seat) for seat in self.s.order].index(p)
        turn.begin_turn(self.s)
        turn.settle(self.s)
        return self

    def enter(self, phase: Phase) -> Table:
        """Leave the phase before this one, so that it begins as in a match."""
        self.s.phase = {Phase.BUY: Phase.HARVEST, Phase.FERTILIZE: Phase.PLAY}[phase]
        turn.leave_phase(self.s)
        turn.settle(self.s)
        return self

    def end_turn(self, p: int) -> Table:
        """End the turn of a player."""
        self.s.current = p
        self.s.place = [int(seat) for seat in self.s.order].index(p)
        turn.end_turn(self.s)
        turn.settle(self.s)
        return self

    def play(self, *lines: str) -> Table:
        """Play record lines such as `p0 plant h0 b0`; `✗` before one says that it is refused."""
        for line in lines:
            refused, text = line.startswith("✗"), line.removeprefix("✗").strip()
            seat, command = int(text[1]), text[3:]
            if refused:
                self.refused(command, seat)
            else:
                (action,) = notation.parse(self.view(seat), seat, command)
                assert action in self.legal(seat)
                rules.step(self.s, seat, action)
        return self

    def refused(self, command: Any, seat: int = 0) -> str:
        """Try a command that is refused; return the code. Nothing changes."""
        bytes_before = self.s.tobytes()
        read = notation.parse if isinstance(command, str) else notation.parse_json
        try:
            read(self.view(seat), seat, command)
        except IllegalCommand as refusal:
            assert self.s.tobytes() == bytes_before
            return refusal.code
        raise AssertionError(f"{command!r} was not refused")

    def legal(self, seat: int) -> list[int]:
        """List the legal actions of a seat."""
        out = np.zeros(SPACE.size, np.int32)
        return [int(action) for action in out[: rules.legal_actions(self.s, seat, out)]]

    def legal_texts(self, seat: int) -> list[str]:
        """List the legal actions of a seat as texts."""
        return [notation.format(self.s, seat, (action,)) for action in self.legal(seat)]

    def to_act(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(rules.to_act(self.s))

    def view(self, seat: int = SPECTATOR) -> State:
        """Return what the seat may know."""
        view: State = GAME.view_of(self.s, seat)
        return view

    # --- what came of it ---

    def expect(self, after: str) -> Table:
        """Check that exactly the listed facts have changed."""
        expected = dict(self.before)
        for part in filter(None, (part.strip() for part in _split(after))):
            if not self._expect_moment(part):
                name, value = _read_fact(part)
                assert name in expected, part
                expected[name] = value
        assert self.facts() == expected
        return self

    def _expect_moment(self, part: str) -> bool:
        s = self.s
        if part.startswith("phase "):
            assert PHASES[s.phase] == part.removeprefix("phase ")
        elif part.startswith("turn of p"):
            assert s.current == int(part[-1])
        elif part.startswith("final flag set by p"):
            assert s.final
            assert s.trigger == int(part[-1])
        elif part == "no final flag":
            assert not s.final
            assert s.trigger == NOBODY
            assert s.reason == Reason.NONE
        else:
            return part == "nothing changes"
        return True


def _split(after: str) -> list[str]:
    return re.split(r";(?![^{]*\})", after)


def _read_fact(part: str) -> tuple[str, Any]:
    if match := re.fullmatch(r"(p\d [cf]|deck size) (?:-?\d+→)?(-?\d+)", part):
        return match[1], int(match[2])
    if match := re.fullmatch(r"(p\d hand) \[(.*)\]", part):
        return match[1], [card.strip() for card in match[2].split(",") if card.strip()]
    if match := re.fullmatch(r"(p\d b\d) `(.*)`", part):
        return match[1], match[2]
    if match := re.fullmatch(r"(m\d) ([a-z-]+)", part):
        return match[1], match[2]
    if match := re.fullmatch(r"discard \{(.*)\}", part):
        return "discard", {slug: int(count) for slug, count in re.findall(r"([a-z-]+)×(\d+)", match[1])}
    raise AssertionError(f"cannot read {part!r}")


class Example(NamedTuple):
    """One worked example: before, actions, after, in the notation of the rules."""

    number: str
    case: str
    before: str
    actions: list[str]
    after: str
    dice: tuple[int, ...] = ()
    sides: int = DIE
    options: dict[str, Any] = {}  # noqa: RUF012  # a default of a tuple's field, never written to


# The phase an example begins in, by its first action.
PHASE_OF_VERB = {"fertilize": Phase.FERTILIZE, "buy": Phase.BUY, "sell": Phase.TRADE}


def check(example: Example) -> Table:
    """Play an example and compare what came of it."""
    table = Table(example.before, **example.options)
    if example.dice:
        table.dice(*example.dice, sides=example.sides)
    actions = list(example.actions)
    _begin(table, actions)
    return table.play(*actions).expect(example.after)


def _begin(table: Table, actions: list[str]) -> None:
    """Bring the table to the first action; events such as `p0 turn starts` are taken off the list."""
    seat, *event = actions[0].split()
    match " ".join(event):
        case "turn starts":
            table.start_turn(int(actions.pop(0)[1]))
        case "turn ends":
            table.end_turn(int(actions.pop(0)[1]))
        case "buy phase begins":
            actions.pop(0)
            table.enter(Phase.BUY)
        case _:
            phase = PHASE_OF_VERB.get(event[0] if seat != "✗" else "", Phase.PLAY)
            if phase in (Phase.BUY, Phase.FERTILIZE):
                table.enter(phase)
            else:
                table.phase(phase)
