"""A bot for Stratego in the UCC protocol: it moves forward where it can. Copy it and change `choose`."""

import random

SETUP = ["FB99999999", "88888BBBBB", "777766665s", "1233444555"]  # the back row first
WAYS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
MOVABLE = set("123456789s")


def moves_of(board):
    """Return all single steps as (x, y, way)."""
    found = []
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            for way, (dx, dy) in WAYS.items():
                inside = 0 <= x + dx < len(row) and 0 <= y + dy < len(board)
                if piece in MOVABLE and inside and board[y + dy][x + dx] in ".#":
                    found.append((x, y, way))
    return found


def choose(moves, colour):
    """Choose a move: towards the enemy, else any."""
    forward = "DOWN" if colour == "RED" else "UP"
    return random.choice([move for move in moves if move[2] == forward] or moves)


def main():
    """Speak the protocol: colour, set-up, then turn after turn until QUIT."""
    random.seed(1)
    colour = input().split()[0]
    for row in SETUP if colour == "RED" else SETUP[::-1]:  # the top row first; Red is on top
        print(row, flush=True)
    while input() != "QUIT":  # the enemy's last move, or START
        board = [input() for _ in range(10)]
        print(*choose(moves_of(board), colour), flush=True)
        if input() == "QUIT":  # what the own move did
            break


if __name__ == "__main__":
    main()
