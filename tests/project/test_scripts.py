"""The scripts behind make: which Python, which system packages, and how test runs are counted."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests import tiers
from tests.amounts import some
from tests.project.checkout import ROOT, run

TOOLS = ("sh", "id", "grep", "tr", "dirname")


def test_find_python_takes_one_that_runs_and_suits() -> None:
    done = run([ROOT / "scripts/find_python"], ROOT, {**os.environ, "PYTHON": sys.executable})
    assert (done.returncode, done.stdout.strip()) == (0, sys.executable)


def test_find_python_says_what_to_do_if_there_is_none() -> None:
    done = run([ROOT / "scripts/find_python"], ROOT, {**os.environ, "PYTHON": "no-such-python"})
    assert done.returncode == 1
    assert "no Python 3.11 to 3.14 found (looked for: no-such-python)" in done.stdout
    assert "make PYTHON=" in done.stdout


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a copy of the script that finds neither apt-get nor sudo."""
    shutil.copy(ROOT / "scripts/system_packages", tmp_path)
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(str(shutil.which(tool)))
    return tmp_path / "system_packages"


def ask(packages: Path, listing: str, **environment: str) -> tuple[int, str]:
    (packages.parent / "system_packages.txt").write_text(f"# package | proof\n{listing}\n")
    done = run([packages], packages.parent, {"PATH": str(packages.parent / "tools"), **environment})
    return done.returncode, done.stdout


def test_system_packages_is_silent_when_all_are_there(packages: Path) -> None:
    assert ask(packages, "shell | command -v sh\nany | command -v bash || command -v sh", CI="true") == (0, "")


def test_system_packages_names_the_one_command_that_would_install_the_rest(packages: Path) -> None:
    code, said = ask(packages, "shell | command -v sh\nalpha | command -v alpha\nbeta    | command -v beta")
    assert code == 0
    assert "sudo apt-get install -y --no-install-recommends alpha beta" in said


def test_a_missing_system_package_is_an_error_in_ci(packages: Path) -> None:
    code, said = ask(packages, "alpha | command -v alpha", CI="true")
    assert code == 1
    assert "alpha" in said


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_tests", ROOT / "scripts/run_tests.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "REPORTS", tmp_path)  # otherwise two workers would write the same file
    return module


CASES = """
import pytest

def test_good(): assert True
def test_bad(): assert False
@pytest.mark.skipif(True, reason="to be counted")
def test_left_out(): assert True
@pytest.fixture
def broken(): raise OSError
def test_error(broken): assert True
"""


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        (CASES, (1, 2, 1)),
        ("def test_good(): assert True", (1, 0, 0)),
        ("", (0, 1, 0)),
        ("import no_such_module", (0, 1, 0)),
    ],
    ids=["mixed", "good", "no test at all", "does not import"],
)
def test_a_stage_is_counted(runner: ModuleType, tmp_path: Path, cases: str, expected: tuple[int, int, int]) -> None:
    file = tmp_path / "test_cases.py"
    file.write_text(cases)
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(file)]
    outcome = runner.run(runner.Stage("cases", command, counts=True))
    assert (outcome.passed, outcome.failed, outcome.skipped) == expected


def test_a_stage_that_fails_without_a_failing_test_counts_one_failure(runner: ModuleType) -> None:
    outcome = runner.run(runner.Stage("crash", ["-c", "import sys; sys.exit(3)"], counts=True))
    assert (outcome.passed, outcome.failed) == (0, 1)
    outcome = runner.run(runner.Stage("program", [shutil.which("false")]))
    assert (outcome.passed, outcome.failed) == (0, 1)


@pytest.mark.parametrize(
    ("counts", "ci", "code"),
    [((5, 0, 0), "true", 0), ((5, 0, 1), "", 0), ((5, 0, 1), "true", 1), ((5, 1, 0), "", 1)],
)
def test_the_last_line_is_the_sum(
    runner: ModuleType,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    counts: tuple[int, int, int],
    ci: str,
    code: int,
) -> None:
    monkeypatch.setenv("CI", ci)
    assert runner.report([runner.Outcome("a", 1.0, 2, 0, 0), runner.Outcome("b", 2.0, *counts)]) == code
    passed, failed, skipped = counts
    assert capsys.readouterr().out.splitlines()[-1] == f"{passed + 2} passed, {failed} failed, {skipped} skipped"


def test_a_stage_that_does_not_exist_is_named(runner: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.main(["lnt"]) == 2
    assert "no stage is called 'lnt'; there are: system, warm, bounds, types," in capsys.readouterr().err


def test_files_that_the_quick_tier_names_exist() -> None:
    for pattern in some(tiers.MATCHES + tiers.SMOKE):
        assert list((ROOT / "tests").glob(pattern)), pattern


def test_only_files_without_a_wanted_test_are_left_out() -> None:
    tests = ROOT / "tests"
    quick, rest = tests / "contract/test_golden.py", tests / "contract/test_broken.py"
    rulings, helper = tests / "games/civ/test_rulings.py", tests / "games/civ/table.py"
    for markers, unwanted in (
        ("", set()),
        ("not long", set()),
        ("not interpreted_only and rest", {rulings}),
        ("not interpreted_only and not rest", {rest, rulings}),
    ):
        assert {file for file in (quick, rest, rulings, helper) if tiers.is_unwanted(file, markers)} == unwanted


def test_ci_runs_the_quick_tier_and_the_rest() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "exec make test-rest <" in script.read_text()
    done = run(["make", "-n", "test-rest"], ROOT)
    assert "scripts/run_tests.py --rest" in done.stdout


def test_an_advisory_stage_is_reported_and_fails_nothing(
    runner: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = runner.Outcome("newest", 2.0, 1, 3, 0, is_advisory=True)
    assert runner.report([runner.Outcome("a", 1.0, 2, 0, 0), broken]) == 0
    said = capsys.readouterr().out
    assert "failed, reported only" in said
    assert said.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"
    assert runner.report([runner.Outcome("a", 1.0, 2, 1, 0), broken]) == 1


def test_stages_share_a_cache_of_bytecode(runner: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    environment = runner.environment_of(runner.Stage("a", []))
    assert "PYTHONDONTWRITEBYTECODE" not in environment
    assert environment["PYTHONPYCACHEPREFIX"].startswith(str(ROOT))
