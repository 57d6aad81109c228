"""Frames between processes: a length, then MessagePack of (request number, kind, content)."""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import msgspec

from plowshares.core.errors import PlowsharesError

OPEN, ACK, CLOSE, START, BODY = range(5)
LARGEST_FRAME = 64 << 20  # bytes of a frame
_LENGTH = struct.Struct("!I")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[int, int, Any]).decode


class PeerGone(PlowsharesError):
    """The other process is gone or does not answer."""


class NotSent(PeerGone):
    """The request was not sent, because the other process did not accept a connection."""


class Link:
    """One connection to another process, multiplexing many requests."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, number: int, kind: int, content: Any = None) -> None:
        """Send a frame."""
        data = _encode((number, kind, content))
        self._writer.write(_LENGTH.pack(len(data)) + data)
        try:
            await self._writer.drain()
        except OSError:
            raise PeerGone("the other process has gone") from None

    async def receive(self) -> tuple[int, int, Any]:
        """Return the next frame; raise PeerGone at the end."""
        try:
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            if length > LARGEST_FRAME:
                raise PeerGone("the other process sends too much")
            return _decode(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError, msgspec.DecodeError):
            raise PeerGone("the other process has gone") from None

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


async def connect(address: str) -> Link:
    """Connect to another process at `unix:PATH` or `tcp:HOST:PORT`."""
    kind, _, place = address.partition(":")
    try:
        if kind == "unix":
            return Link(*await asyncio.open_unix_connection(place))
        host, _, port = place.rpartition(":")
        return Link(*await asyncio.open_connection(host, int(port)))
    except OSError:
        raise PeerGone("the other process does not answer") from None
