"""`plowshares civ-api`: serve a match of Civ to programs that speak the original author's HTTP API."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from plowshares import registry
from plowshares.agents import MAKERS
from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.options import read_words, to_plain


def civ_api(
    *options: str,
    host: str = "127.0.0.1",
    port: int = 8080,
    agent: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: int | None = None,
    turn_seconds: float = 60.0,
    refresh: int = 500,
    admin_control: bool = False,
) -> None:
    """Serve one match of Civ for four players under /api, ruleset codekata.

    Keys are secret0 … secret3, observe0 and admin0, or what CIV_PLAYER0_KEY … CIV_PLAYER3_KEY, CIV_OBSERVE_KEY and
    CIV_ADMIN_KEY say. The match begins at once, unless CIV_ENABLE_ADMIN_CONTROL or --admin-control is set: then when
    the administrator starts it.

    Parameters
    ----------
    options
        Options of the game as name=value, on top of the preset codekata with a unit_limit of 2000.
    host
        Address to listen on; 0.0.0.0 lets other machines in, so choose your own keys first.
    port
        Port to listen on.
    agent
        A seat played by the server, such as 3=greedy; may be given several times.
    seed
        Seed of the map; a new one each time if not given.
    turn_seconds
        Seconds after which a turn is ended by the server, once a program has come; 0 for never.
    refresh
        Milliseconds that clients are told to wait between two questions.
    admin_control
        Wait for /api/admin/start.
    """
    try:
        import uvicorn

        from plowshares.games.civ.adapters.api import create_app
        from plowshares.games.civ.adapters.api.table import read_settings, usual_options
    except ImportError as error:
        raise PlowsharesError(f"{error}: install the extra with `pip install plowshares[web]`") from None
    game = registry.find("civ")
    chosen = read_words(game.options, options, usual_options())
    settings = read_settings(
        to_plain(chosen),
        seed=seed,
        agents=dict(_read_agent(word) for word in agent or []),
        admin_control=admin_control or bool(os.environ.get("CIV_ENABLE_ADMIN_CONTROL")),
        turn_seconds=turn_seconds,
        refresh=refresh,
    )
    print("making the map and compiling the rules, which takes a while the first time …", flush=True)
    app = create_app(settings)
    print(f"Civ for programs: http://{host}:{port}/ (Ctrl-C stops it)", flush=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", access_log=False)


def _read_agent(word: str) -> tuple[int, str]:
    seat, mark, name = word.partition("=")
    if not mark or seat not in ("0", "1", "2", "3") or name not in MAKERS:
        raise InvalidOption(
            f"--agent {word!r} is not of the form SEAT=AGENT, such as 3=greedy (agents: {', '.join(MAKERS)})"
        )
    return int(seat), name
