"""Results of finished matches, and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add results and ratings; matches that were over before are counted, unrated, when the server runs."""
    op.add_column("tables", sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_by_settled", "tables", ["settled", "ended"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("size", sa.String(8), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("avatar", sa.String(16), nullable=False),
        sa.Column("outcome", sa.Float, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(64), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("mu_before", sa.Float),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )
    op.create_index("results_by_player", "results", ["player", "ended"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("size", sa.String(8), primary_key=True),
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("ratings_by_strength", "ratings", ["game", "size", "mu"])
    op.create_index("ratings_by_player", "ratings", ["player"])
