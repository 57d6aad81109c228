#!/usr/bin/env python3
"""A complete bot for every game of Plowshares, in Python, with nothing but the standard library.

The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
our standard output. Everything for people goes to standard error: it is kept in a file beside the results.

Try it:     plowshares bot check kits/python --game stratego
            plowshares match stratego kits/python random --games 10
Then change `choose` below.
"""

import json
import random
import sys


def main():
    """Read messages until the referee closes our input."""
    hello = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            # The beginning of the match: game, options, our seat, the clock. Take your time to prepare,
            # then say that you are ready. "wants" names the parts of a turn we like to get.
            hello = message
            say({"type": "ready", "name": "python kit", "wants": ["view", "log", "legal"]})
        elif message["type"] == "turn":
            # Our turn. The same id in the answer shows the referee which question it belongs to.
            say({"type": "play", "id": message["id"], **choose(hello, message)})
        elif message["type"] == "refused":
            # The last answer was not legal. We say why to ourselves, and play the first legal action, by its number.
            complain(f"refused: {message['message']}")
            if message["left"] > 0:
                say({"type": "legal", "id": message["id"], "from": 0, "count": 1})
        elif message["type"] == "legal":
            # The page of legal actions we asked for.
            say({"type": "play", "id": message["id"], "action": message["actions"][0]["action"]})
        elif message["type"] == "result":
            complain(f"{message['sentence']} My outcome: {message['outcome'][hello['seat']]}")


def choose(hello, turn):
    """Return a command: {"action": number}, {"text": "e4 e5"} or {"do": {...}}. This is the place for your ideas.

    turn["view"] is all we may know, field by field; turn["legal"]["actions"] lists what we may do, each as
    {"action": number, "text": …, "do": …}. When there are more than 200, turn["count"] says how many, and
    {"type": "legal", "from": 200, "count": 200} asks for the next ones.
    """
    return {"action": random.choice(turn["legal"]["actions"])["action"]}


def say(message):
    """Send one message. Without the flush it would stay in our buffer, and our time would run out."""
    print(json.dumps(message), flush=True)


def complain(words):
    """Write something for people."""
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
