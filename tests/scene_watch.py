"""What every scene must keep, for whichever game: words for people, picks that are described and drawn, no leaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np

from plowshares.core.game import Game
from plowshares.core.i18n import Text
from plowshares.core.options import read_options
from plowshares.core.scene import Event, Offer, Region, Viewer
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking

NAMES = ("Jonas", "Marlene", "Bo", "Ada", "Kim", "Lou", "Max", "Zoe")
# What people must never read: seats by number, codes of reasons, engine words, unfilled placeholders.
CODES = re.compile(
    r"\bp\d\b|Player \d|player[12]\b|\bseat \d|now pick|No-op|percentage points|utility"
    r"|\((?:win-limit|base|army|last-standing|resigned|flag|turns|health)\)"
    r"|\bply\b|typing\.|msgspec|\+[AW] \d|BANK\+INCREMENT|\bbuild_conflict\b|[a-z]_[a-z]"
    r"|\{\w*\}|\bNone\b|\bTrue\b|\bFalse\b|<\w+|\d\.\d{3,}"
)
COORDINATES = re.compile(r"\(?\b\d+, ?\d+\b\)?")  # for games whose cells have no names
BAD_LABELS = re.compile(r"\b(?:cell|button|reserve|number) \S+\Z")


def texts_of(value: Any) -> Iterator[str]:
    """Give every text for people in scene data: what `_` made, and the words of drawings."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, str):
        if value.startswith("<svg"):
            yield from words_of_svg(value)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts_of(getattr(value, name))
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from texts_of(each)


def words_of_svg(svg: str) -> Iterator[str]:
    """Give the words of a drawing, those for screen readers included. The drawing must be well formed."""
    for element in ElementTree.fromstring(svg).iter():
        kind = element.tag.rpartition("}")[2]
        if kind in ("text", "title", "desc") and element.text:
            yield element.text
        if "aria-label" in element.attrib:
            yield element.attrib["aria-label"]


def check_words(value: Any, more: re.Pattern[str] | None = None) -> None:
    """Fail on any code in the texts of scene data."""
    for words in texts_of(value):
        found = CODES.search(words) or (more.search(words) if more else None) or BAD_LABELS.fullmatch(words)
        assert not found, f"{found[0]!r} in {words!r}" if found else ""


def check_labels(value: Any) -> None:
    """Fail if a field that people read is a bare string that was never made by `_`."""
    fields = {
        "label",
        "title",
        "text",
        "detail",
        "help",
        "note",
        "why_not",
        "line",
        "reason",
        "confirm",
        "unit",
        "empty",
    }
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            each = getattr(value, name)
            if name in fields and isinstance(each, str) and each:
                assert isinstance(each, Text), f"{name}={each!r} of {type(value).__name__} is not made by _"
            check_labels(each)
    elif isinstance(value, dict):
        for each in value.values():
            check_labels(each)
    elif isinstance(value, tuple | list):
        for each in value:
            check_labels(each)


def picks_drawn(regions: Sequence[Region]) -> set[str]:
    """Return the picks that regions draw or have on their cards."""
    found = set()
    for region in regions:
        found |= {each.pick for each in region.cards if each.pick}
        if region.svg:
            found |= {
                e.attrib["data-pick"] for e in ElementTree.fromstring(region.svg).iter() if "data-pick" in e.attrib
            }
    return found


def things_drawn(regions: Sequence[Region]) -> set[str]:
    """Return the things that regions draw."""
    found = set()
    for region in regions:
        found |= {each.thing for each in region.cards}
        if region.svg:
            found |= {
                e.attrib["data-thing"] for e in ElementTree.fromstring(region.svg).iter() if "data-thing" in e.attrib
            }
    return found


class Watch:
    """A match that is played at random while every viewer's scene is checked."""

    def __init__(self, game: Game, options: Any, seed: int, more: re.Pattern[str] | None = None) -> None:
        assert game.scene is not None
        self.game, self.scene, self.more = game, game.scene, more
        self.match = Match(game, options, seed, NAMES[: game.state.count_seats(options)])
        self.viewers = [Viewer(seat, self.match.names) for seat in (*range(self.match.seats), -1)]
        self.rng = np.random.default_rng(seed)

    def check_match(self, most: int, every: int = 1) -> None:
        """Play at random until the end or a number of decisions; look at each n-th position."""
        for count in range(most):
            waiting = self.match.to_act()
            if not waiting:
                break
            seat = int(self.rng.choice(waiting))
            if count % every == 0:
                self.look()
                self.choose(seat)
            self.step(seat, count % every == 0)
        self.look()
        self.end()

    def end(self) -> None:
        """Let somebody resign if the match is not over, and look at the end."""
        if self.match.result is None:
            for seat in list(range(self.match.seats))[:-1]:
                if self.match.result is None:
                    self.match.resign(seat)
        assert self.match.result is not None
        for viewer in self.viewers:
            view = self.match.view(viewer.seat)
            ending = self.scene.ending(view, viewer, self.match.result.reason, self.match.result.outcome)
            self.check(ending)
            assert all((ending.title, ending.reason))

    def check(self, value: Any) -> None:
        """Check the texts of scene data, and that it can be sent."""
        check_words(value, self.more)
        check_labels(value)
        msgspec.json.encode(value, enc_hook=str)

    def look(self) -> None:
        """Check everything that is shown of the position."""
        for viewer in self.viewers:
            self.check_scene(self.match.view(viewer.seat), viewer)
            self.check_leak(viewer)

    def check_scene(self, view: Any, viewer: Viewer) -> None:
        """Check regions, things, panels and prompt of one viewer."""
        regions, things = self.scene.regions(view, viewer, ()), self.scene.things(view, viewer)
        assert regions[0].name == "board"
        assert len({region.name for region in regions}) == len(regions)
        self.check([regions, things, self.scene.panels(view, viewer), self.scene.prompt(view, viewer, ())])
        self.check(self.scene.phases(view, viewer))
        assert len(self.scene.panels(view, viewer)) == self.match.seats
        for thing in things_drawn(regions):
            if not thing.startswith("setup "):
                assert things[thing].label, thing

    def check_leak(self, viewer: Viewer) -> None:
        """Disturb what the viewer cannot know: what is shown stays the same to the last byte."""
        if self.match.result is not None or self.match.draft(viewer.seat):
            return
        state = self.match.state.clone()
        self.game.view.disturb(state, viewer.seat, np.uint64(self.rng.integers(1 << 40)))
        assert self.shown(self.game.view_of(state, viewer.seat), viewer) == self.shown(
            self.match.view(viewer.seat), viewer
        )

    def shown(self, view: Any, viewer: Viewer) -> bytes:
        """Return all that a viewer is shown, as bytes."""
        scene = self.scene
        parts = [scene.regions(view, viewer, ()), scene.things(view, viewer), scene.prompt(view, viewer, ())]
        return msgspec.json.encode([*parts, scene.panels(view, viewer), scene.phases(view, viewer)], enc_hook=str)

    def choose(self, seat: int) -> None:
        """Walk into the picks of a seat: each is described, and each is drawn or offered."""
        viewer, view = self.viewers[seat], self.match.view(seat)
        picking = Picking(self.game.notation, view, seat, self.match.legal(seat))
        path: list[str] = []
        while True:
            picks = picking.next(path)
            if not picks:
                break
            offers = list(self.scene.offers(view, viewer, path, picks))
            self.check_offers(view, viewer, path, picks, offers)
            path.append(str(self.rng.choice(picks)))
        action = picking.action(path)
        assert action is not None
        self.check([self.scene.describe(view, viewer, (action,)), self.scene.reason(view, viewer, (action,))])
        assert self.scene.describe(view, viewer, (action,))

    def check_offers(
        self, view: Any, viewer: Viewer, path: Sequence[str], picks: Sequence[str], offers: Sequence[Offer]
    ) -> None:
        """Check what is offered after a path, and the prompt there."""
        self.check([offers, self.scene.prompt(view, viewer, path)])
        assert self.scene.prompt(view, viewer, path).title
        usable = {offer.pick for offer in offers if offer.enabled and not offer.command}
        amounts = {offer.pick.split()[0] for offer in offers if offer.amount}
        assert usable <= set(picks), usable - set(picks)
        missing = {pick for pick in picks if pick not in usable and pick.split()[0] not in amounts}
        assert not missing, f"not described: {missing}"
        drawn = picks_drawn(self.scene.regions(view, viewer, picks))
        for pick in picks:
            assert pick in drawn or pick.split()[0] in ("button", "number"), f"{pick} is neither drawn nor a button"
        assert all(offer.label for offer in offers)
        assert all(offer.why_not for offer in offers if not offer.enabled)
        for offer in offers:
            if offer.command:
                self.game.notation.parse(view, viewer.seat, offer.command)

    def step(self, seat: int, told: bool = True) -> None:
        """Play one random decision, and check what everybody is told about it."""
        before = {viewer.seat: self.match.view(viewer.seat) for viewer in self.viewers} if told else {}
        action = int(self.rng.choice(self.match.legal(seat)))
        self.match.play(seat, (action,))
        for viewer in self.viewers if told else ():
            after = self.match.view(viewer.seat)
            events = self.scene.events(before[viewer.seat], after, viewer)
            self.check(events)
            known = set(self.scene.things(before[viewer.seat], viewer)) | set(self.scene.things(after, viewer))
            places = picks_drawn(self.scene.regions(before[viewer.seat], viewer, ()))
            places |= picks_drawn(self.scene.regions(after, viewer, ())) | known
            for event in events:
                check_event(event, known, places)


def check_event(event: Event, things: set[str], places: set[str]) -> None:
    """Check that an event names only things and places that are drawn, and says what it must."""
    assert all(name in things for name in (event.thing, event.other) if name), event
    assert all(name in places for name in (event.source, event.target, *event.path) if name), event
    if event.verb == "battle":
        needed = event.title, event.detail, event.text, event.winner, event.art, event.other_art
        assert all(needed), event
    if event.verb == "move":
        assert all((event.thing or event.art, event.source, event.target)), event
    if event.verb in ("gain", "lose"):
        assert all((event.amount, event.icon or event.text)), event


def check_guided_match(game: Game, viewer_name: str = "Jonas") -> None:
    """Play the guided first match: every step is legal, points at something that is there, and is worded."""
    assert game.scene is not None
    guide = game.scene.guide()
    assert guide is not None
    assert 6 <= len(guide.steps) <= 10
    given = {**game.presets[guide.preset], **guide.options}
    options = read_options(game.options, given)
    names = tuple(
        viewer_name if seat == guide.seat else f"Robin {seat}" for seat in range(game.state.count_seats(options))
    )
    match = Match(game, options, guide.seed, names)
    viewer = Viewer(guide.seat, names)
    check_words([guide.steps, guide.done])
    check_labels(list(guide.steps))
    for seat, command in guide.opening:
        match.play(seat, command)
    for step in guide.steps:
        view = match.view(guide.seat)
        regions = game.scene.regions(view, viewer, ())
        shown = picks_drawn(regions) | things_drawn(regions) | {region.name for region in regions}
        picking = Picking(game.notation, view, guide.seat, match.legal(guide.seat))
        offered = {each.pick for each in game.scene.offers(view, viewer, (), picking.next(()))}
        assert not step.point or step.point in shown | offered, f"{step.title}: {step.point} is not there"
        if step.do:
            match.play(guide.seat, step.do)
        for command in step.reply:
            waiting = [seat for seat in match.to_act() if seat != guide.seat]
            assert waiting, f"{step.title}: nobody to reply {command}"
            match.play(waiting[0], command)
    assert guide.done


def check_pictures(game: Game) -> None:
    """Check the pictures of "How to play"."""
    assert game.scene is not None
    pictures = game.scene.how_to_play()
    assert 4 <= len(pictures) <= 8
    for picture in pictures:
        assert picture.svg.startswith("<svg")
        assert all((picture.text, picture.title))
        check_words(picture)
        check_labels(picture)
