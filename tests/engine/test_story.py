"""Stories: the events as every viewer sees them, in words; and the default scene of a game without one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plowshares import registry
from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import DefaultScene, headline, scene_of
from plowshares.engine.match import Event, Match, Result
from plowshares.engine.picks import Picking
from plowshares.engine.story import Story, describe_leaving, ending_of
from tests.toys.pennies import GAME as PENNIES

NAMES = ("Anna", "Bert")


def begin() -> tuple[Match, Story]:
    story = Story(PENNIES, NAMES)
    return Match(PENNIES, PENNIES.options(), 1, NAMES, listener=story), story


def play_out(match: Match) -> None:
    while not match.result:
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[0])


def test_a_match_is_told_to_every_viewer() -> None:
    match, story = begin()
    play_out(match)
    for viewer in (SPECTATOR, 0, 1):
        assert story.lines(viewer)
        assert story.events[viewer][-1].verb == "result"
    titles = {viewer: story.lines(viewer)[-1].split(".")[0] for viewer in (SPECTATOR, 0, 1)}
    assert titles[0] != titles[1] or titles[0] == "Draw"


def test_a_replayed_match_is_told_the_same() -> None:
    match, story = begin()
    again = Story(PENNIES, NAMES)
    hear = again.follow()
    other = Match(PENNIES, PENNIES.options(), 1, NAMES, listener=hear)
    for each in (match, other):
        play_out(each)
    count = len(again.events[0])
    assert count
    assert story.events[0][:count] == again.events[0]


def test_leaving_is_told_by_name_or_as_you() -> None:
    match, story = begin()
    match.resign(1)
    assert "Bert resigned." in story.lines(0)
    assert "You resigned." in story.lines(1)
    assert story.lines(0)[-1].startswith("You won.")
    assert story.lines(1)[-1].startswith("You lost.")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("resigned", "Bert resigned."),
        ("time", "Bert ran out of time."),
        ("illegal", "Bert gave too many commands that are not allowed."),
        ("away", "Bert stayed away."),
        ("failed", "Bert failed at the same time."),
        ("crash", "Bert stopped running."),
    ],
)
def test_why_somebody_left(reason: str, words: str) -> None:
    assert describe_leaving(Viewer(0, NAMES), 1, reason) == words


def test_undone_moves_are_told_to_those_who_saw_them() -> None:
    game = registry.find("stratego")
    options = read_options(game.options, dict(game.presets["micro"]))
    story = Story(game, NAMES)
    match = Match(game, options, 1, NAMES, listener=story)
    match.play(0, "place f a1")
    match.undo(0)
    assert story.lines(0)[-1].startswith("You took back: ")
    assert story.lines(1) == []  # nobody else could see the set-up


def test_everybody_is_told_when_a_seat_takes_back_what_they_saw() -> None:
    game = registry.find("farmer_soldier")
    options = read_options(game.options, dict(game.presets["standard"]))
    story = Story(game, NAMES)
    match = Match(game, options, 1, NAMES, listener=story)
    before = match.state.clone()
    match.play(0, "done")
    story.add(Event("undo", match, before, undone=match.history[-1], seat=0), match.state)
    assert story.lines(1)[-1] == "Anna took back the last move."


def test_all_who_were_left_may_go_at_once() -> None:
    match, story = begin()
    story.add(Event("left", match, match.state, seat=SPECTATOR, reason="time"), match.state)
    assert story.lines(0)[-1] == "Everybody who was left has gone."
    story.add(Event("result", match, match.state), match.state)
    assert story.lines(0)[-1] == "Everybody who was left has gone."


def test_a_draw_by_agreement_is_told_and_ends_the_match() -> None:
    match, story = begin()
    story.add(Event("left", match, match.state, seat=SPECTATOR, reason="agreed"), match.state)
    assert story.lines(0)[-1] == "The players have agreed to a draw."
    ending = ending_of(PENNIES, match.state, Viewer(0, NAMES), Result("agreed", "", (0.0, 0.0), (0.0, 0.0)))
    assert (ending.title, ending.reason) == ("Draw", "The players have agreed to a draw.")


def test_the_last_of_several_wins_when_the_others_have_left() -> None:
    match, _ = begin()
    result = Result("resigned", "", (1.0, -0.5, -0.5), (1.0, 0.0, 0.0))
    ending = ending_of(PENNIES, match.state, Viewer(0, ("Anna", "Bert", "Cleo")), result)
    assert (ending.title, ending.reason) == ("You won", "The others have left.")


def test_the_headline_says_who_won() -> None:
    assert headline(Viewer(0, NAMES), (1, -1)) == "You won"
    assert headline(Viewer(1, NAMES), (1, -1)) == "You lost"
    assert headline(Viewer(SPECTATOR, NAMES), (1, -1)) == "Anna won"
    assert headline(Viewer(0, NAMES), (0, 0)) == "Draw"
    three = ("Anna", "Bert", "Cleo")
    assert headline(Viewer(0, three), (0.5, 0.5, -1)) == "You share the victory"
    assert headline(Viewer(SPECTATOR, three), (0.5, 0.5, -1)) == "Anna and Bert share the victory"


def test_a_game_without_a_scene_is_shown_by_its_notation_and_drawing() -> None:
    game = replace(PENNIES, scene=None)
    scene = scene_of(game)
    assert isinstance(scene, DefaultScene)
    match = Match(game, game.options(), 1, NAMES)
    seat = match.to_act()[0]
    view, viewer = match.view(seat), Viewer(seat, NAMES)
    picks = Picking(game.notation, view, seat, match.legal(seat)).next()
    assert [offer.pick for offer in scene.offers(view, viewer, (), picks)] == picks
    assert scene.regions(view, viewer, ())[0].svg.startswith("<svg")
    assert scene.sketch(view, viewer, ()) == game.text.board(view, seat, ())
    assert scene.prompt(view, viewer, ()).title == "Your turn"
    assert scene.prompt(view, viewer, ("x",)).title == "Choose what comes next"
    spectator = Viewer(SPECTATOR, NAMES)
    assert scene.prompt(match.view(SPECTATOR), spectator, ()).title.startswith("Waiting for ")
    assert len(scene.panels(view, viewer)) == 2
    assert scene.things(view, viewer) == {}
    assert scene.phases(view, viewer) is None
    assert scene.describe(view, viewer, (match.legal(seat)[0],))
    assert scene.reason(view, viewer, (match.legal(seat)[0],)) == ""
    assert scene.explain(view, viewer, (), IllegalCommand("no", "that is not possible")) == "that is not possible"
    assert scene.guide() is None
    assert scene.how_to_play() == ()
    assert scene.offers(view, viewer, (), ["number 2", "number 5"])[0].amount is not None


def test_the_ending_of_a_game_without_a_scene() -> None:
    game = replace(PENNIES, scene=None)
    match = Match(game, game.options(), 1, NAMES)
    play_out(match)
    assert match.result is not None
    scene = scene_of(game)
    ending = scene.ending(match.view(0), Viewer(0, NAMES), match.result.reason, match.result.outcome)
    assert ending.title
    assert ending.reason
    assert scene.prompt(match.view(0), Viewer(0, NAMES), ()).title == "Waiting"


def test_a_game_that_counts_nothing_has_no_chart() -> None:
    match, story = begin()
    play_out(match)
    assert story.chart() is None
