"""Group commit: record lines that arrive together share one transaction."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from typing import Any

import sqlalchemy as sa

from plowshares.server.errors import NOT_TAKEN, StoreFailed
from plowshares.server.schema import lines, tables

COMMIT_SECONDS = 10.0  # seconds that a player waits for the commit
CLOSE_SECONDS = 5.0  # seconds to finish writing when the server stops
logger = logging.getLogger(__name__)


class LineTaken(StoreFailed):
    """Another process has written this line, or runs the table now."""


class Entry:
    """One line waiting to be committed."""

    __slots__ = ("done", "ended", "error", "row")

    def __init__(self, table: str, n: int, data: bytes, ended: bool) -> None:
        self.row: dict[str, Any] = {"table_id": table, "n": n, "data": data, "written": time.time()}
        self.ended = ended
        self.done = threading.Event()
        self.error: BaseException | None = None


class LineWriter:
    """Writes lines in its own thread, so that callers can give up on a database that hangs."""

    def __init__(self, engine: sa.Engine) -> None:
        self.batches: Counter[int] = Counter()  # number of transactions by number of lines
        self.worker: str | None = None  # this process, where several share the database
        self._engine = engine
        self._waiting: list[Entry] = []
        self._news = threading.Condition()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def add(self, table: str, n: int, data: bytes, ended: bool) -> None:
        """Append one line to the record of a table; return when it is committed."""
        entry = Entry(table, n, data, ended)
        with self._news:
            if self._is_closed:
                raise StoreFailed(NOT_TAKEN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="line writer", daemon=True)
                self._thread.start()
            self._waiting.append(entry)
            self._news.notify()
        if not entry.done.wait(COMMIT_SECONDS):  # it may still be written: the table is rebuilt from what is on disk
            raise StoreFailed(NOT_TAKEN)
        if isinstance(entry.error, sa.exc.IntegrityError | LineTaken):
            raise LineTaken("the position has changed meanwhile; look again and choose again") from entry.error
        if entry.error is not None:
            raise StoreFailed(NOT_TAKEN) from entry.error

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)

    def waiting(self) -> int:
        """Return the number of queued lines."""
        return len(self._waiting)

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._is_closed)
                batch, self._waiting = self._waiting, []
                if not batch:
                    return
            self._write_batch(batch)

    def _write_batch(self, batch: list[Entry]) -> None:
        try:
            self._write(batch)
        except (sa.exc.IntegrityError, LineTaken) as error:  # at least one line is not ours to write; try each alone
            if len(batch) == 1:
                batch[0].error = error
            else:
                for entry in batch:
                    self._write_batch([entry])
        except BaseException as error:  # on any error: no line may count as written that is not
            reason = error.orig if isinstance(error, sa.exc.OperationalError) else type(error).__name__
            logger.warning("%d lines were not written: %s", len(batch), reason)
            for entry in batch:
                entry.error = error
        for entry in batch:
            entry.done.set()

    def _write(self, batch: list[Entry]) -> None:
        names = {entry.row["table_id"] for entry in batch}
        ended = [entry.row["table_id"] for entry in batch if entry.ended]
        with self._engine.begin() as db:
            touched = tables.update().where(tables.c.id.in_(names)).values(touched=time.time())
            if self.worker is not None:
                touched = touched.where(tables.c.worker == self.worker)
            if db.execute(touched).rowcount < len(names):
                raise LineTaken("another process runs this table")
            db.execute(lines.insert(), [entry.row for entry in batch])
            if ended:
                db.execute(tables.update().where(tables.c.id.in_(ended)).values(ended=True))
        self.batches[len(batch)] += 1
