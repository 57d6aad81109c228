"""Web APIs of foreign protocols. A game offers its own in its module `adapters.web`."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.routing import Mount

from plowshares import registry
from plowshares.core.errors import InvalidOption


class WebAdapter(Protocol):
    """What a game's `adapters.web` offers."""

    def settings_for(self, is_public: bool, /) -> Any:
        """Return the API's settings; raise InvalidOption if it must not be reachable from other machines."""

    def create_app(self, settings: Any, /) -> Starlette:
        """Return the application."""

    def keep_going(self, made: Starlette, /) -> AbstractAsyncContextManager[None]:
        """Run the application's background tasks, since a mounted application has no lifespan of its own."""


def find_adapter(name: str) -> WebAdapter:
    """Return the web API of a game; raise InvalidOption if it has none."""
    adapter: WebAdapter | None = registry.find(name).find_part("adapters.web")
    if adapter is None:
        raise InvalidOption(f"{name} has no web API of its own")
    return adapter


class ForeignApis:
    """The APIs that one server mounts, each under the name of its game."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.made = {name: find_adapter(name).create_app(each) for name, each in settings.items()}

    def routes(self) -> list[Mount]:
        """Return the routes of the mounted APIs."""
        return [Mount(f"/{name}", app) for name, app in self.made.items()]

    def paths(self) -> tuple[str, ...]:
        """Return the path prefixes of their requests."""
        return tuple(f"/{name}/" for name in self.made)

    @contextlib.asynccontextmanager
    async def keep_going(self) -> AsyncIterator[None]:
        """Run the background tasks of all of them."""
        async with contextlib.AsyncExitStack() as stack:
            for name, app in self.made.items():
                await stack.enter_async_context(find_adapter(name).keep_going(app))
            yield
