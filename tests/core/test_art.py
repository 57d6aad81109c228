"""Drawings of the art: linked from the sprite, or embedded in standalone pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plowshares import registry
from plowshares.core.art import inline, link, name_sprite, sprite, symbols, use

SMALL = 24  # px, the smallest that drawings are shown
THIN = 1 / 3  # px
SHAPES = {"symbol", "g", "path", "circle", "ellipse", "rect"}
DRAWN = f'<svg xmlns="http://www.w3.org/2000/svg">{use("i-coin", 1, 2, 24)}</svg>'


def test_every_drawing_has_a_name_of_its_own() -> None:
    packages = ["plowshares.core", *registry.packages()]
    names = [name for package in packages for name in symbols(package)]
    assert len(names) > 150
    assert len(names) == len(set(names))


def test_the_sprite_is_one_wellformed_file_named_after_its_content() -> None:
    data = sprite(registry.packages())
    assert len(ElementTree.fromstring(data)) > 150
    assert name_sprite(data) != name_sprite(data + " ")


@pytest.mark.parametrize("package", ["plowshares.core", *registry.packages()])
def test_drawings_are_shapes_alone_whose_lines_can_be_seen_when_small(package: str) -> None:
    for name, drawing in symbols(package).items():
        symbol = ElementTree.fromstring(drawing)
        _left, _top, width, height = map(float, symbol.get("viewBox", "").split())
        assert min(width, height) > 0, name
        assert {node.tag for node in symbol.iter()} <= SHAPES, f"{name} holds what is not a shape"
        lines = [width_of(node) * SMALL / max(width, height) for node in symbol.iter()]
        assert not [line for line in lines if 0 < line < THIN], f"{name} has lines that vanish"


def width_of(node: ElementTree.Element) -> float:
    """Return the width of an element's line in units of the drawing, 0 if it says none."""
    return 0.0 if node.get("stroke") == "none" else float(node.get("stroke-width", 0))


def test_references_are_linked_to_the_sprite() -> None:
    assert 'href="/static/art.x.svg#i-coin"' in link(DRAWN, "/static/art.x.svg")


def test_a_drawing_that_stands_alone_has_its_art_inside() -> None:
    alone = inline(DRAWN, registry.packages())
    assert ElementTree.fromstring(alone) is not None
    assert 'href="#i-coin"' in alone
    assert '<symbol id="i-coin"' in alone
    assert "art:" not in alone
    assert ".seat-7{" in alone


def test_a_package_without_art_has_no_drawings() -> None:
    assert symbols("plowshares.engine") == {}
