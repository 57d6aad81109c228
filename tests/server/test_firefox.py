"""A smoke run in Debian's Firefox: from the lobby to a table, some moves by clicks, the replay, a guided step."""

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


def play_now(firefox: Firefox, site: Site, game: str, preset: str) -> None:
    """Press "Play now" in the lobby, where this was played last."""
    last = {
        "game": game,
        "preset": preset,
        "seats": [{"kind": "me", "name": "Ada"}, {"kind": "computer", "name": "random"}],
    }
    firefox.go(site.base)
    firefox.run("localStorage.setItem(arguments[0], arguments[1]);", f"plowshares-last-{game}", json.dumps(last))
    middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
    firefox.wait("return document.getElementById('here').textContent;")  # the lists are there
    firefox.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });", f"[data-play={game}]")
    firefox.press(
        *firefox.run(f"{middle} return [box.x + box.width / 2, box.y + box.height / 2];", f"[data-play={game}]")
    )
    firefox.wait("return location.pathname.startsWith('/tables/') && document.readyState === 'complete';")
    firefox.run(ERRORS)
    firefox.wait("return Boolean(document.querySelector('.drawing')?.shadowRoot?.querySelector('svg'));")


@pytest.mark.parametrize(("game", "preset"), [("stratego", "micro"), ("civ", "quick"), ("battle_farm", "two")])
def test_from_the_lobby_to_a_table_and_moves_by_clicks(game: str, preset: str, firefox: Firefox, site: Site) -> None:
    play_now(firefox, site, game, preset)
    for n in range(12):
        if not step(firefox, 7 * n + 3):
            break
    assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    assert firefox.run("return window.wrong") == []


def test_a_finished_match_again(firefox: Firefox, site: Site) -> None:
    play_now(firefox, site, "stratego", "micro")
    for n in range(6):
        if not step(firefox, 5 * n + 1):
            break
    table = firefox.run("return location.pathname")
    if not firefox.run("return document.getElementById('result').open"):
        firefox.wait("document.querySelector('#bar .tool.danger, #bar .resign').click(); return true;")
        firefox.wait(
            "const yes = document.querySelector('#question[open] .button'); yes?.click(); return yes !== null;"
        )
    look_back = f"#result[open] a[href='{table}/replay']"
    firefox.wait("const link = document.querySelector(arguments[0]); link?.click(); return link !== null;", look_back)
    firefox.wait("return location.pathname.endsWith('/replay') && document.readyState === 'complete';")
    firefox.run(ERRORS)
    firefox.wait("return document.getElementById('table').getAttribute('aria-busy') === 'false';")
    where = "return document.querySelector('#bar output').textContent"
    firefox.wait("document.querySelector('#bar [aria-label=\"To the end\"]').click(); return true;")
    firefox.wait("const input = document.querySelector('#bar input'); return input.value === input.max;")
    last = firefox.run(where)
    firefox.wait("document.querySelector('#bar [aria-label=\"Back\"]').click(); return true;")
    firefox.wait("return document.querySelector('#bar output').textContent !== arguments[0];", last)
    assert firefox.run("return document.querySelectorAll('#log li').length") > 0
    assert firefox.run("return document.querySelector('#board .drawing').shadowRoot.querySelector('svg') !== null")
    assert firefox.run("return window.wrong") == []


def test_a_guided_step(firefox: Firefox, site: Site) -> None:
    firefox.go(f"{site.base}/learn")
    firefox.wait("document.querySelector('[data-learn=stratego]').click(); return true;")
    firefox.wait("return location.pathname.startsWith('/tables/') && !document.getElementById('spot').hidden;")
    firefox.run(ERRORS)
    middle = "const box = document.getElementById('spot').getBoundingClientRect();"
    firefox.press(*firefox.run(f"{middle} return [box.x + box.width / 2, box.y + box.height / 2];"))
    firefox.wait("return document.getElementById('coach').textContent.includes('Swap two pieces');")
    assert firefox.run("return window.wrong") == []
