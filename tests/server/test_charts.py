"""How a finished match went: the chart and the figures at its end."""

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
    assert anna.state()["result"] is None
    chart = anna.play_at_random(random.Random(3))["result"]["chart"]
    assert chart["label"] == label
    assert len(chart["series"]) == 2
    assert len({len(values) for values in chart["series"]}) == 1
    last = registry.find(game).scene.tally(site.hall.find(anna.table).match.state)  # type: ignore[union-attr]  # both have one
    assert [values[-1] for values in chart["series"]] == list(last.values)


def test_a_match_that_was_given_up_has_figures(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, game="farmer_soldier", preset="standard")
    anna.wait_for_turn()
    anna.post(anna.at("/resign"))
    result = anna.state()["result"]
    assert result["ending"]["reason"] == "You resigned."
    assert result["ending"]["rows"]
    assert result["chart"]["series"]
