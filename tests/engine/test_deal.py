"""Dealing hidden things again: the seat notices nothing, the record notes it, and earlier moves stand."""

from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand, InvalidRecord
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record, replay, resume, verify
from tests.engine.test_record import edit, find, join, reseal
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

TWO = Options(seats=2, rounds=2)


def dealt(seed: int = 9) -> tuple[Match, list[bytes]]:
    """Return a match in which seat 1 has chosen in secret, and everything hidden from seat 0 is dealt again."""
    lines: list[bytes] = []
    match = Match(GAME, TWO, 5, listener=Recorder(lines.append))
    match.play(1, "lay 0 +1")
    match.deal_again(0, seed)
    return match, lines


def test_the_seat_notices_nothing_and_its_secrets_stay() -> None:
    match = Match(GAME, TWO, 5)
    match.play(1, "lay 0 +1")
    before, own = match.state.tobytes(), match.view(0).tobytes()
    match.deal_again(0, 9)
    assert match.view(0).tobytes() == own
    others = set()
    for seed in range(20):
        match.deal_again(0, seed)
        assert match.view(0).tobytes() == own
        others.add(match.state.tobytes())
    assert len(others | {before}) > 1
    with pytest.raises(IllegalCommand, match="no command to undo"):
        match.undo(1)


def test_a_record_tells_it() -> None:
    match, lines = dealt()
    assert b'"deal":"0x9"' in lines[-1]
    again, _ = resume(join(lines), find, lines.append)
    assert again.state.tobytes() == match.state.tobytes()
    match.listener = Recorder(lines.append, read_record(join(lines)).all_lines[-1].chain, 2)
    while not match.result:
        for seat in match.to_act():
            match.play(seat, f"lay {match.state.round} +{seat}")
    assert verify(join(lines), find).endswith("all as recorded")
    assert [event.kind for _, event in replay(read_record(join(lines)), find)][:3] == ["start", "turn", "dealt"]


@pytest.mark.parametrize("seed", ["seven", "0x1ffffffffffffffff"])
def test_invalid_seeds_are_refused_with_their_lines(seed: str) -> None:
    _, lines = dealt()
    with pytest.raises(InvalidRecord, match=r"line 3: .* is not a seed"):
        verify(join(reseal(edit(3, b'"0x9"', f'"{seed}"'.encode())(lines))), find)


def test_nothing_is_dealt_after_the_end() -> None:
    match, _ = dealt()
    match.resign(0)
    with pytest.raises(IllegalCommand, match="over"):
        match.deal_again(1, 3)
