"""A smoke run in Debian's Firefox: from the lobby to a table, some moves by clicks, a guided step, the replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.firefox import PROGRAM, Firefox, browsing
from tests.server.site import Site

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="there is no firefox-esr; see scripts/system_packages.txt"),
]
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
ERRORS = """
window.wrong = []; addEventListener('error', (event) => wrong.push(event.message));
addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)));
localStorage.plowshares = JSON.stringify({speed: 'off'}); return true;
"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with browsing(tmp_path_factory.mktemp("firefox")) as made:
        yield made


def step(firefox: Firefox, n: int) -> bool:
    """Press something that is marked; return whether the match goes on."""
    now = firefox.wait(f"const now = ({LOOK})({{}}); return !now.busy && (now.over || now.marks.length) ? now : null;")
    if now["over"]:
        return False
    seen = [mark for mark in now["marks"] if mark["seen"] and mark["hit"] == mark["pick"]]
    assert seen, [mark["pick"] for mark in now["marks"]]
    mark = seen[n % len(seen)]
    firefox.press(mark["x"], mark["y"])
    assert not firefox.run(f"return ({LOOK})({{}}).wrong;")
    return True


@pytest.mark.parametrize(("game", "preset"), [("stratego", "micro"), ("civ", "quick"), ("battle_farm", "two")])
def test_moves_by_clicks(game: str, preset: str, firefox: Firefox, site: Site) -> None:
    firefox.go(site.base)
    firefox.run(ERRORS)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "name": "random"}]
    body = json.dumps({"game": game, "preset": preset, "seats": seats})
    opened = f"""
    const answer = new XMLHttpRequest(); answer.open('POST', '/api/tables', false);
    answer.setRequestHeader('content-type', 'application/json'); answer.send({json.dumps(body)});
    return JSON.parse(answer.responseText).table;
    """
    table = firefox.run(opened)
    firefox.go(f"{site.base}/tables/{table}")
    firefox.run(ERRORS)
    firefox.wait("return document.querySelector('.drawing')?.shadowRoot?.querySelector('svg') !== null")
    for n in range(12):
        if not step(firefox, 7 * n + 3):
            break
    assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    assert firefox.run("return window.wrong") == []


def test_the_lobby_and_a_guided_match(firefox: Firefox, site: Site) -> None:
    firefox.go(f"{site.base}/learn")
    firefox.wait("document.querySelector('[data-learn=stratego]').click(); return true;")
    firefox.wait("return location.pathname.startsWith('/tables/') && !document.getElementById('spot').hidden;")
    firefox.run(ERRORS)
    middle = "const box = document.getElementById('spot').getBoundingClientRect();"
    firefox.press(*firefox.run(f"{middle} return [box.x + box.width / 2, box.y + box.height / 2];"))
    firefox.wait("return document.getElementById('coach').textContent.includes('Swap two pieces');")
    assert firefox.run("return window.wrong") == []
