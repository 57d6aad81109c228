"""A bot for Stratego that prefers an attack: the first one of docs/tutorials/first-bot.md."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "wants": ["board", "legal"]}
    elif message["type"] == "turn":
        board, actions = message["board"], message["legal"]["actions"]
        enemies = {cell for cell, piece in board["board"].items() if piece and piece["type"] is None}
        attacks = [each for each in actions if each["do"].get("to") in enemies]
        setup = [each for each in actions if each["text"] in ("ready", "fill")]
        chosen = (setup[-1:] or attacks or actions)[0]
        answer = {"type": "play", "id": message["id"], "action": chosen["action"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
