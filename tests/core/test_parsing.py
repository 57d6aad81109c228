from __future__ import annotations

import pytest

from plowshares.core import parsing
from plowshares.core.errors import IllegalCommand, InvalidRecord


def test_columns_and_cells_are_twins() -> None:
    names = [parsing.column_name(i) for i in range(800)]
    assert names[:3] + names[25:28] + names[701:703] == ["a", "b", "c", "z", "aa", "ab", "zz", "aaa"]
    assert [parsing.parse_column(name) for name in names] == list(range(800))
    for column in range(0, 60, 7):
        for row in range(0, 60, 7):
            assert parsing.parse_cell(parsing.cell_name(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "a0", "a01", "1a", "a-1", "é3", "a٣"])
def test_invalid_cells_are_parsed_as_none(text: str) -> None:
    assert parsing.parse_cell(text) is None


def test_numbers_and_words() -> None:
    assert [parsing.read_number(word) for word in ("7", "-3", "x", "٣", "9" * 30)] == [7, -3, None, None, None]
    assert parsing.words_of("  Lay  3 ") == ["lay", "3"]


def test_quotes_are_short_and_suggestions_close() -> None:
    assert parsing.quote("abc") == "'abc'"
    assert len(parsing.quote("x" * 500)) < 70
    assert parsing.quote({"kind": 1}) == "\"{'kind': 1}\""
    assert parsing.suggest("gredy", ["greedy", "random"]) == "; did you mean 'greedy'?"
    assert parsing.suggest("zzz", ["greedy"]) == ""


def test_json_commands_must_be_objects_with_the_right_keys() -> None:
    data = {"kind": "lay", "coin": 1}
    assert parsing.need_object(data, "bad") is data
    parsing.need_keys(data, "bad", ["coin"], ["extra"])
    wrong_ones: list[object] = [[], "lay", {"coin": 1}, {"kind": 3}]
    for wrong in wrong_ones:
        with pytest.raises(IllegalCommand, match="object with a"):
            parsing.need_object(wrong, "bad")
    with pytest.raises(IllegalCommand, match="needs 'extra'"):
        parsing.need_keys(data, "bad", ["coin", "extra"])
    with pytest.raises(IllegalCommand, match="has no 'coin'") as caught:
        parsing.need_keys(data, "bad", [])
    assert caught.value.code == "bad"
    assert str(caught.value).endswith("[bad]")


def test_errors_of_records_name_the_line() -> None:
    assert str(InvalidRecord(3, "odd")) == "line 3: odd"
    assert (str(InvalidRecord(0, "odd")), InvalidRecord(0, "odd").line) == ("odd", 0)
