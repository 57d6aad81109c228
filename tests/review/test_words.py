"""The command line says all that the page says, of a real match."""

from __future__ import annotations

from pathlib import Path

import pytest

from plowshares.cli.analyse import analyse
from plowshares.core.i18n import render
from plowshares.core.scene import Viewer
from plowshares.review import model, reviewer
from plowshares.review.calibration import fit_of
from plowshares.review.hidden import beliefs_of, hidden_things
from plowshares.review.report import Point, make_point, weigh_all
from plowshares.review.words import tell_beliefs, tell_point, tell_sure
from tests.review.matches import NAMES, moments_of, play


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model.DEPTHS, "full", model.Depth(1, 24))
    monkeypatch.setitem(model.DEPTHS, "quick", model.Depth(1, 0))


def test_a_decision_is_told_with_all_that_belongs_to_it() -> None:
    point = Point(
        n=4,
        move=5,
        verdict="mistake",
        title="Mistake",
        played="Wait",
        chance=0.42,
        sentence="It costs 20 points of winning chance.",
        best="Attack",
        best_chance=0.62,
        reason="It wins :i-coin:.",
        known="You could have known it.",
        line=("You attack.", "Ben falls."),
        truth="This was better.",
        happened=("Ben attacks.",),
    )
    assert list(tell_point(point, "Anna")) == [
        "5. Anna: Wait, 42 %. Mistake.",
        "   It costs 20 points of winning chance.",
        "   Better: Attack, 62 %. It wins coins.",
        "   What you could have known: You could have known it.",
        "   What happened: Ben attacks.",
        "   This was better.",
        "   How it could go on: You attack. Ben falls.",
    ]
    assert render(tell_sure(0.031)) == "Checked on other matches: off by at most 4 points."


@pytest.mark.parametrize(
    ("game", "sure"),
    [("stratego", "   These chances are rough: "), ("footsoldiers", "   Checked on other matches: off by at most ")],
)
def test_a_real_match_is_analysed_in_the_words_of_the_page(
    game: str, sure: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = play(game, 14, 6)
    place = tmp_path / "match.jsonl"
    place.write_bytes(data)
    analyse(place, simulations=24, beliefs=True, others=[place, place])
    said = capsys.readouterr().out.splitlines()
    moments = moments_of(data)
    found = reviewer.go_on(moments, reviewer.begin(moments, "full"))
    heads = {line.split(".")[0]: line for line in said if line[:1].isdigit()}
    for seat in (0, 1):
        viewer = Viewer(seat, NAMES[:2])
        for each in weigh_all(moments, found, seat, fit_of(game)):
            point = make_point(moments, each, viewer, is_final=True)
            whole = f"{each.move}. {NAMES[seat]}: {render(point.played)}, "  # the whole command
            assert heads[str(each.move)].startswith(whole)
            view = moments.game.view_of(moments.state_in(each.decision, 0), seat)
            hidden = hidden_things(moments.game, view, viewer, beliefs_of(moments.game, view, seat))
            assert {f"   {line}" for line in tell_beliefs(hidden)} <= set(said)
        assert sum(line.startswith("   In your last 3 reviewed matches") for line in said) == 2
    for start in ("   It costs ", "   Better: ", "   Moments to remember:", sure):
        assert any(line.startswith(start) for line in said), start
