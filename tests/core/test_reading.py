from __future__ import annotations

import pytest

from plowshares.core import reading
from plowshares.core.errors import BadRecord, Refused


def test_columns_and_cells_are_twins() -> None:
    names = [reading.column_name(i) for i in range(800)]
    assert names[:3] + names[25:28] + names[701:703] == ["a", "b", "c", "z", "aa", "ab", "zz", "aaa"]
    assert [reading.parse_column(name) for name in names] == list(range(800))
    for column in range(0, 60, 7):
        for row in range(0, 60, 7):
            assert reading.parse_cell(reading.cell_name(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "a0", "a01", "1a", "a-1", "é3", "a٣"])
def test_what_is_no_cell_is_none(text: str) -> None:
    assert reading.parse_cell(text) is None


def test_numbers_and_words() -> None:
    assert [reading.read_number(word) for word in ("7", "-3", "x", "٣", "9" * 30)] == [7, -3, None, None, None]
    assert reading.words_of("  Lay  3 ") == ["lay", "3"]


def test_quotes_are_short_and_suggestions_close() -> None:
    assert reading.quote("abc") == "'abc'"
    assert len(reading.quote("x" * 500)) < 70
    assert reading.quote({"kind": 1}) == "\"{'kind': 1}\""
    assert reading.suggest("gredy", ["greedy", "random"]) == "; did you mean 'greedy'?"
    assert reading.suggest("zzz", ["greedy"]) == ""


def test_json_commands_must_be_objects_with_the_right_keys() -> None:
    data = {"kind": "lay", "coin": 1}
    assert reading.need_object(data, "bad") is data
    reading.need_keys(data, "bad", ["coin"], ["extra"])
    wrong_ones: list[object] = [[], "lay", {"coin": 1}, {"kind": 3}]
    for wrong in wrong_ones:
        with pytest.raises(Refused, match="object with a"):
            reading.need_object(wrong, "bad")
    with pytest.raises(Refused, match="needs 'extra'"):
        reading.need_keys(data, "bad", ["coin", "extra"])
    with pytest.raises(Refused, match="has no 'coin'") as caught:
        reading.need_keys(data, "bad", [])
    assert caught.value.code == "bad"
    assert str(caught.value).endswith("[bad]")


def test_errors_of_records_name_the_line() -> None:
    assert str(BadRecord(3, "odd")) == "line 3: odd"
    assert (str(BadRecord(0, "odd")), BadRecord(0, "odd").line) == ("odd", 0)
