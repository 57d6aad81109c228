"""Links as QR codes, for a phone that is pointed at the screen."""

from __future__ import annotations

import itertools
from typing import Any

import segno


def draw_qr(text: str) -> dict[str, Any]:
    """Return a QR code as the path of a drawing, and the length of its side; the link in it goes nowhere else."""
    matrix = segno.make(text, error="m", micro=False).matrix
    runs = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, group in itertools.groupby(row, bool):
            width = len(list(group))
            if is_dark:
                runs.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return {"size": len(matrix), "path": "".join(runs)}
