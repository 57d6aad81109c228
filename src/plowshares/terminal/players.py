"""Players by seat: people at this screen, and agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plowshares.agents import FACES, Agent, make_agent
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import quote, read_number
from plowshares.core.rng import mix

PERSON = "person"
YOU = "you"
LONGEST_NAME = 30
AGENT_STREAM = 0x7000  # of the match's seed; games use small stream numbers
NAMELESS = "Guest"  # a person who gave no name, as others read it
RIVAL = "greedy"  # plays the seats that nobody was named for


@dataclass(frozen=True)
class Sitter:
    """A player on a seat: a person with a name, or an agent."""

    name: str
    agent: Agent | None = None


def seat_all(game: Game, words: Sequence[str], seed: int) -> list[Sitter]:
    """Return the player of each seat; words are `you`, `person`, `person:Anna`, or agents' names."""
    sitters: list[Sitter] = []
    for seat, word in enumerate(words):
        kind, _, name = word.strip().partition(":")
        if kind.lower() in (YOU, PERSON):
            sitters.append(Sitter(_person_name(game, name.strip() or kind.lower(), sitters, word)))
        else:
            sitters.append(_seat_agent(game, word.strip(), seat, seed))
    return sitters


def seat_again(game: Game, names: Sequence[str], seed: int) -> list[Sitter]:
    """Return the player of each seat of a record: agents by their names, all others as people."""
    sitters = []
    for seat, name in enumerate(names):
        try:
            sitters.append(_seat_agent(game, name, seat, seed))
        except InvalidOption:
            sitters.append(Sitter(name))
    return sitters


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return what players are called in sentences: computers by their titles, and nobody like another."""
    shown: list[str] = []
    for name in names:
        clean = "".join(letter if letter.isprintable() else "?" for letter in name)
        kind = clean.split()[0].lower() if clean.split() else ""
        title = FACES[clean].title if clean in FACES else NAMELESS if kind in (YOU, PERSON, "") else clean
        number = sum(other == title or other.startswith(f"{title} ") for other in shown)
        shown.append(title if not number else f"{title} {number + 1}")
    return tuple(shown)


def default_words(count: int, yours: int = 0) -> list[str]:
    """Seat you, and agents on all other seats."""
    return [YOU if seat == yours else RIVAL for seat in range(count)]


def find_seat(game: Game, s: Any, count: int, text: str) -> int:
    """Return the seat that a name (`red`) or number (from 0) means."""
    names = [game.notation.seat_name(s, seat) for seat in range(count)]
    for seat, name in enumerate(names):
        if text.strip().lower() == name.lower():
            return seat
    number = read_number(text.strip())
    if number is None or not 0 <= number < count:
        raise InvalidOption(f"no seat is called {text!r}; the seats are: {', '.join(names)}, or 0 to {count - 1}")
    return number


def _person_name(game: Game, name: str, others: Sequence[Sitter], word: str) -> str:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidOption(f"{quote(word)}: a name has at most {LONGEST_NAME} printable characters")
    if _is_agent(game, name):
        raise InvalidOption(f"{quote(word)}: that is the name of an agent; choose another for a person")
    taken = [sitter.name for sitter in others]
    if name not in taken:
        return name
    return next(other for i in range(2, len(taken) + 3) if (other := f"{name} {i}") not in taken)


def _is_agent(game: Game, name: str) -> bool:
    try:
        make_agent(name, game, 0)
    except InvalidOption:
        return False
    return True


def _seat_agent(game: Game, name: str, seat: int, seed: int) -> Sitter:
    # A one-way mix: an agent must not be able to find the seed of the match.
    own_seed = int(mix(np.uint64(seed), AGENT_STREAM, seat))
    try:
        agent = make_agent(name, game, own_seed)
    except InvalidOption as error:
        raise InvalidOption(f"{error}; people are: {YOU}, {PERSON}, {PERSON}:NAME") from None
    return Sitter(agent.name, agent)
