"""One step each, in their order."""
