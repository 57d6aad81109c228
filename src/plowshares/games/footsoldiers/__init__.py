"""Footsoldiers: two players, soldiers that march and fight by themselves, one command a turn."""
