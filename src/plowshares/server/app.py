"""The web application: pages, the API and static files over one hall of tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from plowshares.server import pages
from plowshares.server.api import Api
from plowshares.server.bots import BotRegistry
from plowshares.server.compile_worker import CompileWorker
from plowshares.server.foreign import ForeignApis
from plowshares.server.http import say
from plowshares.server.languages import LanguageMiddleware
from plowshares.server.middleware import Bucket, Guard
from plowshares.server.store import Store
from plowshares.server.tables import TableManager

STATIC = Path(__file__).parent / "static"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    database: str
    hosts: frozenset[str] | None = LOOPBACK  # names it answers to; None for any
    rate: float = 20.0  # requests a second that change something, from one address
    burst: float = 60.0
    bots: Path | None = None  # folder of programs that the owner can let play
    prepare: bool = False  # let nobody wait for the compiler: compile in other processes, interpret meanwhile
    also: Mapping[str, Any] = field(default_factory=dict)  # web APIs of games, by name, with their settings


def create_app(settings: Settings) -> Starlette:
    """Return the application."""
    store = Store(settings.database)
    hall = TableManager(store, BotRegistry(settings.bots), CompileWorker(settings.prepare))
    foreign = ForeignApis(settings.also)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(hall.run(), name="hall")
        try:
            # A mounted application is not told that the server starts, so its clock is wound up here.
            async with foreign.keep_going():
                yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            store.close()

    bucket = Bucket(settings.rate, settings.burst)
    guard = Middleware(Guard, hosts=settings.hosts, bucket=bucket, foreign=foreign.paths())
    static = Mount("/static", StaticFiles(directory=STATIC))
    app = Starlette(
        routes=[*Api(hall).routes(), *pages.routes(), static, *foreign.routes()],
        middleware=[guard, Middleware(LanguageMiddleware)],
        lifespan=lifespan,
        exception_handlers={HTTPException: _missing},
    )
    app.state.hall = hall
    return app


async def _missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return say({"error": "no such route" if status == 404 else "wrong method"}, status)
    return pages.missing("There is nothing here.")
