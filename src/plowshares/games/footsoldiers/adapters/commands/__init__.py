"""The commands that Footsoldiers adds: each file is one, with a function of its name."""
