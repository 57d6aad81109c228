#!/usr/bin/env python3
"""A bot for Footsoldiers in the game's own protocol, in Python, with nothing but the standard library.

We print `Ready`, then get the state of the game as one JSON object each turn and print one command. The
original runner sends the object without a newline, so we read bytes and look for the end of the object ourselves;
that works with every framing. (A bot that reads lines must say `"framing": "line"` in its definition.json.)

Try it:  plowshares footsoldiers --bot-dir-1 kits/footsoldiers --bot-dir-2 kits/footsoldiers --print-moves
Then change `choose` below.
"""

import json
import os


def main():
    """Answer every state, the newest one if several have come."""
    print("Ready", flush=True)
    for state in states():
        print(choose(state), flush=True)


def states():
    """Yield the states as they come. After a time-out several may be waiting: only the newest needs an answer."""
    waiting = ""
    decoder = json.JSONDecoder()
    while True:
        data = os.read(0, 65536)
        if not data:
            return
        waiting = (waiting + data.decode()).lstrip()
        newest = None
        while waiting:
            try:
                newest, end = decoder.raw_decode(waiting)
            except ValueError:
                break  # the object is not complete yet
            waiting = waiting[end:].lstrip()
        if newest is not None:
            yield newest


def choose(state):
    """Return a command: here, scouts that walk to the enemy base as soon as we can pay for them."""
    me = state[state["you"]]
    enemy = state["player2" if state["you"] == "player1" else "player1"]
    x, y = me["base"]["x"], me["base"]["y"] + 1
    if me["money"] >= 10 and not any(entry["position"] == {"x": x, "y": y} for entry in state["map"]):
        return f"Build Scout ({x}, {y}) ({enemy['base']['x']}, {enemy['base']['y']}) Down"
    return "No-op"


if __name__ == "__main__":
    main()
