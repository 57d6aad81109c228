"""Forecasts: what fields and offers promise is what the rules do, in random play of every preset."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from plowshares.core.options import read_options
from plowshares.core.scene import Offer, Viewer
from plowshares.core.seats import seats_of
from plowshares.engine.picks import Picking
from plowshares.games.farmer_soldier import GAME, notation, rules, scene
from plowshares.games.farmer_soldier.actions import Kind, Thing, space
from plowshares.games.farmer_soldier.notation.refusals import NAMES as KINDS
from plowshares.games.farmer_soldier.options import PRESETS, Options
from plowshares.games.farmer_soldier.positions import parse_cell
from plowshares.games.farmer_soldier.rules.pieces import change, owner_of
from plowshares.games.farmer_soldier.scene.board import field_news
from plowshares.games.farmer_soldier.scene.forecast import count_starving
from plowshares.games.farmer_soldier.state import PEOPLE, Phase
from tests.amounts import amount, some
from tests.scene_checks import NAMES

SOLDIER, FOOD = int(Thing.SOLDIER), int(Thing.FOOD)
CROWDED = {"size": "2x2", "start": "2f 3s 9g", "grid": "square", "shape": "block", "edges": "", "homes": "auto"}
STEPS = 160


class Walk:
    """Random play that looks ahead where the rules make something certain, and compares."""

    def __init__(self, given: dict[str, Any], seed: int) -> None:
        self.options = read_options(Options, given)
        self.s = GAME.start(self.options, seed)
        self.rng = random.Random(seed)
        self.space = space(self.options)
        self.out = np.zeros(self.space.size, np.int64)
        self.met: Counter[str] = Counter()

    def play(self, steps: int) -> Counter[str]:
        for _step in range(steps):
            acting = seats_of(rules.to_act(self.s))
            if not acting:
                break
            seat = self.rng.choice(acting)
            if self.s.phase == Phase.MOVE:
                self.check_done(seat)
                self.check_clash(seat)
            self.s = self.decide(self.s, seat)
        return self.met

    def legal(self, s: Any, seat: int) -> list[int]:
        return [int(action) for action in self.out[: rules.legal_actions(s, seat, self.out)]]

    def decide(self, s: Any, seat: int, action: int | None = None) -> Any:
        """Play an action, or a random one, and return the State with room for the next."""
        rules.step(s, seat, self.rng.choice(self.legal(s, seat)) if action is None else action)
        while rules.needs_room(s):
            s = GAME.state.grow(s)
        return s

    def finish(self, s: Any, seat: int) -> tuple[Any, int, Any]:
        """Say done and answer until the fights are over; return the State, who starved, and who fell."""
        done = self.space.encode(Kind.DONE)
        s = self.decide(s, seat, done)
        starved, fallen = int(s.news.starved[seat].sum()), s.news.fallen.sum(axis=1).astype(int)
        while s.phase in (Phase.FEED, Phase.MARK):
            s = self.decide(s, self.rng.choice(seats_of(rules.to_act(s))))
            starved += int(s.news.starved[seat].sum())
            fallen = fallen + s.news.fallen.sum(axis=1)
        return s, starved, fallen

    def check_done(self, seat: int) -> None:
        """Compare what is said on fields, and of hunger, with what comes of being done now."""
        viewer = Viewer(seat, NAMES[: int(self.s.options.seats)])
        before, view = self.s.clone(), GAME.view_of(self.s, seat)
        told = {cell: field_news(view, viewer, cell) for cell in range(int(view.board.count))}
        expected = count_starving(view, seat)
        after, starved, _fallen = self.finish(before.clone(), seat)
        assert starved == expected
        self.met["hunger"] += expected > 0
        for cell, news in told.items():
            if news is not None:
                self.check_field(before, after, seat, cell, news[0])

    def check_field(self, before: Any, after: Any, seat: int, cell: int, text: Any) -> None:
        others = [p for p in range(int(before.options.seats)) if p != seat]
        mine, theirs = people(before, seat, cell), sum(people(before, p, cell) for p in others)
        match text.message:
            case "{n} will starve":
                assert mine - people(after, seat, cell) >= text.number
            case "{n} will fall" if before.things[cell, seat, SOLDIER]:
                assert sum(people(after, p, cell) for p in others) == theirs - text.number
            case "{n} will fall":
                assert mine - people(after, seat, cell) == (text.number if mine else 0)
            case "eats {mouths} of {food}":
                assert text.values == {"mouths": mine, "food": food_at(before, seat, cell)}
                assert people(after, seat, cell) >= mine
            case "they may fight":
                assert before.options.may_hold
            case "they will fight" if people(before, seat, cell) <= food_at(before, seat, cell):
                assert count_soldiers(after, cell) < count_soldiers(before, cell)
        self.met[text.message] += 1

    def check_clash(self, seat: int) -> None:
        """Send all soldiers who can go where an offer says what comes of it, feed everybody, and compare."""
        viewer = Viewer(seat, NAMES[: int(self.s.options.seats)])
        view = GAME.view_of(self.s, seat)
        picking = Picking(notation, view, seat, self.legal(self.s, seat))
        button = f"button {KINDS[SOLDIER]}"
        for source in picking.next():
            path = [source, button]
            if button in picking.next([source]):
                for offer in scene.offers(view, viewer, path, picking.next(path)):
                    if offer.forecast is not None:
                        self.check_fight(seat, offer, picking.action([*path, offer.pick]))

    def check_fight(self, seat: int, offer: Offer, action: int | None) -> None:
        assert action is not None
        assert offer.forecast is not None
        s, to = self.s.clone(), parse_cell(self.s, offer.pick.removeprefix("cell "))
        s = self.decide(s, seat, action)
        if s.phase == Phase.AMOUNT:
            s = self.decide(s, seat, max(self.legal(s, seat)))
        feed(s, seat)
        seats = range(int(s.options.seats))
        before = s.clone()
        mine, theirs = int(s.things[to, seat, SOLDIER]), sum(int(s.things[to, p, SOLDIER]) for p in seats if p != seat)
        assert dict(offer.forecast.rows)["Your soldiers"] == str(mine)
        after, starved, _fallen = self.finish(s, seat)
        assert not starved
        left = int(after.things[to, seat, SOLDIER])
        rest = sum(int(after.things[to, p, SOLDIER]) for p in seats if p != seat)
        others = sum(people(after, p, to) for p in seats if p != seat)
        match str(offer.forecast.title):
            case "Nobody guards it":
                assert (left, others) == (mine, 0)
            case "Even":
                assert (mine, left, rest) == (theirs, 0, 0)
            case "You lose":
                assert (left, rest) == (0, theirs - mine)
            case "Soldiers meet":
                self.check_held_back(before, after, seat, to)
            case "Several armies meet":
                assert sum(before.things[to, p, SOLDIER] > 0 for p in seats) > 2
            case other:
                assert other == f"You win with all {mine}"
                assert (left, rest, others) == (mine - theirs, 0, 0)
        title: Any = offer.forecast.title
        self.met[title.message] += 1

    def check_held_back(self, before: Any, after: Any, seat: int, to: int) -> None:
        armies = [p for p in range(int(before.options.seats)) if before.things[to, p, SOLDIER]]
        most = min(int(before.things[to, p, SOLDIER]) for p in armies)
        for p in armies:
            assert 0 <= int(before.things[to, p, SOLDIER]) - int(after.things[to, p, SOLDIER]) <= most
        if all(after.things[to, p, SOLDIER] for p in armies):
            here = sum(
                people(after, p, to) - int(after.things[to, p, SOLDIER]) for p in range(int(before.options.seats))
            )
            there = sum(
                people(before, p, to) - int(before.things[to, p, SOLDIER]) for p in range(int(before.options.seats))
            )
            assert here == (0 if before.options.any_army else there)
            self.met["both are left"] += there > 0


def people(s: Any, seat: int, cell: int) -> int:
    return int(s.things[cell, seat, :PEOPLE].sum())


def count_soldiers(s: Any, cell: int) -> int:
    return int(s.things[cell, :, SOLDIER].sum())


def count_civilians(s: Any, cell: int) -> int:
    return int(s.things[cell, :, :PEOPLE].sum()) - count_soldiers(s, cell)


def food_at(s: Any, seat: int, cell: int) -> int:
    return int(s.things[cell, owner_of(s, seat, FOOD), FOOD])


def feed(s: Any, seat: int) -> None:
    """Bring food wherever the seat's people lack it."""
    for cell in range(int(s.board.count)):
        lacking = people(s, seat, cell) - food_at(s, seat, cell)
        if lacking > 0:
            change(s, cell, owner_of(s, seat, FOOD), FOOD, lacking)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_keeps_every_promise(preset: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(amount(4, 2)):
        crowded = CROWDED if seed % 2 and read_options(Options, PRESETS[preset]).players <= 4 else {}
        met += Walk({**PRESETS[preset], **crowded}, seed).play(STEPS)
    assert met["eats {mouths} of {food}"] > 3
    assert met["hunger"]


@pytest.mark.parametrize("civilians", ["sole", "any"])
def test_armies_that_may_hold_back_promise_no_more_than_that(civilians: str) -> None:
    given = {**CROWDED, "marking": "may", "civilians": civilians, "start": "2f 3s 2c 9g"}
    met = sum((Walk(given, seed).play(STEPS) for seed in range(4)), Counter[str]())
    assert some(list(met.elements()))
    assert met["Soldiers meet"] > 5
    assert met["both are left"]
    assert not met["You win with all {n}"]
    assert not met["they will fight"]
