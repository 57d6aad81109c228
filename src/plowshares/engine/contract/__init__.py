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
    "illegal commands are refused and change nothing": actions.check_refused,
    "text reads back and is unambiguous": actions.check_text,
    "JSON reads back and is unambiguous": actions.check_json,
    "pick paths are unambiguous and can be clicked": actions.check_picks,
    "clones are independent": play.check_clone,
    "an unfinished command is not visible to others": views.check_unfinished,
    "views are complete, stable and enough to act on": views.check_view,
    "no channel depends on what a seat cannot know": views.check_leaks,
    "no event, log, refusal or ending depends on what a seat cannot know": views.check_told,
    "sampled worlds agree with the view and can be played on": views.check_sample,
    "pictures are well-formed and titled": rendering.check_pictures,
    "named fields have a JSON form that reads back": rendering.check_fields,
    "values and observations are in range and complete": rendering.check_numbers,
    "the log can be told to everybody": rendering.check_log,
}

MATCH_CHECKS: dict[str, Callable[[Game, Options, Amounts], None]] = {
    "modules offer what is declared and nothing else": play.check_names,
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


def examine(game: Game, options: Options, amounts: Amounts | None = None) -> Iterator[tuple[str, str]]:
    """Run the whole contract; yield the name of each check with what is wrong, empty if it holds.

    No failure stops the other checks. Of a check of positions the first failure is told. Without an end to matches
    there is no walk through them.
    """
    amounts = amounts or Amounts()
    endless = False
    for name, check_match in MATCH_CHECKS.items():
        if check_match is play.check_modes and not amounts.interpreted:
            continue
        wrong = _failure(lambda run=check_match: run(game, options, amounts))  # type: ignore[misc]  # bound now
        endless = endless or (bool(wrong) and check_match is play.check_ends)
        yield name, wrong
    found = {} if endless else _walk_through(game, options, amounts)
    for name in POSITION_CHECKS:
        yield name, "not tried, because matches do not end" if endless else found.get(name, "")


def _walk_through(game: Game, options: Options, amounts: Amounts) -> dict[str, str]:
    """Return the first failure of each check of positions that has one."""
    found: dict[str, str] = {}

    def try_all() -> None:
        for position in walk(game, options, amounts):
            for name, check_position in POSITION_CHECKS.items():
                if name not in found:
                    wrong = _failure(lambda run=check_position, at=position: run(at))  # type: ignore[misc]  # likewise
                    found.update({name: wrong} if wrong else {})

    wrong = _failure(try_all)  # a game may be too broken to be walked through
    for name in POSITION_CHECKS if wrong else ():
        found.setdefault(name, f"not tried everywhere: {wrong}")
    return found


def _failure(run: Callable[[], None]) -> str:
    try:
        run()
    except Broken as error:
        return str(error)
    except Exception as error:  # whatever the game does
        return f"{type(error).__name__}: {error}"
    return ""


def _guard(name: str, run: Callable[[], None]) -> None:
    try:
        run()
    except Broken as error:
        raise Broken(f"{name}: {error}") from None


__all__ = ["MATCH_CHECKS", "POSITION_CHECKS", "Amounts", "Broken", "Position", "check", "examine", "walk"]
