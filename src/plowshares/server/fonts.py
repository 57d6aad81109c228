"""The fonts of the pages, taken from packages of fonts."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

FONTS = {
    "manrope.ttf": ("font_manrope", "Manrope-VariableFont_wght.ttf"),
    "source-serif.ttf": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
WEEK = "public, max-age=604800"


def routes() -> list[Route]:
    """List the routes of the fonts."""
    return [Route("/fonts/{name}", font)]


async def font(request: Request) -> Response:
    """Return a font; pages have others to fall back on."""
    file = find_font(request.path_params["name"])
    if file is None:
        return Response(status_code=404)
    return FileResponse(file, media_type="font/ttf", headers={"cache-control": WEEK})


def find_font(name: str) -> Path | None:
    """Return the file of a font, if its package is installed."""
    package, file = FONTS.get(name, ("", ""))
    spec = importlib.util.find_spec(package) if package else None
    if spec is None or spec.origin is None:
        return None
    found = Path(spec.origin).parent / "files" / file
    return found if found.is_file() else None
