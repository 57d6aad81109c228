"""Layout: fitting text and boards on the screen."""

from __future__ import annotations

import math

from plowshares.terminal.layout import beside, clock_text, crop, fill_screen, list_choices, span

BOARD = ["board"] * 5


def test_everything_is_shown_when_there_is_room() -> None:
    assert fill_screen("top", BOARD, ["news"], ["words"], (80, 24)) == ["top", *BOARD, "news", "words"]


def test_a_screen_is_never_overfilled_while_the_board_fits() -> None:
    news = [f"line {i}" for i in range(50)]
    for height in range(len(BOARD) + 3, 30):
        lines = fill_screen("top", BOARD, news, ["words"], (80, height))
        assert len(lines) + 2 <= height
        assert lines[-1] == "words"


def test_the_latest_news_are_kept() -> None:
    lines = fill_screen("top", BOARD, ["old", "older", "late", "latest"], ["words"], (80, 12))
    assert lines[6:] == ["… 2 earlier lines: log shows all", "late", "latest", "words"]


def test_a_board_that_is_too_tall_is_shown_page_by_page() -> None:
    tall = [str(i) for i in range(30)]
    shown = [fill_screen("top", tall, ["news"], ["words"], (80, 24), page) for page in range(3)]
    assert all(len(lines) + 2 == 24 and lines[-1] == "words" for lines in shown)
    assert shown[0][:2] == ["0", "1"]
    assert shown[0][-2] == "… lines 1 to 20 of 30: more shows the rest"
    assert shown[1][:2] == ["10", "11"]
    assert shown[1][-2] == "… lines 11 to 30 of 30: more shows the rest"
    assert shown[2] == shown[0]
    assert crop(BOARD, (80, 5), 7) == BOARD
    assert len(fill_screen("top", tall, [], ["word"] * 40, (80, 24), 0)) == 44, "some of the board is always there"


def test_a_board_that_is_too_wide_is_shown_page_by_page() -> None:
    wide = ["abcdefgh", "ijkl", "m"]
    assert crop(wide, (5, 9), 0) == ["abcde", "ijkl", "m", "… columns 1 to 5 of 8: more shows the rest"]
    assert crop(wide, (5, 9), 1)[:3] == ["defgh", "l", ""]
    assert crop(wide, (5, 3), 2) == ["ijkl", "m", "… lines 2 to 3 of 3, columns 1 to 5 of 8: more shows the rest"]
    assert crop(wide, (5, 3), 4) == crop(wide, (5, 3), 0)


def test_choices_are_read_across_with_what_they_mean() -> None:
    plain = [("a1-a2", "a1-a2"), ("b1-b2", "b1-b2"), ("c1-c2", "c1-c2")]
    assert list_choices(plain, 14) == ["a1-a2  b1-b2", "c1-c2"]
    assert list_choices([], 80) == []
    assert list_choices([("longer", "than the screen")], 5) == ["longer  than the screen"]
    assert list_choices([("end", "End the turn"), ("+W 0,0", "Train")], 24) == ["end     End the turn", "+W 0,0  Train"]


def test_boards_stand_side_by_side_if_they_fit() -> None:
    assert beside([["aa", "a"], ["b"]], 5) == ["aa  b", "a"]
    assert beside([["aa", "a"], ["b"]], 4) is None


def test_clocks_and_spans_in_words() -> None:
    assert [clock_text(x) for x in (math.inf, 300, 61.2, 0.1, -3)] == ["no limit", "5:00", "1:02", "0:01", "0:00"]
    assert span(range(2, 3)) == "2"
    assert span(range(2, 5)) == "2–4"
