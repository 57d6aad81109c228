"""The cards of the lobby are made beforehand; they must say what the games say."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plowshares import registry
from plowshares.server.covers import card_of, find_picture, list_cards, placeholder
from plowshares.server.forms import first_of, groups_of
from plowshares.server.pages import load_games
from plowshares.server.rules_page import how_to_play


def test_cards_say_what_the_games_say() -> None:
    load_games()
    assert list_cards() == [card_of(registry.find(name)) for name in registry.names()]


@pytest.mark.parametrize("name", registry.OURS)
def test_every_game_has_a_picture_and_five_sentences(name: str) -> None:
    drawn = find_picture(name)
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "<symbol" in drawn
    assert "art:" not in drawn
    sentences = how_to_play(name)
    assert len(sentences) == 5
    assert all(line.endswith(".") for line in sentences)


def test_a_game_without_a_picture_shows_its_title() -> None:
    game = registry.find("civ")
    assert f">{game.title}<" in placeholder(game)


def test_the_form_shows_at_once_what_many_people_want() -> None:
    game = registry.find("stratego")
    assert [field.name for field in first_of(game)] == ["memory_aid"]
    assert all(field.name != "memory_aid" for group in groups_of(game) for field in group.fields)
    assert first_of(registry.find("battle_farm")) == []
