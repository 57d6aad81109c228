"""How a finished match went: the chart at its end."""

from __future__ import annotations

import random

import pytest

from plowshares import registry
from tests.server.site import ME, RANDOM, Site

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("game", "preset", "label"),
    [("stratego", "micro", "Pieces left"), ("farmer_soldier", "standard", "People")],
)
def test_a_finished_match_has_a_chart(game: str, preset: str, label: str, site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, game=game, preset=preset, options={"round_cap": "3"} if game == "farmer_soldier" else {})
    while_played = anna.http.get(anna.at("/chart"))
    assert (while_played.status_code, while_played.json()["code"]) == (422, "running")
    anna.play_at_random(random.Random(3))
    chart = anna.http.get(anna.at("/chart")).json()["chart"]
    assert chart["label"] == label
    assert len(chart["series"]) == 2
    assert len({len(values) for values in chart["series"]}) == 1
    match = site.hall.find(anna.table).match
    last = registry.find(game).scene.tally(match.state)  # type: ignore[union-attr]
    assert [values[-1] for values in chart["series"]] == list(last.values)


def test_strangers_get_no_chart(site: Site) -> None:
    anna, eve = site.person(), site.person()
    table = anna.open(ME, RANDOM)
    anna.post(anna.at("/resign"))
    eve.table = table
    assert eve.http.get(eve.at("/chart")).status_code == 403


def test_a_match_that_was_given_up_has_figures(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, game="farmer_soldier", preset="standard")
    anna.wait_for_turn()
    anna.post(anna.at("/resign"))
    ending = anna.state()["result"]["ending"]
    assert ending["reason"] == "You resigned."
    assert ending["rows"]
