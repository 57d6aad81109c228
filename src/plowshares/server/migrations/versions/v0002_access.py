"""Signed cookies, links that work once, notices, retention, several processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and tables; links that were used already go, since a link works once."""
    op.add_column("tables", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("worker", sa.String(32)))
    op.add_column("tables", sa.Column("clocks", sa.LargeBinary))
    op.add_column("lines", sa.Column("written", sa.Float, nullable=False, server_default="0"))
    op.add_column("holders", sa.Column("is_signed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("holders", sa.Column("joined", sa.Float, nullable=False, server_default="0"))
    op.create_index("holders_by_table", "holders", ["table_id"], if_not_exists=True)  # the very first had none
    op.create_index("tables_by_end", "tables", ["ended", "created"], if_not_exists=True)
    op.create_index("tables_by_touch", "tables", ["touched"])
    op.create_index("tables_by_worker", "tables", ["worker"])
    _add_tables()
    op.execute("UPDATE tables SET touched = created")
    op.execute(sa.text("UPDATE holders SET is_signed = :no").bindparams(no=False))
    _drop_used_links()


def _add_tables() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("told", sa.Float, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("notices_by_table", "notices", ["table_id"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
    )


def _drop_used_links() -> None:
    held = sa.table("holders", *(sa.column(name) for name in ("holder", "table_id", "seat", "is_link")))
    other = held.alias()
    taken = sa.exists().where(
        other.c.table_id == held.c.table_id, other.c.seat == held.c.seat, other.c.is_link.is_(False)
    )
    op.execute(held.delete().where(held.c.is_link, held.c.seat >= 0, taken))
