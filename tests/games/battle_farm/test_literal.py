"""The readings of `literal`: any bed, an Eggplant on itself, Apples that count each other."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.options import read_options
from plowshares.games.battle_farm import GAME
from plowshares.games.battle_farm.cards import Bed, Card
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.rules.asking import can_choose_place
from plowshares.games.battle_farm.rules.beds import can_remodel
from plowshares.games.battle_farm.rules.crops import resolve_next_harvest
from plowshares.games.battle_farm.rules.turn import begin_turn
from plowshares.games.battle_farm.state import Choice


def table(**given: bool) -> Any:
    return GAME.start(read_options(Options, {"players": 2, **given}), 1)


@pytest.mark.parametrize("is_literal", [False, True])
def test_a_greenhouse_of_another_may_be_rebuilt(is_literal: bool) -> None:
    s = table(any_bed=is_literal)
    s.bed[1, 0] = Bed.GREENHOUSE.value
    assert bool(can_remodel(s, 0, 1, 0, Bed.TRELLIS.value)) is is_literal


@pytest.mark.parametrize("is_literal", [False, True])
def test_an_eggplant_may_pick_itself(is_literal: bool) -> None:
    s = table(eggplant_self=is_literal)
    s.bed[0, 0] = Bed.COMMON.value
    s.crop[0, 0] = Card.EGGPLANT.value
    s.pending, s.chooser, s.number = Choice.EGGPLANT.value, 0, 0
    assert bool(can_choose_place(s, 0, 0)) is is_literal


@pytest.mark.parametrize(("is_literal", "extra"), [(False, 1), (True, 2)])
def test_two_apples_at_once_count_each_other(is_literal: bool, extra: int) -> None:
    coins = []
    for card in (Card.APPLES, Card.CARROTS):
        s = table(apples_together=is_literal)
        seat = int(s.current)
        for bed in range(2):
            s.bed[seat, bed] = Bed.COMMON.value
            s.crop[seat, bed] = card.value
            s.crop_value[seat, bed] = 2
            s.crop_timer[seat, bed] = 1
        before = int(s.coins[seat])
        begin_turn(s)
        while s.queue_count:
            resolve_next_harvest(s)
        coins.append(int(s.coins[seat]) - before)
        assert int(s.apples[seat]) == (2 if card is Card.APPLES else 0)
    assert coins[0] - coins[1] == extra
