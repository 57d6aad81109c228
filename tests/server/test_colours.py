"""Players' colours can be told apart by colour-blind people too, and gold players from what glows because it is marked.

Distances are ΔE of 1976. What colour-blind people see is simulated as by Machado, Oliveira and Fernandes (2009), for
those who lack a cone entirely.
"""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from plowshares.server.build import STATIC

Vector = NDArray[np.float64]
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
DAYLIGHT = np.array([0.95047, 1.0, 1.08883])  # XYZ of white, D65
LEAST = {2: 75.0, 4: 25.0, 6: 23.0, 8: 15.5}  # by number of players: the spec's measured distances, rounded down
SHEET = (STATIC / "tokens.css").read_text(encoding="utf-8")


def colours_of(part: str) -> dict[str, str]:
    """Return the colours that a rule of the sheet names."""
    rule = SHEET[SHEET.index(f"{part} {{") :]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", rule[: rule.index("}")]))


def linear(colour: str) -> Vector:
    """Return the light of a colour as linear sRGB."""
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    v = np.array([int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def lab(light: Vector) -> Vector:
    """Return linear sRGB as CIELAB."""
    t = TO_XYZ @ np.clip(light, 0, 1) / DAYLIGHT
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: str, other: str, sight: str) -> float:
    """Return how different two colours look to somebody."""
    return float(np.linalg.norm(lab(SIGHTS[sight] @ linear(one)) - lab(SIGHTS[sight] @ linear(other))))


def test_distances_are_those_of_the_literature() -> None:
    assert distance("#fff", "#000", "normal") == pytest.approx(100, abs=0.1)
    assert lab(linear("#f00")) == pytest.approx([53.24, 80.09, 67.20], abs=0.1)
    assert distance("#ff0000", "#7d6700", "deuteranopia") < distance("#ff0000", "#7d6700", "normal") / 2


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("players", LEAST)
def test_players_can_be_told_apart(players: int, sight: str) -> None:
    known = colours_of(":root")
    seats = [known[f"p{seat}"] for seat in range(players)]
    closest, *pair = min((distance(a, b, sight), a, b) for a, b in itertools.combinations(seats, 2))
    assert closest >= LEAST[players], pair


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_gold_player_is_told_from_the_glow_of_a_mark_by_white_between_them(sight: str) -> None:
    known = colours_of(":root")
    assert distance(known["p2"], known["glow"], sight) >= 11  # close, so that white has to lie between them
    assert distance(known["p2"], "#fff", sight) >= 50
    assert distance(known["glow"], "#fff", sight) >= 35


def test_whatever_glows_because_it_is_marked_has_a_white_halo() -> None:
    texts = [(STATIC / name).read_text(encoding="utf-8") for name in ("table.css", "drawing.js")]
    rules = [rule for text in texts for rule in re.findall(r"[^{}]*\.marked[^{}]*\{[^{}]*\}", text)]
    glowing = [rule.strip() for rule in rules if "var(--glow)" in rule]
    assert len(glowing) >= 5
    assert not [rule for rule in glowing if "#fff" not in rule]
