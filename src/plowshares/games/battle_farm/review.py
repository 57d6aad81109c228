"""What a review says about hands and deck: which cards are likely to lie there, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plowshares.core.game import Belief
from plowshares.core.i18n import Text, _
from plowshares.core.review import Guess, Hidden, percent_less
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.cards import CARD_SLUGS, KINDS
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.state import DECK
from plowshares.games.battle_farm.view import count_unseen

__all__ = ["could_have_known", "habits", "heat_label", "hidden_things", "marginals"]

MOST_NAMED = 4  # known cards that evidence names
FEWER = 25  # percent that make a habit


def heat_label() -> str:
    """Return nothing: there is no one card that everybody looks for."""
    return ""


def marginals(view: Any, seat: int) -> list[Belief]:
    """List what a card of each hidden hand, and the next card of the deck, may be.

    A place holds the cards that the seat knows to lie there; the others are any of those it has not seen.
    """
    pool = _unseen(view, seat)
    found = []
    for place, size in _places(view, seat):
        known = view.seen[seat + 1, place].astype(np.float64)
        other = max(0.0, size - float(known.sum()))
        counts = known + other * pool
        if size > 0 and counts.sum() > 0:
            found.append(_belief(_name(place), counts / counts.sum()))
    return found


def _unseen(view: Any, seat: int) -> Any:
    """Return the share of each kind among the cards that lie where the seat does not know."""
    copy = view.clone()
    count_unseen(copy, seat)
    left = np.maximum(0, copy.created.astype(np.float64))
    return left / max(1.0, left.sum())


def _places(view: Any, seat: int) -> Iterator[tuple[int, int]]:
    """Yield where cards lie hidden from the seat, and how many."""
    for other in range(int(view.options.players)):
        if other != seat:
            yield other, int(view.hand_count[other])
    yield DECK, int(view.deck_count)


def _name(place: int) -> str:
    return "deck" if place == DECK else f"hand {place}"


def _belief(thing: str, chances: Any) -> Belief:
    order = sorted((kind for kind in range(KINDS) if chances[kind] > 0), key=lambda kind: (-chances[kind], kind))
    return Belief(thing, tuple(CARD_SLUGS[kind] for kind in order), tuple(float(chances[kind]) for kind in order))


def hidden_things(view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say what the hands of others and the deck hold."""
    return [_hidden(view, viewer, belief) for belief in beliefs]


def _hidden(view: Any, viewer: Viewer, belief: Belief) -> Hidden:
    place = DECK if belief.thing == "deck" else int(belief.thing.removeprefix("hand "))
    guesses = tuple(
        Guess(kind, words.CARDS[CARD_SLUGS.index(kind)], chance, words.art_of(CARD_SLUGS.index(kind)))
        for kind, chance in zip(belief.kinds, belief.chances, strict=True)
    )
    if place == DECK:
        label: Text = _("The next card in the deck")
        return Hidden(belief.thing, label, guesses, _evidence(view, viewer, place), place="board")
    label = _("A card in {name}’s hand", name=viewer.names[place])
    evidence = _evidence(view, viewer, place)
    return Hidden(belief.thing, label, guesses, evidence, place=f"player p{place}", colour=place)


def _evidence(view: Any, viewer: Viewer, place: int) -> tuple[Text, ...]:
    seen = view.seen[max(SPECTATOR, viewer.seat) + 1, place]
    known = [words.CARDS[kind] for kind in range(KINDS) for _copy in range(int(seen[kind]))]
    count = int(view.deck_count if place == DECK else view.hand_count[place])
    said = [_("{cards} lie there.", cards=words.cards(count))]
    if known:
        shown = ", ".join(known[:MOST_NAMED])
        said.append(_("You have seen what some of them are: {cards}.", cards=shown))
    said.append(_("The others are any of the cards that have not turned up yet."))
    return tuple(said)


def could_have_known(view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief]) -> str:
    """Say nothing: what a card does is told by the forecast of the decision itself."""
    return ""


def habits(halves: Sequence[tuple[Any, int]]) -> list[Text]:
    """Say whether a player earns late, or keeps more cards in hand than others."""
    said = []
    coins = percent_less(halves, lambda s: s.coins[: int(s.options.players)])
    if coins >= FEWER:
        words = _("You earn late: half-way through a match you have {n} % fewer coins than the others.", n=coins)
        said.append(words)
    cards = -percent_less(halves, lambda s: s.hand_count[: int(s.options.players)])
    if cards >= FEWER:
        words = _(
            "You hold on to cards: half-way through a match you have {n} % more in hand than the others.", n=cards
        )
        said.append(words)
    return said
