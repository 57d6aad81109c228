"""Files that never change under their address, compressed once for browsers that take gzip."""

from __future__ import annotations

import functools
import gzip
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response

TEXTS = frozenset({".css", ".js", ".svg", ".webmanifest"})  # pictures and fonts are compressed already


def takes_gzip(headers: Headers) -> bool:
    """Ask whether whoever makes a request takes gzip, and wants the whole file."""
    offered = [each.replace(" ", "").lower().split(";") for each in headers.get("accept-encoding", "").split(",")]
    weights = {name: parameters for name, *parameters in offered}
    return "range" not in headers and "gzip" in weights and not _is_refused(weights["gzip"])


def _is_refused(parameters: list[str]) -> bool:
    weight = next((each.removeprefix("q=") for each in parameters if each.startswith("q=")), "1")
    return not weight.strip("0.")


@functools.cache
def compress(data: bytes) -> bytes:
    """Return data compressed; the same data is compressed once."""
    return gzip.compress(data, 9, mtime=0)


@functools.cache
def compress_file(path: Path) -> bytes:
    """Return the content of a file of this build, compressed; it is read once."""
    return compress(path.read_bytes())


def compressed_response(data: bytes, media_type: str | None) -> Response:
    """Return a response with data that is compressed already."""
    return Response(data, headers={"content-encoding": "gzip"}, media_type=media_type)
