"""Reviews: two curves, verdicts, words; interrupted anywhere they come to the same."""

from __future__ import annotations

import importlib
import math
from typing import Any

import msgspec
import pytest

from plowshares import registry
from plowshares.agents.ladder import part_of_win
from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.review import judging, model, reviewer
from plowshares.review.calibration import Curves, Fit, Mapping, Tenth, fit_of, fits, interpolate
from plowshares.review.habits import Played, tell_habits
from plowshares.review.hidden import beliefs_of, heat_label, hidden_things
from plowshares.review.model import Depth, Findings
from plowshares.review.moments import Moments
from plowshares.review.report import report
from plowshares.review.verdicts import decide
from tests.review.matches import NAMES, PRESETS, moments_of, play


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model.DEPTHS, "full", Depth(2, 12))


def review(game: str, decisions: int = 12) -> tuple[Moments, Findings]:
    moments = moments_of(play(game, decisions))
    return moments, reviewer.go_on(moments, reviewer.begin(moments, "full"))


@pytest.mark.parametrize("game", ["stratego", "footsoldiers"])
def test_a_review_has_curves_for_every_position_and_judges_decisions(game: str) -> None:
    moments, found = review(game)
    assert found.is_complete
    assert found.done == len(moments) + len(moments.decisions)
    assert moments.result is not None
    for seat in range(moments.seats):
        told = report(moments, found, seat, NAMES[: moments.seats])
        assert len(told.known) == len(told.true) == len(moments)
        assert all(0 <= chance <= 1 for chance in told.known + told.true)
        assert told.known[-1] == told.true[-1] == part_of_win(moments.result.outcome, seat)
        assert told.done == 1
        assert told.summary.sentences
        assert told.summary.decisions == sum(judged.seat == seat for judged in found.judged)
    assert found.judged, "nothing was judged"
    for judged in found.judged:
        assert judged.best_value >= -1
        assert judged.choices > 1


def test_a_search_is_compared_with_all_seats_where_the_curves_are(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = moments_of(play("battle_farm"))
    decision = moments.decisions[2]
    view = moments.game.view_of(moments.state(decision.since), decision.seat)
    found = {}
    for is_compared in (False, True):
        fit = Fit(is_compared=is_compared)
        monkeypatch.setattr(judging, "fit_of", lambda name, fit=fit: fit)
        found[is_compared] = judging.search(moments.game, view, decision.seat, moments.seats, 6, 1).values
    off = [found[False][action] - found[True][action] for action in found[False]]
    assert off == pytest.approx([off[0]] * len(off))
    assert off[0] != 0


def test_an_interrupted_review_comes_to_the_same() -> None:
    moments, whole = review("stratego")
    parts = reviewer.begin(moments, "full")
    while not parts.is_complete:
        before = parts.done
        parts = reviewer.go_on(moments, parts, seconds=0.0)
        assert parts.done == before + 1
        read = model.decode(model.encode(parts))  # as after a stop of the server
        assert read is not None
        parts = read
    assert parts == whole


def test_findings_of_another_record_format_or_fit_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    moments, found = review("stratego")
    other = moments_of(play("stratego", 6, 4))
    assert reviewer.fits(found, moments)
    assert not reviewer.fits(found, other)
    refitted = msgspec.structs.replace(fit_of("stratego"), is_compared=not fit_of("stratego").is_compared)
    monkeypatch.setattr(reviewer, "fit_of", lambda name: refitted)
    assert not reviewer.fits(found, moments)  # its values would be read through another mapping
    assert model.decode(b"{") is None
    assert model.decode(msgspec.json.encode(msgspec.structs.replace(found, format=0))) is None


def test_every_mapping_counts_for_the_digest_of_a_fit() -> None:
    steep = Curves(Mapping(slope=9.0))
    found = [Fit(), Fit(true=Mapping(slope=9.0)), Fit(by_seats={2: steep}), Fit(by_seats={2: steep, 3: Curves()})]
    assert len({fit.digest for fit in found}) == len(found)
    assert Fit(by_seats={3: Curves(), 2: steep}).digest == found[-1].digest


def test_progress_is_told() -> None:
    moments = moments_of(play("stratego", 6))
    told: list[float] = []
    reviewer.go_on(moments, reviewer.begin(moments, "quick"), tell=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_blame_goes_by_what_was_known() -> None:
    assert decide(lost=0.2, harm=0.0, ahead=0.0, is_best=False) == "mistake"  # also if it turned out well
    assert decide(lost=0.0, harm=0.3, ahead=0.2, is_best=True) == "unknowable"
    assert decide(lost=0.02, harm=0.3, ahead=0.0, is_best=False) == "unknowable"
    assert decide(lost=0.05, harm=0.3, ahead=0.0, is_best=False) == "good"
    assert decide(lost=0.0, harm=0.0, ahead=0.2, is_best=True) == "great"
    assert decide(lost=0.0, harm=0.0, ahead=0.01, is_best=True) == "best"
    assert decide(lost=0.01, harm=0.0, ahead=0.0, is_best=False) == "best"


def test_chances_rise_with_values_and_are_even_without_a_lead() -> None:
    plain = Mapping()
    assert plain.chance(0.0, 0, 2) == 0.5
    assert plain.chance(0.0, 0, 4) == pytest.approx(0.25)
    assert plain.chance(1.0, 5, 2) == pytest.approx(1 - plain.chance(-1.0, 5, 2))
    bent = Mapping(knots=((-1.0, -0.5), (0.0, 0.0), (1.0, 0.2)))
    assert [bent.correct(logit) for logit in (-2, -1, -0.5, 0, 0.5, 1, 3)] == pytest.approx(
        [-1.5, -0.5, -0.25, 0, 0.1, 0.2, 2.2]
    )
    hopeful = Mapping(usual=((0.0, 0.1), (0.5, 0.3)))  # what everybody believes at the start, and later
    assert hopeful.chance(0.1, 0, 2) == 0.5
    assert hopeful.chance(0.3, 2000, 2) == 0.5
    assert [interpolate(hopeful.usual, x) for x in (-1, 0, 0.25, 0.5, 1)] == pytest.approx([0.1, 0.1, 0.2, 0.3, 0.3])
    assert Fit().error is None
    unsure = Mapping(tenths=(Tenth(500, 0.4, 0.43), Tenth(3, 0.5, 0.9)))
    checked = Fit(unsure, Mapping(tenths=(Tenth(200, 0.4, 0.36),)))
    assert checked.error == pytest.approx(0.04)
    for game, fit in fits().items():
        assert game in registry.names()
        pairs = (Curves(fit.known, fit.true), *fit.by_seats.values())
        for mapping in (mapping for pair in pairs for mapping in (pair.known, pair.true)):
            for n in (0, 5, 40, 2000):
                curve = [mapping.chance(value / 10, n, 2) for value in range(-10, 11)]
                assert curve == sorted(curve), game
    assert fit_of("no such game") == Fit()


def test_what_a_search_found_to_be_certain_stays_certain() -> None:
    for fit in (Fit(), *fits().values()):
        curves = fit.curves(2)
        for mapping in (curves.known, curves.true):
            assert [mapping.judged(value, 9, 2) for value in (1.0, -1.0)] == [1.0, 0.0]
            assert mapping.judged(0.99, 9, 2) == mapping.chance(0.99, 9, 2) < 1


def test_with_everything_known_the_curves_of_all_seats_add_up_to_one() -> None:
    moments, found = review("farmer_soldier")
    told = [report(moments, found, seat, NAMES[:3]).true for seat in range(3)]
    assert [sum(chances) for chances in zip(*told, strict=True)] == pytest.approx([1] * len(moments), abs=0.002)


@pytest.mark.parametrize("game", fits())
def test_only_matches_like_those_that_were_checked_are_called_sure(game: str) -> None:
    module, fit = registry.find(game), fit_of(game)
    assert fit.presets
    for name, choices in module.presets.items():
        options = read_options(module.options, dict(choices))
        if name in fit.presets:
            assert fit.sure(module, options) == fit.error
    checked = [dict(module.presets[name]) for name in fit.presets]
    rough = [name for name, choices in module.presets.items() if dict(choices) not in checked]
    assert any(fit.sure(module, read_options(module.options, dict(module.presets[name]))) is None for name in rough)


@pytest.mark.parametrize("game", PRESETS)
def test_every_game_says_what_is_hidden_in_words(game: str) -> None:
    moments = moments_of(play(game, 20 if game == "stratego" else 8))
    said = 0
    for n in range(0, len(moments) - 2, 3):
        s = moments.state(n)
        for seat in range(moments.seats):
            view = moments.game.view_of(s, seat)
            found = hidden_things(
                moments.game, view, Viewer(seat, NAMES[: moments.seats]), beliefs_of(moments.game, view, seat, 8)
            )
            for hidden in found:
                said += 1
                assert math.isclose(sum(guess.chance for guess in hidden.guesses), 1, abs_tol=1e-6)
                assert hidden.label
                assert hidden.evidence or game == "stratego"
                assert all(guess.label for guess in hidden.guesses)
                assert 0 <= hidden.heat <= 1
    assert said or game == "farmer_soldier"  # whose marks test_sentences.py looks at
    assert isinstance(heat_label(moments.game), str)


def test_beliefs_in_stratego_add_up_over_ranks_and_over_pieces() -> None:
    moments = moments_of(play("stratego", 24))
    checked = 0
    for n in range(len(moments) - 2):
        s = moments.state(n)
        if s.phase != 1 or s.turn != 0:
            continue
        view = moments.game.view_of(s, 0)
        beliefs = beliefs_of(moments.game, view, 0, 30)
        for belief in beliefs:
            assert sum(belief.chances) == pytest.approx(1)
        for number, name in enumerate(("flag", "bomb")):
            expected = sum(dict(zip(each.kinds, each.chances, strict=True)).get(name, 0.0) for each in beliefs)
            hidden = [i for i in range(int(s.blue), int(s.pieces)) if not s.shown[i] and s.squares[i] >= 0]
            assert expected == pytest.approx(sum(int(s.types[i]) == number for i in hidden)), (n, name)
            checked += 1
    assert checked


def test_nothing_is_believed_after_the_end() -> None:
    moments = moments_of(play("stratego", 400, 8))
    before, last = moments.state(2), moments.state(len(moments) - 1)
    assert moments.game.rules.is_over(last)
    assert beliefs_of(moments.game, moments.game.view_of(before, 0), 0)
    assert beliefs_of(moments.game, moments.game.view_of(last, 0), 0) == []


def test_habits_are_told_from_three_matches_on() -> None:
    matches = []
    for seed in (3, 4, 5):
        moments = moments_of(play("stratego", 12, seed))
        matches.append(Played(moments, reviewer.go_on(moments, reviewer.begin(moments, "full")), 0))
    assert tell_habits(matches[:2]) == []
    said = tell_habits(matches)
    assert said[0].startswith("In your last 3 reviewed matches you found the best move ")


def change(game: str, s: Any) -> None:
    """Let the first seat be far behind, and hold on to cards."""
    if game == "footsoldiers":
        s.sides[0].count, s.sides[1].count, s.sides[0].base_health = 0, 2, 1
    elif game == "civ":
        s.players[0].city_count = s.players[0].unit_count = 0
    elif game == "farmer_soldier":
        s.things[:, 0] = 0
        s.things[0, 1, 1] = 2  # soldiers
    elif game == "battle_farm":
        s.coins[0], s.hand_count[0] = 0, 20


@pytest.mark.parametrize(
    ("game", "starts"),
    [
        ("footsoldiers", ("You build late", "Your castle suffers early")),
        ("civ", ("You settle late", "You arm late")),
        ("farmer_soldier", ("You spread slowly", "You arm late")),
        ("battle_farm", ("You earn late", "You hold on to cards")),
    ],
)
def test_every_game_knows_habits_of_its_own(game: str, starts: tuple[str, ...]) -> None:
    moments = moments_of(play(game))
    s = moments.state(0)
    told = importlib.import_module(f"plowshares.games.{game}.review").habits
    assert told([(s, 0), (s, 1)]) == []  # taken together, nobody has less
    change(game, s)
    said = told([(s, 0)])
    assert len(said) == len(starts)
    assert all(words.startswith(start) for words, start in zip(said, starts, strict=True))
