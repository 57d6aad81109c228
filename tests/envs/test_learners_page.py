"""The programs in docs/learners.md run as they stand."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only
PAGE = Path(__file__).resolve().parent.parent.parent / "docs/learners.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.long
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1])
def test_programs_run(block: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium advises on bounds of observations
        exec(compile(block, str(PAGE), "exec"), {})
    assert len(BLOCKS) == 6
