"""A chat endpoint that needs no language model: it picks one of the listed commands by chance.

It shows the form that `chat:NAME` speaks, for adapters of your own: replace `answer` by a call of your model.
`--run COMMAND` serves only as long as that command runs, with the address in its environment.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def answer(messages: list[dict[str, str]]) -> str:
    """Return what the model says to a conversation; the last question that lists commands counts."""
    question = next(each["content"] for each in reversed(messages) if "Legal commands" in each["content"])
    commands = question.partition("Legal commands")[2].splitlines()[1:]
    return f"Any of {len(commands)} will do.\ncommand: {random.choice(commands)}"


class Endpoint(BaseHTTPRequestHandler):
    """Answers requests for chat completions."""

    def do_POST(self) -> None:
        """Answer one conversation."""
        body: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = answer(body["messages"])
        asked = sum(len(each["content"].split()) for each in body["messages"])
        reply = {
            "choices": [{"message": {"role": "assistant", "content": said}}],
            "usage": {"prompt_tokens": asked, "completion_tokens": len(said.split())},
        }
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the arena writes down what matters."""


def main() -> int:
    """Serve, for ever or as long as a command runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--run", default="", help="a command to run with PLOWSHARES_CHAT_URL set")
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Endpoint)
    address = f"http://127.0.0.1:{server.server_port}/"
    if not given.run:
        print(f"PLOWSHARES_CHAT_URL={address}", flush=True)
        server.serve_forever()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return subprocess.run(shlex.split(given.run), env={**os.environ, "PLOWSHARES_CHAT_URL": address}).returncode


if __name__ == "__main__":
    raise SystemExit(main())
