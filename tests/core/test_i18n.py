"""Texts for people: written once in English, rendered in the language of the context."""

from __future__ import annotations

import pickle

import msgspec
import numpy as np
import pytest

from plowshares.core.i18n import (
    Language,
    Text,
    _,
    current_language,
    encode_text,
    freeze,
    join,
    ngettext,
    render,
    thaw,
    use_language,
)

GERMAN = Language(
    "de",
    {
        "{name} takes a {piece}": "{name} schlägt: {piece}",
        "Scout": "Aufklärer",
        "{n} farmer": ("{n} Bauer", "{n} Bauern"),
        "{first} and {second}": "{first} und {second}",
    },
)


def test_a_text_is_its_english_words() -> None:
    text = _("{name} takes a {piece}", name="Anna", piece=_("Scout"))
    assert text == "Anna takes a Scout"
    assert render(text) == "Anna takes a Scout"


def test_a_text_and_the_texts_in_it_are_translated() -> None:
    text = _("{name} takes a {piece}", name="Anna", piece=_("Scout"))
    with use_language(GERMAN):
        assert render(text) == "Anna schlägt: Aufklärer"
    assert render(text) == "Anna takes a Scout"


def test_numbers_choose_the_plural_form() -> None:
    one, many = ngettext("{n} farmer", "{n} farmers", 1), ngettext("{n} farmer", "{n} farmers", 3)
    assert (one, many) == ("1 farmer", "3 farmers")
    with use_language(GERMAN):
        assert (render(one), render(many)) == ("1 Bauer", "3 Bauern")


def test_text_without_a_translation_stays_english() -> None:
    with use_language(GERMAN):
        assert render(_("Nobody here")) == "Nobody here"
        assert render("no text at all") == "no text at all"


def test_texts_are_translated_when_they_are_encoded() -> None:
    with use_language(GERMAN):
        data = msgspec.json.encode({"label": _("Scout"), "n": 1}, enc_hook=encode_text)
    assert msgspec.json.decode(data) == {"label": "Aufklärer", "n": 1}


def test_numbers_of_a_state_are_encoded_as_plain_ones() -> None:
    assert msgspec.json.encode([np.int32(3), np.bool_(True)], enc_hook=encode_text) == b"[3,true]"


def test_the_current_language_is_that_of_the_context() -> None:
    assert current_language().code == "en"
    with use_language(GERMAN):
        assert current_language() is GERMAN


def test_other_objects_are_not_encoded_by_accident() -> None:
    with pytest.raises(NotImplementedError, match="object"):
        msgspec.json.encode(object(), enc_hook=encode_text)


def test_a_text_can_be_translated_after_pickling() -> None:
    text = pickle.loads(pickle.dumps(_("{name} takes a {piece}", name="Anna", piece=_("Scout"))))
    assert isinstance(text, Text)
    with use_language(GERMAN):
        assert render(text) == "Anna schlägt: Aufklärer"


def test_lists_are_joined_in_words() -> None:
    assert join([]) == ""
    assert join(["a"]) == "a"
    assert join(["a", "b"]) == "a and b"
    assert join(["a", "b", "c"]) == "a, b and c"


def test_a_text_that_was_kept_is_read_in_any_language() -> None:
    text = _("{name} takes a {piece}", name="Anna", piece=_("Scout"))
    again = thaw(freeze(text))
    assert isinstance(again, Text)
    assert again == text
    with use_language(GERMAN):
        assert render(again) == "Anna schlägt: Aufklärer"
        assert render(thaw(freeze(ngettext("{n} farmer", "{n} farmers", 3)))) == "3 Bauern"
    assert thaw(freeze("plain words")) == "plain words"
    assert thaw("\x02 nonsense") == "\x02 nonsense"
