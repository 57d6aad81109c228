"""Chat: what had happened when something was said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add how much of the story each viewer had been told when a message was written."""
    op.add_column("messages", sa.Column("told", sa.Text))
