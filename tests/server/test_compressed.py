"""Files that never change are sent compressed to whoever takes that; nothing else is."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from starlette.datastructures import Headers

from plowshares.server.artwork import art_address, art_data
from plowshares.server.build import STATIC, static_address
from plowshares.server.compressed import takes_gzip
from tests.server.site import Site, serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


@pytest.mark.parametrize("name", ["table.js", "table.css"])
def test_files_are_sent_compressed_and_whole(name: str, site: Site) -> None:
    http, address = site.person().http, f"{static_address()}/{name}"
    with http.stream("GET", address, headers={"accept-encoding": "br, gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(packed)
    assert gzip.decompress(packed) == (STATIC / name).read_bytes()
    plain = http.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == (STATIC / name).read_bytes()
    for each in (answer, plain):
        assert each.headers["vary"] == "accept-encoding"
        assert "immutable" in each.headers["cache-control"]
    assert answer.headers["content-type"] == plain.headers["content-type"]


def test_the_art_is_sent_compressed(site: Site) -> None:
    answer = site.person().http.get(art_address())
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(art_data()) / 3
    assert answer.text == art_data()


@pytest.mark.parametrize("address", ["/", "/api/lobby", "/static/icon-192.png"])
def test_nothing_else_is_compressed(address: str, site: Site) -> None:
    assert "content-encoding" not in site.person().http.get(address).headers


def test_a_stream_is_not_compressed(site: Site) -> None:
    with site.person().http.stream("GET", "/api/lobby/events") as answer:
        assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("sent", "takes"),
    [
        ({}, False),
        ({"accept-encoding": "gzip, deflate"}, True),
        ({"accept-encoding": "br;q=1.0, gzip;q=0.5"}, True),
        ({"accept-encoding": "gzip;q=0"}, False),
        ({"accept-encoding": "gzip; q=0.000"}, False),
        ({"accept-encoding": "identity"}, False),
        ({"accept-encoding": "gzip", "range": "bytes=0-9"}, False),
    ],
)
def test_who_takes_gzip(sent: dict[str, str], takes: bool) -> None:
    assert takes_gzip(Headers(sent)) is takes
