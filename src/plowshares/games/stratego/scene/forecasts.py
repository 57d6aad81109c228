"""What a battle would bring, as far as the viewer can know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from plowshares.core.i18n import Text, _, join
from plowshares.core.scene import Forecast
from plowshares.games.stratego.pieces import UNKNOWN, Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.scene.sight import Piece, Sight, unknown_kinds
from plowshares.games.stratego.scene.words import PIECES, rank_of
from plowshares.games.stratego.state import Result


def result_of(s: Any, attacker: int, defender: int) -> Result:
    """Return who would fall."""
    return Result(int(decide(s.options, attacker, defender)))


def foresee(sight: Sight, attacker: Piece, defender: Piece) -> Forecast:
    """Say what happens if one piece attacks another."""
    if defender.type != UNKNOWN:
        return _foresee_known(sight, attacker, defender.type)
    kinds = unknown_kinds(sight, defender)
    if len(kinds) != 1:
        return _foresee_unknown(sight, attacker, kinds)
    (only,) = kinds
    known = _foresee_known(sight, attacker, only)
    text = _("It can only be: {piece}. {forecast}", piece=PIECES[only], forecast=known.text)
    return Forecast(known.tone, known.title, text)


def _foresee_known(sight: Sight, attacker: Piece, defender: int) -> Forecast:
    names = {"own": PIECES[attacker.type], "other": PIECES[defender]}
    match result_of(sight.s, attacker.type, defender):
        case Result.DEFENDER_FALLS:
            return Forecast("good", _("You win"), _("Your {own} takes the {other}.", **names))
        case Result.BOTH_FALL:
            return Forecast("even", _("Both fall"), _("Your {own} and the {other} both fall.", **names))
        case _:
            return Forecast("bad", _("You lose"), _("The {other} beats your {own}.", **names))


def _foresee_unknown(sight: Sight, attacker: Piece, kinds: Mapping[int, int]) -> Forecast:
    beating, equal, beaten = split_kinds(sight.s, attacker.type, kinds)
    worse, better = count_of(kinds, beating), count_of(kinds, beaten)
    tone = "bad" if worse > better else "good" if 2 * worse < better else "even"
    text = _(
        "You do not know this piece. Of the {n} that it can be, {worse} would beat your {own}.",
        n=sum(kinds.values()),
        worse=worse,
        own=PIECES[attacker.type],
    )
    rows = tuple((name, _list_counts(kinds, types)) for name, types in _groups(beating, equal, beaten) if types)
    return Forecast(tone, _("Unknown"), text, rows)  # type: ignore[arg-type]  # one of the three tones


def count_of(kinds: Mapping[int, int], types: Iterable[int]) -> int:
    """Return how many pieces of some types there are among all of some kinds."""
    return sum(kinds[type_] for type_ in types)


def _list_counts(kinds: Mapping[int, int], types: Iterable[int]) -> Text:
    """Name kinds of pieces with how many there are of each, the strongest first."""
    return join(
        [
            PIECES[type_] if kinds[type_] == 1 else _("{n} × {piece}", n=kinds[type_], piece=PIECES[type_])
            for type_ in sorted(types, reverse=True)
        ]
    )


def _groups(beating: list[int], equal: list[int], beaten: list[int]) -> tuple[tuple[Text, list[int]], ...]:
    return (_("Stronger"), beating), (_("Equal"), equal), (_("Weaker"), beaten)


def split_kinds(s: Any, attacker: int, kinds: Iterable[int]) -> tuple[list[int], list[int], list[int]]:
    """Sort kinds into those that beat an attacker, those with which both fall, and those that fall to it."""
    found: dict[Result, list[int]] = {result: [] for result in Result}
    for kind in kinds:
        found[result_of(s, attacker, kind)].append(kind)
    return found[Result.ATTACKER_FALLS], found[Result.BOTH_FALL], found[Result.DEFENDER_FALLS]


def list_kinds(types: Iterable[int]) -> Text:
    """Name kinds of pieces, the strongest first."""
    return join([PIECES[type_] for type_ in sorted(types, reverse=True)])


def compare(attacker: int, defender: int, result: Result) -> Text:
    """Say why a battle between known pieces went as it did."""
    if defender == Type.FLAG:
        return _("The Flag is captured.") if result == Result.DEFENDER_FALLS else _("The Spy cannot take the Flag.")
    if defender == Type.BOMB:
        return _compare_bomb(result)
    if attacker == Type.SPY and defender == Type.MARSHAL:
        return _("The Spy strikes first: the Marshal falls.")
    ranks = {"attacker": rank_of(attacker), "defender": rank_of(defender)}
    match result:
        case Result.DEFENDER_FALLS:
            return _("{attacker} beats {defender}", **ranks)
        case Result.ATTACKER_FALLS:
            return _("{defender} beats {attacker}", **ranks)
        case _:
            return _("{attacker} against {defender}: both fall", **ranks)


def _compare_bomb(result: Result) -> Text:
    match result:
        case Result.DEFENDER_FALLS:
            return _("A Miner clears the Bomb.")
        case Result.ATTACKER_FALLS:
            return _("Only a Miner clears a Bomb.")
        case _:
            return _("The Bomb blows up with its attacker.")
