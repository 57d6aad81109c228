"""Playing and replaying at a terminal: any game, with people, agents or both."""
