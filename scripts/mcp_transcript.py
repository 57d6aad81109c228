"""Write the transcript of a match over MCP in docs/how-to/language-models.md: `python -m scripts.mcp_transcript`.

A scripted client plays Stratego's smallest board against `greedy` with a fixed seed, so the transcript is the same
whenever it is made; a test compares it with the page.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from mcp import Client

from plowshares.mcp.local import LocalMatches
from plowshares.mcp.server import create_server

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/how-to/language-models.md"
BEGIN, END = "<!-- transcript -->\n", "<!-- end of transcript -->"
SEED = 12
MOST_SHOWN = 700  # letters of one answer
SETUP = ("fill", "ready")


class Scribe:
    """A client that writes down what it calls and what it is answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.lines: list[str] = []
        self.key = ""

    async def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and write it down; the seat's key, which is random, is written as KEY."""
        shown = ", ".join(f"{name}={json.dumps(value)}" for name, value in arguments.items())
        given = {"key": self.key, **arguments} if self.key else arguments
        answer = await self.client.call_tool(tool, given)
        text = "\n".join(getattr(each, "text", "") for each in answer.content)
        self.lines.append(f"> {tool}({', '.join(filter(None, ['key=KEY' if self.key else '', shown]))})")
        found = answer.structured_content
        if tool == "open_match" and found:
            self.key = found["key"]
            text = json.dumps({**found, "match": "…", "key": "KEY", "keys": {"0": "KEY"}})
        elif found and set(found) != {"result"}:
            text = json.dumps(found, ensure_ascii=False)
        self.lines.append(text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} …")
        return found.get("result", found) if found else text


def choose(commands: list[str], turn: int) -> str:
    """Prefer attacks, then steps forward: enough of a plan for four rows."""
    attacks = [text for text in commands if "x" in text]
    forward = [text for text in commands if "-" in text and text[-1] > text[1]]
    return (attacks or forward or commands)[turn % len(attacks or forward or commands)]


async def play(client: Client) -> list[str]:
    """Play the match; return the transcript."""
    scribe = Scribe(client)
    await scribe.call("open_match", game="stratego", preset="micro", seats=["me", "greedy"])
    await scribe.call("play", command="a1-a2")
    for command in SETUP:
        await scribe.call("play", command=command)
    await scribe.call("look", fields=False)
    for turn in range(100):
        said = await scribe.call("wait", seconds=60)
        while "Not yet" in str(said):  # on a busy machine, which does not belong to the match
            del scribe.lines[-2:]
            said = await scribe.call("wait", seconds=60)
        if "over" in str(said):
            break
        if turn < 2:
            await scribe.call("look", fields=False)
        listed = await scribe.call("legal_commands")
        await scribe.call("play", command=choose(listed["commands"], turn))
    await scribe.call("read_log")
    return scribe.lines


def make() -> str:
    """Return the transcript as a block of text."""

    async def run() -> list[str]:
        async with Client(create_server(LocalMatches(lambda: SEED))) as client:
            return await play(client)

    lines = asyncio.run(run())
    return "```text\n" + "\n".join(lines) + "\n```\n"


def put(page: str, made: str) -> str:
    """Return a page with the transcript in its place."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{made}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(put(PAGE.read_text(), make()))
