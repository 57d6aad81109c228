"""Hooks are declared, have defaults, and are not ignored when misspelt."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Annotated, Any

import pytest

from plowshares import registry
from plowshares.core.hooks import (
    NO_ACTION,
    OPTIONAL,
    REQUIRED,
    find_strange_hooks,
    find_strange_names,
    first_scratch_field,
    has_encode_after,
    hooks_of,
)
from plowshares.core.options import read_options
from plowshares.core.records import Int32, Int32s, Record
from tests.toys.pennies import GAME, by_two_rounds, dear


def module_of(*offered: str, part: str = "heuristics", **names: Any) -> ModuleType:
    """Return a module with everything that is required of it, and these names more."""
    made = ModuleType(part)
    required = dict.fromkeys(sorted(REQUIRED[part]))
    vars(made).update({**required, "__all__": [*required, *offered], **names})
    return made


class Misnamed(Record):
    SCRACH = "marks"
    turn: Int32


class Mistaken(Record):
    SCRATCH = "marks"
    turn: Int32


class Scratched(Record):
    SCRATCH = "marks"
    turn: Int32
    marks: Annotated[Int32s, 4]


def test_the_declarations_name_every_hook() -> None:
    assert REQUIRED["heuristics"] == {"value", "prior"}
    assert OPTIONAL["heuristics"] == {
        *("guess", "is_quiet", "TURNS", "root_penalty", "script", "SCRIPT_REASON", "solve", "solving", "idle"),
        *("careful", "marginals", "hidden_kinds", "reconsider", "MOST_SIMULATIONS", "BLUNDERS"),
        *("turn_number", "in_any_order"),
        *("can_look_ahead", "look_ahead", "new_sheet", "note_world", "plan_world", "prepare_lookahead"),
    }
    assert OPTIONAL["observation"] == {"encode_after"}
    assert OPTIONAL["review"] == {"habits", "marginals", "hidden_kinds"}
    assert OPTIONAL["frame"] == {"key", "reframe", "is_setup", "SETUP_KINDS"}
    assert REQUIRED["measures"] == {"HELP", "CAPS", "KEYS", "rounds", "watch"}


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


@pytest.mark.parametrize(
    ("part", "misspelt", "meant"),
    [("frame", "refrain", "reframe"), ("frame", "reframes", "reframe"), ("review", "habit", "habits")],
)
def test_a_misspelt_hook_of_a_module_is_refused(part: str, misspelt: str, meant: str) -> None:
    wanted = f"{part} offers {misspelt!r}, which is not a known hook; did you mean {meant!r}?"
    assert wanted in find_strange_names(part, module_of(misspelt, part=part))
    assert find_strange_names(part, module_of(meant, part=part, **{meant: None})) == []


def test_what_a_module_must_offer_may_not_be_missing() -> None:
    module = module_of(part="measures")
    del module.__dict__["watch"]
    assert "measures lacks 'watch'" in find_strange_names("measures", module)


def test_a_game_with_a_misspelt_hook_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = type(GAME.state.new(GAME.options()))
    assert find_strange_hooks(GAME, state) == []
    frame = module_of("refrain", part="frame")
    monkeypatch.setattr(type(GAME), "find_part", lambda game, name: frame if name == "frame" else None)
    game = dataclasses.replace(GAME, review=module_of("habit", part="review"))
    said = "; ".join(find_strange_hooks(game, state))
    assert "frame offers 'refrain'" in said
    assert "review offers 'habit'" in said


def test_scratch_is_declared() -> None:
    assert find_strange_hooks(GAME, Misnamed) == ["State defines 'SCRACH'; did you mean 'SCRATCH'?"]
    assert find_strange_hooks(GAME, Mistaken) == ["SCRATCH of State is 'marks', which is none of its fields"]
    assert find_strange_hooks(GAME, Scratched) == []
    assert [first_scratch_field(kind) for kind in (Scratched, Misnamed)] == ["marks", None]


def test_every_game_offers_what_is_declared() -> None:
    assert registry.names()
    for name in registry.names():
        game = registry.find(name)
        options = read_options(game.options, dict(game.presets[game.default_preset]))
        assert find_strange_hooks(game, type(game.state.new(options))) == []
    assert find_strange_names("heuristics", object()) == []
    assert find_strange_names("heuristics", module_of(rate_aim=None)) == []
