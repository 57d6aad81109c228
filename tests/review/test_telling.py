"""Decisions in words: whole commands, what came of them, and how it could have gone on."""

from __future__ import annotations

import msgspec
import pytest

from plowshares import registry
from plowshares.core.i18n import render
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.review import model, reviewer
from plowshares.review.calibration import fit_of
from plowshares.review.hidden import hidden_things
from plowshares.review.model import Depth, Judgement
from plowshares.review.moments import Decision, Moments
from plowshares.review.report import Weighing, report, weigh_all
from plowshares.review.telling import best_command, played_command, tell_line, tell_outcome
from tests.review.matches import NAMES, PRESETS, moments_of, play
from tests.review.test_brute_force import GAME, position
from tests.review.test_simultaneous import record


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model.DEPTHS, "full", Depth(2, 48))


def judged(moments: Moments, seat: int = 0) -> list[tuple[Decision, Judgement]]:
    """Return the decisions of a seat with what was found about them."""
    found = reviewer.go_on(moments, reviewer.begin(moments, "full"))
    weighings: list[Weighing] = weigh_all(moments, found, seat, fit_of(moments.game.name))
    return [(each.decision, each.found) for each in weighings]


@pytest.mark.parametrize("game", PRESETS)
def test_commands_are_whole_and_begin_where_their_first_action_is_legal(game: str) -> None:
    moments = moments_of(play(game, 16))
    pairs = judged(moments)
    assert pairs
    for decision, found in pairs:
        for command in (played_command(moments, decision, found), best_command(moments, decision, found)):
            assert command.actions[0] in moments.game.legal(command.view, decision.seat)
            assert command.picks
        assert found.played in played_command(moments, decision, found).actions
        assert found.best in best_command(moments, decision, found).actions


def test_a_march_names_the_soldier_and_its_goal() -> None:
    game = registry.find("footsoldiers")
    moments = moments_of(record((0, 1)))
    viewer = Viewer(0, ("Anna", "Ben"))
    pairs = judged(moments)
    assert pairs
    for decision, found in pairs:
        played = played_command(moments, decision, found)
        assert played.actions == decision.actions  # every order of this game is one thing
        said = render(scene_of(game).describe(played.view, viewer, played.actions))
        assert not said.startswith("Go to ")
        best = best_command(moments, decision, found)
        assert not render(scene_of(game).describe(best.view, viewer, best.actions)).startswith("Go to ")


def test_what_others_did_at_the_same_time_is_told_in_the_words_of_the_log() -> None:
    for order in ((0, 1), (1, 0)):
        moments = moments_of(record(order))
        followed = [decision for decision in moments.decisions if decision.n + 2 < len(moments)]
        assert followed
        for decision in followed:
            names = ("Anna", "Ben")
            told = " ".join(render(each) for each in tell_outcome(moments, decision, Viewer(decision.seat, names)))
            assert names[1 - decision.seat] in told, (order, decision)


def test_a_line_needs_an_answer_and_is_told_to_the_one_who_asks() -> None:
    moments = moments_of(play("stratego", 24))
    viewer, lines = Viewer(0, NAMES[:2]), []
    for decision, found in judged(moments):
        lines.append(tell_line(moments, decision, found, viewer))
        alone = msgspec.structs.replace(found, line=[])
        assert len(tell_line(moments, decision, alone, viewer)) != 1
    assert any(render(line[0]).startswith("You") for line in lines if line)


def test_what_could_not_be_known_says_what_was_better_in_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = moments_of(play("stratego", 12))
    found = reviewer.go_on(moments, reviewer.begin(moments, "full"))
    own = next(each for each in found.judged if each.seat == 0)
    decision = next(each for each in moments.decisions if (each.n, each.seat) == (own.n, 0))
    other = next(each for each in moments.game.legal(moments.state(own.n), 0) if each != own.played)
    unlucky = {"best": own.played, "best_value": own.value, "true_best": other, "true_value": -0.9}
    found.judged = [msgspec.structs.replace(own, **unlucky, true_best_value=0.9)]
    (point,) = report(moments, found, 0, NAMES[:2]).points
    assert point.verdict == "unknowable"
    what = scene_of(moments.game).describe(
        moments.game.view_of(moments.state(decision.n), 0), Viewer(0, NAMES), (other,)
    )
    assert render(point.truth) == f"With everything known, this was better: {render(what)}."


def test_a_piece_that_was_seen_and_lies_face_down_again_is_known() -> None:
    s = GAME.view_of(position("c4", "d3"), 0)  # in which Red has seen Blue's piece on a4
    s.options.memory_aid = True
    assert hidden_things(GAME, s, Viewer(0, NAMES[:2]), []) == []  # it lies face up
    s.options.memory_aid = False
    (seen,) = hidden_things(GAME, s, Viewer(0, NAMES[:2]), [])
    assert render(seen.label) == "The piece on a4"
    assert [(guess.sign, guess.chance) for guess in seen.guesses] == [("3", 1.0)]
    assert [render(each) for each in seen.evidence] == ["You have seen what it is."]
