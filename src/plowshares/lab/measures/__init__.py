"""What our games want counted, one file each, named like the game. A game of another package has its own `measures`.

They lie here and not in the games' folders, because everything there is part of the digest that compiled rules are
kept under: a new count would compile the whole game again.
"""
