"""`plowshares serve`: play in the browser."""

from __future__ import annotations

import contextlib
import dataclasses
import ipaddress
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plowshares.core.errors import InvalidOption


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    bots: Path | None = None,
    also: Annotated[list[str] | None, Parameter(negative=())] = None,
    rate: float = 20.0,
    open: bool = True,
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
    also
        A game that has a web API of its own, such as `civ`, to be served under its name too; may be given several
        times. A server that other machines reach needs keys of your own for it.
    rate
        How many requests a second that change something one address may make, three times as many at once; behind
        a proxy, where all come from one address, take more.
    open
        Whether to open the page in your browser.
    """
    try:
        from plowshares.server.app import LOOPBACK, Settings, create_app
        from plowshares.server.database import default_url
        from plowshares.server.foreign import find_adapter
        from plowshares.server.uvicorn_server import Server
    except ImportError as error:
        raise InvalidOption(f"{error.name!r} is not installed; pip install 'plowshares[web]'") from None
    if not 0 <= port < 1 << 16:
        raise InvalidOption(f"port {port} is not from 0 to 65535")
    hosts = LOOPBACK | {host} if is_loopback(host) else None
    if rate <= 0:
        raise InvalidOption(f"rate {rate:g} is not above 0")
    settings = Settings(database or default_url(), hosts, rate, 3 * rate, bots=bots, prepare=True)
    apis = {name: find_adapter(name).settings_for(not is_loopback(host)) for name in also or ()}
    app = create_app(dataclasses.replace(settings, also=apis))
    listener = _listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    print(f"plowshares is at {address} (Ctrl-C stops it)", flush=True)
    if bots is not None:
        address += f"join#{app.state.hall.owners.key}"
        print(f"open {address} to let your bots play (keep it to yourself)", flush=True)
    if open:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    with contextlib.closing(listener):
        Server(app).run(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Ask whether only this machine can reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; say in words why there is none."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InvalidOption(f"cannot listen on {host} port {port}: {error.strerror}; choose another --port") from None
