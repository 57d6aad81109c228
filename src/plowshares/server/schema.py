"""The tables of the database. A change here needs a migration in `migrations/versions`, and `HEAD` its name."""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0011"

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
    sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),  # whether its result was counted
    sa.Column("address", sa.String(64), nullable=False, server_default=""),  # keyed digest of where it was opened from
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
    sa.Column("principal", sa.String(64), nullable=False, server_default=""),  # as whom all their devices act
    sa.Column("account", sa.Float),  # since when they have an account; null for guests
    sa.Column("recovery", sa.String(64)),  # digest of the recovery code
)
devices = sa.Table(
    "devices",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # digest of a browser's cookie
    sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("added", sa.Float, nullable=False),
    sa.Column("label", sa.String(64), nullable=False, server_default=""),  # what kind of browser it is
    sa.Column("seen", sa.Float, nullable=False, server_default="0"),
)
signed_out = sa.Table(
    "signed_out",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # a browser that was somebody's, and whose name they act by
    sa.Column("acts_as", sa.String(64), nullable=False),  # as whom it acts from then on
)
passkeys = sa.Table(
    "passkeys",
    schema,
    sa.Column("digest", sa.String(64), primary_key=True),  # of the credential's id
    sa.Column("credential", sa.LargeBinary, nullable=False),
    sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.Integer, nullable=False),
    sa.Column("added", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("label", sa.String(64), nullable=False),
)
tickets = sa.Table(
    "tickets",
    schema,
    sa.Column("digest", sa.String(64), primary_key=True),  # of a code, a link or a challenge that works once
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("person_id", sa.String(32)),
    sa.Column("value", sa.LargeBinary),
    sa.Column("expires", sa.Float, nullable=False),
)
friends = sa.Table(
    "friends",
    schema,
    sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("friend_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),  # friends once both have asked
    sa.Column("asked", sa.Float, nullable=False),
)
results = sa.Table(  # one row for each seat of a finished match; it outlives the table
    "results",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("size", sa.String(8), nullable=False),  # class of the number of seats
    sa.Column("player", sa.String(80), nullable=False),  # person:ID, computer:LEVEL, bot:NAME; empty if not known
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
ratings = sa.Table(
    "ratings",
    schema,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("size", sa.String(8), primary_key=True),
    sa.Column("player", sa.String(80), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
)
bans = sa.Table(
    "bans",
    schema,
    sa.Column("name", sa.String(64), primary_key=True),  # folded: as names are compared
    sa.Column("banned", sa.Float, nullable=False),
)
announcements = sa.Table(
    "announcements",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
seekers = sa.Table(
    "seekers",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(32), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("avatar", sa.String(16), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("preset", sa.String(64), nullable=False),
    sa.Column("time", sa.String(64), nullable=False),
    sa.Column("since", sa.Float, nullable=False),  # when they began to look for an opponent
    sa.Column("seen", sa.Float, nullable=False),  # when they were still there
    sa.Column("pair", sa.String(32)),  # the same for two who have found each other
    sa.Column("table_id", sa.String(32)),  # at which they play
)
added_time = sa.Table(
    "added_time",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("decision", sa.Integer, nullable=False),  # how many commands the seat had played
    sa.Column("seconds", sa.Float, nullable=False),
)
blocks = sa.Table(
    "blocks",
    schema,
    sa.Column("person_id", sa.String(32), primary_key=True),
    sa.Column("blocked_id", sa.String(32), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
reports = sa.Table(  # a report outlives the table
    "reports",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("reporter_id", sa.String(32), nullable=False),
    sa.Column("reporter", sa.String(64), nullable=False),
    sa.Column("person_id", sa.String(32), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("words", sa.Text, nullable=False),  # of the person who reports
    sa.Column("said", sa.Text, nullable=False),  # what was said at the table, the latest last
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("is_done", sa.Boolean, nullable=False, server_default=sa.false()),
)
subscriptions = sa.Table(
    "subscriptions",
    schema,
    sa.Column("digest", sa.String(64), primary_key=True),  # of the endpoint
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
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
    sa.Column("told", sa.Text),  # JSON: how many events of the story the watchers and each seat had been told by then
)
reviews = sa.Table(
    "reviews",
    schema,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("depth", sa.String(8), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),  # JSON of review.model.Findings
    sa.Column("written", sa.Float, nullable=False),  # seconds since 1970
)
kept_commands = sa.Table(
    "kept_commands",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # who keeps it
    sa.Column("kind", sa.String(200), primary_key=True),  # the game's word for what can stand for each other
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("command", sa.Text, nullable=False),
    sa.Column("kept", sa.Float, nullable=False),  # seconds since 1970
)
seekers_by_game = sa.Index("seekers_by_game", seekers.c.game, seekers.c.since)
added_time_by_table = sa.Index("added_time_by_table", added_time.c.table_id)
subscriptions_by_holder = sa.Index("subscriptions_by_holder", subscriptions.c.holder)
by_access = sa.Index("tables_by_access", tables.c.access, tables.c.ended, tables.c.created)
devices_by_person = sa.Index("devices_by_person", devices.c.person_id)
messages_by_table = sa.Index("messages_by_table", messages.c.table_id, messages.c.id)
by_table = sa.Index("holders_by_table", holders.c.table_id)
by_end = sa.Index("tables_by_end", tables.c.ended, tables.c.created)
by_touch = sa.Index("tables_by_touch", tables.c.touched)
by_worker = sa.Index("tables_by_worker", tables.c.worker)
notices_by_table = sa.Index("notices_by_table", notices.c.table_id)
people_by_principal = sa.Index("people_by_principal", people.c.principal)
passkeys_by_person = sa.Index("passkeys_by_person", passkeys.c.person_id)
tickets_by_expiry = sa.Index("tickets_by_expiry", tickets.c.expires)
friends_by_friend = sa.Index("friends_by_friend", friends.c.friend_id)
results_by_player = sa.Index("results_by_player", results.c.player, results.c.ended)
ratings_by_strength = sa.Index("ratings_by_strength", ratings.c.game, ratings.c.size, ratings.c.mu)
ratings_by_player = sa.Index("ratings_by_player", ratings.c.player)
by_settled = sa.Index("tables_by_settled", tables.c.settled, tables.c.ended)
by_address = sa.Index("tables_by_address", tables.c.address)
