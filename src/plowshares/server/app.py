"""The web application: pages, API and static files over one table manager."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _
from plowshares.server import fonts, pages
from plowshares.server.api import Api
from plowshares.server.bots import BotRegistry
from plowshares.server.build import STATIC, static_address
from plowshares.server.cluster.cluster import Cluster
from plowshares.server.cluster.forwarding import Forwarder
from plowshares.server.compile_worker import CompileWorker
from plowshares.server.compressed import TEXTS, compress_file, compressed_response, takes_gzip
from plowshares.server.connections import Connections, raise_descriptor_limit
from plowshares.server.foreign import ForeignApis
from plowshares.server.health import Health
from plowshares.server.http import say
from plowshares.server.languages import LanguageMiddleware
from plowshares.server.limits import Quotas
from plowshares.server.meeting.account_api import AccountApi
from plowshares.server.meeting.api import MeetingApi
from plowshares.server.meeting.kept_api import KeptApi
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
    """Settings of a server process."""

    database: str
    hosts: frozenset[str] | None = LOOPBACK  # names it answers to; None for any
    rate: float = 20.0  # requests a second that change something, from one address
    burst: float = 60.0
    strangers: bool = False  # open to strangers, who are held to quotas
    public: str = ""  # the public address, behind a proxy
    lan: str = ""  # the machine's address in its local network, if the server answers there
    proxies: tuple[str, ...] = ()  # trusted proxies: addresses or networks
    rules: HouseRules = field(default_factory=HouseRules)
    logs: str = "text"  # or json
    metrics: bool = False  # whether /metrics is served
    is_shared: bool = False  # whether other processes use the same database
    peer_host: str = ""  # address at which processes of other machines reach this one; empty: all are on this machine
    connections: int | None = None  # at once; None for as many as the system allows
    per_address: int | None = None  # connections from one address; None for any number
    bots: Path | None = None  # folder of programs that the owner can let play
    isolation: str = "best"  # of those programs
    prepare: bool = False  # compile in other processes, and interpret meanwhile
    push_services: tuple[str, ...] = SERVICES  # allowed push services
    push_delay: float = DELAY  # seconds before a player who is away is notified
    also: Mapping[str, Any] = field(default_factory=dict)  # web APIs of games, by name, with their settings
    mcp: bool = False  # whether language models can play at its tables, over the Model Context Protocol at /mcp


def create_app(settings: Settings) -> Starlette:
    """Return the application."""
    raise_descriptor_limit()
    foreign = ForeignApis(settings.also)
    quotas = Quotas(settings.rate, settings.burst, settings.strangers)
    connections = Connections(settings.connections, settings.per_address)
    site = _site(settings, Store(settings.database))
    site.hall.access.has_account = site.people.has_account
    parts = Parts(site, foreign, Results(site.hall), OwnerApi(site), _push(settings, site))
    parts.models = _models() if settings.mcp else None
    if settings.is_shared:
        parts.cluster = Cluster(site, quotas, settings.database, settings.peer_host)
    forwarding = [] if parts.cluster is None else [Middleware(Forwarder, places=parts.cluster.places)]
    guard = _guard(settings, quotas, connections, foreign, site)
    health = Health(site, connections, quotas, settings.metrics, parts.cluster)
    app = Starlette(
        routes=[*parts.routes(), *health.routes(), *_static()],
        middleware=[guard, *forwarding, Middleware(LanguageMiddleware)],
        lifespan=parts.lifespan,
        exception_handlers={HTTPException: _missing},
    )
    app.state.hall, app.state.site, app.state.settings = site.hall, site, settings
    app.state.connections, app.state.quotas, app.state.cluster = connections, quotas, parts.cluster
    app.state.counting = parts.counting
    return app


@dataclass
class Parts:
    """What runs behind the routes, from the server's start to its end."""

    site: Site
    foreign: ForeignApis
    counting: Results
    owner: OwnerApi
    push: PushService
    models: MountedModels | None = None
    cluster: Cluster | None = None

    def routes(self) -> list[Route | Mount]:
        """List the routes of all parts."""
        own: list[Route | Mount] = [*_routes(self.site, self.push), *self.owner.routes()]
        return [*own, *self.foreign.routes(), *(self.models.routes() if self.models else ())]

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start everything, and stop it at the end."""
        running = [
            asyncio.create_task(self.site.hall.run(), name="hall"),
            asyncio.create_task(self.counting.run(), name="results"),
            asyncio.create_task(self.owner.run(), name="announcements"),
        ]
        if self.cluster is not None:
            await self.cluster.start(app)
        try:
            # Starlette does not run the lifespan of mounted applications, so it is run here.
            models = self.models.keep_going(app) if self.models else contextlib.nullcontext()
            async with self.foreign.keep_going(), models:
                yield
        finally:
            await self._stop(running)

    async def _stop(self, running: list[asyncio.Task[None]]) -> None:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.push.stop()
        if self.cluster is not None:
            await self.cluster.stop()
        await self.site.work.stop()
        self.site.hall.store.close()


def _push(settings: Settings, site: Site) -> PushService:
    """Return the service that notifies players who are away, told by the tables whose turn it is."""
    push = PushService(site.hall.store, settings.push_services, settings.push_delay)
    site.hall.turned = push.turned
    return push


def _site(settings: Settings, store: Store) -> Site:
    """Return the parts that all routes share."""
    bots, preparer = BotRegistry(settings.bots, settings.isolation), CompileWorker(settings.prepare)
    hall = TableManager(store, bots, preparer, settings.rules)
    signer = Signer(store.secret("cookies"))
    return Site(hall, Work(), signer, People(store), settings.strangers, settings.lan, settings.public)


def _guard(
    settings: Settings, quotas: Quotas, connections: Connections, foreign: ForeignApis, site: Site
) -> Middleware:
    return Middleware(
        Guard,
        hosts=settings.hosts,
        quotas=quotas,
        foreign=foreign.paths(),
        origins=frozenset({settings.public} - {""}),
        connections=connections,
        is_known=site.is_known,
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
    apis = Api(site), MeetingApi(site), AccountApi(site), KeptApi(site), PlayersApi(site), TogetherApi(site, push)
    return [*(route for api in apis for route in api.routes()), *pages.routes(), *fonts.routes()]


async def _missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return say({"error": "no such route" if status == 404 else "wrong method"}, status)
    return pages.missing(_("There is nothing here."))


class ForGood(StaticFiles):
    """Static files under an address that changes with the build."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file with a permanent cache header, compressed if that is wanted."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if path.suffix in TEXTS:
            if response.status_code == 200 and takes_gzip(Headers(scope=scope)):
                response = compressed_response(compress_file(path), response.media_type)
            response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = pages.FOR_GOOD
        return response


def _static() -> list[Mount]:
    return [Mount(static_address(), ForGood(directory=STATIC)), Mount("/static", StaticFiles(directory=STATIC))]
