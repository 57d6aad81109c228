"""Puzzles at real tables: listing them, opening one, and whether it was solved."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares import registry
from plowshares.core.errors import InvalidOption, UnknownGame
from plowshares.core.game import Game
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.engine.record import Recorder
from plowshares.review.puzzles import LEVELS, Puzzle, find_puzzle, puzzles_of
from plowshares.server.http import Endpoint, read, route, say
from plowshares.server.meeting.people import People
from plowshares.server.plan import Holding, Plan, SeatPlan
from plowshares.server.requests import OpenPuzzle
from plowshares.server.site import Site
from plowshares.server.store import Store
from plowshares.server.table import Table
from plowshares.server.tokens import new_id

LEARNER = "You"
OPPONENT = "medium"
DIFFICULTIES: dict[str, Text] = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}


class PuzzleApi(Endpoint):
    """The routes of puzzles."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._people = People(site.hall.store)

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            route("/api/puzzles", self.list_all, "GET"),
            route("/api/puzzles/{game}", self.open, "POST"),
            route("/api/tables/{table}/puzzle", self.look, "GET"),
        ]

    async def list_all(self, request: Request) -> Response:
        """List the puzzles of all games."""
        return say({"games": await self.work.pages.run(list_puzzles)})

    async def open(self, request: Request) -> Response:
        """Open a table at the moment of a puzzle."""
        given = await read(request, OpenPuzzle)
        name = request.path_params["game"]
        if name not in registry.names():
            raise UnknownGame(f"no game is called {name!r}")
        visitor = await self.known(request)
        person = await self.work.lists.run(self._people.of, visitor.holder)
        who = person.name if person else LEARNER
        told = self.hall.store, registry.find(name), given.number, visitor.holder, who, self.hall.repository.worker
        table = await self.work.opening.run(open_puzzle, *told)
        return self.welcome(request, {"table": table}, visitor)

    async def look(self, request: Request) -> Response:
        """Say what a puzzle asks, and once somebody has decided, whether that was the answer."""
        table, holder = await self.at_table(request)
        return say(await self.work.play.run(tell_puzzle, table, holder))


def list_puzzles() -> list[dict[str, Any]]:
    """Return for each game that has puzzles how difficult each of them is."""
    found = []
    for name in registry.names():
        game = registry.find(name)
        difficulties = [puzzle.difficulty for puzzle in puzzles_of(game)]
        if difficulties:
            found.append({"game": name, "title": game.title, "difficulties": difficulties, "words": DIFFICULTIES})
    return found


def open_puzzle(store: Store, game: Game, number: int, holder: str, who: str, worker: str | None) -> str:
    """Open the table of a puzzle; return its name."""
    puzzle = find_puzzle(game, number)
    count = puzzle.begin(game).seats
    seats = tuple(SeatPlan("me", who) if i == puzzle.seat else SeatPlan("computer", OPPONENT) for i in range(count))
    lines: list[bytes] = []
    puzzle.begin(game, [seat.name for seat in seats], Recorder(lines.append))
    table = new_id()
    plan = Plan(game.name, seats, host=who, puzzle=number)
    store.add_table(table, plan, [Holding(holder, puzzle.seat, False, True)], lines, worker=worker)
    return table


def tell_puzzle(table: Table, holder: str) -> dict[str, Any]:
    """Return what is said about a puzzle; the answer only after a decision."""
    number = table.plan.puzzle
    if not number:
        raise InvalidOption("this table is not a puzzle")
    game = table.match.game
    puzzle = find_puzzle(game, number)
    with table.locked():
        table.seats_of(holder)
        solved = puzzle.is_solved(table.match.history)
    told = {"number": number, "count": len(puzzles_of(game)), "game": game.name, "solved": solved}
    difficulty = DIFFICULTIES[puzzle.difficulty] if puzzle.difficulty in LEVELS else ""
    return {**told, "difficulty": difficulty, **_words(table, puzzle, solved)}


def _words(table: Table, puzzle: Puzzle, solved: bool | None) -> dict[str, str]:
    if solved is None:
        return {"title": _("Find the best move"), "text": _("By what you know, one decision is clearly the best.")}
    game = table.match.game
    viewer = Viewer(puzzle.seat, table.story.names)
    view = game.view_of(puzzle.begin(game).state, puzzle.seat)
    scene = scene_of(game)
    words = {
        "what": scene.describe(view, viewer, (puzzle.action,)),
        "why": scene.reason(view, viewer, (puzzle.action,)),
        "best": round(100 * puzzle.chance),
        "other": round(100 * puzzle.other),
    }
    text = _("{what}: {best} % to win, {other} % with the best other decision. {why}", **words)
    return {"title": _("Right!") if solved else _("Not the best"), "text": text}
