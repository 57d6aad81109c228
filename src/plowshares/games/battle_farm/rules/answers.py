"""Answers to pending choices: each finds the effect that asked (§5.8)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.cards import Card
from plowshares.games.battle_farm.rules.action_cards import (
    clone_crop,
    fertilizer_frenzy,
    garden_gnome,
    recycle,
    selection,
    thorny_fence,
    wither,
)
from plowshares.games.battle_farm.rules.asking import BED_MADE, answered, ask
from plowshares.games.battle_farm.rules.beds import change_value, delay, destroy, remodel
from plowshares.games.battle_farm.rules.classes import reap_and_sow
from plowshares.games.battle_farm.rules.crops import beanstalk, blueberry_boom, eggplant_curse, radish_robbery
from plowshares.games.battle_farm.rules.hands import discard_from_hand, raise_hand_card
from plowshares.games.battle_farm.rules.stocks import gain_coins
from plowshares.games.battle_farm.state import Choice, State

MODIFIED = 1


@kernel
def answer_crop(s: State, seat: int, other: int, bed: int) -> None:
    """Use the chosen crop."""
    choice = int(s.pending)
    number = int(s.number)
    answered(s)
    match choice:
        case Choice.PINEAPPLE:
            destroy(s, seat, other, bed)
        case Choice.EGGPLANT:
            eggplant_curse(s, seat, other, bed)
        case Choice.STRAWBERRY:
            gain_coins(s, seat, Card.STRAWBERRY.value, int(s.crop_value[other, bed]))
        case Choice.GARDEN_GOURMET:
            change_value(s, seat, other, bed, number)
        case Choice.FERTILIZER_FRENZY:
            fertilizer_frenzy(s, seat, other, bed)
        case Choice.CLONE:
            clone_crop(s, seat, other, bed)
        case Choice.WITHER:
            wither(s, seat, other, bed)
        case _:
            change_value(s, seat, other, bed, MODIFIED)  # Genetic Modification


@kernel
def answer_bed(s: State, seat: int, other: int, bed: int) -> None:
    """Use the chosen bed."""
    choice = int(s.pending)
    answered(s)
    match choice:
        case Choice.BLUEBERRY:
            blueberry_boom(s, seat, other, bed)
        case Choice.CLOUD_COVER:
            delay(s, seat, other, bed)
        case _:
            remodel(s, seat, other, bed, BED_MADE[choice])


@kernel
def answer_player(s: State, seat: int, other: int) -> None:
    """Use the chosen player."""
    choice = int(s.pending)
    number = int(s.number)
    answered(s)
    match choice:
        case Choice.BEANS:
            beanstalk(s, seat, other)
        case Choice.WASABI:
            radish_robbery(s, seat, other)
        case Choice.GARDEN_GNOME:
            garden_gnome(s, seat, other, number)
        case _:
            thorny_fence(s, seat, other, number)


@kernel
def answer_card(s: State, seat: int, h: int) -> None:
    """Use the chosen hand card; Peppers and Thorny Fence ask again while points or cards remain."""
    choice = int(s.pending)
    number = int(s.number)
    answered(s)
    match choice:
        case Choice.PEPPERS:
            raise_hand_card(s, seat, h, 1)
            if number > 1:
                ask(s, Choice.PEPPERS, seat, number - 1)
        case Choice.THORNY_DISCARD:
            discard_from_hand(s, seat, h)
            if number > 1:
                ask(s, Choice.THORNY_DISCARD, seat, number - 1)
        case Choice.RECYCLE:
            recycle(s, seat, h)
        case Choice.SELECTION:
            selection(s, seat, h)
        case _:
            reap_and_sow(s, seat, h)
