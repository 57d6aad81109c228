"""The pages. They are shells without secrets: their content comes through the API."""

from __future__ import annotations

import base64
import functools
import hashlib
import re
import threading
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from plowshares import registry
from plowshares.core.art import link
from plowshares.core.game import Game
from plowshares.core.i18n import _, current_language, encode_text, ngettext, render
from plowshares.engine.default_scene import scene_of
from plowshares.engine.precompile import usual_options
from plowshares.server import forms
from plowshares.server.artwork import art_address, art_data
from plowshares.server.build import build_name, static_address
from plowshares.server.compile_worker import COMPUTER
from plowshares.server.compressed import compress, compressed_response, takes_gzip
from plowshares.server.covers import find_picture, list_cards
from plowshares.server.languages import client_words, language_names
from plowshares.server.rules_page import how_to_play, rules_html
from plowshares.server.work import Work

FOR_GOOD = "public, max-age=31536000, immutable"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_templates = Environment(
    loader=PackageLoader("plowshares.server"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    extensions=["jinja2.ext.i18n"],
)
# `{% trans %}` and `_("…")` of the templates; values are filled in by `{% trans name=… %}`.
_templates.install_gettext_callables(  # type: ignore[attr-defined]  # added by the extension
    lambda words: render(_(words)), lambda one, many, n: render(ngettext(one, many, n)), newstyle=True
)


def draw(name: str, classes: str = "i") -> Markup:
    """Return a drawing of the art for a page."""
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(classes, art_address(), name)


_templates.globals.update(art=art_address(), build=build_name(), static=static_address(), picture=draw)


def routes() -> list[Route]:
    """List the routes of all pages."""
    return [
        Route("/", lobby),
        Route("/join", join),
        Route("/learn", learn),
        Route("/ladder", ladder),
        Route("/players/{player}", player),
        Route("/account", account),
        Route("/owner", owner),
        Route("/puzzles", puzzles),
        Route("/games/{game}", new_table),
        Route("/games/{game}/rules", rules),
        Route("/games/{game}/how", how),
        Route("/games/{game}/picture.svg", first_picture),
        Route("/games/{game}/presets/{preset}.svg", preset_picture),
        Route("/tables/{table}", table),
        Route("/tables/{table}/replay", replay),
        Route("/tables/{table}/review", review),
        Route(art_address(), art),
    ]


def page(name: str, status: int = 200, **words: Any) -> Response:
    """Return a page from its template."""
    words |= {"language": current_language().code, "client_words": client_words(), "languages": language_names()}
    return HTMLResponse(_templates.get_template(name).render(**words), status)


async def lobby(request: Request) -> Response:
    """Show the games, and the caller's tables."""
    shown = page("lobby.html", here="play", games=await work_of(request).pages.run(list_cards))
    shown.background = BackgroundTask(load_games)
    return shown


@functools.cache
def load_games() -> threading.Thread:
    """Import every game, which takes a second, while the visitor reads; a server that stops does not wait for it."""
    thread = threading.Thread(target=lambda: [registry.find(name) for name in registry.names()], daemon=True)
    thread.start()
    return thread


async def puzzles(request: Request) -> Response:
    """Show the puzzles of every game."""
    return page("puzzles.html", here="learn")


async def learn(request: Request) -> Response:
    """Show the guided match of each game, and its rules in pictures."""
    return page("learn.html", here="learn", games=await work_of(request).pages.run(list_cards))


async def join(request: Request) -> Response:
    """Ask whether to sit down; the link's token is never sent with this request."""
    return page("join.html")


async def ladder(request: Request) -> Response:
    """Show the ladder."""
    return page("ladder.html", here="ladder", games=await work_of(request).pages.run(list_cards))


async def player(request: Request) -> Response:
    """Show a player's page."""
    return page("player.html", player=request.path_params["player"])


async def account(request: Request) -> Response:
    """Show the caller's account, devices and friends."""
    return page("account.html")


async def owner(request: Request) -> Response:
    """Show the owner's page; its content comes through the API, for the owner only."""
    return page("owner.html")


async def new_table(request: Request) -> Response:
    """Show the form for a new table."""
    game = _game(request)
    if game is None:
        return missing(_("There is no such game."))
    words: dict[str, Any] = {
        "groups": forms.groups_of(game),
        "first": forms.first_of(game),
        "presets": forms.cards_of(game),
        "times": forms.times(),
    }
    words |= {"computers": [msgspec.to_builtins(each) for each in forms.computers()], "level": forms.USUAL_LEVEL}
    usual = usual_options(game)
    s = await work_of(request).opening.run(game.state.new, usual)
    request.app.state.hall.preparer.begin(game, usual, s, COMPUTER)  # while the form is filled in
    return page("new.html", game=game, people=forms.PEOPLE_CHOOSE, **words)


async def preset_picture(request: Request) -> Response:
    """Draw the board of a preset, small."""
    game = _game(request)
    drawn = forms.draw_preset(game, request.path_params["preset"]) if game else None
    if game is None or drawn is None:
        return await first_picture(request)
    return svg_response(drawn, {"cache-control": "max-age=3600"})


async def rules(request: Request) -> Response:
    """Show the rules of a game."""
    game = _game(request)
    if game is None:
        return missing(_("There is no such game."))
    # Safe: made by the renderer with HTML switched off.
    return page("rules.html", game=game, rules=Markup(await work_of(request).pages.run(rules_html, game.name)))


async def how(request: Request) -> Response:
    """Say in a few sentences how a game is played."""
    game = _game(request)
    if game is None:
        return missing(_("There is no such game."))
    return Response(await work_of(request).pages.run(explain, game), media_type="application/json")


def explain(game: Game) -> bytes:
    """Return how a game is played: in sentences, in pictures, and whether there is a guided match."""
    drawn = [
        {"title": each.title, "text": each.text, "svg": link(each.svg, art_address())}
        for each in scene_of(game).how_to_play()
    ]
    guide = scene_of(game).guide()
    steps = [step.title for step in guide.steps] if guide is not None else []
    told = {"how": how_to_play(game.name), "pictures": drawn, "guide": guide is not None, "steps": steps}
    return msgspec.json.encode(told, enc_hook=encode_text)


async def table(request: Request) -> Response:
    """Show a table."""
    return page("table.html", table=request.path_params["table"])


async def replay(request: Request) -> Response:
    """Show a finished match again."""
    return page("replay.html", table=request.path_params["table"])


async def review(request: Request) -> Response:
    """Show what could have been known in a finished match."""
    return page("review.html", table=request.path_params["table"])


async def art(request: Request) -> Response:
    """Return the drawings of all games; their name changes with them."""
    data, kind = art_data().encode(), "image/svg+xml"
    response = (
        compressed_response(compress(data), kind) if takes_gzip(request.headers) else Response(data, media_type=kind)
    )
    response.headers.update({"cache-control": FOR_GOOD, "vary": "accept-encoding"})
    return response


async def first_picture(request: Request) -> Response:
    """Draw the first position of a game."""
    name = request.path_params["game"]
    if name not in registry.names():
        return missing(_("There is no such game."))
    drawn = await work_of(request).pages.run(find_picture, name)
    return svg_response(drawn, {"cache-control": "private, max-age=3600"})


def svg_response(drawn: str, headers: dict[str, str] | None = None) -> Response:
    """Return a drawing as a file of its own, which may use its own style and nothing else."""
    hashes = " ".join(f"'sha256-{_hash(style)}'" for style in _STYLE.findall(drawn))
    policy = f"default-src 'none'; style-src {hashes or chr(39) + 'none' + chr(39)}; sandbox"
    return Response(drawn, media_type="image/svg+xml", headers={"content-security-policy": policy, **(headers or {})})


def missing(words: str) -> Response:
    """Return the page for an address that does not exist."""
    return page("missing.html", 404, words=render(words))


def work_of(request: Request) -> Work:
    """Return the threads of the server."""
    work: Work = request.app.state.site.work
    return work


def _hash(style: str) -> str:
    return base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()


def _game(request: Request) -> Game | None:
    name = request.path_params["game"]
    return registry.find(name) if name in registry.names() else None
