"""Texts for people. A text is written once, in English, and translated when it is sent.

`_("{name} takes a {piece}", name=..., piece=...)` returns a `Text`: a `str` with the English words that also
remembers its message and values. `render` translates it into the language of the current context; values that are
texts themselves are translated too. The log of a match can therefore be kept once and read in several languages.
Notation, records and logs of the server are language-free and never pass through here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec
import numpy as np

SOURCE = "en"  # the language that texts are written in

CONTEXT = "\x04"  # between the context of a message and its words, as in gettext
FROZEN = "\x02"  # how texts begin that were written with their message and values

Catalogue = Mapping[str, str | tuple[str, ...]]
"""Translations by English message, after its context if it has one; a plural has one translation per form."""


class Text(str):
    """English words for people that can be rendered in another language."""

    __slots__ = ("message", "number", "values")
    message: str
    values: dict[str, Any]
    number: int | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with message and values, so that another process can translate it."""
        return _restore, (str(self), self.message, self.values, self.number)


def _(message: str, /, **values: Any) -> Text:
    """Return a text for people; values fill the `{names}` of its message."""
    return _restore(message.format(**values) if values else message, message, values, None)


def pgettext(context: str, message: str, /, **values: Any) -> Text:
    """Return a text whose English words need different translations in different places; the context tells which."""
    words = message.format(**values) if values else message
    return _restore(words, f"{context}{CONTEXT}{message}", values, None)


def ngettext(one: str, many: str, count: int, /, **values: Any) -> Text:
    """Return a text whose words depend on a number; `{n}` in them is the number."""
    values = {"n": count, **values}
    return _restore((one if count == 1 else many).format(**values), one, values, count)


def _restore(words: str, message: str, values: dict[str, Any], count: int | None) -> Text:
    text = Text(words)
    text.message, text.values, text.number = message, values, count
    return text


class Language:
    """A language that texts can be rendered in."""

    def __init__(self, code: str, catalogue: Catalogue, plural: Callable[[int], int] = lambda n: int(n != 1)) -> None:
        self.code = code
        self._catalogue = catalogue
        self._plural = plural

    def translate(self, text: Text) -> str:
        """Return the words of a text in this language, or in English if it has no translation."""
        found = self._catalogue.get(text.message)
        if isinstance(found, tuple):
            found = found[self._plural(text.number if text.number is not None else 1)]
        if not found:
            return str.__str__(text)
        values = {name: self.render(value) for name, value in text.values.items()}
        return found.format(**values) if values else found

    def render(self, value: Any) -> Any:
        """Return a value with its words in this language."""
        return self.translate(value) if isinstance(value, Text) else value


ENGLISH = Language(SOURCE, {})
_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def current_language() -> Language:
    """Return the language that texts are rendered in now."""
    return _current.get()


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Render texts in a language for a while."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def render(text: str) -> str:
    """Return a text's words in the current language; a plain string stays as it is."""
    if not isinstance(text, Text):
        return text
    language = _current.get()
    return str.__str__(text) if language is ENGLISH else language.translate(text)


def encode_text(value: Any) -> Any:
    """Encode a text for msgspec (`enc_hook`), in the current language; and numbers of a State, which are NumPy's."""
    if isinstance(value, Text):
        return render(value)
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"objects of type {type(value).__name__} cannot be encoded")


def freeze(text: str) -> str:
    """Write a text so that it can be kept and thawed in any language; a plain string stays as it is."""
    if not isinstance(text, Text):
        return text
    values = {name: freeze(value) if isinstance(value, str) else value for name, value in text.values.items()}
    kept = {"text": str.__str__(text), "message": text.message, "values": values, "number": text.number}
    return FROZEN + msgspec.json.encode(kept, enc_hook=encode_text).decode()


def thaw(kept: str) -> str:
    """Return the text that was written by `freeze`."""
    if not kept.startswith(FROZEN):
        return kept
    try:
        found = msgspec.json.decode(kept.removeprefix(FROZEN), type=_Frozen)
    except msgspec.DecodeError:
        return kept
    values = {name: thaw(value) if isinstance(value, str) else value for name, value in found.values.items()}
    return _restore(found.text, found.message, values, found.number)


class _Frozen(msgspec.Struct):
    """A text as it is kept."""

    text: str
    message: str
    values: dict[str, Any]
    number: int | None = None


def join(parts: Sequence[str]) -> Text:
    """Return a list in words: "a, b and c"."""
    if not parts:
        return _restore("", "", {}, None)
    if len(parts) == 1:
        return _("{only}", only=parts[0])
    if len(parts) == 2:
        return _("{first} and {second}", first=parts[0], second=parts[1])
    return _("{first}, {rest}", first=parts[0], rest=join(parts[1:]))
