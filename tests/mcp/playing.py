"""A scripted client: plays any match with the tools, by chance."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from mcp import Client


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """Call a tool; return what it answers."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    if answer.structured_content is not None:
        found = answer.structured_content
        return found["result"] if set(found) == {"result"} else found
    return answer.content[0].text  # type: ignore[union-attr]  # a text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that must refuse; return why."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]  # a text


async def play_out(client: Client, key: str, chance: random.Random, most: int = 2000) -> str:
    """Play a seat to the end; return what the last wait said."""
    for _ in range(most):
        said = await call(client, "wait", key=key, seconds=60)
        if "over" in said:
            return str(said)
        legal = (await call(client, "legal_commands", key=key))["commands"]
        if legal:
            await call(client, "play", key=key, command=chance.choice(legal))
        else:
            await asyncio.sleep(0.01)
    raise AssertionError("the match does not end")
