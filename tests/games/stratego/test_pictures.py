"""Pictures, picks, prompts and the log: the front-end duties of §5.7 that the game itself can meet."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.engine.log import Log
from plowshares.engine.match import Match
from plowshares.games.stratego import GAME
from plowshares.games.stratego.notation import report_battle
from tests.amounts import amount, some
from tests.games.stratego.table import BLUE, RED, Table, options_of, random_positions

VIEWERS = (RED, BLUE, SPECTATOR)
OUTCOME = {"battle_reveal": "outcome"}
READY_MADE: dict[str, Any] = {"red_setup": "balanced", "blue_setup": "corner"}


def picks_in(drawn: str) -> list[str]:
    return [name for node in ElementTree.fromstring(drawn).iter() if (name := node.get("data-pick"))]


@pytest.mark.parametrize("variant", ["classic", "barrage", "quick", "mini", "micro"])
def test_text_fits_a_terminal(variant: str) -> None:
    given: dict[str, Any] = {"variant": variant, "setup_limit": 60, "move_cap": amount(400, 150)}
    for table in some(random_positions(3, every=amount(25, 120), **given)):
        for viewer in VIEWERS:
            marks = [path[0] for path in table.paths(viewer)] if viewer in table.to_act() else []
            lines = GAME.text.board(table.view(viewer), viewer, marks).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 24


def test_u1_sides_are_told_apart_by_letter_and_shape() -> None:
    drawn = GAME.svg.board(Table.start(**READY_MADE).view(RED), RED)
    assert ">R<" in drawn
    assert ">B<" in drawn
    assert 'rx="3"' in drawn
    assert 'rx="14"' in drawn


def test_u2_turn_ply_and_losses() -> None:
    table = Table.at("7@e5 5@a5", "5@e6 7@a6").do("e5-e6", "a6-a5")
    for picture in (GAME.text, GAME.svg):
        drawn = picture.board(table.view(RED), RED)
        assert "Ply 2, 0 without battle." in drawn
        assert "Red lost: 5" in drawn
        assert "Blue lost: 5" in drawn
    silent = Table.at("7@e5", "5@e6", battle_reveal="outcome").do("e5-e6")
    assert "Blue lost: ?" in GAME.text.board(silent.view(RED), RED)
    assert "Blue lost: 5" in GAME.text.board(silent.view(BLUE), BLUE)


def test_each_side_sees_its_own_army_below() -> None:
    table = Table.start(**READY_MADE)
    red = GAME.text.board(table.view(RED), RED).splitlines()
    blue = GAME.text.board(table.view(BLUE), BLUE).splitlines()
    assert red[0].split()[0] == "a"
    assert blue[0].split()[0] == "j"
    assert red[10].split()[:3] == ["1", "r3", "rb"]
    assert blue[10].split()[:3] == ["10", "bf", "bb"]
    assert GAME.text.board(table.view(SPECTATOR), SPECTATOR)[:40] == red[0][:40]


def test_u6_picks_ask_for_a_strike_only_where_there_is_one() -> None:
    paths = Table.at("2@e4", "5@f6").paths()
    assert ("cell e4", "cell e5") in paths
    assert ("cell e4", "cell e6", "button no strike") in paths
    assert ("cell e4", "cell e6", "cell f6") in paths
    assert ("cell e4", "cell e5") in Table.at("2@e4", "5@f6", scout="line").paths()
    assert ("cell e4", "cell e6") in Table.at("2@e4", "5@f6", scout="line").paths()


def test_set_up_picks() -> None:
    table = Table.start(variant="mini").do("place m b1", seat=RED)
    paths = dict(zip(table.texts(RED), table.paths(RED), strict=True))
    assert paths["place f a1"] == ("reserve f", "cell a1")
    assert paths["lift b1"] == ("cell b1", "button take back")
    assert paths["swap a1 b1"] == ("cell b1", "cell a1")  # the piece first, then where it goes
    assert paths["swap b1 c1"] == ("cell b1", "cell c1")
    assert paths["fill"] == ("button fill",)
    assert paths["load standard"] == ("button load standard",)
    drawn = picks_in(GAME.svg.board(table.view(RED), RED))
    assert "reserve f" in drawn
    assert "reserve m" not in drawn
    full = table.do("fill", seat=RED)
    assert ("cell b1", "cell c1") in full.paths(RED)
    assert ("button ready",) in full.paths(RED)


def test_u8_marks_tell_moves_attacks_and_strikes_apart() -> None:
    table = Table.at("2@e4", "5@f6 6@e8 7@h4")
    marks = sorted({path[1] for path in table.paths() if path[0] == "cell e4"})
    text = GAME.text.board(table.view(RED), RED, marks)
    assert "{ .}" in text or "{  }" in text
    assert text.count(">b?<") == 2
    assert "[" in text
    pieces = sorted({path[0] for path in table.paths()})
    own = GAME.text.board(table.view(RED), RED, pieces)
    assert "(r2)" in own
    assert "(r4)" in own
    drawn = GAME.svg.board(table.view(RED), RED, marks)
    assert drawn.count('class="pick marked"') == len(marks)
    assert drawn != GAME.svg.board(table.view(RED), RED)
    assert 'class="pick marked"' in GAME.svg.board(table.view(RED), RED, pieces)


def test_marked_reserve() -> None:
    table = Table.start(variant="micro")
    drawn = GAME.svg.board(table.view(BLUE), BLUE, ["reserve m"])
    assert drawn.count("pick marked") == 1


def test_u9_battles_are_shown_as_far_as_known() -> None:
    table = Table.at("7@e5", "5@e6").do("e5-e6")
    assert "Last: red e5-e6 {7 x 5: 5" in GAME.text.board(table.view(BLUE), BLUE)
    assert "✷" in GAME.svg.board(table.view(BLUE), BLUE)
    quiet = Table.at("7@e5").do("e5-e6")
    assert "✷" not in GAME.svg.board(quiet.view(BLUE), BLUE)
    assert report_battle(quiet.view(BLUE)) == ""


@pytest.mark.parametrize(
    ("attacker", "defender", "given", "red", "blue", "spectator"),
    [
        ("3", "b", {}, "{3 x b: b removed}", "{3 x b: b removed}", "{3 x b: b removed}"),
        ("6", "6", {}, "{6 x 6: both removed}", "{6 x 6: both removed}", "{6 x 6: both removed}"),
        ("5", "7", {"battle_reveal": "silent"}, "{5 x ?: 5 removed}", "{5 x 7: 5 removed}", "{5 x ?: 5 removed}"),
        ("5", "7", OUTCOME, "{5 x ?: 5 removed}", "{? x 7: ? removed}", "{? x ?: attacker removed}"),
        ("7", "5", OUTCOME, "{7 x ?: ? removed}", "{? x 5: 5 removed}", "{? x ?: defender removed}"),
        ("6", "6", OUTCOME, "{6 x ?: both removed}", "{? x 6: both removed}", "{? x ?: both removed}"),
        ("m", "b", {"bomb_stays": False}, "{m x b: both removed}", "{m x b: both removed}", "{m x b: both removed}"),
    ],
)  # fmt: skip
def test_battle_reports(
    attacker: str, defender: str, given: dict[str, Any], red: str, blue: str, spectator: str
) -> None:
    table = Table.at(f"{attacker}@e5", f"{defender}@e6", **given).do("e5-e6")
    assert [report_battle(table.view(viewer)) for viewer in VIEWERS] == [red, blue, spectator]


def test_u10_the_end_shows_everything() -> None:
    table = Table.at("s@j9").do("j9-j10")
    for viewer in VIEWERS:
        drawn = GAME.text.board(table.view(viewer), viewer)
        assert "?" not in drawn
        assert "captured the flag" in " ".join(drawn.split())
        assert GAME.notation.prompt(table.view(viewer), viewer) == "Red has captured the flag and wins."


def test_log_of_moves() -> None:
    table = Table.at("2@e4 7@e2", "s@f7 5@e3 6@a9")
    lines: list[list[str]] = []
    for text in ("e4-e7xf7", "e3-e2", "f7-f8", "a9-a8"):
        before = table.view(SPECTATOR)
        table.do(text)
        lines.append(GAME.notation.tell(before, table.view(SPECTATOR), SPECTATOR))
    assert lines == [
        ["Red's scout moves from e4 to e7 and strikes f7: Blue's spy is removed."],
        ["Blue's lieutenant attacks from e3 to e2: it is removed, Red's major stays."],
        ["Red moves from f7 to f8."],
        ["Blue moves from a9 to a8."],
    ]
    even = Table.at("6@e5", "6@e6")
    before = even.view(RED)
    assert GAME.notation.tell(before, even.do("e5-e6").view(RED), RED) == [
        "Red's captain attacks from e5 to e6: it and Blue's captain are both removed."
    ]


def test_log_of_the_set_up_tells_only_the_owner() -> None:
    table = Table.start(variant="mini")

    def told(text: str, seat: int) -> list[list[str]]:
        before = [table.view(viewer) for viewer in VIEWERS]
        table.do(text, seat=seat)
        return [GAME.notation.tell(b, table.view(viewer), viewer) for b, viewer in zip(before, VIEWERS, strict=True)]

    assert told("place m b1", RED) == [["b1 now holds your marshal."], [], []]
    assert told("swap b1 c1", RED) == [["b1 now holds nothing and c1 now holds your marshal."], [], []]
    assert told("fill", RED) == [["Your area is rearranged: 12 pieces placed, 0 in reserve."], [], []]
    assert told("ready", RED) == [["Red is ready."]] * 3
    assert told("load standard", BLUE)[0] == []
    assert told("ready", BLUE) == [["Blue is ready.", "Both armies stand. Red begins."]] * 3


def test_log_of_the_end() -> None:
    table = Table.at("s@j9")
    before = table.view(BLUE)
    assert GAME.notation.tell(before, table.do("j9-j10").view(BLUE), BLUE) == [
        "Red's spy attacks from j9 to j10: Blue's flag is removed.",
        "Red has captured the flag and wins.",
    ]


@pytest.mark.parametrize(
    ("table", "code", "sentence"),
    [
        (lambda: Table.at("f@a1 6@e5", "f@j10 6@e6", frame=False).do("e5-e6"), "mutual", "a draw"),
        (lambda: Table.at("f@a1 6@e5", "f@j10 b@e6 4@j9", frame=False).do("e5-e6"), "army", "Red has no movable piece"),
        (lambda: Table.at("f@b1 6@b3", "f@j9 b@i10 4@j10", frame=False).do("b3-b4"), "blocked", "Blue cannot move"),
        (lambda: Table.at("", move_cap=1).do("b1-b2"), "move-cap", "limit of 1 moves"),
        (
            lambda: Table.at("9@e4", no_battle_limit=1, cap_scoring="material").do("e4-e5"),
            "no-battle",
            "1 moves have passed without a battle: Red has more rank",
        ),
    ],
)
def test_results_in_words(table: Any, code: str, sentence: str) -> None:
    reason, words = GAME.notation.describe_result(table().s)
    assert reason == code
    assert sentence in words


def test_prompts() -> None:
    table = Table.start(variant="micro")
    assert "in reserve: 4" in GAME.notation.prompt(table.view(RED), RED)
    assert GAME.notation.prompt(table.view(SPECTATOR), SPECTATOR) == "Waiting for Red and Blue to finish the set-up."
    table.do("load standard", seat=RED)
    assert GAME.notation.prompt(table.view(RED), RED) == "Red, swap pieces as you like, then say ready."
    table.do("ready", seat=RED)
    assert GAME.notation.prompt(table.view(RED), RED) == "Waiting for Blue to finish the set-up."
    table.do("load standard", "ready", seat=BLUE)
    assert GAME.notation.prompt(table.view(RED), RED) == "Red, move 1: pick a piece, then where it goes."
    assert GAME.notation.prompt(table.view(SPECTATOR), SPECTATOR) == "Red is to move."
    assert GAME.notation.seat_name(table.s, SPECTATOR) == "the spectators"
    assert "layout" in GAME.notation.HELP


def test_pictures_are_drawn_from_views_alone() -> None:
    for table in some(random_positions(5, every=amount(40, 150), variant="mini", setup_limit=30)):
        for viewer in VIEWERS:
            view = table.view(viewer)
            drawn = ElementTree.fromstring(GAME.svg.board(view, viewer))
            names = [node.text for node in drawn.iter() if node.tag.endswith(("title", "desc"))]
            assert all(names)
            assert table.view(viewer).tobytes() == view.tobytes()


def test_the_log_tells_the_end_once() -> None:
    log = Log(GAME, 2)
    match = Match(GAME, options_of(variant="micro", red_setup="random", blue_setup="random"), 1, listener=log)
    while match.result is None:
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[-1])
    for lines in some(log.lines.values()):
        assert lines[-1] == match.result.sentence
        assert lines.count(match.result.sentence) == 1


def test_the_last_move_is_drawn_to_the_cell_that_was_struck() -> None:
    table = Table.at("2@e4", "6@f7").do("e4-e7xf7")
    drawn = ElementTree.fromstring(GAME.svg.board(table.view(RED), RED))
    [line] = [node for node in drawn.iter() if node.tag.endswith("polyline") and node.get("points")]
    assert len((line.get("points") or "").split()) == 3
