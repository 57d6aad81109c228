"""Friends."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add who wants to be whose friend."""
    op.create_table(
        "friends",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("friend_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("asked", sa.Float, nullable=False),
    )
    op.create_index("friends_by_friend", "friends", ["friend_id"])
