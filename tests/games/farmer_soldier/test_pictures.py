"""Pictures for screens and terminals."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from plowshares.games.farmer_soldier import notation, svg, text
from plowshares.games.farmer_soldier.layout import Layout, window_of
from plowshares.games.farmer_soldier.positions import cell_name

from .helpers import Table, at, new

# Small boards, so that few capacity classes have to be compiled.
BOARDS: dict[str, dict[str, Any]] = {
    "square": {},
    "corner": {"adjacency": "corner"},
    "torus": {"size": "4x3", "edges": "pp"},
    "hexagon": {"grid": "hex", "shape": "hexagon", "size": "1"},
    "hex": {"grid": "hex", "size": "4x3", "edges": "pf"},
    "triangle": {"grid": "triangle", "size": "4x3", "edges": "pf"},
    "line": {"grid": "cubic", "size": "5"},
    "cube": {"grid": "cubic", "size": "2x2x3", "food_rule": "common"},
    "four axes": {"grid": "cubic", "size": "2x2x2x2", "edges": "ffpf"},
    "six axes": {"grid": "cubic", "size": "1x2x2x1x2x2"},
    "endless": {"edges": "ii"},
    "endless column": {"size": "2x3", "edges": "fi"},
    "crowded": {"players": 8},
}
boards = pytest.mark.parametrize("board", BOARDS)


def picks_in(picture: str) -> list[str]:
    return re.findall(r'data-pick="([^"]+)"', picture)


@boards
def test_the_screen_shows_every_cell_once_and_all_picks(board: str) -> None:
    table = new(**BOARDS[board])
    seen = table.view(0)
    picture = svg.board(seen, 0, ("cell " + cell_name(seen, 0),))
    root = ElementTree.fromstring(picture)
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    found = picks_in(picture)
    assert len(found) == len(set(found))
    assert 'class="pick marked"' in picture
    for action in table.legal(0):
        for pick in notation.picks(seen, 0, action):
            assert pick in found or pick.startswith(("button", "number"))


@boards
def test_cells_do_not_overlap(board: str) -> None:
    window = window_of(new(**BOARDS[board]).s)
    layout = Layout(window)
    middles = [layout.centre(place) for place in window.cells]
    rounded = {(round(x), round(y)) for x, y in middles}
    assert len(rounded) == len(middles)
    assert all(0 <= x <= layout.size[0] and 0 <= y <= layout.size[1] for x, y in middles)


@boards
def test_the_terminal_shows_every_cell_and_player(board: str) -> None:
    table = new(**BOARDS[board])
    for viewer in (-1, 0, 1):
        picture = text.board(table.view(viewer), viewer)
        for entry in table.position.split("; "):
            name, _, rest = entry.partition(" ")
            assert name in picture
            assert rest.split(" food")[0] in picture
        assert notation.prompt(table.view(viewer), viewer) in picture


def test_shapes_and_letters_not_colour_alone() -> None:
    picture = svg.board(at("a1 p0 1f 2s 3c 4g; c3 p1 1f 2g").view(0), 0)
    assert "p0 1 farmer 2 soldiers 3 children 4 food" in picture
    assert {"circle", "rect", "polygon"} <= set(re.findall(r"<(\w+)", picture))
    assert ">p0<" in picture
    assert ">p1<" in picture
    assert (
        len({svg.shape(what, 0, 0, "#000").split(" ")[0] + svg.shape(what, 0, 0, "#000")[-60:] for what in range(4)})
        == 4
    )


def test_wrapping_and_endless_sides_are_marked() -> None:
    torus, plain = svg.board(new(edges="pf").s, 0), svg.board(new().s, 0)
    assert torus.count('class="wrap"') == 6
    assert "wrap around (axis 0)" in torus
    assert 'class="wrap"' not in plain
    endless = svg.board(new(edges="ii").s, 0)
    assert 'class="open"' in endless
    assert "no end" in endless
    assert "wraps around left to right" in text.board(new(edges="pf").s, 0)
    assert "no end bottom to top" in text.board(new(edges="fi").s, 0)


def test_an_endless_board_shows_the_used_part_with_a_margin() -> None:
    table = at("0.0 p0 1f 2g; 1.0 p1 1f 2g", edges="ii", size="9x9")
    names = {pick.removeprefix("cell ") for pick in picks_in(svg.board(table.s, 0))}
    assert names == {"0.0", "1.0", "2.0", "0.1", "1.1", "2.1", "-1.0", "0.-1", "1.-1"}


def test_questions_and_waiting_moves_are_shown() -> None:
    asked = at("a1 p0 2f 2s 1g; c3 p1 1f 2g").play("done")
    assert 'class="pick asked"' in svg.board(asked.view(0), 0)
    moving = at("a1 p0 2f 2s 1g; c3 p1 1f 2g").play("a1>b1 f")
    assert 'stroke-dasharray="8 6"' in svg.board(moving.view(0), 0)
    assert "(moved this turn: 2 of the farmers)" in svg.board(moving.play("2").view(0), 0)
    marks = at("b2 p0 1s 1g p1 1s p2 1s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f", players=3).play("done")
    assert 'class="pick asked"' in svg.board(marks.view(0), 0)
    assert 'class="pick asked"' not in svg.board(marks.view(-1), -1)
    over = at("a1 p0 2s; c3 p1 1f 2g").play("done")
    assert "over" in svg.board(over.s, 0)
    assert "over" in text.board(over.s, 0)


def test_a_crowded_cell_still_fits() -> None:
    words = " ".join(f"p{k} 12f 34s 56c 78g" for k in range(8))
    picture = svg.board(at(f"b2 {words}", players=8).s, 0)
    scales = [float(scale) for scale in re.findall(r"scale\(([0-9.]+)\)", picture)]
    assert len(scales) == 8
    assert max(scales) * svg.ROW * 8 <= svg.FITS["square"][1] + 0.1


def test_common_food_is_nobodys() -> None:
    table = at("a1 food 3; b1 p1 1f; c3 p0 1f", food_rule="common")
    assert "3 food of nobody" in svg.board(table.s, 0)
    assert "food 3" in text.board(table.s, 0)


def test_an_empty_endless_board_shows_its_start() -> None:
    assert len(picks_in(svg.board(Table(at("", edges="ii").s).s, 0))) == 9


def test_marked_cells_have_a_star() -> None:
    assert "a1*" in text.board(new().s, 0, ("cell a1",))
