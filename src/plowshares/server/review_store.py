"""Where reviews are kept: beside the record that they are about, one for each depth."""

from __future__ import annotations

import time

import sqlalchemy as sa

from plowshares.server.schema import reviews
from plowshares.server.store import Store


def load_review(store: Store, table: str, depth: str) -> bytes | None:
    """Return what a review has found so far, or None."""
    query = sa.select(reviews.c.data).where(reviews.c.table_id == table, reviews.c.depth == depth)
    with store.begin() as db:
        found = db.execute(query).scalar()
    return None if found is None else bytes(found)


def save_review(store: Store, table: str, depth: str, data: bytes) -> None:
    """Keep what a review has found so far; it is on disk when this returns."""
    same = (reviews.c.table_id == table, reviews.c.depth == depth)
    with store.begin() as db:
        db.execute(reviews.delete().where(*same))
        db.execute(reviews.insert().values(table_id=table, depth=depth, data=data, written=time.time()))
