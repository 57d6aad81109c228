"""The official inspector's command line lists and calls every tool, over standard input and output and over HTTP."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.test_server import TOOLS
from tests.server.site import serving

PACKAGE = "@modelcontextprotocol/inspector@>=0.15"
COMMAND = [sys.executable, "-m", "plowshares.cli", "mcp"]
pytestmark = [pytest.mark.compiled_only, pytest.mark.long]


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install the inspector in a folder of its own, where Node and its registry are there."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("Node is not installed")
    place = tmp_path_factory.mktemp("inspector")
    command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(place), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    if done.returncode:
        pytest.skip(f"npm cannot install {PACKAGE}: {done.stderr[-300:]}")
    return str(place / "node_modules" / ".bin" / "mcp-inspector")


def inspect(inspector: str, server: list[str], *words: str) -> Any:
    """Run the inspector's command line; return what it printed."""
    done = subprocess.run(
        [inspector, "--cli", *server, *words], capture_output=True, text=True, timeout=300, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout)


def call(inspector: str, server: list[str], tool: str, **arguments: str) -> Any:
    pairs = [word for name, value in arguments.items() for word in ("--tool-arg", f"{name}={value}")]
    return inspect(inspector, server, "--method", "tools/call", "--tool-name", tool, *pairs)


def test_every_tool_is_listed(inspector: str) -> None:
    listed = inspect(inspector, COMMAND, "--method", "tools/list")
    assert {tool["name"] for tool in listed["tools"]} == TOOLS
    assert all(tool["inputSchema"]["type"] == "object" for tool in listed["tools"])
    prompts = inspect(inspector, COMMAND, "--method", "prompts/list")
    assert {each["name"] for each in prompts["prompts"]} == {"play_a_match", "explain_my_game"}
    assert inspect(inspector, COMMAND, "--method", "resources/templates/list")["resourceTemplates"]


def test_every_tool_is_called(inspector: str, tmp_path: Path) -> None:
    """Over HTTP, since a process of its own for every call would forget the match."""
    called: set[str] = set()
    with serving(tmp_path / "tables.sqlite", mcp=True) as site:
        server = [f"{site.base}/mcp", "--transport", "http"]

        def use(tool: str, **arguments: str) -> Any:
            called.add(tool)
            return call(inspector, server, tool, **arguments)

        assert "stratego" in json.dumps(use("list_games"))
        assert "flag" in json.dumps(use("read_rules", game="stratego")).lower()
        assert use("explain_refusal", game="stratego", refusal="a bomb does not move")["content"]
        opened = use("open_match", game="stratego", preset="micro", seats='["me","open"]')["structuredContent"]
        opened = opened.get("result", opened)
        key = opened["key"]
        assert use("take_seat", invitation=opened["invitations"]["1"])["structuredContent"]
        assert "your_turn" in json.dumps(use("look", key=key))
        assert use("picture", key=key)["content"][0]["type"] == "image"
        assert "fill" in json.dumps(use("legal_commands", key=key))
        assert "Played" in json.dumps(use("play", key=key, command="fill"))
        assert use("read_log", key=key)
        assert use("wait", key=key, seconds="0")
        assert use("resign", key=key)
        assert "stratego" in json.dumps(use("fetch_record", key=key))
    assert called == TOOLS
