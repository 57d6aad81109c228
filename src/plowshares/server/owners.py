"""The owner of a server: any browser that has opened the link with the owner key, printed at the start."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable

from plowshares.server.store import Store


class Owners:
    """The owner's browsers. They and the key are in the database, shared by all processes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.key = base64.urlsafe_b64encode(store.secret("owner key")).rstrip(b"=").decode()
        self._known = set(store.owners())
        self.changed: Callable[[], None] = lambda: None  # tells other processes

    def admit(self, token: str, holder: str) -> bool:
        """Register a browser as the owner's if it has the key; return whether it has."""
        if not self.is_key(token):
            return False
        self._store.add_owner(holder)
        self._known.add(holder)
        self.changed()
        return True

    def is_key(self, token: str) -> bool:
        """Ask whether this is the owner's key."""
        return hmac.compare_digest(token.encode(), self.key.encode())

    def is_owner(self, holder: str) -> bool:
        """Ask whether this is the owner's browser. Does not block."""
        return holder in self._known

    def refresh(self) -> None:
        """Reload the owner's browsers: another process may have admitted one."""
        self._known = set(self._store.owners())


def owner_key(url: str) -> str:
    """Return the owner's key of a database; raise InvalidOption if it cannot be opened."""
    store = Store(url)
    try:
        return Owners(store).key
    finally:
        store.close()
