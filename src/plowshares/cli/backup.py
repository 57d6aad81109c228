"""`plowshares backup` and `plowshares restore`: the tables of a server in one file, and back."""

from __future__ import annotations

from pathlib import Path


def backup(file: Path, /, *, database: str | None = None) -> None:
    """Write all tables of a server into one file, while it runs.

    The file is an SQLite database that only you can read; it holds everybody's secrets.

    Parameters
    ----------
    file
        The file to make; nothing is overwritten.
    database
        The database, as in `plowshares serve`.
    """
    from plowshares.server.backup import back_up
    from plowshares.server.database import default_url, shown

    url = database or default_url()
    print(f"{back_up(url, file)} tables of {shown(url)} are in {file}")


def restore(file: Path, /, *, database: str | None = None) -> None:
    """Write a backup into an empty database, of this or another kind.

    Parameters
    ----------
    file
        A file that `plowshares backup` has made.
    database
        The database, as in `plowshares serve`; it must not have tables yet.
    """
    from plowshares.server.backup import restore as write_back
    from plowshares.server.database import default_url, shown

    url = database or default_url()
    print(f"{write_back(file, url)} tables are in {shown(url)}")
