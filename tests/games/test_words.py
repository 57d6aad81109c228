"""Players never read a code: matches of every preset of every game, in the browser's data and at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from plowshares import registry
from tests.words import BrowserWalk, check, walk_terminal, words_in

USUAL = [(name, registry.find(name).default_preset) for name in registry.OURS]
PRESETS = [(name, preset) for name in registry.OURS for preset in registry.find(name).presets]
LARGE = 4  # seats from which a walk looks at fewer positions
WHOLE = 5_000  # decisions of a random match
# Nations of random players grow until a round has a thousand decisions, so in matches of many rounds most turns are
# ended at once: every round is walked, and crowded turns are those of the other presets of the game.
IDLE = {("civ", "codekata"): 0.75, ("civ", "literal"): 0.75}
ENDLESS = [("civ", "literal")]  # only conquest ends it, which random players do not manage: resignations do
TYPED = 2_500  # and of those that somebody types, who waits for the disk


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_first_turns_in_the_browser(name: str, preset: str) -> None:
    walk = BrowserWalk(registry.find(name), preset, 5)
    assert walk.play(12, 6 if walk.match.seats < LARGE else 12) > 20


@pytest.mark.parametrize(("name", "preset"), USUAL)
def test_the_first_turns_at_the_terminal(name: str, preset: str, tmp_path: Path) -> None:
    assert walk_terminal(registry.find(name), preset, 6, 24, tmp_path)


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_whole_matches_in_the_browser(name: str, preset: str) -> None:
    for seed in (1, 2):
        walk = BrowserWalk(registry.find(name), preset, seed)
        assert walk.play(WHOLE, 40 if walk.match.seats < LARGE else 200, IDLE.get((name, preset), 0.0)) > 20
        assert walk.ended or (name, preset) in ENDLESS


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_whole_matches_at_the_terminal(name: str, preset: str, tmp_path: Path) -> None:
    shown = walk_terminal(registry.find(name), preset, 3, TYPED, tmp_path)
    assert any("The match is over." in text for text in shown)


@pytest.mark.parametrize("words", ["p0 wins", "Player 0 (you)", "+W 0,0", "No: what [bad-syntax]", "remember_terrain"])
def test_codes_are_found(words: str) -> None:
    game = registry.find("civ")
    with pytest.raises(AssertionError, match="here"):
        check(words, game, "here")
    message = {"prompt": {"title": words}, "regions": [{"svg": f"<svg><text>{words}</text></svg>"}], "pick": "p0"}
    assert list(words_in(message)) == [words, words]
