"""Web Push: notifies a closed browser that it is its owner's turn.

The server has a key pair of its own (VAPID) and needs no account anywhere. A browser gives the address of its maker's
push service; only services that are known are asked, so nobody can make this server ask others. A message says whose
turn it is in which game, and nothing of the board.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import http.client
import logging
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import Language, _, current_language, render, use_language
from plowshares.server.errors import StoreFailed
from plowshares.server.languages import languages
from plowshares.server.schema import subscriptions
from plowshares.server.store import Store

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

    from plowshares.server.table import Table

SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)
MOST_BROWSERS = 10  # browsers of one person
DELAY = 20.0  # seconds that a player has to return before being notified
TIMEOUT = 10.0  # to reach a push service
KEPT = 86400  # seconds that a service keeps a message for a browser that is off
GONE = (404, 410)  # a service's answers when a subscription has ended
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
logger = logging.getLogger(__name__)


class Subscription(msgspec.Struct, frozen=True):
    """A browser's push address, and its keys for encryption."""

    endpoint: str
    key: str
    auth: str


class PushService:
    """Notifies players who are away that it is their turn."""

    def __init__(self, store: Store, services: tuple[str, ...] = SERVICES, delay: float = DELAY) -> None:
        self._store, self._services, self._delay = store, services, delay
        self._key: EllipticCurvePrivateKey | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._due: set[tuple[str, int]] = set()  # tables and seats with a pending notification

    # Keys

    def public_key(self) -> str:
        """Return the key that browsers subscribe with."""
        from webpush.vapid import VAPID

        key: str = VAPID.get_application_server_key(self._private_key().public_key())
        return key

    def _private_key(self) -> EllipticCurvePrivateKey:
        if self._key is None:
            from cryptography.hazmat.primitives.asymmetric import ec

            number = int.from_bytes(hashlib.sha512(self._store.secret("push")).digest())
            self._key = ec.derive_private_key(1 + number % (ORDER - 1), ec.SECP256R1())
        return self._key

    # Subscriptions

    def subscribe(self, holder: str, given: Subscription) -> None:
        """Subscribe a browser."""
        check_endpoint(given.endpoint, self._services)
        check_key(given.key, 65)
        check_key(given.auth, 16)
        row: dict[str, Any] = {"holder": holder, "endpoint": given.endpoint, "key": given.key, "auth": given.auth}
        row |= {"digest": digest_of(given.endpoint), "language": current_language().code, "added": time.time()}
        with self._store.begin() as db:
            db.execute(subscriptions.delete().where(subscriptions.c.digest == row["digest"]))
            mine = sa.select(subscriptions.c.digest).where(subscriptions.c.holder == holder)
            old = list(db.execute(mine.order_by(subscriptions.c.added.desc()).offset(MOST_BROWSERS - 1)).scalars())
            db.execute(subscriptions.delete().where(subscriptions.c.digest.in_(old)))
            db.execute(subscriptions.insert().values(**row))

    def unsubscribe(self, holder: str, endpoint: str) -> None:
        """Unsubscribe a browser."""
        mine = (subscriptions.c.digest == digest_of(endpoint), subscriptions.c.holder == holder)
        with self._store.begin() as db:
            db.execute(subscriptions.delete().where(*mine))

    # Notifying

    def turned(self, table: Table, seats: frozenset[int]) -> None:
        """Notify players who are to act and away, unless they return by themselves."""
        for seat in sorted(seats):
            if (table.name, seat) in self._due:
                continue
            self._due.add((table.name, seat))
            task = asyncio.get_running_loop().create_task(self._tell_later(table, seat), name="push")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Cancel all pending notifications."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell_later(self, table: Table, seat: int) -> None:
        try:
            await asyncio.sleep(self._delay)
        finally:
            self._due.discard((table.name, seat))
        if table.match.result or seat not in table.match.waiting() or table.presence.there()[seat]:
            return
        with contextlib.suppress(StoreFailed):  # logged already; the player sees their turn when they come
            await self._tell(table, seat)

    async def _tell(self, table: Table, seat: int) -> None:
        holders = [each.holder for each in table.seats.devices(seat)]
        for row in await asyncio.to_thread(self._wanted_by, holders):
            language = languages().get(row["language"])
            body = describe_turn(table, seat, language)
            await asyncio.to_thread(self.send, row, body)

    def _wanted_by(self, holders: list[str]) -> list[Any]:
        with self._store.begin() as db:
            return list(db.execute(sa.select(subscriptions).where(subscriptions.c.holder.in_(holders))).mappings())

    def send(self, row: Any, body: dict[str, str]) -> None:
        """Send a message to one browser; forget a browser that is gone."""
        try:
            status = post(row["endpoint"], *self._encrypt(row, body))
        except (OSError, http.client.HTTPException, ValueError) as error:
            logger.warning("a push service was not reached: %s", type(error).__name__)
            return
        if status in GONE:
            with self._store.begin() as db:
                db.execute(subscriptions.delete().where(subscriptions.c.digest == row["digest"]))
        elif status >= 400:
            logger.warning("a push service answered %d", status)

    def _encrypt(self, row: Any, body: dict[str, str]) -> tuple[bytes, dict[str, str]]:
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
        from webpush import WebPush, WebPushSubscription

        key = self._private_key()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        sender = WebPush(private, public, subscriber="owner@plowshares.invalid", ttl=KEPT)
        keys = {"auth": row["auth"], "p256dh": row["key"]}
        to = WebPushSubscription.model_validate({"endpoint": row["endpoint"], "keys": keys})
        message = sender.get(msgspec.json.encode(body), to)
        return message.encrypted, dict(message.headers)


def describe_turn(table: Table, seat: int, language: Language | None) -> dict[str, str]:
    """Return what a browser shows: which game, with whom, and where."""
    others = [name for other, name in enumerate(table.story.names) if other != seat]
    with use_language(language or current_language()):
        return {
            "title": render(_("Your turn")),
            "body": render(_("{game} with {names}", game=table.match.game.title, names=", ".join(others))),
            "url": f"/tables/{table.name}",
            "tag": table.name,
        }


def digest_of(endpoint: str) -> str:
    """Return the name of an endpoint in the database."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def check_endpoint(endpoint: str, services: tuple[str, ...]) -> None:
    """Raise unless an address is one of a known push service."""
    try:
        parts = urlsplit(endpoint)
        host, origin = parts.hostname or "", f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        host = origin = ""
    for service in services:
        scheme, _sep, name = service.partition("://")
        if origin == service or (name.startswith("*.") and origin == f"{scheme}://{host}" and host.endswith(name[1:])):
            return
    raise InvalidOption(f"{endpoint[:60]!r} is not an address of a push service that is known here")


def check_key(text: str, size: int) -> None:
    """Raise unless a text is a key of that many bytes."""
    try:
        is_good = len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == size
    except ValueError:
        is_good = False
    if not is_good:
        raise InvalidOption(f"{text[:60]!r} is not a key of {size} bytes")


def post(endpoint: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a body to an address, without following it elsewhere; return the status."""
    parts = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=TIMEOUT)
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
