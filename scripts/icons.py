"""Draw the icons of the web app from `icon.svg`: `python -m scripts.icons` writes them again."""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parent.parent / "src" / "plowshares" / "server" / "static"


def draw(svg: str, size: int) -> bytes:
    """Return a drawing as a PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    """Write all icons."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    # Systems cut their own shape out of a maskable icon: the ground reaches the edges, the sign keeps to the middle.
    whole = svg.replace('rx="11"', 'rx="0"').replace('viewBox="0 0 48 48"', 'viewBox="-6 -6 60 60"')
    whole = whole.replace('<rect width="48" height="48"', '<rect x="-6" y="-6" width="60" height="60"')
    for name, drawn, size in (("icon-192", svg, 192), ("icon-512", svg, 512), ("icon-maskable", whole, 512)):
        (STATIC / f"{name}.png").write_bytes(draw(drawn, size))


if __name__ == "__main__":
    main()
