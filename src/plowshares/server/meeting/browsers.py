"""What a browser calls itself, in two words, so that people know their devices again."""

from __future__ import annotations

KINDS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux")),
)


def describe_browser(agent: str) -> str:
    """Return a browser and its system by their own names: `Firefox, Linux`; empty if neither is known."""
    found = (next((name for mark, name in known if mark in agent), "") for known in (KINDS, SYSTEMS))
    return ", ".join(name for name in found if name)
