"""The first tables, as version 0.1 made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("successor", sa.String(32)),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("is_link", sa.Boolean, nullable=False),
        sa.Column("is_owner", sa.Boolean, nullable=False),
    )
    op.create_index("holders_by_table", "holders", ["table_id"])
    op.create_index("tables_by_end", "tables", ["ended", "created"])
