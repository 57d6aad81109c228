"""Logging without secrets: what went wrong and where, never the words of an error, which may quote a command."""

from __future__ import annotations

import logging
import traceback


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
