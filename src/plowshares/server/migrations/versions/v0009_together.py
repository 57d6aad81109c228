"""Playing together: people who look for an opponent, added time, blocks, reports, browsers that want to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables of pairing, added time, blocks, reports and push subscriptions."""
    op.create_table(
        "seekers",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("avatar", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("time", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("pair", sa.String(32)),
        sa.Column("table_id", sa.String(32)),
    )
    op.create_index("seekers_by_game", "seekers", ["game", "since"])
    op.create_table(
        "added_time",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_index("added_time_by_table", "added_time", ["table_id"])
    op.create_table(
        "blocks",
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("blocked_id", sa.String(32), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reporter_id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("is_done", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("added", sa.Float, nullable=False),
    )
    op.create_index("subscriptions_by_holder", "subscriptions", ["holder"])
