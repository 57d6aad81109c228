"""Forms: values as people read and write them, and no words of a programming language in any help."""

from __future__ import annotations

import re

import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import use_language
from plowshares.core.options import read_options, to_plain
from plowshares.server.forms import (
    as_text,
    cards_of,
    computers,
    explain,
    fields_of,
    groups_of,
    presets_of,
    read_form,
    times,
)
from plowshares.server.languages import languages
from tests.amounts import some

PYTHON = re.compile(r"typing|msgspec|\bint\b|\bbool\b|\bdict\b|list\[|[{}]|\bNone\b|\w_\w|\btrue\b|\bfalse\b")


@pytest.mark.parametrize("name", list(registry.OURS))
def test_no_field_speaks_python(name: str) -> None:
    game = registry.find(name)
    for group in some(groups_of(game)):
        assert group.title
        for field in group.fields:
            words = [field.label, field.help, *(choice.label for choice in field.choices)]
            if field.kind not in ("switch", "choice"):
                words.append(field.value)
            assert not [text for text in words if PYTHON.search(text)], field


@pytest.mark.parametrize("name", list(registry.OURS))
def test_every_preset_is_a_card_and_its_form_gives_it_back(name: str) -> None:
    game = registry.find(name)
    assert next(iter(cards_of(game))).name == game.default_preset
    for card in cards_of(game):
        assert all((card.title, card.text, card.length)), card.name
        given = {field.name: field.value for field in fields_of(game)} | presets_of(game)[card.name]
        filled = read_form(game, card.name, given)
        assert to_plain(filled) == to_plain(read_form(game, card.name, {}))


def test_figures_by_name_and_lists_are_written_as_words() -> None:
    game = registry.find("footsoldiers")
    assert as_text({"scout": 10, "tank": 12}) == "scout 10, tank 12"
    assert as_text(["a", "b"]) == "a, b"
    assert as_text(None) == as_text({}) == as_text([]) == ""
    dear = read_form(game, "default", {"cost": "scout 20, assassin: 21, tank = 22"})
    assert to_plain(dear)["cost"] == {"scout": 20, "assassin": 21, "tank": 22}
    assert to_plain(read_form(game, "default", {"cost": '{"scout":20,"assassin":21,"tank":22}'})) == to_plain(dear)
    with pytest.raises(InvalidOption, match="cost"):
        read_form(game, "default", {"cost": "cheap"})


def test_an_option_of_one_word_takes_a_list_where_it_may() -> None:
    game = registry.find("battle_farm")
    chosen = to_plain(read_form(game, "two", {"classes": "land-baron, crop-scientist"}))["classes"]
    assert list(chosen) == ["land-baron", "crop-scientist"]
    assert to_plain(read_form(game, "two", {"deck_counts": "corn 2"}))["deck_counts"] == {"corn": 2}


def test_levels_come_in_order_and_say_whom_they_suit() -> None:
    assert [each.name for each in computers()][:5] == ["random", "easy", "medium", "hard", "expert"]
    assert all(each.text.endswith(".") for each in computers())
    assert times()[0].value == "none"


@pytest.mark.parametrize("name", list(registry.OURS))
def test_what_does_not_fit_is_said_in_the_readers_words(name: str) -> None:
    game, german = registry.find(name), languages()["de"]
    refused = 0
    for field in some(game.options.__struct_fields__):
        for value in ("abc", "-1", "1.5", "99999999"):
            try:
                read_options(game.options, {field: value})
            except InvalidOption as error:
                english = explain(error, field)
                with use_language(german):
                    words = explain(error, field)
                refused += 1
                assert not re.search(r"typing|msgspec|list\[|dict\[|`", english), english
                assert words != english, english
    assert refused
