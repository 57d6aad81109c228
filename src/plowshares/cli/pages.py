"""Matches as pages that replay them in a browser: one HTML file each, which needs nothing else."""

from __future__ import annotations

import contextlib
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from plowshares.core.errors import InvalidOption, PlowsharesError


def write_page(record: Path) -> Path:
    """Write the page of a finished match beside its record; return where it is."""
    try:
        from plowshares.server.export import export
        from plowshares.server.replay import Replay
    except ImportError as error:
        raise InvalidOption(f"{error.name!r} is not installed; pip install 'plowshares[web]'") from None
    replay = Replay(record.read_bytes())
    if replay.match.result is None:
        raise InvalidOption(f"{str(record)!r} is of a match that is not over: its page would show everybody's secrets")
    page = record.with_suffix(".html")
    page.write_bytes(b"".join(export(replay)))
    return page


def write_pages(records: Sequence[Path], most: int) -> None:
    """Write the pages of some matches for a report, those that are not there yet; without the extra `web`, none."""
    for record in records[:most]:
        if record.exists() and not record.with_suffix(".html").exists():
            with contextlib.suppress(PlowsharesError):
                write_page(record)


def show_page(record: Path, show: Callable[[str], object] = webbrowser.open) -> Path:
    """Write the page of a match and open it in the browser."""
    page = write_page(record)
    show(page.absolute().as_uri())
    return page
