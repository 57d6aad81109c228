"""People with names and faces, open tables, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables of people and messages, and what the lobby lists tables by."""
    op.add_column("tables", sa.Column("access", sa.String(8), nullable=False, server_default="private"))
    op.add_column("tables", sa.Column("free", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_by_access", "tables", ["access", "ended", "created"])
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("avatar", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("added", sa.Float, nullable=False),
    )
    op.create_index("devices_by_person", "devices", ["person_id"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("avatar", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("said", sa.Float, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("is_phrase", sa.Boolean, nullable=False),
    )
    op.create_index("messages_by_table", "messages", ["table_id", "id"])
