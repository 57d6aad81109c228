"""Secrets of people: cookies and seat tokens, of which only digests are kept."""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "plowshares"
YEAR = 365 * 86400
LONGEST = 100


def new_token() -> str:
    """Return an unguessable text (256 bits)."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return the public name of a table; knowing it opens nothing."""
    return secrets.token_hex(8)


def holder_of(token: str) -> str:
    """Return what is kept of a token: nobody who reads the database can use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(request: HTTPConnection) -> str | None:
    """Return the token of whoever asks: a seat token of a program, or a browser's cookie."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return token if 0 < len(token) <= LONGEST else None


def set_cookie(response: Response, token: str, secure: bool) -> None:
    """Let a browser keep its token where no script can read it."""
    response.set_cookie(COOKIE, token, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="strict")
