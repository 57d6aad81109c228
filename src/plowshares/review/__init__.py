"""Reviews of finished matches: what a seat knew, what it could have known, what was luck. Knows no game."""
