"""What plays any game: it is handed one and imports none."""
