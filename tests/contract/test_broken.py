"""Each check of the contract is tested itself, with a broken toy game that it must catch."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import msgspec
import pytest

from plowshares.core import open_information
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.core.jit import kernel
from plowshares.core.records import Int32, Record
from plowshares.core.scene import Ending, Event, Viewer
from plowshares.engine.contract import MATCH_CHECKS, POSITION_CHECKS, Amounts, Broken, check, examine, views, walk
from plowshares.engine.contract.play import digest_of, walk_digest
from plowshares.engine.contract.walk import Position, hunt
from plowshares.engine.default_scene import DefaultScene
from tests.toys.broken import broken
from tests.toys.pennies import GAME, fields, rules, svg, text, view
from tests.toys.pennies.options import Options
from tests.toys.pennies.state import State

FEW = Amounts(matches=2, positions=6, worlds=2, interpreted=4, most=300)
OPTIONS = Options()

# Kernels call these by name when they are compiled.
legal_well, step_well, to_act_well, blank_well = rules.legal_actions, rules.step, rules.to_act, view.blank_for
setup_well, sample_well, disturb_well = rules.setup, view.sample_for, view.disturb


@kernel
def legal_backwards(s: Any, seat: int, out: Any) -> int:
    count = legal_well(s, seat, out)
    out[:count] = out[:count][::-1].copy()
    return count


@kernel
def legal_for_everybody(s: Any, seat: int, out: Any) -> int:
    out[0] = 0
    return 1


@kernel
def legal_too_many(s: Any, seat: int, out: Any) -> int:
    return 1000


@kernel
def legal_never(s: Any, seat: int, out: Any) -> int:
    return 0


@kernel
def legal_by_secret(s: Any, seat: int, out: Any) -> int:
    count = legal_well(s, seat, out)
    return 1 if count > 1 and s.hand[(seat + 1) % s.options.seats, 5] == 3 else count


@kernel
def step_endless(s: Any, seat: int, action: int) -> None:
    step_well(s, seat, action)
    s.round = 0
    s.over = False
    s.hand[:] = 1


@kernel
def setup_shared(s: Any, seed: Any) -> None:
    setup_well(s, seed)
    for seat in range(s.options.seats):
        s.hand[seat, 0] = 1


@kernel
def outcome_all_win(s: Any, out: Any) -> None:
    out[:] = 1.0


@kernel
def blank_nothing(s: Any, seat: int) -> None:
    pass


@kernel
def blank_all_but_rng(s: Any, seat: int) -> None:
    if not s.over:
        key, stream, count = s.rng.key, s.rng.stream, s.rng.count
        blank_well(s, seat)
        s.rng.key, s.rng.stream, s.rng.count = key, stream, count


@kernel
def blank_again_and_again(s: Any, seat: int) -> None:
    blank_well(s, seat)
    s.round += 1


@kernel
def blank_who_acts(s: Any, seat: int) -> None:
    blank_well(s, seat)
    if not s.over:
        for other in range(s.options.seats):
            if other != seat:
                s.done[other] = 0


@kernel
def blank_own_hand(s: Any, seat: int) -> None:
    blank_well(s, seat)
    if not s.over and seat >= 0:
        s.hand[seat, 5] = 0


@kernel
def blank_the_round(s: Any, seat: int) -> None:
    blank_well(s, seat)
    s.round = 0


@kernel
def blank_but_stage(s: Any, seat: int) -> None:
    if s.over:
        return
    begun = [0, 0, 0, 0]
    for other in range(s.options.seats):
        begun[other] = 1 if s.coin[other] != -1 else 0
    blank_well(s, seat)
    for other in range(s.options.seats):
        if other != seat:
            s.extra[other] = begun[other]


@kernel
def sample_wrong_round(s: Any, seat: int, seed: Any) -> None:
    sample_well(s, seat, seed)
    s.round += 1


@kernel
def sample_impossible(s: Any, seat: int, seed: Any) -> None:
    sample_well(s, seat, seed)
    for other in range(s.options.seats):
        if other != seat and not s.over and s.done[other] == 0:
            s.hand[other] = 0


@kernel
def disturb_nothing(s: Any, seat: int, seed: Any) -> None:
    pass


@kernel
def value_huge(s: Any, seat: int) -> float:
    return 5.0


@kernel
def prior_negative(s: Any, seat: int, actions: Any, count: int, out: Any) -> None:
    out[:count] = -1.0


@kernel
def encode_part(s: Any, seat: int, out: Any) -> None:
    out[0] = 1


def same_text(s: Any, seat: int, actions: tuple[int, ...]) -> str:
    return "lay 0"


def other_text(s: Any, seat: int, actions: tuple[int, ...]) -> str:
    return " ".join(f"lay {5 - a}" if a < 6 else f"+{8 - a}" for a in actions)


def parse_anything(s: Any, seat: int, given: Any) -> tuple[int, ...]:
    return (0,) if s.coin[seat] == -1 else (6,)


def parse_and_crash(s: Any, seat: int, given: str) -> tuple[int, ...]:
    return (int(given),)


def tell_lines(before: Any, after: Any, seat: int) -> list[str]:
    return [] if before.tobytes() == after.tobytes() else ["two\nlines"]


def tell_hands(before: Any, after: Any, seat: int) -> list[str]:
    return [f"Now they hold {after.hand.tolist()}."]


@kernel
def blank_the_end(s: Any, seat: int) -> None:
    blank_well(s, seat)
    s.over = True


@kernel
def to_act_by_secret(s: Any) -> int:
    mask = to_act_well(s)
    return 0 if mask != 0 and s.coin[0] == -2 else mask


@kernel
def disturb_but_extra(s: Any, seat: int, seed: Any) -> None:
    kept = [s.extra[0], s.extra[1], s.extra[2], s.extra[3]]
    disturb_well(s, seat, seed)
    for i in range(4):
        s.extra[i] = kept[i]


def fields_untyped(s: Any, seat: int) -> Any:
    return msgspec.structs.replace(fields.fields(s, seat), points=["none"])


def fields_as_tuples(s: Any, seat: int) -> Any:
    return msgspec.structs.replace(fields.fields(s, seat), points=(1, 2))


def fields_of_nobody(s: Any, seat: int) -> Any:
    return msgspec.structs.replace(fields.fields(s, seat), viewer=99)


def fields_that_write(s: Any, seat: int) -> Any:
    s.round += 1
    return fields.fields(s, seat)


def board_untitled(s: Any, seat: int, marked: Any = ()) -> str:
    return svg.board(s, seat, marked).replace("title>", "b>")


def board_that_writes(s: Any, seat: int, marked: Any = ()) -> str:
    s.round = 9
    return text.board(s, seat, marked)


class Unsteady:
    """A set-up that is never the same twice."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, s: Any, seed: Any) -> None:
        self.calls += 1
        setup_well(s, seed)
        s.shown[3] = self.calls % 100


LEGAL = "legal actions are ascending, unique and asked of the right seats"
REFUSED = "illegal commands are refused and change nothing"
TEXT = "text reads back and is unambiguous"
JSON = "JSON reads back and is unambiguous"
PICKS = "pick paths are unambiguous and can be clicked"
CLONES = "clones are independent"
UNFINISHED = "an unfinished command is not visible to others"
VIEW = "views are complete, stable and enough to act on"
LEAKS = "no channel depends on what a seat cannot know"
TOLD = "no event, log, refusal or ending depends on what a seat cannot know"
SAMPLES = "sampled worlds agree with the view and can be played on"
FIELDS = "named fields have a JSON form that reads back"
PICTURES = "pictures are well-formed and titled"
NUMBERS = "values and observations are in range and complete"
LOG = "the log can be told to everybody"
ENDS = "random matches end"
REPEATS = "the same seed gives the same bytes"
OUTCOME = "outcomes sum to zero"
RECORDS = "records replay, and changed ones are found out"
SECRETS = "every secret is disturbed at some time"
NAMES = "modules offer what is declared and nothing else"


def misspelt() -> Game:
    """Return the game with a misspelt hook, which nothing calls."""
    module = ModuleType("heuristics")
    for name in ("value", "prior"):
        setattr(module, name, getattr(GAME.heuristics, name))
    module.gues = GAME.heuristics.value  # type: ignore[attr-defined]  # that is what is wrong
    module.__all__ = ["gues", "prior", "value"]  # type: ignore[attr-defined]  # as a module would have it
    return dataclasses.replace(GAME, heuristics=module)


class Memory:
    """Keeps what it blanks: a cache like this is how words can leak though all views are sound."""

    def __init__(self) -> None:
        self.hands = b""

    def blank_for(self, s: Any, seat: int) -> None:
        self.hands = s.hand.tobytes()
        blank_well(s, seat)


def remembering(what: str) -> Game:
    """Return the game with one kind of words that tell secrets its views do not hold."""
    memory = Memory()
    game = broken("view", blank_for=memory.blank_for)
    scene = DefaultScene(GAME)

    def tell(before: Any, after: Any, seat: int) -> list[str]:
        return [f"They hold {memory.hands.hex()}."]

    def events(before: Any, after: Any, viewer: Viewer) -> list[Event]:
        return [Event("say", tell(before, after, viewer.seat)[0])]

    def explain(s: Any, viewer: Viewer, path: Any, refusal: Any) -> str:
        return f"Not while they hold {memory.hands.hex()}."

    def ending(s: Any, viewer: Viewer, reason: str, outcome: Any) -> Ending:
        return Ending("Draw", f"They held {memory.hands.hex()}.")

    leaks: dict[str, Any] = {"events": events, "refusal": explain, "ending": ending}
    if what == "log":
        return broken("notation", game=dataclasses.replace(game, scene=scene), tell=tell)  # the scene's stays sound
    name = {"refusal": "explain"}.get(what, what)
    setattr(scene, name, leaks[what])
    return dataclasses.replace(game, scene=scene)


BROKEN: dict[str, tuple[str, Game, str]] = {
    "misspelt hook": (NAMES, misspelt(), "gues"),
    "legal list backwards": (LEGAL, broken("rules", legal_actions=legal_backwards), "not ascending"),
    "legal for all seats": (LEGAL, broken("rules", legal_actions=legal_for_everybody), "to act are"),
    "legal list too long": (LEGAL, broken("rules", legal_actions=legal_too_many), "returned 1000"),
    "seat without an action": (LEGAL, broken("rules", legal_actions=legal_never), "has 0 legal actions"),
    "over and yet to act": (LEGAL, broken("rules", is_over=kernel(lambda s: s.round > 0)), "is_over is True"),
    "takes anything": (REFUSED, broken("notation", parse=parse_anything), "is accepted"),
    "crashes": (REFUSED, broken("notation", parse=parse_and_crash), "raises ValueError"),
    "no reason to refuse": (
        REFUSED,
        broken("notation", explain=lambda *_: IllegalCommand("", "")),
        "without code or",
    ),
    "same text": (TEXT, broken("notation", format=same_text), "both written"),
    "other text": (TEXT, broken("notation", format=other_text), "which reads"),
    "same JSON": (JSON, broken("notation", to_json=lambda s, seat, a: {"kind": "lay", "coin": 0}), "two actions"),
    "other JSON": (JSON, broken("notation", parse_json=parse_anything), "which reads"),
    "same picks": (PICKS, broken("notation", picks=lambda s, seat, a: ("coin 0",)), "the same pick path"),
    "no picks": (PICKS, broken("notation", picks=lambda s, seat, a: (f"number {a}",) * min(a, 1)), "empty pick path"),
    "beginnings": (PICKS, broken("notation", picks=lambda s, seat, a: ("button x",) * (a + 1)), "beginning of another"),
    "not drawn": (PICKS, broken("notation", picks=lambda s, seat, a: (f"door {a}",)), "not in the picture"),
    "stage is shown": (UNFINISHED, broken("view", blank_for=blank_but_stage), "has begun a command"),
    "blanking twice": (VIEW, broken("view", blank_for=blank_again_and_again), "again changes it"),
    "other seats to act": (VIEW, broken("view", blank_for=blank_who_acts), "differs in to_act"),
    "own hand is hidden": (VIEW, broken("view", blank_for=blank_own_hand), "differ in its own view"),
    "more than secrets": (VIEW, broken("view", blank_for=blank_the_round), "not marked SECRET: round"),
    "another end": (VIEW, broken("view", blank_for=blank_the_end), "differs in is_over"),
    "nothing is hidden": (LEAKS, broken("view", blank_for=blank_nothing), "view of viewer -1 depends"),
    "generator is not hidden": (LEAKS, broken("view", blank_for=blank_all_but_rng), "view of viewer -1 depends"),
    "legal by secret": (LEAKS, broken("rules", legal_actions=legal_by_secret), "legal of viewer . depends"),
    "events of secrets": (TOLD, remembering("events"), "events for viewer .* depends"),
    "log of secrets": (TOLD, remembering("log"), "log for viewer .* depends"),
    "refusals of secrets": (TOLD, remembering("refusal"), "explained refusal for viewer .* depends"),
    "ending of secrets": (TOLD, remembering("ending"), "ending for viewer .* depends"),
    "log where nothing is hidden": (
        TOLD,
        broken("notation", game=broken("view", blank_for=blank_nothing), tell=tell_hands),
        "log for viewer -1 depends",
    ),
    "sample of another view": (SAMPLES, broken("view", sample_for=sample_wrong_round), "another view: round differ"),
    "sample that is stuck": (SAMPLES, broken("view", sample_for=sample_impossible), "no legal action in a world"),
    "sample without an end": (SAMPLES, broken("rules", step=step_endless), "cannot be played to its end"),
    "sample with others to act": (SAMPLES, broken("rules", to_act=to_act_by_secret), "differs in to_act"),
    "svg not well-formed": (PICTURES, broken("svg", board=lambda s, seat, m=(): "<svg>"), "not well-formed"),
    "svg without title": (PICTURES, broken("svg", board=board_untitled), "has no title"),
    "empty text": (PICTURES, broken("text", board=lambda s, seat, m=(): " "), "text picture"),
    "drawing that writes": (PICTURES, broken("text", board=board_that_writes), "drawing changed the view"),
    "fields of another type": (FIELDS, broken("fields", fields=fields_untyped), "do not match their own types"),
    "fields that read back otherwise": (FIELDS, broken("fields", fields=fields_as_tuples), "does not read back"),
    "fields of nobody": (FIELDS, broken("fields", fields=fields_of_nobody), "of viewer 99"),
    "fields that write": (FIELDS, broken("fields", fields=fields_that_write), "naming fields changed the view"),
    "value out of range": (NUMBERS, broken("heuristics", value=value_huge), "value for seat"),
    "negative prior": (NUMBERS, broken("heuristics", prior=prior_negative), "priors are"),
    "observation in part": (NUMBERS, broken("observation", encode=encode_part), "unwritten"),
    "log of nothing": (LOG, broken("notation", tell=lambda before, after, seat: ["oh"]), "where nothing happened"),
    "log with line breaks": (LOG, broken("notation", tell=tell_lines), "a line of the log"),
    "endless": (ENDS, broken("rules", step=step_endless), "is not over after"),
    "never the same": (REPEATS, broken("rules", setup=Unsteady()), "the same choices differ"),
    "everybody wins": (OUTCOME, broken("rules", outcome=outcome_all_win), "not as they must be"),
    "no reason": (OUTCOME, broken("notation", describe_result=lambda s: ("", "")), "no reason"),
    "nothing disturbed": (SECRETS, broken("view", disturb=disturb_nothing), "never disturbed: coin, extra, hand, rng"),
    "one forgotten": (SECRETS, broken("view", disturb=disturb_but_extra), "never disturbed: extra"),
}


def run_one(name: str, game: Game) -> None:
    """Run one check on a game; positions come from the sound game, which shares its State."""
    if name in MATCH_CHECKS:
        MATCH_CHECKS[name](game, OPTIONS, FEW)
        return
    for at in walk(GAME, OPTIONS, FEW):
        POSITION_CHECKS[name](dataclasses.replace(at, game=game))


@pytest.mark.parametrize("what", BROKEN)
def test_broken_games_are_caught(what: str) -> None:
    name, game, words = BROKEN[what]
    with pytest.raises(Broken, match=words):
        run_one(name, game)


def test_every_check_has_a_game_that_it_catches() -> None:
    elsewhere = {RECORDS, CLONES, "compiled, interpreted and bounds-checked runs agree"}
    assert {name for name, _, _ in BROKEN.values()} | elsewhere == {*MATCH_CHECKS, *POSITION_CHECKS}


def test_a_game_that_differs_between_modes_is_caught() -> None:
    # The other processes import the sound game, so a changed deal here is a difference between modes.
    with pytest.raises(Broken, match="interpreted run differs"):
        list(check(broken("rules", setup=setup_shared), OPTIONS, FEW))


def test_a_game_that_fails_in_another_mode_is_caught() -> None:
    game = dataclasses.replace(GAME, package="tests.toys.nowhere")
    with pytest.raises(Broken, match="interpreted: ModuleNotFoundError"):
        list(check(game, OPTIONS, FEW))


def test_a_record_that_takes_anything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from plowshares.engine.contract import play

    monkeypatch.setattr(play, "verify", lambda data, find: "fine")
    with pytest.raises(Broken, match="is taken for good"):
        run_one(RECORDS, GAME)


class Lazy(State):
    """A State whose copy is the State itself."""

    def clone(self) -> Self:
        return self


def test_clones_that_are_not_independent_are_caught() -> None:
    at = next(iter(walk(GAME, OPTIONS, FEW)))
    with pytest.raises(Broken, match="changed the original"):
        POSITION_CHECKS[CLONES](dataclasses.replace(at, s=Lazy.from_bytes(at.s.tobytes())))


def test_secrets_that_no_sample_met_are_hunted_until_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[set[str]] = []

    def watched(*given: Any) -> Iterator[tuple[Position, set[str]]]:
        for at, changed in hunt(*given):
            met.append(changed)
            yield at, changed

    kind = type(GAME.start(OPTIONS, 0))
    used = kind.secrets - {"spare"}
    monkeypatch.setattr(kind, "secrets", used)
    monkeypatch.setattr(views, "SAMPLED", 0)
    monkeypatch.setattr(views, "hunt", watched)
    views.check_secrets_covered(GAME, OPTIONS, FEW)
    assert set().union(*met) == used
    assert len(met) < 100


def test_a_game_without_secrets_is_asked_about_its_generator() -> None:
    class Open(State):
        """The same State without any field marked secret."""

    Open.secrets = frozenset()

    def new(options: Options) -> Any:
        s = Open.new()
        s.options.seats, s.options.rounds = options.seats, options.rounds
        GAME.actions.space(options).write(s.actions)
        return s

    with pytest.raises(Broken, match="no field of the State is marked SECRET"):
        run_one(SECRETS, broken("state", new=new))
    Open.secrets = frozenset(("hand", "rng"))
    run_one(SECRETS, broken("state", new=new))  # both are disturbed at once, so there is nothing to search for


def test_digests_are_the_same_by_package_and_by_game() -> None:
    assert digest_of("tests.toys.pennies", {"seats": 3}, 9) == walk_digest(GAME, Options(seats=3), 3, 9)
    assert walk_digest(GAME, Options(rounds=1), 3, 99) == walk_digest(GAME, Options(rounds=1), 3, 999)


def test_the_sound_game_passes_every_check() -> None:
    assert list(check(GAME, OPTIONS, FEW)) == [*MATCH_CHECKS, *POSITION_CHECKS]


def test_all_failures_are_told_and_not_the_first_alone() -> None:
    once = broken("rules", legal_actions=legal_backwards)
    twice = broken("observation", game=once, __all__=["dtype", "encode", "shape", "shapes"])
    few = dataclasses.replace(FEW, matches=1, positions=2, interpreted=0)
    found = dict(examine(twice, OPTIONS, few))
    assert len(found) == len(MATCH_CHECKS) + len(POSITION_CHECKS) - 1
    wrong = {name for name, words in found.items() if words}
    assert {"modules offer what is declared and nothing else", next(iter(POSITION_CHECKS))} <= wrong
    assert found["clones are independent"] == ""
    assert all(words == "" for _, words in examine(GAME, OPTIONS, few))


def test_a_game_without_an_end_is_not_walked_through() -> None:
    endless = broken("rules", step=step_endless)
    found = dict(examine(endless, OPTIONS, dataclasses.replace(FEW, matches=1, positions=2, interpreted=0, most=20)))
    assert found["random matches end"]
    assert {found[name] for name in POSITION_CHECKS} == {"not tried, because matches do not end"}


def test_a_game_that_cannot_be_walked_through_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> Any:
        raise Broken("no way through")

    monkeypatch.setattr("plowshares.engine.contract.walk", stop)
    found = dict(examine(GAME, OPTIONS, FEW))
    assert found[LEGAL] == "not tried everywhere: no way through"


def test_a_game_without_named_fields_passes() -> None:
    assert FIELDS in list(check(dataclasses.replace(GAME, fields=None), OPTIONS, FEW))


def test_a_game_without_secrets_and_chance_needs_none() -> None:
    class Open(Record):
        turn: Int32

    game: Any = SimpleNamespace(view=open_information, start=lambda options, seed: Open.new())
    views.check_secrets_covered(game, OPTIONS, FEW)  # raises nothing
    with pytest.raises(Broken, match="SECRET"):
        views.check_secrets_covered(SimpleNamespace(view=None, start=game.start), OPTIONS, FEW)  # type: ignore[arg-type]  # a stand-in
