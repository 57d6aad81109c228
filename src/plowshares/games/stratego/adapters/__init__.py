"""Foreign formats and protocols of Stratego."""
