"""Passkeys: registration and authentication with the `webauthn` package."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from plowshares.server.errors import NotYours
from plowshares.server.meeting.people import Person

NAME = "Plowshares"
REFUSED = "this passkey was not accepted; try again"


class Party(NamedTuple):
    """The server as browsers know it."""

    host: str
    origin: str


class Proof(NamedTuple):
    """What is kept of a passkey."""

    credential: bytes
    public_key: bytes
    sign_count: int


def party_of(address: str) -> Party:
    """Return what a passkey for a server's address is bound to."""
    parts = urlsplit(address)
    return Party(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def ask_for_new(party: Party, person: Person, known: Sequence[bytes], challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to make a passkey for a person who may have others already."""
    made = webauthn.generate_registration_options(
        rp_id=party.host,
        rp_name=NAME,
        user_name=person.name,
        user_id=person.id.encode(),
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
    )
    options: dict[str, Any] = json.loads(webauthn.options_to_json(made))
    return options


def ask_for_known(party: Party, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to sign in with any passkey of this server."""
    made = webauthn.generate_authentication_options(rp_id=party.host, challenge=challenge)
    options: dict[str, Any] = json.loads(webauthn.options_to_json(made))
    return options


def challenge_of(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a browser has answered; the caller checks whether it was ours."""
    try:
        data = webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(data).challenge
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        raise NotYours(REFUSED) from None


def id_of(credential: dict[str, Any]) -> bytes:
    """Return the id of the passkey that a browser has used."""
    try:
        return webauthn.base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NotYours(REFUSED) from None


def check_new(party: Party, credential: dict[str, Any], challenge: bytes) -> Proof:
    """Return what is kept of a new passkey; raise NotYours if the browser has not proved that it has it."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
        )
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        raise NotYours(REFUSED) from None
    return Proof(found.credential_id, found.credential_public_key, found.sign_count)


def check_known(party: Party, credential: dict[str, Any], challenge: bytes, known: Proof) -> int:
    """Return how often a passkey has been used, as it says; raise NotYours if the browser has not proved it."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        raise NotYours(REFUSED) from None
    return found.new_sign_count
