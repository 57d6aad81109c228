"""Farmer Soldier: a board of cells, people who eat, and food that has to be where they are."""
