"""The web application: pages, the API and static files over one hall of tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _
from plowshares.server import fonts, pages
from plowshares.server.api import Api
from plowshares.server.bots import BotRegistry
from plowshares.server.build import STATIC, static_address
from plowshares.server.cluster.cluster import Cluster
from plowshares.server.cluster.forwarding import Forwarder
from plowshares.server.compile_worker import CompileWorker
from plowshares.server.connections import Connections, raise_descriptor_limit
from plowshares.server.foreign import ForeignApis
from plowshares.server.health import Health
from plowshares.server.http import say
from plowshares.server.languages import LanguageMiddleware
from plowshares.server.limits import Quotas
from plowshares.server.meeting.account_api import AccountApi
from plowshares.server.meeting.api import MeetingApi
from plowshares.server.meeting.owner_api import OwnerApi
from plowshares.server.meeting.people import People
from plowshares.server.meeting.players_api import PlayersApi
from plowshares.server.meeting.results import Results
from plowshares.server.middleware import LARGEST_BODY, Guard
from plowshares.server.push import DELAY, SERVICES, PushService
from plowshares.server.site import LOOPBACK, Site
from plowshares.server.store import Store
from plowshares.server.tables import HouseRules, TableManager
from plowshares.server.together import TogetherApi
from plowshares.server.tokens import Signer
from plowshares.server.work import Work

if TYPE_CHECKING:  # an extra that may not be installed
    from plowshares.mcp.mounting import MountedModels

STRANGERS = HouseRules(
    most_waiting=5, most_waiting_there=20, largest=600_000, most_open=100
)  # a State of 32×32 cells with 16 players has 592,571 bytes


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    database: str
    hosts: frozenset[str] | None = LOOPBACK  # names it answers to; None for any
    rate: float = 20.0  # requests a second that change something, from one address
    burst: float = 60.0
    strangers: bool = False  # whether people use it whom its owner does not know, and who are held to quotas
    public: str = ""  # the address people use, if a proxy stands before the server
    lan: str = ""  # the machine's address in its local network, if the server answers there
    proxies: tuple[str, ...] = ()  # addresses, or networks, of proxies whose word about clients is believed
    rules: HouseRules = field(default_factory=HouseRules)
    logs: str = "text"  # or json
    metrics: bool = False  # whether /metrics answers those who ask on this machine
    is_shared: bool = False  # whether other processes use the same database
    peer_host: str = ""  # address at which processes of other machines reach this one; empty: all are on this machine
    connections: int | None = None  # at once; None for as many as the system allows
    per_address: int | None = None  # connections from one address; None for any number
    bots: Path | None = None  # folder of programs that the owner can let play
    isolation: str = "best"  # of those programs
    prepare: bool = False  # let nobody wait for the compiler: compile in other processes, interpret meanwhile
    push_services: tuple[str, ...] = SERVICES  # of browsers' makers, by which people are told that it is their turn
    push_delay: float = DELAY  # seconds that people have to come by themselves
    also: Mapping[str, Any] = field(default_factory=dict)  # web APIs of games, by name, with their settings
    mcp: bool = False  # whether language models can play at its tables, over the Model Context Protocol at /mcp


def create_app(settings: Settings) -> Starlette:
    """Return the application."""
    raise_descriptor_limit()
    store = Store(settings.database)
    foreign = ForeignApis(settings.also)
    quotas = Quotas(settings.rate, settings.burst, settings.strangers)
    site = _site(settings, store)
    hall, work, people = site.hall, site.work, site.people

    models = _models() if settings.mcp else None
    hall.access.has_account = people.has_account
    counting, owner = Results(hall), OwnerApi(site)
    push = PushService(store, settings.push_services, settings.push_delay)
    hall.turned = push.turned
    cluster = Cluster(site, quotas, settings.database, settings.peer_host) if settings.is_shared else None

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = [
            asyncio.create_task(hall.run(), name="hall"),
            asyncio.create_task(counting.run(), name="results"),
            asyncio.create_task(owner.run(), name="announcements"),
        ]
        if cluster is not None:
            await cluster.start(app)
        try:
            # A mounted application is not told that the server starts, so its clock is wound up here.
            async with foreign.keep_going(), models.keep_going(app) if models else contextlib.nullcontext():
                yield
        finally:
            await _end(running)
            await push.stop()
            if cluster is not None:
                await cluster.stop()
            await work.stop()
            store.close()

    connections = Connections(settings.connections, settings.per_address)
    guard = _guard(settings, quotas, connections, foreign)
    forwarding = [] if cluster is None else [Middleware(Forwarder, places=cluster.places)]
    health = Health(site, connections, quotas, settings.metrics, cluster)
    app = Starlette(
        routes=[
            *_routes(site, push),
            *owner.routes(),
            *health.routes(),
            *_static(),
            *foreign.routes(),
            *(models.routes() if models else ()),
        ],
        middleware=[guard, *forwarding, Middleware(LanguageMiddleware)],
        lifespan=lifespan,
        exception_handlers={HTTPException: _missing},
    )
    app.state.hall, app.state.site, app.state.settings = hall, site, settings
    app.state.connections, app.state.quotas, app.state.cluster = connections, quotas, cluster
    app.state.counting = counting
    return app


def _site(settings: Settings, store: Store) -> Site:
    """Return the tables, the threads and who is known."""
    bots, preparer = BotRegistry(settings.bots, settings.isolation), CompileWorker(settings.prepare)
    hall = TableManager(store, bots, preparer, settings.rules)
    signer = Signer(store.secret("cookies"))
    return Site(hall, Work(), signer, People(store), settings.strangers, settings.lan, settings.public)


async def _end(running: list[asyncio.Task[None]]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _guard(settings: Settings, quotas: Quotas, connections: Connections, foreign: ForeignApis) -> Middleware:
    return Middleware(
        Guard,
        hosts=settings.hosts,
        quotas=quotas,
        foreign=foreign.paths(),
        origins=frozenset({settings.public} - {""}),
        connections=connections,
    )


def _models() -> MountedModels:
    """Return the server of the Model Context Protocol; raise InvalidOption if it is not installed."""
    try:
        from plowshares.mcp.mounting import MountedModels
    except ImportError as error:
        raise InvalidOption(f"{error.name!r} is not installed; pip install 'plowshares[mcp]'") from None
    return MountedModels(LARGEST_BODY)


def _routes(site: Site, push: PushService) -> list[Route]:
    """List the routes of tables, the meeting place and all pages."""
    apis = Api(site), MeetingApi(site), AccountApi(site), PlayersApi(site), TogetherApi(site, push)
    return [*(route for api in apis for route in api.routes()), *pages.routes(), *fonts.routes()]


async def _missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return say({"error": "no such route" if status == 404 else "wrong method"}, status)
    return pages.missing(_("There is nothing here."))


class ForGood(StaticFiles):
    """Files whose address changes with them."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Return a file that browsers keep."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = pages.FOR_GOOD
        return response


def _static() -> list[Mount]:
    return [Mount(static_address(), ForGood(directory=STATIC)), Mount("/static", StaticFiles(directory=STATIC))]
