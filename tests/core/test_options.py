from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, field

from plowshares.core.errors import InvalidOption
from plowshares.core.options import Options, bounds_of, describe, read_options, read_words, to_plain


class Choice(Options, frozen=True, kw_only=True):
    size: Annotated[int, Meta(ge=3, le=10, description="board size")] = 3
    mode: Literal["calm", "wild"] = "calm"
    fog: bool = False
    homes: str = "auto"
    limit: Annotated[int, Meta(ge=1)] | None = None
    rows: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.mode == "wild" and self.size < 4:
            raise InvalidOption(f"option size: at least 4 when wild, got {self.size}")


class Must(Options, frozen=True, kw_only=True):
    players: int


def test_defaults_are_filled_in() -> None:
    plain = {"size": 3, "mode": "calm", "fog": False, "homes": "auto", "limit": None, "rows": []}
    assert to_plain(read_options(Choice, {})) == plain
    assert read_options(Choice, plain) == Choice()


def test_words_of_a_command_line_are_read_on_top_of_a_preset() -> None:
    read = read_words(Choice, ["size=5", "fog=true", "homes=a1,c3", 'rows=["ab","c"]', "limit=7"], {"mode": "wild"})
    assert read == Choice(size=5, mode="wild", fog=True, homes="a1,c3", rows=["ab", "c"], limit=7)
    # Blanks around a single word are stripped; blanks before the first of several lines belong to a drawing.
    given = (" a1 ", " a1\n", "  1\n X\n")
    assert [read_words(Choice, [f"homes={text}"]).homes for text in given] == ["a1", "a1", "  1\n X"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"size": 99}, r"option size: .*99 \(whole number 3\.\.10\)"),
        ({"size": 4.0}, r"option size: .*4\.0"),
        ({"size": True}, r"option size: .*True"),
        ({"mode": "loud"}, r"option mode: .*'loud' \(one of calm, wild\)"),
        ({"colour": 1}, r"unknown option 'colour'; the options are: fog, homes"),
        ({"mode": "wild"}, r"option size: at least 4 when wild, got 3"),
    ],
)
def test_bad_values_are_refused_with_name_bounds_and_value(given: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        read_options(Choice, given)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("size", "not of the form"),
        ("colour=red", "unknown option 'colour'"),
        ("fog=perhaps", "true or false"),
        ("size=x", "'x'"),
    ],
)
def test_bad_words_are_refused(word: str, words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        read_words(Choice, [word])


def test_an_option_that_must_be_given_is_asked_for() -> None:
    with pytest.raises(InvalidOption, match="players"):
        read_options(Must, {})
    assert describe(Must) == [("players", "whole number", None, "")]


def test_every_option_is_described() -> None:
    rows = {name: (bounds, default, words) for name, bounds, default, words in describe(Choice)}
    assert rows["size"] == ("whole number 3..10", 3, "board size")
    assert rows["limit"] == ("whole number 1.. or nothing", None, "")
    assert rows["rows"] == ("a list, each text", [], "")
    assert bounds_of(dict[str, Annotated[int, Meta(ge=0, le=9)]]) == "names, each with a whole number 0..9"
    assert bounds_of(Annotated[int, Meta(description="x")]) == "whole number"
