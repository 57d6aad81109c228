"""The cards of the lobby: what each game is, with a picture. `python -m plowshares.server.pictures` makes them anew.

They are made beforehand: drawing needs compiled rules, and a lobby must wait neither for a compiler nor for the import
of all games.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.agents.base import take_turn
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.svg import label, picture, tag
from plowshares.engine.match import Match

FOLDER = Path(__file__).parent / "pictures"
SEED, DECISIONS = 1, 150  # of the match that is shown, and how far
CARDS = FOLDER / "cards.json"


def draw_middle(game: Game) -> str:
    """Draw a match that has been played for a while, as the seat to act sees it."""
    options = read_options(game.options, dict(next(iter(game.presets.values()), {})))
    match = Match(game, options, SEED)
    players = {seat: make_agent("greedy", game, seat) for seat in range(match.seats)}
    for _ in range(DECISIONS):
        take_turn(match, players)
    seat = (match.to_act() or [0])[0]
    return game.svg.board(match.view(seat), seat, ())


class Card(msgspec.Struct, frozen=True):
    """What a chooser says of a game."""

    name: str
    title: str
    summary: str
    players: str
    length: str


def card_of(game: Game) -> Card:
    """Return the card of a game."""
    return Card(game.name, game.title, game.summary, span(game.seats), game.length)


def span(numbers: range) -> str:
    """Write how many can play: 2, or 2–4."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def list_cards() -> list[Card]:
    """Return the cards of all games; those of other packages are asked themselves."""
    made = {card.name: card for card in msgspec.json.decode(CARDS.read_bytes(), type=list[Card])}
    return [made.get(name) or card_of(registry.find(name)) for name in registry.names()]


def find_picture(name: str) -> str:
    """Return the picture of a game; its title, if none was drawn."""
    file = FOLDER / f"{name}.svg"
    return (
        file.read_text(encoding="utf-8")
        if name in registry.OURS and file.exists()
        else placeholder(registry.find(name))
    )


def placeholder(game: Game) -> str:
    """Draw the name of a game."""
    back = tag("rect", width=320, height=200, fill="#e9e4d8")
    words = label(game.title, 160, 100, font_size=30, font_family="sans-serif", fill="#4a4438")
    return picture(320, 200, game.title, game.summary, [back, words])


def main() -> None:
    """Make all cards and pictures."""
    FOLDER.mkdir(exist_ok=True)
    cards = msgspec.json.encode([card_of(registry.find(name)) for name in registry.OURS])
    CARDS.write_bytes(msgspec.json.format(cards) + b"\n")
    for name in registry.OURS:
        drawn = draw_middle(registry.find(name))
        (FOLDER / f"{name}.svg").write_text(drawn + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
