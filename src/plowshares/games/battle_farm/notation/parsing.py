"""Reading what people and programs send: text and JSON to an action, or a refusal with the code of §11."""

from __future__ import annotations

import re
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote, suggest, words_of
from plowshares.games.battle_farm.actions import WHOLE_SPACE, Kind
from plowshares.games.battle_farm.notation.refusals import find_refusal
from plowshares.games.battle_farm.notation.words import FORMS, KIND_NAMES, Form, format
from plowshares.games.battle_farm.state import State

_KINDS = {KIND_NAMES[kind]: kind for kind in Kind}
_BEYOND = 10**9  # stands for every number of more digits


def parse(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read an action; raise IllegalCommand if it is none, or is not legal."""
    verb, *words = words_of(text) or [""]
    if verb not in _KINDS:
        raise IllegalCommand("unknown-action", f"there is no action {quote(verb)}{suggest(verb, _KINDS)}")
    kind = _KINDS[verb]
    forms = FORMS[kind]
    if len(words) != len(forms):
        needs = " ".join(_example(form) for form in forms) or "nothing"
        raise IllegalCommand("bad-fields", f"{verb!r} takes {needs}, got {quote(text.strip())}")
    fields = tuple(_read_word(form, word, text) for form, word in zip(forms, words, strict=True))
    return _checked(s, seat, kind, fields, quote(text.strip()))


def _example(form: Form) -> str:
    return f"<{form.name}>" if form.words or not form.prefix else f"{form.prefix}<{form.name}>"


def _read_word(form: Form, word: str, text: str) -> int:
    if form.words:
        if word not in form.words:
            raise IllegalCommand("bad-fields", f"no {form.name} {word!r} in {quote(text)}{suggest(word, form.words)}")
        return form.words.index(word)
    match = re.fullmatch(rf"(?:{form.prefix})?(-?)([0-9]+)", word, re.ASCII)
    if not match:
        raise IllegalCommand("bad-fields", f"{word!r} in {quote(text)} is no {form.name}; write {_example(form)}")
    size = int(match[2]) if len(match[2]) < 10 else _BEYOND
    return -size if match[1] else size


def parse_json(s: State, seat: int, data: Any) -> tuple[int, ...]:
    """Read the JSON form of an action."""
    name = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in _KINDS:
        raise IllegalCommand("unknown-action", f'no action has the "kind" of {quote(data)}')
    kind = _KINDS[name]
    forms = FORMS[kind]
    if set(data) != {"kind", *(form.name for form in forms)}:
        keys = ", ".join(form.name for form in forms) or "nothing else"
        raise IllegalCommand("bad-fields", f"{name!r} takes {keys}, got {quote(data)}")
    fields = tuple(_read_value(form, data[form.name], data) for form in forms)
    return _checked(s, seat, kind, fields, quote(data))


def _read_value(form: Form, value: Any, data: Any) -> int:
    if form.words:
        if value not in form.words:
            raise IllegalCommand("bad-fields", f"no {form.name} {value!r} in {quote(data)}")
        return form.words.index(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalCommand("bad-fields", f"{form.name} must be a whole number, not {value!r} in {quote(data)}")
    return max(-_BEYOND, min(value, _BEYOND))


def _checked(s: State, seat: int, kind: Kind, fields: tuple[int, ...], said: str) -> tuple[int, ...]:
    refusal = find_refusal(s, seat, kind, fields, said)
    if refusal:
        raise refusal
    return (WHOLE_SPACE.encode(kind, *fields),)


def explain(s: State, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal for the seat now."""
    size = int(s.actions.size)
    if not 0 <= action < size:
        return IllegalCommand("out-of-range", f"action {action} is not in 0..{size - 1}")
    kind, fields = WHOLE_SPACE.decode(action)
    said = quote(format(s, seat, (action,)))
    refusal = find_refusal(s, seat, Kind(kind), fields, said)
    return refusal or IllegalCommand("not-allowed", f"{said} is legal now")
