"""Signed cookies and seat tokens; only their digests are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "plowshares"
SECURE_COOKIE = "__Host-plowshares"  # browsers accept it only over HTTPS and from this host
YEAR = 365 * 86400
LONGEST = 100
UNSIGNED = 43  # length of the cookies of version 0.1


def new_token() -> str:
    """Return an unguessable text (256 bits)."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return a new table id; knowing it grants no access."""
    return secrets.token_hex(8)


def holder_of(token: str) -> str:
    """Return the digest of a token that is stored; it cannot be used as a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_of(request: HTTPConnection) -> str | None:
    """Return the bearer token of a request, or None."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip()
    return token if kind.lower() == "bearer" and 0 < len(token) <= LONGEST else None


def cookie_of(request: HTTPConnection) -> str:
    """Return a browser's cookie as it was sent; empty if there is none."""
    cookie = request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE, "")
    return cookie if len(cookie) <= LONGEST else ""


class Signer:
    """Signs cookies, so that a value chosen by a client is not an identity."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new_cookie(self) -> str:
        """Return the cookie of a new browser."""
        body = new_token()
        return f"{body}.{self._sign(body)}"

    def is_ours(self, cookie: str) -> bool:
        """Ask whether this server has made a cookie."""
        body, _, signature = cookie.partition(".")
        return hmac.compare_digest(signature.encode(), self._sign(body).encode())

    def digest(self, text: str) -> str:
        """Return a keyed digest, which cannot be reversed by guessing."""
        return hmac.digest(self._key, f"digest {text}".encode(), "sha256").hex()

    def _sign(self, body: str) -> str:
        made = hmac.digest(self._key, body.encode(), "sha256")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def set_cookie(response: Response, cookie: str, secure: bool) -> None:
    """Set the cookie, out of reach of scripts."""
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, cookie, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="strict")


def clear_cookies(response: Response) -> None:
    """Delete the cookies."""
    response.delete_cookie(SECURE_COOKIE, path="/", secure=True, httponly=True, samesite="strict")
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
