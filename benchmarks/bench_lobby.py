"""How fast the lobby answers with 10,000 finished and 1,000 open tables: `python -m benchmarks.bench_lobby`.

Somebody who has played 300 of them asks, at a server with streams and everything else as it is run; the median and the
worst of a hundredth part are printed, beside an empty database. The bar is 50 ms at the median.
"""

from __future__ import annotations

import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec

from plowshares.server.meeting.people import People
from plowshares.server.meeting.results import Results
from plowshares.server.plan import Plan, SeatPlan
from plowshares.server.schema import holders, lines, results, tables
from plowshares.server.store import Store
from plowshares.server.tables import TableManager
from plowshares.server.tokens import holder_of, new_id
from tests.server.site import serving

FINISHED, OPEN, MINE = 10_000, 1_000, 300
ASKED = 200
BAR = 50.0  # milliseconds


def fill(store: Store, holder: str, finished: int, waiting: int) -> None:
    """Write tables as people leave them: finished ones with results, open ones that wait for a second player."""
    now, rivals = time.time(), [secrets.token_hex(32) for _ in range(200)]
    rows: dict[str, list[dict[str, object]]] = {"tables": [], "lines": [], "holders": [], "results": []}
    for i in range(finished + waiting):
        is_over, name = i < finished, new_id()
        mine = is_over and i % (finished // MINE or 1) == 0
        owner = holder if mine else rivals[i % len(rivals)]
        plan = Plan("stratego", (SeatPlan("me", "Anna"), SeatPlan("link", "Bert")), False, "open", "classic", "900+10")
        table = {"id": name, "created": now - i, "touched": now - i, "ended": is_over, "settled": True}
        rows["tables"].append({**table, "plan": msgspec.json.encode(plan), "access": "open", "free": int(not is_over)})
        rows["lines"].append({"table_id": name, "n": 0, "data": b"{}", "written": now})
        seat = {"table_id": name, "is_link": False, "is_signed": True, "joined": now}
        rows["holders"].append({**seat, "holder": owner, "seat": 0, "is_owner": True})
        if is_over:
            rows["holders"].append({**seat, "holder": rivals[(i + 1) % len(rivals)], "seat": 1, "is_owner": False})
            counted = {
                "table_id": name,
                "game": "stratego",
                "size": "2",
                "avatar": "fox",
                "reason": "flag",
                "moves": 60,
            }
            counted |= {"ended": now - i, "is_open": True, "is_rated": False}
            for n in range(2):
                rows["results"].append(
                    {**counted, "seat": n, "player": f"person:{i % 200 + n}", "name": "Anna", "outcome": 1 - 2 * n}
                    | {"place": n}
                )
    with store.begin() as db:
        for target in (tables, lines, holders, results):
            if rows[target.name]:
                db.execute(target.insert(), rows[target.name])


def measure(database: Path, finished: int, waiting: int) -> tuple[list[float], float]:
    """Return how many milliseconds each answer took, and its processor time, which other work does not change."""
    with serving(database) as site, httpx.Client(base_url=site.base, timeout=60) as person:
        person.post("/api/me", json={"name": "Anna", "avatar": "fox"})
        cookie = person.cookies["plowshares"]
        fill(site.hall.store, holder_of(cookie), finished, waiting)
        for _ in range(5):
            person.get("/api/lobby").raise_for_status()
        took, used = [], time.process_time()
        for _ in range(ASKED):
            began = time.perf_counter()
            person.get("/api/lobby").raise_for_status()
            took.append(1000 * (time.perf_counter() - began))
        used = 1000 * (time.process_time() - used) / ASKED
    return took, used


def settle_many(database: Path, count: int) -> float:
    """Return how many finished matches are counted a second."""
    store = Store(f"sqlite:///{database}")
    People(store).introduce("a" * 64, "a" * 64, "Anna", "fox")
    fill(store, "a" * 64, count, 0)
    with store.begin() as db:
        db.execute(tables.update().values(settled=False))
    counting, began = Results(TableManager(store)), time.perf_counter()
    while counting.settle() > 0:
        pass
    store.close()
    return count / (time.perf_counter() - began)


def tell(name: str, took: list[float], used: float) -> None:
    """Print how fast the lobby answered."""
    middle, worst = statistics.median(took), statistics.quantiles(took, n=100)[-1]
    print(f"lobby, {name}: median {middle:.1f} ms, 99 % within {worst:.1f} ms, processor {used:.1f} ms", flush=True)


def main() -> int:
    """Print the times as they are known; return 1 if the bar is missed."""
    with tempfile.TemporaryDirectory() as folder:
        tell("empty", *measure(Path(folder) / "empty.sqlite", 0, 0))
        full = measure(Path(folder) / "full.sqlite", FINISHED, OPEN)
        tell(f"{FINISHED} finished, {OPEN} open", *full)
        print(f"finished matches counted: {settle_many(Path(folder) / 'settle.sqlite', 1000):.0f} a second")
    return int(statistics.median(full[0]) > BAR)


if __name__ == "__main__":
    sys.exit(main())
