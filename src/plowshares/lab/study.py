"""A study being run: what is still to be played, where, and when to stop.

Everything follows from the design and the rows by their numbers, never from the order in which matches happen to
end. So an interrupted study goes on as if nothing had been, and the place where it runs makes no difference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

import plowshares
from plowshares import registry
from plowshares.arena.workers import check_place, run_all
from plowshares.lab.aggregate import Measure, Numbers, all_measures, find_measure
from plowshares.lab.design import Design, Variant, check_grid, variants_of
from plowshares.lab.findings import Finding, answer, is_settled
from plowshares.lab.match import Batch, record_name, run_batch
from plowshares.lab.observer import Row, measures_of
from plowshares.lab.statistics import ALPHA
from plowshares.lab.store import Store

BATCH_SECONDS = 0.5  # of play that one message to a worker stands for: what a crash can cost
LARGEST_BATCH = 64
START_SECONDS = 3.0  # that workers take to start; shorter studies run in this process unless workers were asked for
LOOKS = (8, 4, 2, 1)  # early stopping looks after an eighth, a quarter, half and all of the games
RECORDS = "records"
Tell = Callable[[int, int], None]  # games finished, games in all


class Outcome(msgspec.Struct, frozen=True):
    """What a study has found: everything that reports are made of."""

    design: Design
    variants: list[Variant]
    rows: list[Row]
    numbers: Numbers
    asked: list[Measure]  # those that variants were compared by
    findings: list[Finding]
    stopped: bool  # before all games were played, because everything was settled
    place: Path | None

    def samples(self) -> list[tuple[Variant, str]]:
        """List the sample records that are there, by their names."""
        if self.place is None:
            return []
        names = [
            (variant, record_name(variant.index, number))
            for variant in self.variants
            for number in range(self.design.samples)
        ]
        return [(variant, name) for variant, name in names if (self.place / RECORDS / name).exists()]


class Study:
    """A study in a directory of its own, or in memory."""

    def __init__(self, design: Design, place: Path | None = None, variants: list[Variant] | None = None) -> None:
        self.design = design
        self.place = place
        self.game = registry.find(design.game)
        check_grid(self.game, design)
        self.variants = variants_of(design) if variants is None else variants
        self.measures = all_measures(self.game, self.variants)
        self.asked = [find_measure(self.measures, name) for name in design.measures]
        about = {"design": msgspec.json.encode(design).decode(), "plowshares": plowshares.__version__}
        self.store = Store(place, design.fingerprint(), about)

    def groups(self, variant: Variant, look: int = 1) -> int:
        """Return how many seeds of a variant are played at a look: whole rotations, at least the games asked for."""
        groups = -(-self.design.games // len(variant.entrants))
        return max(1, -(-groups // look))

    def total(self) -> int:
        """Return how many games there are in all."""
        return sum(self.groups(variant) * len(variant.entrants) for variant in self.variants)

    def run(self, workers: int = 0, on: str = "local", tell: Tell = lambda done, total: None) -> Outcome:
        """Play all that is still to be played and return what was found."""
        looks = LOOKS if self.design.stop else (1,)
        for look in looks:
            wanted = {each.index: range(self.groups(each, look) * len(each.entrants)) for each in self.variants}
            for _ in self.play_numbers(wanted, workers, on):
                tell(self.store.count, self.total())
            found = self.outcome(look)
            if look > 1 and is_settled(found.findings):
                return msgspec.structs.replace(found, stopped=True)
        return found

    def outcome(self, look: int = 1) -> Outcome:
        """Return what the games played so far say."""
        below = {variant.index: self.groups(variant, look) * len(variant.entrants) for variant in self.variants}
        rows = self.store.rows(below)
        numbers = Numbers(rows, self.measures, len(self.variants))
        there = {measure.name for measure in numbers.measures}
        asked = [each for each in self.asked or self.measures if each.name in there and (self.asked or each.is_key)]
        # Repeated looks need a stricter level each time, or chance would be taken for an effect too often.
        alpha = ALPHA / len(LOOKS) if self.design.stop else ALPHA
        # The trials of a search are not a grid; they are compared by its target.
        findings = answer(numbers, self.variants, asked, alpha, self._tags()) if rows and not self.design.target else []
        return Outcome(self.design, self.variants, rows, numbers, asked, findings, False, self.place)

    def _tags(self) -> list[str]:
        """Return whose words are compared with an even score: what was asked for, else what the game wants."""
        module = measures_of(self.game)
        return [each.name for each in self.asked] or list(module.KEYS if module else ())

    # Playing

    def play_numbers(self, wanted: Mapping[int, range], workers: int, on: str) -> Iterator[None]:
        """Play what is missing of some variants, all at the same pace; yield whenever something has been kept."""
        check_place(on)
        waiting = {index: self._missing(index, numbers) for index, numbers in wanted.items()}
        if not any(waiting.values()):
            return
        tried: list[float] = []
        for seconds in self._try_out(waiting):
            tried.append(seconds)
            yield
        size = max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(tried[-1], 1e-6))))
        if not workers and sum(map(len, waiting.values())) * tried[-1] < START_SECONDS:
            workers = 1
        batches = [
            self._batch(self.variants[index], numbers[first : first + size])
            for index, numbers in waiting.items()
            for first in range(0, len(numbers), size)
        ]
        batches.sort(key=lambda batch: (batch.numbers[0], batch.variant))
        for _, rows in run_all(run_batch, batches, workers, on):
            self.store.add(rows)
            yield

    def _missing(self, index: int, numbers: range) -> list[int]:
        played = self.store.numbers(index)
        return [number for number in numbers if number not in played]

    def _try_out(self, waiting: dict[int, list[int]]) -> Iterator[float]:
        """Play two games here, so that rules are compiled once and not in every worker; yield how long each took."""
        numbers = next(numbers for numbers in waiting.values() if numbers)
        index = next(index for index in waiting if waiting[index] is numbers)
        for _ in range(min(2, len(numbers))):
            began = time.perf_counter()
            self.store.add(run_batch(self._batch(self.variants[index], [numbers.pop(0)])))
            yield time.perf_counter() - began

    def _batch(self, variant: Variant, numbers: list[int]) -> Batch:
        design = self.design
        records = self.place.absolute() / RECORDS if self.place else None
        where = (variant.index, variant.options, variant.entrants, design.seed, design.time)
        return Batch(numbers[0], design.game, *where, tuple(numbers), records, design.samples)
