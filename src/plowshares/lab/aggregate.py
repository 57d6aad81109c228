"""From rows to numbers: every measure of every variant, by seed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec

from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import suggest
from plowshares.engine.intervals import score_of
from plowshares.lab.design import Variant
from plowshares.lab.observer import Row, measures_of
from plowshares.lab.statistics import Estimate, estimate, median

Read = Callable[[Row], float | None]
SCORE_MATTERS = 0.02  # the smallest difference of interest of a score


class Measure(msgspec.Struct, frozen=True):
    """Something that can be said of one match as a number."""

    name: str
    help: str
    read: Read
    is_share: bool = False
    is_key: bool = True  # variants are compared by it
    matters: float = 0.05  # the smallest difference of interest: of a share as it is, else as a part of the number

    def least(self, around: float) -> float:
        """Return the smallest difference of interest near a value."""
        return self.matters if self.is_share else self.matters * abs(around)

    def format(self, number: float) -> str:
        """Write a value."""
        return f"{100 * number:.1f} %" if self.is_share else format_number(number)

    def format_change(self, number: float) -> str:
        """Write a difference; of shares in points."""
        sign = "+" if number >= 0 else "−"
        return f"{sign}{100 * abs(number):.1f}" if self.is_share else f"{sign}{format_number(abs(number))}"


def format_number(number: float) -> str:
    """Write a number with about three digits."""
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"


def is_decided(row: Row) -> bool:
    """Ask whether one seat alone came first."""
    return row.outcome.count(max(row.outcome)) == 1


def seat_score(seat: int) -> Read:
    """Return a reader of one seat's score."""
    return lambda row: score_of(row.outcome[seat]) if seat < len(row.outcome) else None


def player_score(name: str) -> Read:
    """Return a reader of one player's score, wherever it sits."""
    return lambda row: score_of(row.outcome[row.players.index(name)]) if name in row.players else None


def number_of(name: str) -> Read:
    """Return a reader of a number that the game counts."""
    return lambda row: row.extra.numbers.get(name)


def all_measures(game: Game, variants: Sequence[Variant]) -> list[Measure]:
    """Return the measures of a study: those of every game, then what the game declares."""
    module = measures_of(game)
    found = usual_measures(max((len(variant.entrants) for variant in variants), default=0))
    if caps := module.CAPS if module else ():
        found.insert(3, Measure("capped", "matches cut off by a limit", lambda r: float(r.reason in caps), True))
    found += [player_measure(name) for name in different_players(variants)]
    if module:
        found += [number_measure(name, help, module.KEYS) for name, help in module.HELP.items()]
    return found


def usual_measures(seats: int) -> list[Measure]:
    """Return the measures of every game."""
    return [
        Measure(
            "first seat", "score of the first seat; 50 % is even", seat_score(0), is_share=True, matters=SCORE_MATTERS
        ),
        *(
            Measure(f"seat {seat + 1}", f"score of seat {seat + 1}", seat_score(seat), is_share=True, is_key=False)
            for seat in range(1, seats)
        ),
        Measure("decided", "matches with a single winner", lambda row: float(is_decided(row)), is_share=True),
        Measure("drawn", "matches with a shared first place", lambda r: float(not is_decided(r)), True, is_key=False),
        Measure("rounds", "length in rounds", lambda row: float(row.rounds)),
        Measure("decisions", "length in decisions of all players", lambda row: float(row.decisions)),
        Measure("options", "legal actions per decision", lambda row: row.options),
        Measure("lead from", "part of the match after which the winner leads for good", lambda r: r.lead_from, True),
        Measure("lead changes", "how often another player takes the lead", lambda row: float(row.lead_changes)),
        Measure("variety", "kinds of action, counted as if equally frequent", lambda row: row.variety),
    ]


def player_measure(name: str) -> Measure:
    """Return the measure of a player's score."""
    about = f"score of {name}, wherever it sits"
    return Measure(f"player {name}", about, player_score(name), is_share=True, matters=SCORE_MATTERS)


def number_measure(name: str, help: str, keys: Sequence[str]) -> Measure:
    """Return the measure of a number that a game declares; words that begin with `1 if` make it a share."""
    is_share = help.startswith(("1 if ", "part of "))
    return Measure(name, help, number_of(name), is_share, name in keys)


def different_players(variants: Sequence[Variant]) -> list[str]:
    """Return the players of line-ups in which not everybody is the same."""
    mixed = [each.entrants for each in variants if len({entrant.seat for entrant in each.entrants}) > 1]
    return list(dict.fromkeys(entrant.name for entrants in mixed for entrant in entrants))


def plain_name(name: str) -> str:
    """Return a measure's name as it is written in tables."""
    return name.strip().lower().replace("_", " ")


def find_measure(measures: Sequence[Measure], name: str) -> Measure:
    """Return the measure of that name."""
    wanted = plain_name(name)
    for each in measures:
        if each.name == wanted:
            return each
    names = [each.name for each in measures]
    raise InvalidOption(f"there is no measure {name!r}{suggest(wanted, names)}; there are: {', '.join(names)}")


def mean_by_seed(rows: Sequence[Row], read: Read) -> dict[int, float]:
    """Return the mean over the matches of each seed in which there is something to read."""
    groups: defaultdict[int, list[float]] = defaultdict(list)
    for row in rows:
        value = read(row)
        if value is not None:
            groups[row.group].append(value)
    return {group: sum(values) / len(values) for group, values in groups.items()}


class Numbers:
    """All rows of a study, by measure, variant and seed."""

    def __init__(self, rows: Sequence[Row], measures: Sequence[Measure], variants: int) -> None:
        self.rows: list[list[Row]] = [[] for _ in range(variants)]
        for row in rows:
            self.rows[row.variant].append(row)
        found = {each.name: [mean_by_seed(rows, each.read) for rows in self.rows] for each in measures}
        self.measures = [each for each in measures if any(found[each.name])]
        self.values = {each.name: found[each.name] for each in self.measures}

    def estimate(self, measure: Measure, variant: int) -> Estimate:
        """Return the mean of a measure with its interval."""
        return estimate(list(self.values[measure.name][variant].values()), measure.is_share)

    def median(self, measure: Measure, variant: int) -> Estimate:
        """Return the median over matches, not seeds."""
        found = [measure.read(row) for row in self.rows[variant]]
        return median([value for value in found if value is not None], len(self.values[measure.name][variant]))

    def different_seeds(self, variant: int) -> tuple[int, int]:
        """Return how many different games the seeds gave, as far as rows tell, and how many seeds there are."""
        games: defaultdict[int, list[tuple[object, ...]]] = defaultdict(list)
        for row in self.rows[variant]:
            games[row.group].append((row.outcome, row.scores, row.rounds, row.options, *row.kinds.items()))
        return len({tuple(each) for each in games.values()}), len(games)

    def reasons(self, variant: int) -> dict[str, float]:
        """Return how matches ended, as shares, the most frequent first."""
        counts = Counter(row.reason for row in self.rows[variant])
        return {reason: count / len(self.rows[variant]) for reason, count in counts.most_common()}

    def kinds(self, variant: int) -> dict[str, float]:
        """Return how often each kind of action was used, as shares."""
        counts: Counter[str] = Counter()
        for row in self.rows[variant]:
            counts.update(row.kinds)
        return {kind: count / max(1, counts.total()) for kind, count in counts.most_common()}

    def series(self, variant: int) -> dict[str, list[float]]:
        """Return what a game counts over time: the mean of the matches that still ran."""
        found: dict[str, list[float]] = {}
        for name in dict.fromkeys(name for row in self.rows[variant] for name in row.extra.series):
            lines = [row.extra.series.get(name, []) for row in self.rows[variant]]
            longest = max((len(line) for line in lines), default=0)
            columns = [[line[i] for line in lines if i < len(line)] for i in range(longest)]
            enough = [column for column in columns if 2 * len(column) >= len(lines)]  # the tail is few odd matches
            found[name] = [round(sum(column) / len(column), 3) for column in enough]
        return found

    def tags(self, variant: int) -> dict[str, dict[str, Estimate]]:
        """Return the score of seats that a word applies to, for every word of every tag."""
        return {
            tag: {word: estimate(scores, is_share=True) for word, scores in words.items()}
            for tag, words in self.tag_scores(variant).items()
        }

    def tag_scores(self, variant: int) -> dict[str, dict[str, list[float]]]:
        """Return, for every word of every tag, the mean score of its seats in each seed that has one."""
        found: dict[str, defaultdict[str, defaultdict[int, list[float]]]] = {}
        for row in self.rows[variant]:
            for tag, seats in row.extra.tags.items():
                table = found.setdefault(tag, defaultdict(lambda: defaultdict(list)))
                for seat, words in enumerate(seats):
                    for word in words:
                        table[word][row.group].append(score_of(row.outcome[seat]))
        return {
            tag: {word: [sum(v) / len(v) for v in groups.values()] for word, groups in sorted(table.items())}
            for tag, table in found.items()
        }
