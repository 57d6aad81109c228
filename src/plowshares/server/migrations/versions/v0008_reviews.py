"""Reviews of finished matches, kept with their records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add what reviews have found so far."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("depth", sa.String(8), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("written", sa.Float, nullable=False),
    )
