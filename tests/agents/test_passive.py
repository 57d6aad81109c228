"""The player who stands still, in every game."""

from __future__ import annotations

import pytest

from plowshares import registry
from plowshares.agents import Passive, make_agent
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.stratego.state import NOWHERE
from tests.agents.test_levels import disturbed

STILL = {
    "farmer_soldier": {"done"},
    "civ": {"end"},
    "battle_farm": {"done", "decline"},
    "footsoldiers": {"noop", "no-op", "pass"},
}


def start(name: str, preset: str | None = None) -> Match:
    game = registry.find(name)
    chosen = preset or next(iter(game.presets))
    return Match(game, read_options(game.options, dict(game.presets[chosen])), 3)


def play_passively(match: Match, commands: int) -> list[str]:
    """Let all seats stand still; return what was played."""
    agents = [make_agent("passive", match.game, seat) for seat in range(match.seats)]
    for _ in range(commands):
        if match.result is None:
            seat = match.to_act()[0]
            match.play(seat, agents[seat].choose(ask_for(match, seat)))
    return [turn.text for turn in match.history]


@pytest.mark.parametrize("name", list(STILL))
def test_a_passive_player_ends_its_turn_wherever_it_may(name: str) -> None:
    match = start(name)
    player, ended = Passive(match.game, 1), 0
    for _ in range(40):
        ask = ask_for(match, match.to_act()[0])
        words = {
            action: match.game.notation.format(ask.view, ask.seat, (action,)).split()[0].lower() for action in ask.legal
        }
        chosen = player.choose(ask)
        if STILL[name] & set(words.values()):
            assert words[chosen] in STILL[name]
            ended += 1
        match.play(ask.seat, chosen)
    assert ended > 10


def test_a_passive_player_of_stratego_moves_a_piece_to_and_fro() -> None:
    match = start("stratego", "mini")
    moves = [tuple(text.split("-")) for text in play_passively(match, 90) if "-" in text]
    assert len(moves) > 40
    assert match.state.last.contested == NOWHERE
    assert match.state.quiet == match.state.ply, "nobody was attacked"
    back = sum(now == before[::-1] for before, now in zip(moves, moves[2:], strict=False))
    assert back > len(moves) / 2, "the two-square rule asks for something else now and then"


@pytest.mark.parametrize("name", list(registry.OURS))
def test_a_passive_player_sees_its_view_only(name: str) -> None:
    match = start(name)
    play_passively(match, 12)
    seat = match.to_act()[0]
    ask = ask_for(match, seat)
    chosen = make_agent("passive", match.game, 1).choose(ask)
    match.state = disturbed(match, seat)
    assert make_agent("passive", match.game, 1).choose(ask_for(match, seat)) == chosen
