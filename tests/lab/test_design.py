"""Studies as they are written: files, words of the command line, and everything that can be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.lab import design as design_module
from plowshares.lab.design import define, digest_sources, read_file, read_fixed, read_vary, split_values, variants_of
from tests.lab.toy import TOY, toy

STUDY = """
game = "footsoldiers"
seats = ["greedy,random", "random,greedy"]
games = 10
options = { total_turns = 20 }
[vary]
"cost.scout" = [8, 10]
"cost.tank" = [9]
removal = ["at-once", "after-all"]
"""


def test_every_combination_is_a_variant_with_its_options_and_players(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    variants = variants_of(define(read_file(file)))
    assert len(variants) == 8
    last = variants[-1]
    assert last.label == "cost.scout=10, cost.tank=9, removal=after-all, line-up=random,greedy"
    assert last.options["cost"] == {"scout": 10, "assassin": 11, "tank": 9}
    assert last.options["total_turns"] == 20
    assert [entrant.seat for entrant in last.entrants] == ["random", "greedy"]


def test_one_player_alone_sits_on_every_seat() -> None:
    variants = variants_of(define(toy(vary={"seats": [2, 4]})))
    assert [len(variant.entrants) for variant in variants] == [2, 4]
    assert len({entrant.name for entrant in variants[1].entrants}) == 4


def test_as_many_players_as_named_play_where_the_game_leaves_that_open() -> None:
    (variant,) = variants_of(define({"game": "farmer_soldier", "seats": ["random,random,random"]}))
    assert variant.options["players"] == 3


def test_values_are_read_as_the_options_are() -> None:
    stratego, farm = registry.find("stratego"), registry.find("battle_farm")
    assert read_vary(stratego, ["spy-takes-flag=true,false", "two_square=1..3"]) == {
        "spy_takes_flag": [True, False],
        "two_square": [1, 2, 3],
    }
    assert read_vary(farm, ['deck_counts={"apples":1,"beans":2},{}']) == {
        "deck_counts": [{"apples": 1, "beans": 2}, {}]
    }
    assert read_vary(registry.find("footsoldiers"), ["cost.scout=8,10"]) == {"cost.scout": [8, 10]}


def test_values_that_are_right_only_with_others_keep_their_type() -> None:
    farmer, farm = registry.find("farmer_soldier"), registry.find("battle_farm")
    assert read_fixed(farm, ["win-limit=80", 'deck_counts={"apples": 1}']) == {
        "win_limit": 80,
        "deck_counts": {"apples": 1},
    }
    assert read_fixed(farmer, ["switch=false"]) == {"switch": False}
    # These are homes of three players; alone, the option would be refused.
    assert read_vary(farmer, ['homes="a1,c3,e1","a1,c1,e1"']) == {"homes": ["a1,c3,e1", "a1,c1,e1"]}
    with pytest.raises(InvalidOption, match="'switch' is not of the form name=value"):
        read_fixed(farmer, ["switch"])
    with pytest.raises(InvalidOption, match="no option 'swich'; did you mean 'switch'"):
        read_fixed(farmer, ["swich=true"])


def test_values_are_split_outside_of_brackets_and_quotes() -> None:
    assert split_values('1, [2,3] ,"a,b",{"c":[4,5]},') == ["1", "[2,3]", '"a,b"', '{"c":[4,5]}']


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["scuot=line"], "no option 'scuot'; did you mean 'scout'"),
        (["scout"], "'scout' is not of the form name=value,value"),
        (["scout="], "option scout has no values to try in 'scout='"),
        (["scout=line", "scout=extra"], "'scout' is varied twice"),
        (["scout=line,bow"], "option scout: invalid enum value 'bow', got 'bow'"),
        (["two_square=5..2"], "'5..2' is not a range"),
        (["cost.scout=cheap"], "no option 'cost.scout'"),
    ],
)
def test_words_that_cannot_be_read_are_quoted(words: list[str], error: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        read_vary(registry.find("stratego"), words)
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"vary": {"colour": [1]}}, "pennies has no option 'colour'"),
        ({"vary": {"rounds": []}}, "option rounds has no values to try"),
        ({"vary": {"rounds": [2, 2]}}, "rounds has a value twice: 2, 2"),
        ({"vary": {"rounds": [2, 9]}}, "variant rounds=9: option rounds: expected `int` <= 5, got 9"),
        ({"vary": {"rounds.first": [2]}, "options": {"rounds": 3}}, "option rounds is 3 here and has no part 'first'"),
        ({"seats": []}, "nobody plays"),
        ({"seats": ["random,random,random"]}, "pennies has 2 seats with these options, 3 players were named"),
        ({"seats": ["genius"]}, "no agent is called 'genius'"),
        ({"games": 0}, "the study: games: expected int >= 1"),
        ({"gmaes": 3}, "a study has no 'gmaes'; did you mean 'games'?; it has: game, seats, vary"),
        ({"vary": {"rounds": 2}}, "the values to vary are a list, such as scout = ["),
        ({"preset": "giant"}, "pennies has no preset 'giant'"),
        ({"time": "soon"}, "'soon'"),
        ({"vary": {"rounds": [1, 2, 3, 4, 5], "seats": list(range(2, 200))}}, "990 variants"),
    ],
)
def test_bad_studies_are_refused_before_anything_is_played(values: dict[str, object], error: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        define(toy(**values))
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (None, "no such file"),
        ("seats = 1", "names no game: write a line such as game"),
        ("game = ", "is not a study file"),
        ("\x00", "is not a study file"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str | None, error: str) -> None:
    file = tmp_path / "study.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(InvalidOption, match=error):
        read_file(file)


def test_more_games_are_the_same_study_and_other_options_are_not() -> None:
    design = define(toy())
    assert define(toy(games=99, measures=["rounds"], stop=True)).fingerprint() == design.fingerprint()
    assert define(toy(seed=2)).fingerprint() != design.fingerprint()
    assert define(toy(vary={"rounds": [2, 3]})).fingerprint() != design.fingerprint()
    one, other = ({"rounds": [2, 3], "seats": [2, 4]}, {"seats": [2, 4], "rounds": [2, 3]})
    assert define(toy(vary=one)).fingerprint() != define(toy(vary=other)).fingerprint()  # variants have other numbers
    assert design.game == TOY


def test_other_code_is_another_study(monkeypatch: pytest.MonkeyPatch) -> None:
    before = define(toy()).fingerprint()
    assert digest_sources("plowshares.games.stratego") != digest_sources("plowshares.games.civ")
    monkeypatch.setattr(design_module, "digest_sources", lambda home: "other")
    assert define(toy()).fingerprint() != before
