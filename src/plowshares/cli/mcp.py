"""Serve the games to language models over the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from plowshares.core.errors import InvalidOption


def mcp(
    *,
    http: Annotated[bool, Parameter(negative=())] = False,
    port: int = 8765,
    server: str = "",
) -> int:
    """Serve the games over MCP: on standard input and output, or with --http on this machine.

    Parameters
    ----------
    http
        Serve over streamable HTTP on 127.0.0.1 instead of standard input and output.
    port
        The port for --http.
    server
        Play at the tables of a running Plowshares server at this address, such as http://127.0.0.1:8000.
    """
    try:
        from plowshares.mcp.local import LocalMatches
        from plowshares.mcp.remote import RemoteMatches
        from plowshares.mcp.server import create_server
    except ImportError as error:
        raise InvalidOption(f"this needs the extra 'mcp' (pip install 'plowshares[mcp]'): {error}") from None
    made = create_server(RemoteMatches(server) if server else LocalMatches())
    if http:
        made.run("streamable-http", host="127.0.0.1", port=port)
    else:
        made.run("stdio")
    return 0
