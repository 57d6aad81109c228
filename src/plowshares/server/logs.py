"""Logging without secrets: the type and place of an error, never its message, which may quote a command."""

from __future__ import annotations

import datetime
import json
import logging
import os
import traceback


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, process, where it comes from, words."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
        entry = {"time": moment, "level": record.levelname.lower(), "process": os.getpid(), "from": record.name}
        if record.exc_info and record.exc_info[0] is not None:  # its message and its traceback may quote secrets
            entry["error"] = record.exc_info[0].__name__
        return json.dumps({**entry, "message": record.getMessage()})


def set_up_logging(how: str) -> None:
    """Write what is logged to standard error: as `text`, or as `json`, one object a line."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if how == "json" else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("plowshares").setLevel(logging.INFO)


def log_failure(logger: logging.Logger, words: str, error: BaseException) -> None:
    """Log an unexpected error: its type and the places in the code, without its message and its values."""
    kinds = [type(each).__name__ for each in _chain(error)]
    places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    logger.error("%s: %s\n  %s", words, " from ".join(kinds), "\n  ".join(places))


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found
