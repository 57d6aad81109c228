"""What the routes of the meeting place take."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Short = Annotated[str, Meta(max_length=200)]


class Credential(Struct, forbid_unknown_fields=True):
    """A passkey response as the browser sends it."""

    credential: dict[str, Any]


class SignIn(Struct, forbid_unknown_fields=True):
    """A passkey, a code shown at another device, or the recovery code."""

    credential: dict[str, Any] | None = None
    code: Short = ""
    claim: bool = True  # whether what this browser did as a guest is transferred


class OwnDevice(Struct, forbid_unknown_fields=True):
    """One of your devices, by its number in the list; null for this one."""

    device: int | None = None


class Farewell(Struct, forbid_unknown_fields=True):
    """Your own name, so that nobody deletes an account by mistake."""

    name: Short


class Somebody(Struct, forbid_unknown_fields=True):
    """A person."""

    person: Short


class FriendLink(Struct, forbid_unknown_fields=True):
    """The token of a friend's link."""

    token: Short


class ToKeep(Struct, forbid_unknown_fields=True):
    """A command to keep under a name, such as a whole set-up; `kind` is `keep` of the offer that it came from."""

    kind: Short
    name: Short
    command: str
    is_new: bool = False  # whether it gets a free name if its own is taken


class Forgotten(Struct, forbid_unknown_fields=True):
    """The name of what is not to be kept any more."""

    kind: Short
    name: Short


class Announcement(Struct, forbid_unknown_fields=True):
    """What everybody is told, and for how many minutes; nothing takes it back."""

    words: Annotated[str, Meta(max_length=300)] = ""
    minutes: Annotated[float, Meta(gt=0, le=10_080)] = 60.0


class Name(Struct, forbid_unknown_fields=True):
    """A name."""

    name: Annotated[str, Meta(max_length=60)]


class TableClosed(Struct, forbid_unknown_fields=True):
    """A table."""

    table: Annotated[str, Meta(max_length=64)]
