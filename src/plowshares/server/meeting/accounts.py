"""Accounts: one identity on several devices, by passkeys and codes, without passwords or e-mail addresses."""

from __future__ import annotations

import secrets
import time
from typing import Any

import sqlalchemy as sa

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server.errors import NotYours
from plowshares.server.meeting import kept
from plowshares.server.meeting import passkeys as keys
from plowshares.server.meeting.passkeys import Party, Proof
from plowshares.server.meeting.people import People, Person
from plowshares.server.meeting.tickets import MINUTE, Tickets, fold_code, new_code
from plowshares.server.schema import (
    blocks,
    devices,
    friends,
    holders,
    kept_commands,
    messages,
    passkeys,
    people,
    ratings,
    reports,
    results,
    seekers,
    subscriptions,
    tickets,
)
from plowshares.server.tables import TableManager
from plowshares.server.tokens import holder_of

NEW, KNOWN, DEVICE = "new passkey", "known passkey", "device"  # kinds of tickets
PASSKEY_SECONDS = 5 * MINUTE  # to answer a request for a passkey
CODE_SECONDS = 10 * MINUTE  # for which a code for another device works
MOST_PASSKEYS = 20
MOST_DEVICES = 30
WRONG_CODE = "this code opens nothing: it was used, its time is up, or it was mistyped"


class Accounts:
    """Makes accounts and signs further browsers in."""

    def __init__(self, hall: TableManager, people_: People) -> None:
        self._hall, self._store, self._people = hall, hall.store, people_
        self._tickets = Tickets(hall.store)

    # Credentials

    def describe(self, person: Person, browser: str) -> dict[str, Any]:
        """Return a person's credentials; never the secrets, which are shown only once."""
        found = self._people.devices_of(person.id)
        query = sa.select(passkeys.c.label, passkeys.c.added, passkeys.c.used).filter_by(person_id=person.id)
        with self._store.begin() as db:
            own = [dict(row) for row in db.execute(query.order_by(passkeys.c.added)).mappings()]
            has_code = db.execute(sa.select(people.c.recovery).filter_by(id=person.id)).scalar() is not None
        browsers = [
            {"label": each["label"], "added": each["added"], "seen": each["seen"], "this": each["holder"] == browser}
            for each in found
        ]
        return {"account": person.account, "devices": browsers, "passkeys": own, "recovery": has_code}

    # Passkeys

    def begin_passkey(self, party: Party, person: Person) -> dict[str, Any]:
        """Return what a person's browser needs to make a passkey."""
        known = self._passkeys_of(person.id)
        if len(known) >= MOST_PASSKEYS:
            raise IllegalCommand("too-many", _("An account has at most {n} passkeys.", n=MOST_PASSKEYS))
        challenge = secrets.token_bytes(32)
        self._tickets.add(NEW, challenge.hex(), PASSKEY_SECONDS, person.id)
        return keys.ask_for_new(party, person, known, challenge)

    def add_passkey(self, party: Party, person: Person, credential: dict[str, Any], label: str) -> None:
        """Keep a passkey that a person's browser has made; a guest thereby gets an account."""
        challenge = keys.challenge_of(credential)
        ticket = self._tickets.take(NEW, challenge.hex())
        if ticket is None or ticket.person != person.id:
            raise NotYours(keys.REFUSED)
        proof, now = keys.check_new(party, credential, challenge), time.time()
        row: dict[str, Any] = {"digest": holder_of(proof.credential.hex()), "person_id": person.id}
        row |= {
            "credential": proof.credential,
            "public_key": proof.public_key,
            "sign_count": proof.sign_count,
            "label": label,
        }
        with self._store.begin() as db:
            if db.execute(sa.select(passkeys.c.digest).filter_by(digest=row["digest"])).first() is not None:
                raise NotYours(keys.REFUSED)
            db.execute(passkeys.insert().values(**row, added=now, used=now))
            _make_account(db, person.id)
        self._people.forget()

    def _passkeys_of(self, person: str) -> list[bytes]:
        with self._store.begin() as db:
            found = db.execute(sa.select(passkeys.c.credential).filter_by(person_id=person)).scalars()
            return [bytes(each) for each in found]

    def begin_sign_in(self, party: Party, browser: str) -> dict[str, Any]:
        """Return a challenge for signing in with a passkey."""
        challenge = secrets.token_bytes(32)
        self._tickets.add(KNOWN, challenge.hex(), PASSKEY_SECONDS, value=browser.encode())
        return keys.ask_for_known(party, challenge)

    def prove(self, party: Party, browser: str, credential: dict[str, Any]) -> str:
        """Return the person whose passkey has answered the challenge."""
        challenge = keys.challenge_of(credential)
        ticket = self._tickets.take(KNOWN, challenge.hex())
        if ticket is None or ticket.value != browser.encode():
            raise NotYours(keys.REFUSED)
        digest = holder_of(keys.id_of(credential).hex())
        with self._store.begin() as db:
            row = db.execute(sa.select(passkeys).filter_by(digest=digest)).mappings().first()
        if row is None:
            raise NotYours(_("No account here has this passkey."))
        known = Proof(bytes(row["credential"]), bytes(row["public_key"]), row["sign_count"])
        count = keys.check_known(party, credential, challenge, known)
        with self._store.begin() as db:
            used = passkeys.update().where(passkeys.c.digest == digest)
            db.execute(used.values(sign_count=count, used=time.time()))
        return str(row["person_id"])

    # Codes

    def make_recovery(self, person: Person) -> str:
        """Return a new recovery code, which is shown once and replaces the previous one."""
        code = new_code(5, 5)
        with self._store.begin() as db:
            db.execute(people.update().where(people.c.id == person.id).values(recovery=holder_of(fold_code(code))))
            _make_account(db, person.id)
        self._people.forget()
        return code

    def make_device_code(self, person: Person) -> str:
        """Return a code that signs one more browser in; it works once, for some minutes."""
        if person.account is None:
            raise IllegalCommand("guest", _("Make an account first: then your other devices can join it."))
        code = new_code(2, 4)
        self._tickets.replace(DEVICE, fold_code(code), CODE_SECONDS, person.id)
        return code

    def redeem(self, code: str) -> str:
        """Return the person whose device code or recovery code this is."""
        typed = fold_code(code)
        ticket = self._tickets.take(DEVICE, typed)
        if ticket is not None and ticket.person is not None:
            return ticket.person
        with self._store.begin() as db:
            found = db.execute(sa.select(people.c.id).where(people.c.recovery == holder_of(typed))).scalar()
        if not typed or found is None:
            raise NotYours(WRONG_CODE)
        return str(found)

    # Browsers

    def sign_in(self, browser: str, holder: str, person: str, label: str, claim: bool) -> Person:
        """Sign a browser in; if the person wants it, what its guest has done becomes theirs."""
        found = self._people.by_id(person)
        if found is None:
            raise NotYours(WRONG_CODE)
        if len(self._people.devices_of(person)) >= MOST_DEVICES:
            raise IllegalCommand(
                "too-many", _("An account has at most {n} devices: sign one out first.", n=MOST_DEVICES)
            )
        before = self._people.of(holder)
        is_guest = before is None or (before.account is None and before.id != person)
        with self._store.begin() as db:
            if claim and is_guest and holder != found.principal:
                _claim(db, holder, before, found)
            self._people.add_device(db, browser, person, label)
        self._people.forget()
        if claim and is_guest and holder != found.principal:
            self._hall.rename_holder(holder, found.principal)
        return found

    def sign_out(self, person: Person, browser: str, device: int | None) -> None:
        """Sign a browser out, by its number in the list; None for this one."""
        found = self._people.devices_of(person.id)
        own = next((i for i, each in enumerate(found) if each["holder"] == browser), -1)
        chosen = own if device is None else device
        if not 0 <= chosen < len(found):
            raise IllegalCommand("no-device", f"device {chosen} is not from 0 to {len(found) - 1}")
        if len(found) == 1 and not self._has_way_back(person.id):
            words = _("This is your only device. Make a recovery code first, or you cannot get in again.")
            raise IllegalCommand("last-device", words)
        with self._store.begin() as db:
            self._people.drop_device(db, found[chosen]["holder"])
        self._people.forget()

    def _has_way_back(self, person: str) -> bool:
        with self._store.begin() as db:
            code = db.execute(sa.select(people.c.recovery).filter_by(id=person)).scalar()
        return code is not None or bool(self._passkeys_of(person))


def _make_account(db: sa.Connection, person: str) -> None:
    guest = (people.c.id == person) & people.c.account.is_(None)
    db.execute(people.update().where(guest).values(account=time.time()))


def _claim(db: sa.Connection, holder: str, guest: Person | None, person: Person) -> None:
    """Transfer a guest's seats, messages, results and friends to an account."""
    mine = sa.select(holders.c.table_id, holders.c.seat).where(holders.c.holder == person.principal)
    held = set(map(tuple, db.execute(mine).all()))
    theirs = db.execute(sa.select(holders.c.table_id, holders.c.seat).where(holders.c.holder == holder)).all()
    for table, seat in theirs:
        key = (holders.c.holder == holder) & (holders.c.table_id == table) & (holders.c.seat == seat)
        if (table, seat) in held:
            db.execute(holders.delete().where(key))
        else:
            db.execute(holders.update().where(key).values(holder=person.principal))
    for table in (messages, subscriptions):
        db.execute(table.update().where(table.c.holder == holder).values(holder=person.principal))
    kept.claim(db, holder, person.principal)
    if guest is not None:
        db.execute(results.update().where(results.c.player == guest.player).values(player=person.player))
        _merge_pairs(db, friends, guest.id, person.id)
        _merge_pairs(db, blocks, guest.id, person.id)
        db.execute(reports.update().where(reports.c.person_id == guest.id).values(person_id=person.id))
        db.execute(reports.update().where(reports.c.reporter_id == guest.id).values(reporter_id=person.id))
        _remove(db, guest.id)


def _merge_pairs(db: sa.Connection, pairs: sa.Table, guest: str, person: str) -> None:
    """Transfer a guest's pairs, which are friendships or blocks, to an account."""
    one, other, since = pairs.c

    def of(who: str) -> Any:
        return db.execute(sa.select(pairs).where((one == who) | (other == who))).all()

    known = {(first, second) for first, second, _since in of(person)}
    for first, second, moment in of(guest):
        pair = (person if first == guest else first, person if second == guest else second)
        if pair[0] != pair[1] and pair not in known:
            db.execute(pairs.insert().values({one: pair[0], other: pair[1], since: moment}))
            known.add(pair)


def _remove(db: sa.Connection, person: str) -> None:
    """Delete a person and their credentials; what they did is not touched."""
    db.execute(friends.delete().where((friends.c.person_id == person) | (friends.c.friend_id == person)))
    db.execute(blocks.delete().where((blocks.c.person_id == person) | (blocks.c.blocked_id == person)))
    for table in (devices, passkeys, tickets, seekers):
        db.execute(table.delete().where(table.c.person_id == person))
    db.execute(people.delete().where(people.c.id == person))


def remove_person(db: sa.Connection, person: Person, gone: str) -> None:
    """Delete a person's data; their matches stay, with `gone` in place of their name.

    Reports that they made stay without their name and words; those about them stay as they are, for the owner.
    """
    for table in (messages, subscriptions, kept_commands):
        db.execute(table.delete().where(table.c.holder == person.principal))
    made = sa.select(reports.c.id, reports.c.said).where(reports.c.reporter_id == person.id)
    for number, said in db.execute(made).all():
        others = "\n".join(line for line in said.split("\n") if not line.startswith(f"{person.name}: "))
        nameless = {"reporter_id": "", "reporter": gone, "said": others}
        db.execute(reports.update().where(reports.c.id == number).values(**nameless))
    mine = results.c.player == person.player
    db.execute(results.update().where(mine).values(player="", name=gone, avatar=""))
    db.execute(ratings.delete().where(ratings.c.player == person.player))
    db.execute(holders.delete().where(holders.c.holder == person.principal))
    _remove(db, person.id)
