"""Scenes as plain text: markup becomes words, players become letters."""

from __future__ import annotations

import pytest

from plowshares.core.i18n import _
from plowshares.core.plain_text import fact_text, legend, letters, panel_text, plain, prompt_text
from plowshares.core.scene import Fact, Panel, Prompt, Viewer

ADA = Viewer(0, ("Ada", "Bo", "Ben"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Planted:** 1 :coin: per crop", "Planted: 1 coin per crop"),
        ("steal 4 :coin: or a :fert:", "steal 4 coins or a fertilizers"),
        ("2 :food: 1 :prod: 3 :trade:", "2 food 1 production 3 trade"),
        ("on :#die-4: back", "on 4 back"),
        ("no markup", "no markup"),
    ],
)
def test_markup_becomes_words(text: str, words: str) -> None:
    assert plain(text) == words
    assert plain(_("{text}", text=text)) == words


def test_figures_and_panels_are_lines() -> None:
    assert fact_text(Fact("i-food", "18 −2", "food; next turn 2 in")) == "food 18 −2"
    assert fact_text(Fact("i-coin", 4, "4 coins")) == "4 coins"
    facts = (Fact("i-heart", 40, "health"),)
    assert panel_text(ADA, 0, Panel("Red", facts, chosen=True)) == "You: Red, health 40, has chosen"
    assert panel_text(ADA, 1, Panel("Blue", chosen=False)) == "Bo: Blue, is choosing"
    assert panel_text(ADA, 1, Panel(out=True)) == "Bo: out"


def test_a_prompt_is_one_or_two_sentences() -> None:
    assert prompt_text(Prompt("Move your unit", "1 can still move.")) == "Move your unit. 1 can still move."
    assert prompt_text(Prompt("How many?")) == "How many?"


def test_every_player_has_a_letter_of_their_own() -> None:
    assert letters(ADA, 3) == ["+", "B", "E"]
    assert letters(Viewer(-1, ("Bo", "B")), 3) == ["B", "A", "C"]
    many = Viewer(-1, ("x",) * 27)
    assert letters(many, 27)[-1] == "?"
    assert legend(ADA, letters(ADA, 3), (0, 1)) == "+ you, B Bo"
