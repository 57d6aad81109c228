"""How to play, in five pictures."""

from __future__ import annotations

from plowshares.core.i18n import _
from plowshares.core.scene import Picture
from plowshares.games.civ.scene import figures, terrain
from plowshares.games.civ.scene.terrain import CELL


def how_to_play() -> list[Picture]:
    """Explain the game in five pictures and as many sentences."""
    return [
        Picture(
            _scene("GFHGGGOG", ((0, 0), 0), workers=((1, 0), 0)),
            _("Your city and each worker near it harvest one tile a turn: food, production and trade."),
            _("Harvest"),
        ),
        Picture(
            _scene("GGGGGHGG", ((1, 0), 0), workers=((0, 1), 0), armies=((2, 1), 0, 2)),
            _("At the start of your turn every unit eats. Units that get nothing starve, so watch your food."),
            _("Eat"),
        ),
        Picture(
            _scene("GGHFGGGM", ((0, 1), 0), armies=((2, 0), 0, 1)),
            _("Spend first: production buys workers, armies and cities, trade buys strength. Then move one step each."),
            _("Spend, then move"),
        ),
        Picture(
            _scene("GGGHGFGG", None, armies=((1, 0), 0, 3), enemies=((2, 0), 1, 2)),
            _("Armies strike at the same time. There is no luck: the forecast tells you how a battle ends."),
            _("Fight"),
        ),
        Picture(
            _scene("GHGGGGGF", ((2, 1), 1), armies=((1, 1), 0, 2)),
            _("Move an army into a city to take it, with the enemies near it. Own them all, or have the most points."),
            _("Win"),
        ),
    ]


_CODES = "OGHFM"
_COLUMNS = 4


def _scene(land: str, town: object, **units: tuple[object, ...]) -> str:
    """Draw two rows of land with a city and some units."""
    parts = [terrain.land(_CODES.index(letter), i % _COLUMNS, i // _COLUMNS) for i, letter in enumerate(land)]
    if isinstance(town, tuple):
        (x, y), seat = town
        parts.append(figures.city(x, y, seat, ""))
    for kind, (place, seat, *count) in units.items():
        x, y = place  # type: ignore[misc]  # a pair
        if kind == "workers":
            parts.append(figures.workers(x, y, seat, 1, figures.ALONE, False, ""))
        else:
            parts.append(figures.armies(x, y, seat, count[0], 100, (), figures.ALONE, False, ""))
    size = f"0 0 {_COLUMNS * CELL} {2 * CELL}"
    style = terrain.STYLE + figures.STYLE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" aria-hidden="true"><style>{style}</style>'
    return head + "".join(parts) + "</svg>"
