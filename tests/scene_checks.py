"""Checks of a game's scene: no codes in words, all picks described and drawn, nothing leaked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np

from plowshares.core.game import Game, Scene
from plowshares.core.i18n import encode_text
from plowshares.core.options import Options, read_options
from plowshares.core.scene import Event, Offer, Viewer
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.picks import Picking

NAMES = ("Ada", "Marlene", "Bo", "Robin", "Chidi", "Yuki", "Noor", "Tomas")
CODES = re.compile(
    r"\bp\d\b|Player \d|player[12]\b|now pick|No-op|percentage points"
    r"|\((?:win-limit|base|army|last-standing|resigned)\)"
    r"|\bply\b|typing\.|msgspec|\+[AW] \d|BANK\+INCREMENT|\bseat \d|\{\w*\}|\bNone\b|\bTrue\b|\bFalse\b|_\(|\[\d"
)
WORDS = {  # the fields of scene data that people read; the others are ids
    "label", "text", "title", "detail", "why_not", "confirm", "help", "note", "tag", "badge", "group", "unit",
    "line", "aside", "names", "empty", "rows", "reason", "done", "value",
}  # fmt: skip
IN_DRAWINGS = re.compile(r"<(?:text|title|desc)\b[^>]*>([^<]*)<|aria-label=\"([^\"]*)\"")
PICKS = re.compile(r'data-pick="([^"]*)"')
THINGS = re.compile(r'data-thing="([^"]*)"')


def words_in(data: Any) -> Iterator[str]:
    """Yield every text that people read in some scene data, drawings included."""
    if isinstance(data, msgspec.Struct):
        for name in data.__struct_fields__:
            value = getattr(data, name)
            if name in ("svg", "overview", "picture"):
                yield from (a or b for a, b in IN_DRAWINGS.findall(value))
            elif name in WORDS:
                yield from strings_in(value)
            elif isinstance(value, (msgspec.Struct, tuple, list)):
                yield from words_in(value)
    elif isinstance(data, dict):
        for value in data.values():
            yield from words_in(value)
    elif isinstance(data, (tuple, list)):
        for value in data:
            yield from words_in(value)


def strings_in(value: Any) -> Iterator[str]:
    """Yield the strings of a nested value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from strings_in(part)


def find_codes(data: Any, further: re.Pattern[str] | None = None) -> list[str]:
    """List the texts that hold a code; `further` is a pattern of the game's own codes."""
    texts = words_in(data) if not isinstance(data, str) else [data]
    return [text for text in texts if CODES.search(text) or (further is not None and further.search(text))]


def picks_in(scene: Scene, view: Any, viewer: Viewer, marked: Sequence[str]) -> set[str]:
    """Return every pick that is drawn somewhere: in a drawing, on a card, or on a panel."""
    found: set[str] = set()
    for region in scene.regions(view, viewer, marked):
        found |= set(PICKS.findall(region.svg)) | {card.pick for card in region.cards if card.pick}
    return found | {panel.pick for panel in scene.panels(view, viewer) if panel.pick}


class SceneWalk:
    """A random match, and checks of all that the viewers see of it."""

    def __init__(self, game: Game, options: Options, seed: int, codes: str = "") -> None:
        assert game.scene is not None
        self.game, self.scene, self.options = game, game.scene, options
        self.codes = re.compile(codes) if codes else None
        self.rng = random.Random(seed)
        self.s = game.start(options, seed)
        self.space = game.actions.space(options)
        self.seats = game.state.count_seats(options)
        self.viewers = [SPECTATOR, *range(self.seats)]

    def viewer(self, seat: int) -> Viewer:
        """Return a viewer among people with names."""
        names = tuple(
            NAMES[i % len(NAMES)] + ("" if i < len(NAMES) else f" {i // len(NAMES) + 1}") for i in range(self.seats)
        )
        return Viewer(seat, names)

    def legal(self, seat: int, s: Any) -> list[int]:
        """List the legal actions of a seat."""
        out = np.zeros(self.space.size, np.int64)
        count = self.game.rules.legal_actions(s, seat, out)
        return [int(action) for action in out[:count]]

    def check_match(self, steps: int, look_every: int = 1) -> int:
        """Play random actions and check what is seen; return how many were played."""
        for step in range(steps):
            acting = seats_of(self.game.rules.to_act(self.s))
            if not acting:
                break
            seat = self.rng.choice(acting)
            if step % look_every == 0:
                self.look(seat)
            action = self.rng.choice(self.legal(seat, self.s))
            self.step(seat, action)
        return step

    def step(self, seat: int, action: int) -> None:
        """Play one action and check how it is told."""
        before = {viewer: self.game.view_of(self.s, viewer) for viewer in self.viewers}
        mine = self.viewer(seat)
        words = self.scene.describe(before[seat], mine, (action,))
        self.require_words(words)
        assert words, "a decision without words"
        self.require_words(self.scene.reason(before[seat], mine, (action,)))
        self.game.rules.step(self.s, seat, action)
        while self.game.rules.needs_room(self.s):
            self.s = self.game.state.grow(self.s)
        for viewer in self.viewers:
            after = self.game.view_of(self.s, viewer)
            events = self.scene.events(before[viewer], after, self.viewer(viewer))
            self.require_words(events)
            encode(events)
            assert not list(self.scene.events(after, after, self.viewer(viewer))), "something is told of nothing"
            self.check_events(events)

    def look_at_the_end(self) -> None:
        """Check what everybody is told of a finished match."""
        assert self.game.rules.is_over(self.s)
        outcome = np.zeros(self.seats)
        self.game.rules.outcome(self.s, outcome)
        for seat in self.viewers:
            view, viewer = self.game.view_of(self.s, seat), self.viewer(seat)
            self.require_words(self.show(view, viewer))
            reason = self.game.notation.describe_result(view)[0]
            for code in (reason, "resigned", "time"):
                ending = self.scene.ending(view, viewer, code, [float(points) for points in outcome])
                self.require_words(ending)
                assert ending.title
                assert ending.reason

    def check_events(self, events: Sequence[Event]) -> None:
        """Check that events name what their verbs need."""
        for event in events:
            if event.verb == "move":
                assert event.target, event
                assert event.source or event.thing, event
            if event.verb in ("gain", "lose"):
                assert event.target, event
                assert event.icon, event
                assert event.amount >= 0, event
            if event.verb == "battle":
                assert event.title, event
            if event.verb == "say":
                assert event.text, event

    def require_words(self, data: Any) -> None:
        """Fail on any code in words."""
        assert not find_codes(data, self.codes), find_codes(data, self.codes)[:3]

    def look(self, acting: int) -> None:
        """Check what each viewer is shown now, and what the acting seat can pick."""
        for seat in self.viewers:
            view, viewer = self.game.view_of(self.s, seat), self.viewer(seat)
            shown = self.show(view, viewer)
            self.require_words(shown)
            encode(shown)
            regions = shown["regions"]
            assert regions[0].name == "board", "the board comes first"
            assert len({region.name for region in regions}) == len(regions)
            drawn = {thing for region in regions for thing in THINGS.findall(region.svg)}
            drawn |= {card.thing for region in regions for card in region.cards}
            assert drawn <= set(shown["things"]), sorted(drawn - set(shown["things"]))[:3]
            assert len(shown["panels"]) == self.seats
        self.check_offers(acting)

    def show(self, view: Any, viewer: Viewer) -> dict[str, Any]:
        """Return all that a viewer is shown of a position, without picks."""
        scene = self.scene
        return {
            "regions": list(scene.regions(view, viewer, ())),
            "things": dict(scene.things(view, viewer)),
            "prompt": scene.prompt(view, viewer, ()),
            "panels": list(scene.panels(view, viewer)),
            "phases": scene.phases(view, viewer),
            "offers": list(scene.offers(view, viewer, (), ())),
        }

    def check_offers(self, seat: int) -> None:
        """Walk down one random path of picks: each next pick is described, and drawn or offered."""
        view, viewer = self.game.view_of(self.s, seat), self.viewer(seat)
        picking = Picking(self.game.notation, view, seat, self.legal(seat, self.s))
        path: list[str] = []
        while picks := picking.next(path):
            offers = list(self.scene.offers(view, viewer, path, picks))
            self.require_words(offers)
            encode(offers)
            self.require_words(self.scene.prompt(view, viewer, path))
            missing = set(picks) - {pick for offer in offers if offer.enabled for pick in covered(offer)}
            assert not missing, f"not described after {path}: {sorted(missing)[:5]}"
            for offer in offers:
                assert offer.label, offer
                assert offer.enabled or offer.why_not, offer
            self.scene.regions(view, viewer, picks)
            path.append(self.rng.choice(picks))

    def check_leaks(self, seed: int) -> None:
        """Change what a viewer cannot know: everything it is shown stays the same, byte for byte."""
        for seat in self.viewers:
            other = self.s.clone()
            self.game.view.disturb(other, seat, np.uint64(seed))
            viewer = self.viewer(seat)
            first, second = (self.show(self.game.view_of(s, seat), viewer) for s in (self.s, other))
            assert encode(first) == encode(second)


def encode(data: Any) -> bytes:
    """Encode data as the server does; NumPy's numbers are refused."""
    return msgspec.json.encode(data, enc_hook=encode_text)


def covered(offer: Offer) -> list[str]:
    """Return the picks that an offer stands for: a row of numbers, or one."""
    if offer.amount is None:
        return [offer.pick]
    kind = offer.pick.rpartition(" ")[0]
    return [f"{kind} {n}" for n in range(offer.amount.least, offer.amount.most + 1)]


def check_guide(game: Game, after: Callable[[Any, int], None] | None = None) -> None:
    """Play a game's guided first match: every command of every step is legal, and its words hold no code."""
    assert game.scene is not None
    guide = game.scene.guide()
    assert guide is not None
    assert 6 <= len(guide.steps) <= 10
    assert not find_codes(guide)
    options = read_options(game.options, {**game.presets[guide.preset], **guide.options})
    s = game.start(options, guide.seed)
    script = [(seat, command) for seat, command in guide.opening]
    for step in guide.steps:
        script += [(guide.seat, step.do)] if step.do else []
        script += [(-1, reply) for reply in step.reply]
    for index, (seat, command) in enumerate(script):
        seat = seat if seat >= 0 else next(p for p in seats_of(game.rules.to_act(s)) if p != guide.seat)
        assert seat in seats_of(game.rules.to_act(s)), f"{command!r}: not to act"
        for action in game.notation.parse(game.view_of(s, seat), seat, command):
            game.rules.step(s, seat, action)
        if after is not None:
            after(s, index)


def titles_of(svg: str) -> tuple[str, str]:
    """Return title and description of a drawing."""
    drawing = ElementTree.fromstring(svg)
    found = {each.tag.rpartition("}")[2]: each.text or "" for each in drawing if each.tag.endswith(("}title", "}desc"))}
    return found["title"], found["desc"]
