"""Five turn-based strategy games behind one engine."""

__version__ = "0.1.0"
