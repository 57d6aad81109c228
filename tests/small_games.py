"""A small variant of every game, so that batches, searches and whole matches of it take little time."""

from __future__ import annotations

from typing import Any

from plowshares import registry

CHOSEN: dict[str, tuple[str, dict[str, Any]]] = {  # presets, and options on top of them
    "battle_farm": ("duel", {}),
    "civ": ("quick", {}),
    "farmer_soldier": ("melee", {}),
    "footsoldiers": ("short", {}),
    "stratego": ("micro", {"red_setup": "random", "blue_setup": "random"}),
}
# A game that is not listed is taken as most people play it.
SMALL = {name: CHOSEN[name] if name in CHOSEN else (registry.find(name).default_preset, {}) for name in registry.OURS}
assert set(CHOSEN) <= set(registry.OURS)
