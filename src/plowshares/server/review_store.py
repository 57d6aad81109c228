"""Stores reviews: one for each record and depth."""

from __future__ import annotations

import time

import sqlalchemy as sa

from plowshares.server.schema import reviews
from plowshares.server.store import Store


def load_review(store: Store, table: str, depth: str) -> bytes | None:
    """Return a review's findings so far, or None."""
    query = sa.select(reviews.c.data).where(reviews.c.table_id == table, reviews.c.depth == depth)
    with store.begin() as db:
        found = db.execute(query).scalar()
    return None if found is None else bytes(found)


def save_review(store: Store, table: str, depth: str, data: bytes) -> None:
    """Save a review's findings so far; they are on disk when this returns."""
    same = (reviews.c.table_id == table, reviews.c.depth == depth)
    with store.begin() as db:
        db.execute(reviews.delete().where(*same))
        db.execute(reviews.insert().values(table_id=table, depth=depth, data=data, written=time.time()))
