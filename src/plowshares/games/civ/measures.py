"""What civ wants counted: cities, workers and armies over time, and who fell."""

from __future__ import annotations

from typing import Any

from plowshares.core.measures import Extra, Rounds, round_of
from plowshares.games.civ.pieces import count_armies
from plowshares.games.civ.state import NEWS, Report

__all__ = ["CAPS", "HELP", "KEYS", "rounds", "watch"]

HELP = {
    "cities at the end": "cities of all players together",
    "workers at the end": "workers of all players together",
    "armies at the end": "armies of all players together",
    "captures": "cities captured",
    "researches": "researches of all players together",
    "fallen": "players eliminated",
    "winning margin": "points of the first above the second, of those left in play",
    "cities": "cities of all players after each round",
    "workers": "workers of all players after each round",
    "armies": "armies of all players after each round",
    "lead in cities": "most cities of one player, less the fewest, after each round",
}
CAPS = ("cap",)
KEYS = ("cities at the end", "armies at the end", "captures", "winning margin")


class Watch(Rounds):
    """Counts one match."""

    names = ("cities", "workers", "armies", "lead in cities")

    def __init__(self, s: Any) -> None:
        super().__init__(s)
        self.players = int(s.options.players)
        self.captures = 0
        self.told = [int(s.players[seat].told) for seat in range(self.players)]

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Read the actor's own reports, and count everything after each round."""
        p = s.players[seat]
        for number in range(max(self.told[seat], int(p.told) - NEWS), int(p.told)):
            news = p.news[number % NEWS]
            self.captures += news.kind == Report.CAPTURE and news.actor == seat
        self.told[seat] = int(p.told)
        self.look(s)

    def count(self, s: Any) -> tuple[float, ...]:
        """Count cities and units of all, and how unequal the cities are."""
        cities = [int(s.players[seat].city_count) for seat in range(self.players)]
        armies = sum(int(count_armies(s.players[seat])) for seat in range(self.players))
        units = sum(int(s.players[seat].unit_count) for seat in range(self.players))
        return sum(cities), units - armies, armies, max(cities) - min(cities)

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        self.note(s)
        players = [s.players[seat] for seat in range(self.players)]
        points = sorted(self._points(s, p) for p in players)
        numbers = {
            "cities at the end": self.series["cities"][-1],
            "workers at the end": self.series["workers"][-1],
            "armies at the end": self.series["armies"][-1],
            "captures": float(self.captures),
            "researches": float(sum(int(p.offence) + int(p.defence) for p in players)),
            "fallen": float(sum(int(p.fallen) > 0 for p in players)),
            "winning margin": float(points[-1] - points[-2]),
        }
        return Extra(numbers, {}, self.series)

    def _points(self, s: Any, p: Any) -> int:
        o, armies = s.options, int(count_armies(p))
        workers = int(p.unit_count) - armies
        return int(p.city_count) * int(o.score_city) + workers * int(o.score_worker) + armies * int(o.score_army)


rounds, watch = round_of, Watch
