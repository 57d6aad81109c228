"""Drawing: a small writer of SVG that escapes what it is given and names what can be picked."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

from plowshares.core.i18n import Text, render

# Chosen to differ for the common kinds of colour-blindness; shapes and letters still carry the meaning.
SEAT_COLOURS = ("#b3261e", "#1f4e9c", "#2e7d32", "#b26a00", "#6a3d9a", "#00796b", "#8d4b3f", "#5a5a5a")


def number(value: float) -> str:
    """Write a coordinate, as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def tag(name: str, *inside: str, **attributes: Any) -> str:
    """Return one element. `class_` and `data_pick` become `class` and `data-pick`; None is left out."""
    given = attributes.items()
    words = [name, *(attribute(key, _plain(value)) for key, value in given if value is not None)]
    body = "".join(inside)
    return f"<{' '.join(words)}>{body}</{name}>" if body else f"<{' '.join(words)}/>"


def _plain(value: Any) -> Any:
    """Return a text in the current language; two languages must not share an entry of a cache."""
    return render(value) if isinstance(value, Text) else value


@functools.lru_cache(maxsize=1 << 14, typed=True)  # a board says the same few thousand things again and again
def attribute(key: str, value: Any) -> str:
    """Write one attribute with its name as SVG has it."""
    text = number(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)
    return f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}"


def label(words: str, x: float, y: float, **attributes: Any) -> str:
    """Return text centred on a point."""
    attributes.setdefault("text_anchor", "middle")
    attributes.setdefault("dominant_baseline", "central")
    return tag("text", escape(render(words)), x=x, y=y, **attributes)


def pick(name: str, title: str, *inside: str, marked: Collection[str] = (), **attributes: Any) -> str:
    """Return a group that can be picked: named for programs, titled for people and screen readers."""
    classes = "pick marked" if name in marked else "pick"
    extra = attributes.pop("class_", "")
    return tag(
        "g",
        tag("title", escape(render(title))),
        *inside,
        class_=f"{classes} {extra}".strip(),
        data_pick=name,
        aria_label=title,
        **attributes,
    )


def picture(
    width: float,
    height: float,
    title: str,
    description: str,
    inside: Iterable[str],
    style: str = "",
    role: Literal["img", "group"] = "img",
) -> str:
    """Return a whole SVG with its title and description; a `group` has parts that screen readers look into."""
    parts = [tag("title", escape(render(title))), tag("desc", escape(render(description)))]
    if style:
        parts.append(tag("style", style))
    return tag(
        "svg",
        *parts,
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role=role,
        aria_label=title if role == "group" else None,
        class_="board",
    )


def thumbnail(width: float, height: float, shapes: Iterable[str], back: str = "#e9e0c8") -> str:
    """Return a small picture of a board, 4 to 3, with the shapes scaled into it."""
    scale = min(112 / width, 82 / height)
    left, top = (120 - width * scale) / 2, (90 - height * scale) / 2
    inside = tag("g", *shapes, transform=f"translate({number(left)} {number(top)}) scale({scale:.4f})")
    ground = tag("rect", width=120, height=90, rx=8, fill=back)
    return tag("svg", ground, inside, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 120 90")
