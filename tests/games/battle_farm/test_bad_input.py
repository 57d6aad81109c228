"""Bad input, section 11: every code, the order of the table, and that nothing changes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import InvalidRecord
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record, replay, verify
from plowshares.games.battle_farm import GAME, notation
from plowshares.games.battle_farm.actions import SPACE
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.state import Phase
from tests.games.battle_farm.table import Table

FARM = (
    "p0 c5 f2 hand [corn, selection, wither, lucky-find] beds `common:melon/6/2` `common`; "
    "p1 c3 hand [wheat] beds `greenhouse:grapes/15/4` `common:wheat/2/1` `trellis`; "
    "market clone wheat empty melon beans grapes"
)


def farm(phase: Phase = Phase.PLAY, **options: Any) -> Table:
    table = Table(FARM, **options)
    if phase in (Phase.BUY, Phase.FERTILIZE):
        return table.dice(4).enter(phase)
    return table.phase(phase)


@pytest.mark.parametrize(
    "command", ["", "   ", "harvest b1", "p0 done", "resign", "🌽", {"kind": "dance"}, {}, [], 7, None]
)
def test_unknown_action(command: Any) -> None:
    assert farm().refused(command) == "unknown-action"


@pytest.mark.parametrize(
    "command",
    [
        "plant h2",
        "plant b1 h2",
        "plant h2 b1 b2",
        "plant h2 bx",
        "plant h2 b1.5",
        "plant h+2 b1",
        "plant h2 b1_0",
        "plant h2 b１",
        "bid p7",
        "remodel b1 raised",
        "color blue",
        "give card",
        "restore banana",
        "done now",
        {"kind": "bid", "amount": 1.5},
        {"kind": "bid", "amount": True},
        {"kind": "bid", "amount": "7"},
        {"kind": "bid"},
        {"kind": "bid", "amount": 1, "extra": 1},
        {"kind": "color", "color": "Red"},
        {"kind": "color", "color": ["red"]},
        {"kind": "remodel", "bed": 1, "type": "raised"},
        {"kind": "done", "bed": 1},
    ],
)
def test_bad_fields(command: Any) -> None:
    assert farm().refused(command) == "bad-fields"


def test_game_over() -> None:
    assert farm(Phase.OVER).refused("done") == "game-over"
    assert farm(Phase.OVER).refused("buy m9", 5) == "game-over"


@pytest.mark.parametrize("seat", [1, 2, 7, -2, SPECTATOR])
def test_not_to_act(seat: int) -> None:
    table = farm(Phase.BUY)
    view = table.view(seat if 0 <= seat < 2 else SPECTATOR)
    assert notation.explain(view, seat, SPACE.encode("buy", 0)).code == "not-to-act"


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        (Phase.BUY, "buy m6"),
        (Phase.BUY, "buy m-1"),
        (Phase.BUY, "buy m99999999999999999999"),
        (Phase.PLAY, "plant h4 b1"),
        (Phase.PLAY, "plant h0 b2"),
        (Phase.PLAY, "crop p2 b0"),
        (Phase.PLAY, "crop p1 b3"),
        (Phase.PLAY, "player p5"),
        (Phase.BUY, "plant h9 b0"),
        (Phase.PLAY, {"kind": "keep", "index": 2}),
        (Phase.PLAY, {"kind": "bid", "amount": -1}),
        (Phase.PLAY, {"kind": "bid", "amount": 10**30}),
        (Phase.FERTILIZE, "fertilize b4"),
    ],
)
def test_out_of_range(phase: Phase, command: Any) -> None:
    assert farm(phase).refused(command) == "out-of-range"


def test_out_of_range_with_no_card_in_hand() -> None:
    assert Table("p0 crop-scientist; p1 beds `common:wheat/2/1`").refused("play h0") == "out-of-range"


def test_out_of_range_for_a_number_that_is_not_an_action() -> None:
    assert notation.explain(farm().view(0), 0, SPACE.size).code == "out-of-range"
    assert notation.explain(farm().view(0), 0, -1).code == "out-of-range"


def pending() -> Table:
    return Table("p0 hand [eggplant, lucky-find]; p1 beds `common:corn/3/1` `greenhouse:corn/3/1`").play(
        "p0 plant h0 b0"
    )


@pytest.mark.parametrize("command", ["done", "buy m0", "plant h0 b1", "ability", "bid 0"])
def test_choice_pending(command: str) -> None:
    assert pending().refused(command) == "choice-pending"


def test_no_choice() -> None:
    assert pending().refused("bed p1 b0") == "no-choice"
    assert farm().refused("crop p1 b1") == "no-choice"
    assert farm(Phase.BUY).refused("card h0") == "no-choice"


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        (Phase.BUY, "plant h0 b1"),
        (Phase.BUY, "sell h0"),
        (Phase.PLAY, "buy m1"),
        (Phase.PLAY, "fertilize b0"),
        (Phase.PLAY, "propose"),
        (Phase.FERTILIZE, "ability"),
        (Phase.DEAL, "done"),
        (Phase.TRADE, "accept p1"),
        (Phase.PLAY, "bid 1"),
    ],
)
def test_wrong_phase(phase: Phase, command: str) -> None:
    assert farm(phase).refused(command) == "wrong-phase"


def test_slot_empty() -> None:
    assert farm(Phase.BUY).refused("buy m2") == "slot-empty"
    stonks = Table("p0 market-trader hand [corn]; market wheat empty corn corn corn corn").play("p0 ability")
    assert stonks.refused("take m1") == "slot-empty"


def test_too_expensive() -> None:
    assert farm(Phase.BUY).refused("buy m0") == "too-expensive"
    assert farm().refused("play h1") == "too-expensive"
    sale = farm(Phase.TRADE).play("p0 sell h0", "p0 propose")
    assert sale.refused("bid 4", 1) == "too-expensive"
    poor = Table("p0 master-gardener f3 used hand [corn]")
    assert poor.refused("ability") == "too-expensive"


def test_wrong_card() -> None:
    assert farm().refused("plant h1 b0") == "wrong-card"
    assert farm().refused("play h0") == "wrong-card"
    peppers = Table("p0 hand [wither, corn] beds `common:peppers/9/1`").dice(2).start_turn()
    assert peppers.refused("card h0") == "wrong-card"


def test_bed_occupied_and_bed_empty() -> None:
    assert farm().refused("plant h0 b0") == "bed-occupied"
    assert farm(Phase.FERTILIZE).refused("fertilize b1") == "bed-empty"
    assert pending().refused("crop p0 b1") == "bed-empty"


def test_no_target() -> None:
    table = Table("p0 hand [wither, corn]; p1 beds `greenhouse:grapes/15/4`")
    assert table.refused("play h0") == "no-target"
    assert Table("p0 land-baron hand [corn]").refused("ability") == "no-target"


def test_protected() -> None:
    assert pending().refused("crop p1 b1") == "protected"
    card = Table("p0 hand [trellis-bed, corn]; p1 beds `greenhouse` `raised`").play("p0 play h0")
    assert card.refused("bed p1 b0") == "protected"
    sky = Table("p0 weather-watcher hand [corn]; p1 beds `greenhouse` `raised`").play("p0 ability")
    assert sky.refused("bed p1 b0") == "protected"


def test_wrong_target() -> None:
    assert pending().refused("crop p0 b0") == "wrong-target"
    blue = Table("p0 hand [blueberry, corn]").play("p0 plant h0 b0")
    assert blue.refused("bed p0 b1") == "wrong-target"
    card = Table("p0 hand [trellis-bed, corn] beds `trellis` `common`").play("p0 play h0")
    assert card.refused("bed p0 b0") == "wrong-target"
    house = Table("p0 hand [retractable-greenhouse, corn]; p1 beds `greenhouse`").play("p0 play h0")
    assert house.refused("bed p1 b0") == "wrong-target"
    fence = Table("p0 hand [thorny-fence, corn]").play("p0 play h0")
    assert fence.refused("player p0") == "wrong-target"
    pile = Table("p0 land-baron hand [corn]; discard clone×1").play("p0 ability")
    assert pile.refused("restore corn") == "wrong-target"
    giver = Table("p0 beds `common:beans/6/1`; p1 c0 f1").start_turn().play("p0 player p1")
    assert giver.refused("give coin", 1) == "wrong-target"
    early = Table("p0 master-gardener hand [corn] beds `vertical`").play("p0 ability")
    assert early.refused("remodel b0 vertical") == "wrong-target"


def test_used_up() -> None:
    table = farm()
    table.s.used[0] = 1
    assert table.refused("ability") == "used-up"


def test_already_marked_and_nothing_marked() -> None:
    table = farm(Phase.TRADE)
    assert table.refused("propose") == "nothing-marked"
    assert table.play("p0 sell h1").refused("sell h1") == "already-marked"


def test_no_bid() -> None:
    table = Table("p0 hand [corn]; p1 c5; p2 c5; p3 c0").phase(Phase.TRADE)
    table.play("p0 sell h0", "p0 propose", "p1 bid 0", "p2 bid 3")
    assert [table.refused(f"accept p{p}") for p in (0, 1, 3)] == ["no-bid"] * 3


@pytest.mark.parametrize("phase", [Phase.BUY, Phase.TRADE, Phase.PLAY, Phase.FERTILIZE])
def test_not_allowed(phase: Phase) -> None:
    assert farm(phase).refused("decline") == "not-allowed"
    assert pending().refused("decline") == "not-allowed"


def test_the_first_row_that_applies_is_reported() -> None:
    assert farm(Phase.OVER).refused("buy m9") == "game-over"
    assert farm(Phase.BUY).refused("buy m9", 1) == "not-to-act"
    assert pending().refused("plant h9 b0") == "out-of-range"
    assert farm(Phase.BUY).refused("dance m9", 1) == "unknown-action"
    assert farm(Phase.BUY).refused("buy 1 2", 1) == "bad-fields"


def test_a_refusal_quotes_what_was_said() -> None:
    table = farm()
    refusal = notation.explain(table.view(0), 0, SPACE.encode("play", 1))
    assert str(refusal) == "'play h1': Selection costs 3 fertilizers, you have 2 [too-expensive]"
    assert notation.explain(table.view(0), 0, SPACE.encode("done")).code == "not-allowed"


def test_not_a_state_can_be_played_on() -> None:
    """A match makes its own States: what is handed out are copies of views, and records are played, never loaded."""
    lines: list[bytes] = []
    match = Match(GAME, Options(players=2), 3, listener=Recorder(lines.append))
    seat = match.to_act()[0]
    before = match.state.tobytes()
    view = match.view(seat)
    GAME.view.sample_for(view, seat, np.uint64(1))
    GAME.rules.step(view, seat, match.legal(seat)[0])
    assert match.state.tobytes() == before
    match.play(seat, match.legal(seat)[:1])
    match.resign(0)
    verify(b"\n".join(lines), lambda name: GAME)
    other = lines[0].replace(b'"rules":%d' % GAME.version, b'"rules":%d' % (GAME.version + 1))
    list(replay(read_record(b"\n".join([other, *lines[1:]])), lambda name: GAME))  # it is played the same today
    changed = re.sub(rb'"state":"[0-9a-f]+"', b'"state":"00"', other)
    with pytest.raises(InvalidRecord, match="version"):
        list(replay(read_record(b"\n".join([changed, *lines[1:]])), lambda name: GAME))
    with pytest.raises(InvalidRecord, match="not a line of a record"):
        read_record(b"\n".join([*lines[:-1], lines[-1][:-9]]))
