"""What the owner decides: banned names, announcements; and where tables were opened from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add banned names, announcements, and the keyed digest of the address that has opened a table."""
    op.add_column("tables", sa.Column("address", sa.String(64), nullable=False, server_default=""))
    op.create_index("tables_by_address", "tables", ["address"])
    op.create_table(
        "bans",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("banned", sa.Float, nullable=False),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
