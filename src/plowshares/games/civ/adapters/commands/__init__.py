"""The commands that Civ adds: each file is one, with a function of its name."""
