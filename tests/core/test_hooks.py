"""Hooks are declared, have defaults, and are not ignored when misspelt."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from plowshares import registry
from plowshares.core.hooks import NO_ACTION, OPTIONAL, REQUIRED, find_strange_names, has_encode_after, hooks_of
from tests.toys.pennies import GAME, by_two_rounds, dear


def module_of(*offered: str, **names: Any) -> ModuleType:
    made = ModuleType("heuristics")
    vars(made).update({"value": None, "prior": None, "__all__": ["prior", "value", *offered], **names})
    return made


def test_the_declarations_name_every_hook() -> None:
    assert REQUIRED["heuristics"] == {"value", "prior"}
    assert OPTIONAL["heuristics"] == {
        *("guess", "is_quiet", "TURNS", "root_penalty", "script", "SCRIPT_REASON", "solve", "solving", "idle"),
        *("careful", "marginals", "hidden_kinds", "reconsider", "MOST_SIMULATIONS", "BLUNDERS"),
        *("turn_number", "in_any_order"),
        *("can_look_ahead", "look_ahead", "new_sheet", "note_world", "plan_world", "prepare_lookahead"),
    }
    assert OPTIONAL["observation"] == {"encode_after"}


def test_without_hooks_there_are_defaults() -> None:
    hooks = hooks_of(GAME.heuristics)
    assert (hooks.guess, hooks.is_quiet, hooks.root_penalty, hooks.idle, hooks.reconsider) == (None,) * 5
    assert (hooks.most_simulations, hooks.blunders) == (None, {})
    assert (hooks.turns, hooks.script_reason) == (1, "")
    assert hooks.script(None, 0, 1, 1) == hooks.solve(None, 0, []) == NO_ACTION
    assert hooks.solving(None) == []
    assert not has_encode_after(GAME.observation)


def test_hooks_are_found() -> None:
    assert (hooks_of(by_two_rounds).turns, hooks_of(by_two_rounds).guess) == (2, by_two_rounds.guess)
    assert hooks_of(dear).root_penalty is dear.root_penalty


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (module_of("is_quite"), "offers 'is_quite', which is not a known hook; did you mean 'is_quiet'?"),
        (module_of("speed"), "offers 'speed', which is not a known hook"),
        (module_of(guess=None), "defines 'guess' and does not offer it in __all__"),
        (module_of(root_penaltys=None), "defines 'root_penaltys'; did you mean 'root_penalty'?"),
        (ModuleType("bare"), "has no __all__"),
    ],
)
def test_strange_names_are_told(module: ModuleType, words: str) -> None:
    (said,) = find_strange_names("heuristics", module)
    assert words in said


def test_every_game_offers_what_is_declared() -> None:
    assert registry.names()
    for name in registry.names():
        game = registry.find(name)
        assert find_strange_names("heuristics", game.heuristics) == []
        assert find_strange_names("observation", game.observation) == []
        assert find_strange_names("scene", game.scene) == []
    assert find_strange_names("heuristics", object()) == []
    assert find_strange_names("heuristics", module_of(rate_aim=None)) == []
