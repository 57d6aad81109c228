"""The contract every game keeps, as checks that know no game by name.

Random matches are walked through, and every position they pass is handed to the checks.
`check` runs them all; each raises Broken with what it found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.engine.contract import actions, play, rendering, views
from plowshares.engine.contract.walk import Amounts, Broken, Position, walk

Check = Callable[[Position], None]

POSITION_CHECKS: dict[str, Check] = {
    "legal actions are ascending, unique and asked of the right seats": actions.check_legal,
    "what is not legal is refused and changes nothing": actions.check_refused,
    "text reads back and is unambiguous": actions.check_text,
    "JSON reads back and is unambiguous": actions.check_json,
    "pick paths are unambiguous and can be clicked": actions.check_picks,
    "clones are independent": play.check_clone,
    "an unfinished command shows to nobody else": views.check_unfinished,
    "views are complete, stable and enough to act on": views.check_view,
    "no channel depends on what a seat cannot know": views.check_leaks,
    "sampled worlds agree with the view and can be played on": views.check_sample,
    "pictures are well-formed and titled": rendering.check_pictures,
    "named fields have a JSON form that reads back": rendering.check_fields,
    "values and observations are in range and complete": rendering.check_numbers,
    "the log can be told to everybody": rendering.check_log,
}

MATCH_CHECKS: dict[str, Callable[[Game, Options, Amounts], None]] = {
    "random matches end": play.check_ends,
    "the same seed gives the same bytes": play.check_repeatable,
    "outcomes sum to zero": play.check_outcome,
    "records replay, and changed ones are found out": play.check_records,
    "every secret is disturbed at some time": views.check_secrets_covered,
    "compiled, interpreted and bounds-checked runs agree": play.check_modes,
}


def check(game: Game, options: Options, amounts: Amounts | None = None) -> Iterator[str]:
    """Run the whole contract on a game with some options; yield the name of each check that holds."""
    amounts = amounts or Amounts()
    for name, check_match in MATCH_CHECKS.items():
        if check_match is play.check_modes and not amounts.interpreted:
            continue
        _guard(name, lambda run=check_match: run(game, options, amounts))  # type: ignore[misc]  # bound now, not later
        yield name
    for position in walk(game, options, amounts):
        for name, check_position in POSITION_CHECKS.items():
            _guard(name, lambda run=check_position, at=position: run(at))  # type: ignore[misc]  # likewise
    yield from POSITION_CHECKS


def _guard(name: str, run: Callable[[], None]) -> None:
    try:
        run()
    except Broken as error:
        raise Broken(f"{name}: {error}") from None


__all__ = ["MATCH_CHECKS", "POSITION_CHECKS", "Amounts", "Broken", "Position", "check", "walk"]
