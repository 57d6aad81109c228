"""Guided first matches over the API: the script is followed, and nothing else can be played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from plowshares import registry
from plowshares.server.guided import lesson_of
from tests.server.site import Person, Site, serving

pytestmark = pytest.mark.compiled_only
GUIDED = [name for name in registry.OURS if lesson_of(name)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def learn(site: Site, game: str) -> Person:
    person = site.person()
    answer = person.post(f"/api/games/{game}/guide")
    assert answer.status_code == 200, answer.text
    person.table = answer.json()["table"]
    return person


def follow(person: Person, state: dict[str, Any]) -> None:
    """Pick any of the offered picks until a command is played."""
    path: list[str] = []
    offers = state["next"]
    while True:
        can = [each for each in offers if each.get("enabled", True) and not each.get("offers")]
        assert can, (state["prompt"], path)
        offer = next((each for each in can if not each.get("command")), can[0])
        path = offer.get("path") or [*path, offer["pick"]]
        whole = offer.get("command")
        at, body = state["decision"], {"command": whole} if whole else {"path": path}
        answer = person.post(person.at("/play"), at=at, **body)
        assert answer.status_code == 200, answer.text
        if "next" not in answer.json():
            return
        offers = answer.json()["next"]


def test_every_game_of_ours_with_a_guide_can_be_learned() -> None:
    scenes = {name: registry.find(name).scene for name in registry.OURS}
    assert [name for name, scene in scenes.items() if scene is not None and scene.guide() is not None] == GUIDED
    assert "stratego" in GUIDED


@pytest.mark.parametrize("game", GUIDED)
def test_what_is_offered_leads_to_the_end(site: Site, game: str) -> None:
    person = learn(site, game)
    steps = person.state()["guide"]["steps"]
    assert len(steps) >= 6
    for _ in range(100):
        state = person.wait_for_turn()
        guide = state["guide"]
        if guide["step"] == len(steps):
            break
        follow(person, state)
    assert guide["done"]
    assert guide["step"] == len(steps)


def test_nothing_but_what_is_asked_is_played(site: Site) -> None:
    person = learn(site, "stratego")
    state = person.state()
    answer = person.play(command="fill")
    assert answer.status_code == 422
    assert answer.json()["code"] == "guide"
    assert person.state()["name"] == state["name"]
    assert person.play(command="load standard").status_code == 200
    assert person.state()["guide"]["step"] == 1


def test_a_guided_match_goes_on_after_it_has_left_memory(site: Site) -> None:
    person = learn(site, "stratego")
    assert person.play(command="load standard").status_code == 200
    site.hall.repository.drop(site.hall.find(person.table))
    assert person.state()["guide"]["step"] == 1
    for _ in range(3):
        follow(person, person.wait_for_turn())
    assert person.wait_for_turn()["guide"]["step"] == 4


def test_there_is_no_rematch_of_a_guided_match(site: Site) -> None:
    person = learn(site, "stratego")
    person.post(person.at("/resign"))
    answer = person.post(person.at("/rematch"))
    assert answer.status_code == 422
    assert "match of your own" in answer.json()["error"]
