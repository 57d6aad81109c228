"""Checks of every request, and headers of every response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plowshares.server.build import build_name
from plowshares.server.limits import Bucket
from plowshares.server.middleware import HEADERS, LARGEST_BODY
from tests.server.site import LINK, ME, MICRO, Site, serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


@pytest.mark.parametrize(
    "route", ["/", "/join", "/games/stratego", "/tables/x", "/nothing", "/api/tables", "/static/table.js"]
)
def test_every_answer_is_strict(site: Site, route: str) -> None:
    answer = site.person().http.get(route)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["x-build"] == build_name()
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "route", ["/", "/join", "/games/stratego", "/games/stratego/rules", "/tables/x", "/tables/x/replay"]
)
def test_no_page_has_a_script_or_style_of_its_own(site: Site, route: str) -> None:
    page = site.person().http.get(route).text
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick" not in page
    data = page.count('<script type="application/json"')  # words for the scripts: nothing that is run
    assert page.count("<script") == page.count('<script type="module" src="/static/') + data


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"host": "evil.example"}, 400),
    ],
)
def test_requests_of_other_sites_are_refused(site: Site, headers: dict[str, str], status: int) -> None:
    body = b'{"game":"stratego","preset":"micro","seats":[]}'
    sent = {"content-type": "application/json", **headers}
    assert site.person().http.post("/api/tables", content=body, headers=sent).status_code == status


def test_a_large_body_is_refused(site: Site) -> None:
    answer = site.person().post("/api/join", token="x" * LARGEST_BODY)
    assert answer.status_code == 400
    assert str(LARGEST_BODY) in answer.json()["error"]


def test_a_browser_keeps_its_token_where_no_script_can_read_it(site: Site) -> None:
    answer = site.person().post("/api/tables", **MICRO, seats=[ME, LINK])
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    # A visit alone gives no cookie: a link from elsewhere comes without the old one, and would overwrite it.
    assert "set-cookie" not in site.person().http.get("/").headers


def test_a_flood_is_stopped_and_later_forgiven() -> None:
    moment = 0.0
    bucket = Bucket(rate=1.0, burst=3.0, now=lambda: moment)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    moment = 1.0
    assert [bucket.take("a") for _ in range(2)] == [True, False]


def test_too_many_requests_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("flood") / "tables.sqlite", rate=0.001, burst=2.0) as site:
        person = site.person()
        assert [person.post("/api/join", token="x").status_code for _ in range(3)] == [403, 403, 429]


def test_every_promise_names_tests_that_exist() -> None:
    here = Path(__file__).parent
    promised = set(re.findall(r"`(test_\w+)`", (here.parent.parent / "docs/security.md").read_text()))
    written = {name for file in here.glob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())}
    assert promised
    assert promised <= written
