"""Accounts: several devices, passkeys, recovery codes, codes that work once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables of accounts; people known by one browser go on acting as that browser."""
    op.add_column("people", sa.Column("principal", sa.String(64), nullable=False, server_default=""))
    op.add_column("people", sa.Column("account", sa.Float))
    op.add_column("people", sa.Column("recovery", sa.String(64)))
    op.add_column("devices", sa.Column("label", sa.String(64), nullable=False, server_default=""))
    op.add_column("devices", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute(
        "UPDATE people SET principal ="
        " COALESCE((SELECT MIN(holder) FROM devices WHERE devices.person_id = people.id), '')"
    )
    op.create_index("people_by_principal", "people", ["principal"])
    op.create_table(
        "signed_out",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("acts_as", sa.String(64), nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("added", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person_id"])
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("value", sa.LargeBinary),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("tickets_by_expiry", "tickets", ["expires"])
