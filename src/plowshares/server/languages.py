"""The languages of the pages: catalogues of translations, and which one a browser gets.

Texts are written in English in the code (`core/i18n.py`), in templates and in scripts of the page (`t("…")`);
`python -m scripts.messages` gathers them into the catalogues, `locale/<language>.po`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from plowshares.core.i18n import CONTEXT, ENGLISH, Language, current_language, use_language

FOLDER = Path(__file__).parent.parent / "locale"
COOKIE = "language"


class CatalogueLanguage(Language):
    """A language with a catalogue; it knows which of its messages the scripts of the page use."""

    def __init__(self, code: str, catalogue: Catalog) -> None:
        messages = [message for message in catalogue if message.id and message.string]
        super().__init__(code, {_key(message): _words(message) for message in messages})
        scripts = [m for m in messages if any(file.endswith(".js") for file, _ in m.locations)]
        self.client = {_key(message): _words(message) for message in scripts}

    def lookup(self, words: str) -> str | None:
        """Return the translation of an English message without values; None if it is not one."""
        found = self._catalogue.get(words)
        return found if isinstance(found, str) else None


def _key(message: Message) -> str:
    words = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT}{words}" if message.context else words


def _words(message: Message) -> str | tuple[str, ...]:
    return message.string if isinstance(message.string, str) else tuple(message.string or ())


@functools.cache
def languages() -> Mapping[str, Language]:
    """Return all languages by code, English first."""
    found: dict[str, Language] = {ENGLISH.code: ENGLISH}
    for file in sorted(FOLDER.glob("*.po")):
        found[file.stem] = read_language(file)
    return found


def read_language(file: Path) -> CatalogueLanguage:
    """Read a catalogue; its language must have two plural forms, one for 1 and one for everything else."""
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=file.stem)
    if catalogue.num_plurals != 2:
        raise ValueError(f"{file.name} has {catalogue.num_plurals} plural forms; only languages with 2 are supported")
    return CatalogueLanguage(file.stem, catalogue)


def choose_language(chosen: str, accepted: str) -> Language:
    """Return the language that a person chose, or the best of those that the browser accepts."""
    known = languages()
    if chosen in known:
        return known[chosen]
    best = negotiate_locale(_preferences(accepted), list(known), sep="-")
    return known[best] if best is not None else ENGLISH


def _preferences(accepted: str) -> list[str]:
    """List the languages of an Accept-Language header, the most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(","):
        code, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), code))
        except ValueError:
            continue
    return [code for _, code in sorted(wanted, key=lambda each: each[0]) if code]


def client_words() -> Mapping[str, str | tuple[str, ...]]:
    """Return the translations that the scripts of the page need, in the current language."""
    language = current_language()
    return language.client if isinstance(language, CatalogueLanguage) else {}


def language_names() -> dict[str, str]:
    """Return the name of every language in that language, by code."""
    return {code: (Locale.parse(code).get_display_name() or code).capitalize() for code in languages()}


class LanguageMiddleware:
    """Renders every response in the language of its request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Choose the language of a request and pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        chosen = choose_language(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))
        with use_language(chosen):
            await self.app(scope, receive, send)
