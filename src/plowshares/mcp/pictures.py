"""Drawings as pixels, for models that see images."""

from __future__ import annotations

from plowshares.core.errors import PlowsharesError

WIDTH = 800  # pixels


def to_png(svg: str) -> bytes:
    """Return an SVG that stands alone as a PNG."""
    try:
        import resvg_py
    except ImportError:
        raise PlowsharesError("images need resvg-py (pip install 'plowshares[mcp]'); ask for form svg") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white"))
