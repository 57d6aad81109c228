"""Refusals of options, for people."""

from __future__ import annotations

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _
from plowshares.core.notes import reason_of, refuse_option


def test_a_refusal_tells_the_option_and_why() -> None:
    refusal = refuse_option("size", _("must be even"))
    assert str(refusal) == "option size: must be even"
    assert str(reason_of(refusal)) == "must be even"


def test_a_refusal_quotes_the_value() -> None:
    refusal = refuse_option("size", _("must be even"), 7)
    assert str(refusal) == "option size: must be even, got '7'"
    assert str(reason_of(refusal)) == "must be even, got '7'"


def test_a_refusal_for_programs_has_no_reason_for_people() -> None:
    assert reason_of(InvalidOption("no such thing")) is None
    assert reason_of(InvalidOption()) is None
