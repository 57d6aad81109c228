"""Languages: the choice for a browser, and that all texts of code, templates and scripts are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import ENGLISH, _, freeze, ngettext, pgettext, render, thaw, use_language
from plowshares.core.options import read_words
from plowshares.server.forms import explain
from plowshares.server.languages import choose_language, client_words, language_names, languages, read_language
from plowshares.server.plan import SeatPlan, display_names
from scripts.messages import FOLDER, PACKAGE, gather, placeholders, problems

CATALOGUE = """
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

#: plowshares/engine/story.py
msgid "You resigned."
msgstr "Du hast aufgegeben."

#: plowshares/engine/story.py
msgid "{n} farmer"
msgid_plural "{n} farmers"
msgstr[0] "{n} Bauer"
msgstr[1] "{n} Bauern"

#: plowshares/server/static/table.js
msgid "Cancel"
msgstr "Abbrechen"
"""


CONTEXTS = """
#: plowshares/games/stratego/scene/words.py
msgctxt "stratego"
msgid "Scout"
msgstr "Aufklärer"

#: plowshares/games/footsoldiers/scene/words.py
msgctxt "footsoldiers"
msgid "Scout"
msgstr "Späher"
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    file = tmp_path / "de.po"
    file.write_text(CATALOGUE, encoding="utf-8")
    return file


def test_texts_are_rendered_from_a_catalogue(catalogue: Path) -> None:
    with use_language(read_language(catalogue)):
        assert render(_("You resigned.")) == "Du hast aufgegeben."
        assert render(ngettext("{n} farmer", "{n} farmers", 2)) == "2 Bauern"
        assert render(_("Board")) == "Board"


def test_one_english_word_has_a_translation_for_each_context(catalogue: Path) -> None:
    catalogue.write_text(CATALOGUE + CONTEXTS, encoding="utf-8")
    with use_language(read_language(catalogue)):
        assert render(pgettext("stratego", "Scout")) == "Aufklärer"
        assert render(pgettext("footsoldiers", "Scout")) == "Späher"
        assert render(thaw(freeze(pgettext("stratego", "Scout")))) == "Aufklärer"
        assert render(_("{piece} runs", piece=pgettext("stratego", "Scout"))) == "Scout runs"
    assert pgettext("stratego", "{n} Scouts", n=2) == "2 Scouts"


def test_levels_at_a_table_are_read_in_everybodys_language() -> None:
    names = display_names([SeatPlan("me", "Anna"), SeatPlan("computer", "easy"), SeatPlan("computer", "easy")])
    assert names == ["Anna", "Easy 1", "Easy 2"]
    with use_language(languages()["de"]):
        assert [render(name) for name in names] == ["Anna", "Leicht 1", "Leicht 2"]


@pytest.mark.parametrize(
    ("game", "word", "field", "words"),
    [
        ("stratego", "setup_limit=3", "setup_limit", "eine Armee von 40 braucht mindestens 41; angegeben ist '3'"),
        ("farmer_soldier", "players=64", "players", "das Brett hat am Anfang nur 9 Felder; angegeben ist '64'"),
        ("footsoldiers", "map_width=2", "map_width", "2 ist weniger als die 67 der Karte selbst"),
        ("civ", "map=rows", "map_rows", "braucht 16 Zeilen, hat aber 0"),
    ],
)
def test_refusals_of_options_are_read_in_everybodys_language(game: str, word: str, field: str, words: str) -> None:
    with pytest.raises(InvalidOption) as refused, use_language(languages()["de"]):
        read_words(registry.find(game).options, [word])
    with use_language(languages()["de"]):
        assert explain(refused.value, field) == words
    assert str(refused.value).startswith(f"option {field}: ")  # programs read the same as before


def test_the_scripts_of_the_page_get_their_own_texts_only(catalogue: Path) -> None:
    assert client_words() == {}
    with use_language(read_language(catalogue)):
        assert client_words() == {"Cancel": "Abbrechen"}


def test_a_language_with_other_plurals_is_refused(catalogue: Path) -> None:
    words = catalogue.read_text(encoding="utf-8").replace("nplurals=2; plural=(n != 1)", "nplurals=1; plural=0")
    catalogue.write_text(words, encoding="utf-8")
    with pytest.raises(ValueError, match="1 plural forms"):
        read_language(catalogue)


@pytest.mark.parametrize(
    ("chosen", "accepted", "expected"),
    [
        ("", "", "en"),
        ("de", "en", "de"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "fr,en;q=0.5,de;q=0.7", "de"),
        ("klingon", "fr", "en"),
        ("", "de;q=nonsense,;;,", "en"),
    ],
)
def test_the_language_is_the_one_chosen_or_accepted(
    chosen: str, accepted: str, expected: str, catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(catalogue, monkeypatch)
    assert choose_language(chosen, accepted).code == expected


def test_english_is_the_language_of_the_sources(catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(catalogue, monkeypatch)
    assert choose_language("en", "de") is ENGLISH
    assert language_names() == {"en": "English", "de": "Deutsch"}


def offer(catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"en": ENGLISH, "de": read_language(catalogue)}
    monkeypatch.setattr("plowshares.server.languages.languages", lambda: known)


def test_missing_and_wrong_translations_are_found(catalogue: Path) -> None:
    from babel.messages.catalog import Catalog

    found = Catalog()
    found.add("You resigned.")
    found.add("{name} resigned.")
    found.add(("{n} farmer", "{n} farmers"))
    assert list(problems(catalogue, found)) == [
        "de.po: no translation of '{name} resigned.'",
        "de.po: 'Cancel' is not used any more",
    ]
    assert placeholders("{name} takes {piece}") == {"name", "piece"}
    assert placeholders("%(n)s players") == {"n"}


def test_the_catalogues_are_whole() -> None:
    found, catalogues = gather(), sorted(FOLDER.glob("*.po"))
    assert [file.stem for file in catalogues] == ["de"]
    assert [problem for file in catalogues for problem in problems(file, found)] == []


MARKUP = re.compile(r"{%-? *trans.*?endtrans *-?%}|{{.*?}}|{%.*?%}|{#.*?#}|<[^>]*>", re.DOTALL)
NOT_TRANSLATED = {"Plowshares", "– Plowshares", "@ART@", "@PARTS@"}


def test_no_text_of_a_template_is_outside_the_catalogues() -> None:
    left = []
    templates = sorted((PACKAGE / "server" / "templates").glob("*.html"))
    for file in templates:
        lines = [line.strip() for line in MARKUP.sub("\n", file.read_text(encoding="utf-8")).splitlines()]
        words = [line for line in lines if re.search("[A-Za-z]{3}", line) and not line.startswith("class=")]
        left += [f"{file.name}: {line}" for line in words if line not in NOT_TRANSLATED]
    assert len(templates) > 10
    assert left == []
