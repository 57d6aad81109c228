from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from plowshares.core.svg import label, number, pick, picture, tag, thumbnail


def test_numbers_are_short() -> None:
    assert [number(value) for value in (0, 1, 1.5, 2.0, 0.333, -0.001)] == ["0", "1", "1.5", "2", "0.33", "-0"]


def test_pictures_are_well_formed_whatever_they_are_given() -> None:
    nasty = "<&\"'>"
    parts = [
        pick(
            "cell a1",
            nasty,
            tag("rect", x=1, fill=nasty, hidden=None),
            label(nasty, 1, 2),
            marked=["cell a1"],
            class_="own",
        )
    ]
    root = ElementTree.fromstring(picture(10, 20, nasty, nasty, parts, style="g { fill: red }"))
    svg = "{http://www.w3.org/2000/svg}"
    group = root.find(f"{svg}g")
    assert group is not None
    assert group.attrib == {"class": "pick marked own", "data-pick": "cell a1", "aria-label": nasty}
    assert [root.findtext(svg + name) for name in ("title", "desc")] == [nasty, nasty]
    rect, text = group.find(f"{svg}rect"), group.find(f"{svg}text")
    assert rect is not None
    assert rect.attrib == {"x": "1", "fill": nasty}
    assert text is not None
    assert text.text == nasty


def test_a_thumbnail_scales_its_shapes_into_a_small_picture() -> None:
    drawn = thumbnail(10, 10, [tag("rect", width=1, height=1)])
    assert 'viewBox="0 0 120 90"' in drawn
    assert "scale(8.2000)" in drawn
