"""The guided first match."""

from __future__ import annotations

from plowshares.core.scene import Guide


def guide() -> Guide | None:
    """Return the guided first match."""
    return None
