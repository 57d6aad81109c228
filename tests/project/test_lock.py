"""The locked versions are those that pyproject.toml asks for, all of them, and those that are installed."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.checkout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DEV = "requirements/dev.txt"
PLAY = "requirements/play.txt"
BENCH = "requirements/bench.txt"
LEARN = "requirements/learn.txt"
LOCK_OF = {"bench": BENCH, "learn": LEARN, "ppo": LEARN}  # of extras that development does without
ELSEWHERE = {"gymnasium"}  # RLlib requires an older one


def locked(file: str) -> dict[str, Requirement]:
    lines = (ROOT / file).read_text().splitlines()
    pins = [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pins if applies(pin)}


def applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def declared() -> list[tuple[str, Requirement]]:
    groups, extras = PROJECT["dependency-groups"], PROJECT["project"]["optional-dependencies"]
    wanted = [(file, PROJECT["project"]["dependencies"]) for file in (DEV, PLAY, BENCH, LEARN)]
    wanted += [(DEV, groups["dev"]), (PLAY, groups["build"]), (PLAY, extras["web"])]
    wanted += [(LEARN, groups["learners"]), (LEARN, groups["build"]), (LEARN, extras["bench"]), (LEARN, extras["rl"])]
    wanted += [(LOCK_OF.get(name, DEV), extra) for name, extra in extras.items()]
    return [(file, Requirement(text)) for file, texts in wanted for text in texts if isinstance(text, str)]


@pytest.mark.parametrize(("file", "wanted"), declared(), ids=str)
def test_what_is_declared_is_locked_to_a_version_that_fits(file: str, wanted: Requirement) -> None:
    pins = locked(file)
    name = canonicalize_name(wanted.name)
    assert name in pins, f"{wanted} is not in {file}: run `make lock`"
    (pin,) = pins[name].specifier
    assert pin.operator == "=="
    assert wanted.specifier.contains(pin.version, prereleases=True), f"{file} has {pin.version}: run `make lock`"


def test_what_is_locked_is_installed() -> None:
    wrong = {name: version(name) for name, pin in locked(DEV).items() if not pin.specifier.contains(version(name))}
    assert not wrong, "installed in other versions than locked; `touch pyproject.toml` and make again"


def test_whatever_a_locked_package_needs_is_locked_too() -> None:
    pins = locked(DEV)
    needs = {
        canonicalize_name(need.name)
        for name in pins
        for need in map(Requirement, distribution(name).requires or ())
        if applies(need)
    }
    assert needs <= pins.keys(), f"not locked: {sorted(needs - pins.keys())}; run `make lock`"


@pytest.mark.parametrize("file", [PLAY, BENCH, LEARN])
def test_locks_agree(file: str) -> None:
    dev, other = locked(DEV), locked(file)
    shared = (dev.keys() & other) - (ELSEWHERE if file == LEARN else set())
    assert shared
    assert {name: str(dev[name]) for name in shared} == {name: str(other[name]) for name in shared}


def test_with_the_tools_one_can_play_too() -> None:
    assert locked(PLAY).keys() <= locked(DEV).keys()


@pytest.mark.parametrize("file", [DEV, PLAY, BENCH, LEARN])
def test_a_lock_names_no_host_and_no_machine(file: str) -> None:
    assert not re.search(r"https?:|file:|--|@", (ROOT / file).read_text())
