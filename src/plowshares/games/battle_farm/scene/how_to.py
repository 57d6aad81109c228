"""How to play, in five pictures."""

from __future__ import annotations

from plowshares.core.art import use
from plowshares.core.i18n import _
from plowshares.core.scene import Picture
from plowshares.core.svg import tag
from plowshares.games.battle_farm.cards import Bed, Card
from plowshares.games.battle_farm.scene.faces import BED_HEIGHT, BED_WIDTH, bed_shapes
from plowshares.games.battle_farm.scene.words import art_of

WIDTH, HEIGHT = 320, 180


def how_to_play() -> list[Picture]:
    """Explain the game in five pictures and as many sentences."""
    return [
        Picture(
            _scene(_card(60, Card.CORN, "red"), _card(160, Card.LUCKY_FIND, "blue"), use("die-3", 262, 66, 44)),
            _("A die says how many cards you may buy from the market. You pay with coins."),
            _("Buy"),
        ),
        Picture(
            _scene(_card(24, Card.CARROTS, "red"), _arrow(110), _bed(160, 50, Bed.COMMON, Card.CARROTS, 3)),
            _("Plant crops in your empty beds. Many crops do something as soon as they are planted."),
            _("Plant"),
        ),
        Picture(
            _scene(
                _bed(20, 50, Bed.RAISED, Card.PINEAPPLE, 2), _arrow(150), _bed(190, 50, Bed.RAISED, Card.PINEAPPLE, 1)
            ).replace("</svg>", f"{use('i-fert', 148, 28, 36)}</svg>"),
            _("Fertilizers pay for action cards, and ripen crops a turn sooner. A second die says how many."),
            _("Fertilize"),
        ),
        Picture(
            _scene(_bed(24, 50, Bed.COMMON, Card.PUMPKINS, 1), _arrow(156), use("i-coin", 206, 50, 80)),
            _("Ripe crops pay their coins at the start of your turn, and some have an effect then."),
            _("Harvest"),
        ),
        Picture(
            _scene(use("i-coin", 40, 40, 60), use("i-coin", 90, 70, 60), use("i-trophy", 190, 45, 90)),
            _("When somebody reaches the coin limit or the deck is used up, the round is finished. Most coins win."),
            _("Win"),
        ),
    ]


def _scene(*inside: str) -> str:
    ground = tag("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#bcd79a")
    shade = tag("ellipse", cx=WIDTH / 2, cy=HEIGHT - 22, rx=140, ry=14, fill="#3a2a20", opacity=0.12)
    view = f"0 0 {WIDTH} {HEIGHT}"
    body = (ground, shade, *inside)
    return tag("svg", *body, xmlns="http://www.w3.org/2000/svg", viewBox=view, aria_hidden="true", color="#8a5a0b")


_TINTS = {"red": "#f5b5a5", "blue": "#c9cdf0"}


def _card(x: float, card: Card, tint: str) -> str:
    frame = tag("rect", x=x, y=34, width=82, height=116, rx=10, fill="#fffaf0", stroke="#3a2a20", stroke_width=2)
    upper = tag("rect", x=x + 4, y=38, width=74, height=62, rx=7, fill=_TINTS[tint])
    lines = tag("path", d=f"M{x + 16} 116h50M{x + 22} 128h38", stroke="#cfc0a4", stroke_width=5, stroke_linecap="round")
    return tag("g", frame, upper, lines, use(art_of(card), x + 14, 40, 56))


def _bed(x: float, y: float, kind: Bed, card: Card, timer: int) -> str:
    shapes = bed_shapes(kind, card, timer)
    return tag(
        "svg",
        *shapes,
        x=x,
        y=y,
        width=BED_WIDTH,
        height=BED_HEIGHT,
        viewBox=f"0 0 {BED_WIDTH} {BED_HEIGHT}",
        overflow="visible",
    )


def _arrow(x: float) -> str:
    return tag(
        "path",
        d=f"M{x} 98h26m-10-10l11 10l-11 10",
        fill="none",
        stroke="#3a2a20",
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
