"""Commands that players keep under names of their own, such as a whole set-up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add what players keep."""
    op.create_table(
        "kept_commands",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(200), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("kept", sa.Float, nullable=False),
    )
