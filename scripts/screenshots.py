"""Make the pictures of the README: `python -m scripts.screenshots` writes docs/images/*.webp again.

It serves a database of its own, lets the greedy player play some moves on each side of a match of every game, and
looks at the lobby and the tables with Debian's Chromium, by day and by night, at one of them also as on a phone.
"""

from __future__ import annotations

import argparse
import io
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.agents.base import ask_for
from plowshares.server.app import Settings, create_app
from plowshares.server.tables import TableManager
from plowshares.server.uvicorn_server import Server

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
LARGE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
SCHEMES = ("light", "dark")
WIDE, NARROW = 1200, 390  # pixels of the pictures
QUALITY = 82
NAMES = ("Marlene", "Bo", "Robin")
FACES = ("owl", "bear", "hen")
NOTICES = 6500  # milliseconds until "… has sat down" is gone


class Scene(NamedTuple):
    """A table to look at."""

    game: str
    preset: str
    seats: int
    moves: int  # decisions that are taken before it is looked at
    on_phone: bool = False  # besides


TABLES = [
    Scene("stratego", "classic", 2, 120, on_phone=True),
    Scene("battle_farm", "three", 3, 60),
    Scene("civ", "conquest", 2, 150),
    Scene("footsoldiers", "default", 2, 60),
    Scene("farmer_soldier", "standard", 2, 60),
]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, TableManager]]:
    """Serve a new database; yield the address, and the tables."""
    app = create_app(Settings(f"sqlite:///{folder / 'tables.sqlite'}", rate=1e6, burst=1e6))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.hall
        finally:
            server.should_exit = True
            thread.join(20)


def open_table(page: Page, base: str, scene: Scene) -> str:
    """Open a table for people who come by links."""
    seats = [{"kind": "me", "name": "Jonas"}, *({"kind": "link", "name": name} for name in NAMES[: scene.seats - 1])]
    body = {"game": scene.game, "preset": scene.preset, "seats": seats, "hints": True, "access": "open"}
    answer = page.request.post(f"{base}/api/tables", data=body, timeout=300_000)  # rules may have to be compiled
    assert answer.ok, answer.text()
    table: str = answer.json()["table"]
    return table


def bring_guests(browser: Browser, owner: Page, base: str, table: str, count: int) -> list[BrowserContext]:
    """Let others sit down at a table and stay there."""
    guests = []
    for seat in range(1, count):
        link = owner.request.post(f"{base}/api/tables/{table}/invite", data={"seat": seat}).json()
        guest = browser.new_context()
        guest.request.post(f"{base}/api/me", data={"name": NAMES[seat - 1], "avatar": FACES[seat - 1]})
        assert guest.request.post(f"{base}/api/join", data={"token": link["token"]}).ok
        guest.new_page().goto(f"{base}/tables/{table}")
        guests.append(guest)
    return guests


def play(hall: TableManager, table: str, moves: int) -> None:
    """Let the greedy player decide so often for everybody, and then until it is the first seat's turn."""
    found = hall.find(table)
    match = found.match
    agents = [make_agent("greedy", match.game, seat) for seat in range(match.seats)]
    for n in range(moves + 200):
        waiting = match.waiting()
        if match.result or (n >= moves and waiting[0] == 0 and not match.draft(0)):
            break
        with found.locked():
            match.play(waiting[0], agents[waiting[0]].choose(ask_for(match, waiting[0])))
    found.changed()


def keep(page: Page, name: str, width: int) -> None:
    """Write what a page shows as a picture."""
    image = Image.open(io.BytesIO(page.screenshot()))
    height = round(image.height * width / image.width)
    image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS).save(
        IMAGES / f"{name}.webp", quality=QUALITY, method=6
    )


@contextmanager
def looking(browser: Browser, scheme: str, how: dict[str, Any], cookies: list[Any] | None = None) -> Iterator[Page]:
    """Yield a page of a browser that has met all games already."""
    context = browser.new_context(**how, color_scheme=scheme)  # type: ignore[arg-type]  # light or dark
    if cookies:
        context.add_cookies(cookies)
    met = "".join(
        f'localStorage[\'met {name}\'] = \'{{"tables": [1, 2, 3], "guide": "done"}}\';' for name in registry.OURS
    )
    context.add_init_script(f"{met} localStorage.plowshares = JSON.stringify({{speed: 'off'}})")
    yield context.new_page()
    context.close()


def show_table(browser: Browser, base: str, hall: TableManager, scene: Scene) -> None:
    """Look at a table by day and by night."""
    with looking(browser, "light", LARGE) as page:
        page.request.post(f"{base}/api/me", data={"name": "Jonas", "avatar": "fox"})
        table = open_table(page, base, scene)
        guests = bring_guests(browser, page, base, table, scene.seats)
        play(hall, table, scene.moves)
        address, cookies = f"{base}/tables/{table}", page.context.cookies()
        for picture, how, width in (("", LARGE, WIDE), ("-phone", PHONE, NARROW))[: 1 + scene.on_phone]:
            for scheme in SCHEMES:
                with looking(browser, scheme, how, cookies) as seen:
                    seen.goto(address)
                    seen.wait_for_selector("#table[aria-busy=false]")
                    seen.wait_for_timeout(NOTICES)
                    keep(seen, f"{scene.game.replace('_', '-')}{picture}-{scheme}", width)
        for guest in guests:
            guest.close()


def main() -> None:
    """Write all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games")
    wanted = parser.parse_args().games
    IMAGES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as (base, hall),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for scene in TABLES:
            if not wanted or scene.game in wanted:
                show_table(browser, base, hall, scene)
        for scheme in SCHEMES if not wanted or "lobby" in wanted else ():
            with looking(browser, scheme, LARGE) as page:
                page.request.post(f"{base}/api/me", data={"name": "Marlene", "avatar": "owl"})
                page.goto(base)
                page.wait_for_timeout(2500)
                keep(page, f"lobby-{scheme}", WIDE)
        browser.close()


if __name__ == "__main__":
    main()
