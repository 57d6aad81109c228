"""The routes of accounts, players and the owner for the OpenAPI document: what each does, takes and answers."""

from __future__ import annotations

from typing import Any

from plowshares.server.meeting import requests, responses
from plowshares.server.requests import Nothing
from plowshares.server.responses import Deleted

READS, ACTS, TRIES = (403, 422, 429, 503), (400, 403, 422, 429, 503), (400, 403, 409, 422, 429, 503)
Row = tuple[str, Any, Any, tuple[int, ...]]  # what it does, takes, gives and how it may refuse
MEETING: dict[tuple[str, str], Row] = {
    ("GET", "/api/account"): ("Return who you are, and your devices.", None, responses.Account, (429, 503)),
    ("POST", "/api/account/passkey"): (
        "Begin to make a passkey for your account.", Nothing, responses.PasskeyAsked, ACTS),
    ("POST", "/api/account/passkey/add"): (
        "Keep the passkey that your browser has made; a guest has an account from then on.",
        requests.Credential, responses.Account, ACTS),
    ("POST", "/api/account/recovery"): (
        "Make a recovery code, which is shown once; the one before opens nothing any more.",
        Nothing, responses.RecoveryCode, ACTS),
    ("POST", "/api/account/code"): (
        "Make a code that lets another of your devices in; it works once and for ten minutes.",
        Nothing, responses.DeviceCode, ACTS),
    ("POST", "/api/account/challenge"): (
        "Begin to sign in with a passkey.", Nothing, responses.PasskeyAsked, (400, 429, 503)),
    ("POST", "/api/account/sign-in"): (
        "Sign in with a passkey, a code of another device or the recovery code; a guest's games come along.",
        requests.SignIn, responses.Known, ACTS),
    ("POST", "/api/account/sign-out"): (
        "Sign one of your devices out.", requests.OwnDevice, responses.Account, ACTS),
    ("GET", "/api/account/export"): (
        "Download all that is known of you, with the records of your finished matches.",
        None, "application/zip", READS),
    ("POST", "/api/account/delete"): (
        "Delete all that is known of you; matches in play are resigned.", requests.Farewell, Deleted, ACTS),
    ("GET", "/api/friends"): ("Return your friends, and who wants to be one.", None, responses.FriendLists, (429, 503)),
    ("POST", "/api/friends/link"): (
        "Make a friend link: the person who opens it becomes your friend.", Nothing, responses.LinkMade, ACTS),
    ("POST", "/api/friends/invitation"): (
        "Say whose link it is; it is not used up.", requests.FriendLink, responses.Face, ACTS),
    ("POST", "/api/friends/accept"): (
        "Accept a friend link.", requests.FriendLink, responses.FriendLists, ACTS),
    ("POST", "/api/friends/ask"): (
        "Ask somebody you have played with to be your friend.", requests.Somebody, responses.FriendLists, ACTS),
    ("POST", "/api/friends/drop"): (
        "Be somebody's friend no more, or refuse.", requests.Somebody, responses.FriendLists, ACTS),
    ("GET", "/api/kept"): (
        "Return the commands of a kind that you keep under names, such as set-ups. Nobody else sees them.",
        None, responses.KeptList, (429, 503)),
    ("POST", "/api/kept"): (
        "Keep a command under a name of your own.", requests.ToKeep, responses.KeptList, ACTS),
    ("POST", "/api/kept/forget"): (
        "Delete a command that you keep.", requests.Forgotten, responses.KeptList, ACTS),
    ("GET", "/api/players/{player}"): (
        "Return a player's page: `me`, a person's id, computer:LEVEL or bot:NAME.", None, responses.PlayerShown, READS),
    ("GET", "/api/players/{player}/games"): (
        "Return a page of a player's finished matches, the latest first, after those that are skipped.",
        None, responses.GamesShown, (400, *READS)),
    ("GET", "/api/players/{player}/records"): (
        "Download the records of a player's matches that you may have.", None, "application/zip", READS),
    ("GET", "/api/ladder/{game}"): ("Return the ladder of a game.", None, responses.Ladder, READS),
    ("GET", "/api/tables/{table}/result"): (
        "Return how a finished match counted for ratings.", None, responses.MatchCounted, READS),
    ("GET", "/api/owner"): ("Return people, tables and load to the owner.", None, responses.HouseShown, READS),
    ("POST", "/api/owner/close"): ("Close a table.", requests.TableClosed, responses.HouseShown, TRIES),
    ("POST", "/api/owner/ban"): ("Ban a name.", requests.Name, responses.HouseShown, ACTS),
    ("POST", "/api/owner/allow"): ("Allow a name again.", requests.Name, responses.HouseShown, ACTS),
    ("POST", "/api/owner/announce"): (
        "Tell everybody something for a while.", requests.Announcement, responses.HouseShown, ACTS),
}  # fmt: skip
QUERIES = {
    "/api/kept": {"kind": "`keep` of the offer that they came from"},
    "/api/ladder/{game}": {"size": "2, 3-4 or 5+", "among": "all, people or friends"},
    "/api/players/{player}/games": {"skip": "how many of the latest to skip"},
}
