"""The cards of the lobby: what each game is, with a picture. `python -m plowshares.server.covers` writes them again.

They are made beforehand, so that the lobby does not wait for the import of all games. A game's picture is `cover.svg`
in its folder, made of its art.
"""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from plowshares import registry
from plowshares.core.art import find_file, inline
from plowshares.core.game import Game
from plowshares.core.svg import label, picture, tag

CARDS = Path(__file__).parent / "cards.json"


class Card(msgspec.Struct, frozen=True):
    """A game's entry in the lobby."""

    name: str
    title: str
    summary: str
    players: str
    length: str


def card_of(game: Game) -> Card:
    """Return the card of a game."""
    return Card(game.name, game.title, str(game.summary), span(game.seats), str(game.length))


def span(numbers: range) -> str:
    """Write how many can play: 2, or 2–4."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def list_cards() -> list[Card]:
    """Return the cards of all games; games of other packages are imported for theirs."""
    made = {card.name: card for card in msgspec.json.decode(CARDS.read_bytes(), type=list[Card])}
    return [made.get(name) or card_of(registry.find(name)) for name in registry.names()]


@functools.cache
def find_picture(name: str) -> str:
    """Return a game's picture as a standalone drawing; without one, its title."""
    package = registry.places()[name].partition(":")[0]
    file = find_file(package, "cover.svg")
    return placeholder(registry.find(name)) if file is None else inline(file.read_text(encoding="utf-8"), [package])


def placeholder(game: Game) -> str:
    """Draw the name of a game."""
    back = tag("rect", width=300, height=160, fill="#e9e4d8")
    words = label(game.title, 150, 80, font_size=30, font_family="sans-serif", fill="#4a4438")
    return picture(300, 160, game.title, game.summary, [back, words])


def main() -> None:
    """Write all cards."""
    cards = msgspec.json.encode([card_of(registry.find(name)) for name in registry.OURS])
    CARDS.write_bytes(msgspec.json.format(cards) + b"\n")


if __name__ == "__main__":
    main()
