"""Options: what a table may choose before a match, with bounds, help and clear refusals."""

from __future__ import annotations

import functools
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from plowshares.core.errors import InvalidOption
from plowshares.core.parsing import suggest

SECRET_OPTION = {"secret": True}  # for the `extra` of an option's Meta
O = TypeVar("O", bound="Options")  # noqa: E741  # the one-letter name of the type that `read` returns


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of a game's options; checks that one field alone cannot make go in `__post_init__`."""


def read_options(cls: type[O], given: Mapping[str, Any]) -> O:
    """Return checked options; raise InvalidOption that names the option, its bounds and the value."""
    fields = set(cls.__struct_fields__)
    for name in given:
        if name not in fields:
            known = ", ".join(sorted(fields))
            raise InvalidOption(f"unknown option {name!r}{suggest(name, fields)}; the options are: {known}")
    for name, value in given.items():
        _check_one(cls, name, value)
    try:
        return msgspec.convert(dict(given), cls)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, InvalidOption):  # a game's own check keeps its class and its words
            raise error.__cause__ from None
        raise InvalidOption(str(error)) from None


@functools.cache
def hints_of(cls: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the annotations of a class, worked out once: that takes longer than to start a match."""
    return types.MappingProxyType(get_type_hints(cls, include_extras=True))


def _check_one(cls: type[Options], name: str, value: Any) -> None:
    hint = hints_of(cls)[name]
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise InvalidOption(f"option {name}: {str(error).lower()}, got {value!r} ({bounds_of(hint)})") from None


def read_words(cls: type[O], words: Iterable[str], base: Mapping[str, Any] | None = None) -> O:
    """Read `name=value` words as typed on a command line, on top of a base such as a preset."""
    given = dict(base or {})
    hints = hints_of(cls)
    for word in words:
        name, mark, text = word.partition("=")
        if not mark:
            raise InvalidOption(f"{word!r} is not of the form name=value")
        name = name.strip().replace("-", "_")
        if name not in hints or name not in cls.__struct_fields__:
            known = ", ".join(sorted(cls.__struct_fields__))
            near = suggest(name, cls.__struct_fields__)
            raise InvalidOption(f"unknown option {name!r} in {word!r}{near}; the options are: {known}")
        text = text.rstrip()
        # Blanks before the first of several lines are part of what they draw, such as a map.
        given[name] = _from_text(text if "\n" in text else text.strip(), hints[name])
    return read_options(cls, given)


def _from_text(text: str, hint: Any) -> Any:
    """Turn typed text into a value of the field's kind; what does not fit stays text and is refused later."""
    try:
        return msgspec.convert(text, hint, strict=False)
    except msgspec.ValidationError:
        pass
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def to_plain(options: Options) -> dict[str, Any]:
    """Return the options as plain values, all defaults filled in, for records and forms."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def bounds_of(hint: Any) -> str:
    """Describe in a few words what a field takes."""
    origin = get_origin(hint)
    if origin is Annotated:
        kind, *marks = get_args(hint)
        limits = [mark for mark in marks if isinstance(mark, msgspec.Meta)]
        low = next((m.ge for m in limits if m.ge is not None), None)
        high = next((m.le for m in limits if m.le is not None), None)
        if low is None and high is None:
            return bounds_of(kind)
        return f"{bounds_of(kind)} {'' if low is None else low}..{'' if high is None else high}"
    if origin is Literal:
        return "one of " + ", ".join(str(value) for value in get_args(hint))
    if origin in (Union, types.UnionType):
        return " or ".join(bounds_of(part) for part in get_args(hint))
    if origin in (list, tuple):
        return f"a list, each {bounds_of(get_args(hint)[0])}"
    if origin is dict:
        return f"names, each with a {bounds_of(get_args(hint)[1])}"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        parts = hints_of(hint)
        return ", ".join(f"{name}: {bounds_of(parts[name])}" for name in hint.__struct_fields__)
    names = {int: "whole number", bool: "true or false", str: "text", float: "number", type(None): "nothing"}
    return names.get(hint, str(hint))


def describe(cls: type[Options]) -> list[tuple[str, str, Any, str]]:
    """List name, bounds, default and help of every option, for help texts and forms."""
    hints = hints_of(cls)
    rows = []
    for field in msgspec.structs.fields(cls):
        hint = hints[field.name]
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        words = next((m.description for m in marks if isinstance(m, msgspec.Meta) and m.description), "")
        rows.append((field.name, bounds_of(hint), _default_of(field), words))
    return rows


@functools.cache
def secret_options(cls: type[Options]) -> frozenset[str]:
    """Return the options that hold what the board hides, marked with SECRET_OPTION. Programs at a table are not told.

    The player who opens the table chooses them.
    """
    marks = {name: get_args(hint)[1:] for name, hint in hints_of(cls).items() if get_origin(hint) is Annotated}
    return frozenset(name for name, each in marks.items() if any(map(_is_secret, each)))


def _is_secret(mark: Any) -> bool:
    return isinstance(mark, msgspec.Meta) and mark.extra == SECRET_OPTION


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None if field.default is msgspec.NODEFAULT else field.default
