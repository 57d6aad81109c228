"""Running a server: backup and restore, health, metrics, logs, workers that are restarted, isolation of bots."""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import os
import re
import shlex
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from plowshares.arena import isolation
from plowshares.cli.serve import allowed_hosts, check_network, check_public
from plowshares.core.errors import InvalidOption
from plowshares.server.backup import back_up, restore
from plowshares.server.bots import BotRegistry
from plowshares.server.health import is_private
from plowshares.server.logs import JsonFormatter
from tests.server.killing_workers import serving as serving_workers
from tests.server.killing_workers import workers_of
from tests.server.postgres import Cluster, find_program, postgres
from tests.server.site import LINK, ME, MICRO, serving

pytestmark = pytest.mark.compiled_only
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if find_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: scripts/system_packages")
    with postgres() as running:
        yield running


def test_a_backup_is_restored_into_another_kind_of_database(tmp_path: Path, cluster: Cluster) -> None:
    file, back = tmp_path / "saved" / "backup.sqlite", tmp_path / "back.sqlite"
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        table = anna.open(ME, LINK)
        anna.command("fill")
        seen, cookies = anna.state(), anna.http.cookies
        assert back_up(f"sqlite:///{tmp_path / 'tables.sqlite'}", file) == 1  # while it is used
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["backup.sqlite"]
    with pytest.raises(InvalidOption, match="there already"):
        back_up(f"sqlite:///{tmp_path / 'tables.sqlite'}", file)
    assert restore(file, cluster.url) == 1
    with pytest.raises(InvalidOption, match="not empty"):
        restore(file, cluster.url)
    with serving(cluster.url) as site:
        anna = site.person(table=table)
        anna.http.cookies = cookies
        assert anna.state() == seen
        anna.command("ready")
        anna.post(anna.at("/invite"), seat=1)
        anna.post(anna.at("/release"), seat=0)  # notices are numbered on
    assert back_up(cluster.url, tmp_path / "second.sqlite") == 1
    assert restore(tmp_path / "second.sqlite", f"sqlite:///{back}") == 1


def test_health_readiness_and_metrics(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", metrics=True) as site:
        anna = site.person()
        table = anna.open(ME, LINK)
        anna.command("fill")
        assert anna.http.get("/health").text == "ok\n"
        assert anna.http.get("/ready").text == "ready\n"
        metrics = anna.http.get("/metrics").text
        assert "plowshares_tables{" in metrics
        assert "plowshares_lines_total{" in metrics
        assert table not in metrics
        site.hall.stopping = True
        assert anna.http.get("/ready").status_code == 503
        site.hall.stopping = False
    with serving(tmp_path / "tables.sqlite") as site:
        assert site.person().http.get("/metrics").status_code == 404
    assert is_private("127.0.0.1")
    assert not is_private("8.8.8.8")


def test_a_log_as_json_has_no_words_of_errors() -> None:
    try:
        raise ValueError("the flag is on a1")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "it %s", ("failed",), sys.exc_info())
    entry = json.loads(JsonFormatter().format(record))
    assert (entry["message"], entry["error"], entry["level"]) == ("it failed", "ValueError", "error")
    assert "a1" not in json.dumps(entry)


@pytest.mark.parametrize("public", ["games.example.org", "ftp://x", "https://x/path", "https://[", "https://u@x"])
def test_a_public_address_that_is_none_is_refused(public: str) -> None:
    with pytest.raises(InvalidOption, match="is not an address such as"):
        check_public(public)


def test_which_names_the_server_answers_to() -> None:
    assert check_public("https://games.example.org/") == "https://games.example.org"
    assert allowed_hosts("0.0.0.0", "") is None
    assert "games.example.org" in (allowed_hosts("127.0.0.1", "https://games.example.org") or ())
    assert check_network("10.0.0.0/8") == "10.0.0.0/8"
    with pytest.raises(InvalidOption, match="'proxy'"):
        check_network("proxy")


def test_bots_that_cannot_be_shut_in_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "available", lambda: ("plain",))
    with pytest.raises(InvalidOption, match="--isolation plain"):
        isolation.choose_level()
    assert isolation.choose_level("plain").level == "plain"
    (tmp_path / "bot.py").write_text("")
    with pytest.raises(InvalidOption, match="--isolation plain"):
        BotRegistry(tmp_path)
    assert BotRegistry(tmp_path, "plain").isolation == "plain"


@pytest.mark.long
def test_workers_are_restarted_one_after_the_other_and_lose_no_request(cluster: Cluster) -> None:
    with serving_workers(cluster.url, 2) as (parent, address):
        until = time.monotonic() + 120
        with httpx.Client(base_url=address, timeout=60) as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    opened = http.post("/api/tables", json={**MICRO, "seats": [ME, LINK]})
                    break
                assert time.monotonic() < until
            table = opened.json()["table"]
            before = set(workers_of(parent.pid))
            os.kill(parent.pid, signal.SIGHUP)
            failed, asked = 0, 0
            while set(workers_of(parent.pid)) & before and time.monotonic() < until:
                with httpx.Client(base_url=address, timeout=60, cookies=http.cookies) as fresh:
                    asked += 1
                    failed += fresh.get(f"/api/tables/{table}").status_code != 200
                time.sleep(0.05)
        assert asked > 3
        assert failed == 0


def test_the_files_for_deployment_can_be_read() -> None:
    folder = ROOT / "deploy"
    docker = (folder / "Dockerfile").read_text()
    assert "USER plowshares" in docker
    assert "HEALTHCHECK" in docker
    yaml = importlib.import_module("yaml")  # it comes with schemathesis
    compose = yaml.safe_load((folder / "compose.yaml").read_text())
    assert set(compose["services"]) == {"app", "database", "proxy"}
    assert compose["services"]["app"]["depends_on"]["database"]["condition"] == "service_healthy"
    unit = (folder / "plowshares.service").read_text()
    assert "ExecReload=/bin/kill -HUP $MAINPID" in unit
    assert "reverse_proxy" in (folder / "Caddyfile").read_text()


PAGE = "docs/how-to/run-a-server.md"
DATABASE = re.compile(r"postgresql://plowshares@localhost/(\w+)")


def commands_of(page: str) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def serves(words: list[str], environment: dict[str, str]) -> None:
    """Assert that a command serves: it becomes ready, and ends on SIGTERM."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    changed = {"--host": "127.0.0.1", "--peer-host": "127.0.0.1"}
    kept = [changed.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    if "--port" in kept:
        kept[kept.index("--port") + 1] = str(port)
    else:
        kept += ["--port", str(port)]
    process = subprocess.Popen([*kept, *([] if "--no-open" in kept else ["--no-open"])], env=environment)
    try:
        until = time.monotonic() + 180
        while True:
            assert process.poll() is None
            assert time.monotonic() < until
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/ready", timeout=10).status_code == 200:
                    break
            time.sleep(0.2)
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.long
def test_the_commands_of_the_page_about_servers_run(cluster: Cluster, tmp_path: Path) -> None:
    commands = commands_of((ROOT / PAGE).read_text())
    assert len(commands) >= 5
    environment = {**os.environ, "PLOWSHARES_DATABASE": f"sqlite:///{tmp_path / 'tables.sqlite'}"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    with psycopg.connect(cluster.url, autocommit=True) as db:
        for name in ("plowshares", "empty"):
            db.execute(f"create database {name}")
    for command in commands:
        words = shlex.split(DATABASE.sub(lambda found: cluster.url.replace("/postgres?", f"/{found[1]}?"), command))
        if words[1] == "serve":
            serves(words, environment)
        else:
            subprocess.run(words, env=environment, check=True, cwd=tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("where", ["compose.yaml", "plowshares.service"])
def test_the_commands_of_deployment_run_without_containers(cluster: Cluster, where: str) -> None:
    text = (ROOT / "deploy" / where).read_text()
    if where == "compose.yaml":
        app = importlib.import_module("yaml").safe_load(text)["services"]["app"]
        command = app["command"][0].removeprefix("exec ").replace("$$SITE", "games.example.org")
        command = command.replace('"$$(hostname -i)"', "127.0.0.1")
    else:
        found = re.search(r"ExecStart=((?:[^\n\\]|\\\n)*)", text)
        assert found
        command = found[1].replace("\\\n", " ").replace("/opt/plowshares/bin/", "")
    environment = {**os.environ, "PLOWSHARES_DATABASE": cluster.url}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    serves(shlex.split(command), environment)
