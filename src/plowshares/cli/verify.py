"""`plowshares verify FILE`: is a record what it says it is?"""

from __future__ import annotations

from pathlib import Path

from plowshares import registry
from plowshares.engine import record
from plowshares.terminal.session import read_file


def verify(file: Path, /) -> None:
    """Play a record again and compare every line; say which line is wrong, if one is.

    Parameters
    ----------
    file
        A record as `plowshares play` and `plowshares match` write it.
    """
    print(f"{file}: {record.verify(read_file(file), registry.find)}")
