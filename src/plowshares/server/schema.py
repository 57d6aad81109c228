"""The tables of the database. A change here needs a migration in `migrations/versions`, and `HEAD` its name."""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0003"

schema = sa.MetaData()
tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("plan", sa.LargeBinary, nullable=False),  # JSON of Plan
    sa.Column("ended", sa.Boolean, nullable=False, default=False),
    sa.Column("successor", sa.String(32)),  # the table of the rematch
    sa.Column("touched", sa.Float, nullable=False, server_default="0"),  # when something happened last
    sa.Column("worker", sa.String(32)),  # the process that runs the table, where several share the database
    sa.Column("access", sa.String(8), nullable=False, server_default="private"),  # or open: to everybody
    sa.Column("free", sa.Integer, nullable=False, server_default="0"),  # seats for people that nobody holds
    sa.Column("clocks", sa.LargeBinary),  # JSON: seconds that the present decisions have taken, when it left memory
)
lines = sa.Table(
    "lines",
    schema,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("written", sa.Float, nullable=False, server_default="0"),  # seconds since 1970
)
holders = sa.Table(
    "holders",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # digest of a browser's cookie, or of a seat token
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("is_link", sa.Boolean, nullable=False),
    sa.Column("is_owner", sa.Boolean, nullable=False, default=False),
    sa.Column("is_signed", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("joined", sa.Float, nullable=False, server_default="0"),
)
notices = sa.Table(
    "notices",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("told", sa.Float, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
)
secrets = sa.Table(
    "secrets",
    schema,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
workers = sa.Table(
    "workers",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("address", sa.String(255), nullable=False),  # where other processes reach it
    sa.Column("beat", sa.Float, nullable=False),  # when it was alive last, in seconds since 1970
)
people = sa.Table(
    "people",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("avatar", sa.String(16), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
devices = sa.Table(
    "devices",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # digest of a browser's cookie
    sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("added", sa.Float, nullable=False),
)
messages = sa.Table(
    "messages",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("avatar", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("room", sa.String(16), nullable=False),  # players or watchers
    sa.Column("said", sa.Float, nullable=False),
    sa.Column("words", sa.Text, nullable=False),  # or the name of a ready phrase
    sa.Column("is_phrase", sa.Boolean, nullable=False),
)
by_access = sa.Index("tables_by_access", tables.c.access, tables.c.ended, tables.c.created)
devices_by_person = sa.Index("devices_by_person", devices.c.person_id)
messages_by_table = sa.Index("messages_by_table", messages.c.table_id, messages.c.id)
by_table = sa.Index("holders_by_table", holders.c.table_id)
by_end = sa.Index("tables_by_end", tables.c.ended, tables.c.created)
by_touch = sa.Index("tables_by_touch", tables.c.touched)
by_worker = sa.Index("tables_by_worker", tables.c.worker)
notices_by_table = sa.Index("notices_by_table", notices.c.table_id)
