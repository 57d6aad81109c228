"""`plowshares verify FILE`: is a record what it says it is?"""

from __future__ import annotations

from pathlib import Path

from plowshares import registry
from plowshares.core.errors import BadRecord
from plowshares.engine import record


def verify(file: Path, /) -> None:
    """Play a record again and compare every line; say which line is wrong, if one is.

    Parameters
    ----------
    file
        A record as `plowshares play` and `plowshares match` write it.
    """
    print(f"{file}: {record.verify(read_file(file), registry.find)}")


def read_file(file: Path) -> bytes:
    """Return the bytes of a record file; say what is wrong if there is none."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadRecord(0, f"cannot read {str(file)!r}: {error.strerror}") from None
