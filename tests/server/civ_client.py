"""A program as they were written for the original server: standard library only, polls, reads, posts."""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.parse
import urllib.request
from typing import Any


class Client:
    def __init__(self, base: str, key: str) -> None:
        self.base, self.key = base, key

    def get(self, route: str) -> dict[str, Any]:
        # Some programs write two slashes here.
        with urllib.request.urlopen(f"{self.base}//api/{route}?key={self.key}") as answer:
            return dict(json.load(answer))

    def post(self, route: str, **values: Any) -> str | None:
        data = urllib.parse.urlencode({"key": self.key, **values}).encode()
        with urllib.request.urlopen(f"{self.base}/api/{route}", data) as answer:
            error: str | None = json.load(answer)["error"]
            return error


def take_turn(client: Client, me: int, chance: random.Random) -> int:
    """Build what there is money for, send everybody somewhere, end the turn; return how many posts were accepted."""
    done = 0
    for city in client.get("cities")["cities"][me]:
        done += client.post("produce", type=chance.choice([0, 1]), **city) is None
    for kind in ("worker", "army"):
        plural = "workers" if kind == "worker" else "armies"
        for unit in client.get(plural)[plural][me]:
            dx, dy = chance.choice([(1, 0), (0, 1), (-1, 0), (0, -1), (0, 0)])
            x, y = unit["x"], unit["y"]
            done += client.post(f"move_{kind}", srcX=x, srcY=y, dstX=x + dx, dstY=y + dy) is None
    error = client.post("end_turn")
    assert error is None, error
    return done


def main(base: str, key: str) -> None:
    client = Client(base, key)
    me = client.get("player_index")["player"]
    chance = random.Random(me)
    assert client.post("set_name", name=f"walker {me}") is None
    rest = client.get("info")["playerRefreshRate"] / 1000
    accepted = 0
    while True:
        state = client.get("current_player")
        if state.get("gameOver"):
            print(json.dumps({"me": me, "accepted": accepted, "ranks": state["ranks"]}))
            return
        if state["turn"] == me:
            accepted += take_turn(client, me, chance)
        else:
            time.sleep(rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
