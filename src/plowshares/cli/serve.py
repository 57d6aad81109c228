"""`plowshares serve`: play in the browser."""

from __future__ import annotations

import contextlib
import dataclasses
import ipaddress
import math
import socket
import threading
import webbrowser
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from cyclopts import Parameter

from plowshares.cli.addresses import describe_addresses
from plowshares.core.errors import InvalidOption

if TYPE_CHECKING:  # it imports the server, which may not be installed
    from plowshares.server.app import Settings
    from plowshares.server.tables import HouseRules

PER_ADDRESS = 400  # connections of one address, where strangers come


@Parameter(name="*")
@dataclass(frozen=True)
class PublicFlags:
    """How a server is run for others."""

    workers: Annotated[int, Parameter(help="Processes that serve; several need PostgreSQL. SIGHUP restarts them.")] = 1
    public: Annotated[
        str, Parameter(help="The address people use, such as https://games.example.org, if a proxy stands before it.")
    ] = ""
    trust_proxy: Annotated[
        list[str],
        Parameter(negative=(), help="Address or network of a proxy whose word about clients counts; can be repeated."),
    ] = field(default_factory=list)
    peer_host: Annotated[
        str, Parameter(help="Address at which servers on other machines with the same database reach this one.")
    ] = ""
    keep_finished: Annotated[float, Parameter(help="Days after which a finished table is deleted.")] = math.inf
    keep_abandoned: Annotated[
        float, Parameter(help="Days after which a table in play is deleted at which nothing has happened.")
    ] = math.inf
    logs: Annotated[str, Parameter(help="`text`, or `json` with one object a line.")] = "text"
    metrics: Annotated[
        bool, Parameter(help="Whether /metrics tells Prometheus, here or in a private network, how it is doing.")
    ] = False
    mcp: Annotated[
        bool, Parameter(help="Let language models play at the tables, over the Model Context Protocol at /mcp.")
    ] = False


PUBLIC = PublicFlags()


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    bots: Path | None = None,
    isolation: str = "best",
    also: Annotated[list[str] | None, Parameter(negative=())] = None,
    rate: float = 20.0,
    open: bool = True,
    others: PublicFlags = PUBLIC,
) -> None:
    """Serve all games to browsers.

    Parameters
    ----------
    host
        The address to listen on; others than 127.0.0.1 let other machines in.
    port
        The port; 0 takes a free one.
    database
        Where tables are kept: sqlite:///FILE, postgresql://USER@HOST/NAME or another URL of SQLAlchemy; by default
        a file in your data folder, or PLOWSHARES_DATABASE.
    bots
        A folder of bot programs that you can let play: directories with a definition.json, and programs. The server
        prints a link; only browsers that have opened it can start them.
    isolation
        How bots are shut in: `best`, or a level by name; if they cannot be, only `plain` lets them run.
    also
        A game that has a web API of its own, such as `civ`, to be served under its name too; may be given several
        times. A server that other machines reach needs keys of your own for it.
    rate
        How many requests a second that change something one address may make, three times as many at once.
    open
        Whether to open the page in your browser.
    """
    try:
        from plowshares.server.app import Settings
        from plowshares.server.database import default_url
        from plowshares.server.foreign import find_adapter
    except ImportError as error:
        raise InvalidOption(f"{error.name!r} is not installed; pip install 'plowshares[web]'") from None
    _check(port, rate, others, also)
    strangers = bool(others.public) or not is_loopback(host)
    apis = {name: find_adapter(name).settings_for(strangers) for name in also or ()}
    hosts = allowed_hosts(host, others.public)
    more = {**_settings_for(others, strangers), "bots": bots, "isolation": isolation, "also": apis}
    _run(Settings(database or default_url(), hosts, rate, 3 * rate, **more), host, port, others.workers, open)


def _settings_for(others: PublicFlags, strangers: bool) -> dict[str, Any]:
    """Return what a server needs to know about others. Behind a proxy all connections come from one address."""
    return {
        "strangers": strangers,
        "public": check_public(others.public),
        "proxies": tuple(check_network(each) for each in others.trust_proxy),
        "per_address": PER_ADDRESS if strangers and not others.trust_proxy else None,
        "rules": _rules(strangers, others.keep_finished, others.keep_abandoned, others.workers),
        "logs": others.logs,
        "metrics": others.metrics,
        "mcp": others.mcp,
        "is_shared": others.workers > 1 or bool(others.peer_host),
        "peer_host": others.peer_host,
        "prepare": True,
    }


def _rules(strangers: bool, keep_finished: float, keep_abandoned: float, workers: int) -> HouseRules:
    from plowshares.core.cpu import count_cores
    from plowshares.server.app import STRANGERS
    from plowshares.server.tables import HouseRules

    if min(keep_finished, keep_abandoned) <= 0:
        raise InvalidOption(f"tables are kept for more than 0 days, got {min(keep_finished, keep_abandoned):g}")
    return dataclasses.replace(
        STRANGERS if strangers else HouseRules(),
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
        thinkers=max(1, count_cores() // workers),
    )


def _run(settings: Settings, host: str, port: int, workers: int, open: bool) -> None:
    from plowshares.arena.isolation import choose_level
    from plowshares.server.app import create_app
    from plowshares.server.cluster.cluster import check_shareable
    from plowshares.server.logs import set_up_logging
    from plowshares.server.owners import owner_key
    from plowshares.server.uvicorn_server import Server
    from plowshares.server.worker_pool import WorkerPool

    set_up_logging(settings.logs)
    level = None if settings.bots is None else choose_level(settings.isolation)  # refused before anything runs
    if settings.is_shared:
        check_shareable(settings.database)
    with contextlib.closing(_listen(host, port)) as listener:
        addresses = describe_addresses(host, listener.getsockname()[1])
        settings = dataclasses.replace(settings, lan="".join(addresses[1:2]))
        app = create_app(settings) if workers == 1 else None
        key = app.state.hall.owners.key if app is not None else owner_key(settings.database)
        address = _tell(settings, addresses, key)
        if level is not None:
            print(f"bots run at isolation {level.level}: {level.words}", flush=True)
        if open:
            threading.Timer(0.5, webbrowser.open, (address,)).start()
        if app is not None:
            Server(app).run(sockets=[listener])
        else:
            WorkerPool(settings, listener, workers).run()


def _tell(settings: Settings, addresses: list[str], key: str) -> str:
    """Say where the server is; return the address to open in the owner's browser."""
    here, *network = addresses
    base = settings.public or here.rstrip("/")
    print(f"plowshares is at {settings.public or here} (Ctrl-C stops it)", flush=True)
    for each in () if settings.public else network:
        print(f"others in your network open {each}", flush=True)
    if settings.mcp:
        print(f"language models connect to {base}/mcp", flush=True)
    print(f"the owner's page (keep this link to yourself): {base}/owner#{key}", flush=True)
    return f"{base}/join#{key}" if settings.bots is not None or settings.strangers else here


def _check(port: int, rate: float, others: PublicFlags, also: list[str] | None) -> None:
    if not 0 <= port < 1 << 16:
        raise InvalidOption(f"port {port} is not from 0 to 65535")
    if rate <= 0:
        raise InvalidOption(f"rate {rate:g} is not above 0")
    if others.workers < 1:
        raise InvalidOption(f"workers {others.workers} is not 1 or more")
    if others.workers > 1 and also:
        raise InvalidOption(f"--also {also[0]} runs in one process: it cannot be had with --workers {others.workers}")
    if others.logs not in ("text", "json"):
        raise InvalidOption(f"logs {others.logs!r} is neither text nor json")


def allowed_hosts(host: str, public: str) -> frozenset[str] | None:
    """Return the names that the server answers to; None for any."""
    from plowshares.server.site import LOOPBACK

    if public:
        return LOOPBACK | {host, urlsplit(public).hostname or ""}
    return LOOPBACK | {host} if is_loopback(host) else None


def check_public(public: str) -> str:
    """Return the public address without a slash at its end; raise if it is not one."""
    try:
        parts = urlsplit(public)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
    except ValueError:
        is_good = False
    if public and (not is_good or parts.query or parts.fragment or parts.username):
        raise InvalidOption(f"public {public!r} is not an address such as https://games.example.org")
    return public.rstrip("/")


def check_network(text: str) -> str:
    """Return an address or a network; raise if it is neither."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise InvalidOption(f"trust-proxy {text!r} is not an address or a network such as 10.0.0.0/8") from None
    return text


def is_loopback(host: str) -> bool:
    """Ask whether only this machine can reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; say in words why there is none."""
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=1024
        )
    except OSError as error:
        raise InvalidOption(f"cannot listen on {host} port {port}: {error.strerror}; choose another --port") from None
