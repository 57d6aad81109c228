"""Gather all texts for people into the catalogues: `python -m scripts.messages` updates `locale/*.po`.

`--check` changes nothing and fails if a catalogue is out of date or lacks a translation.
"""

from __future__ import annotations

import argparse
import io
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "plowshares"
FOLDER = PACKAGE / "locale"
METHODS = [("**.py", "python"), ("server/templates/**.html", "jinja2.ext.babel_extract"), ("**.js", "javascript")]
OPTIONS = {
    "server/templates/**.html": {"trimmed": "true", "silent": "false"},
    "**.js": {"parse_template_string": "true"},
}
TEMPLATE_NAME = re.compile(r"%\((\w+)\)s")
KEYWORDS = {"_": None, "pgettext": ((1, "c"), 2), "ngettext": (1, 2), "t": None, "tn": (1, 2), "gettext": None}


def gather() -> Catalog:
    """Return a catalogue of all texts in the sources, without translations."""
    found = Catalog(project="Plowshares", charset="utf-8")
    extracted = extract_from_dir(PACKAGE, METHODS, OPTIONS, KEYWORDS, comment_tags=["Translators:"])
    for file, _line, message, comments, context in extracted:
        found.add(message, None, [(f"plowshares/{file}", 0)], auto_comments=comments, context=context)
    return found


def update(file: Path, found: Catalog) -> str:
    """Return the text of a catalogue with all messages of the sources and the translations it has."""
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=file.stem)
    catalogue.update(found, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    out = io.BytesIO()
    write_po(out, catalogue, width=100, sort_output=True, omit_header=False, include_lineno=False)
    return out.getvalue().decode()


def problems(file: Path, found: Catalog) -> Iterator[str]:
    """Say what is wrong with a catalogue: messages that are missing, not translated, or have other placeholders."""
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=file.stem)
    for message in found:
        if not message.id:
            continue
        known = catalogue.get(message.id, message.context)
        words = None if known is None else known.string
        strings = [words] if isinstance(words, str) else list(words or ())
        if not strings or not all(strings):
            yield f"{file.name}: no translation of {message.id!r}"
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = placeholders(ids[-1])
        for translated in strings:
            if placeholders(translated) != wanted:
                yield f"{file.name}: the placeholders of {translated!r} are not those of {ids[-1]!r}"
    unknown = {(m.context, m.id) for m in catalogue if m.id} - {(m.context, m.id) for m in found if m.id}
    yield from (f"{file.name}: {message!r} is not used any more" for _context, message in sorted(unknown, key=str))


def placeholders(words: str) -> set[str]:
    """Return the names in braces, and those of templates: `%(name)s`."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name} | set(TEMPLATE_NAME.findall(words))


def main(arguments: list[str] | None = None) -> int:
    """Update the catalogues, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if something is missing")
    wanted = parser.parse_args(arguments)
    found, wrong = gather(), 0
    for file in sorted(FOLDER.glob("*.po")):
        if not wanted.check:
            file.write_text(update(file, found), encoding="utf-8")
        for problem in problems(file, found):
            wrong += 1
            print(problem)
    print(f"{len(found)} messages, {wrong} problems")
    return int(bool(wanted.check and wrong))


if __name__ == "__main__":
    sys.exit(main())
