"""`plowshares evaluate POLICY --game GAME`: how strong a trained policy, a bot or a built-in player is."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.arena.evaluation import Elo, Row, beat_share, elo_against, jobs_against, rate_anchors, row_of
from plowshares.arena.job import Entrant, check_entrant
from plowshares.arena.series import Plan, entrants_of
from plowshares.cli.flags import GameFlags, PlaceFlags
from plowshares.cli.match import play_all
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options, read_words, to_plain
from plowshares.envs.policies import MARK, looks_like_policy

if TYPE_CHECKING:
    from plowshares.envs.best_response import BestResponse

VARIANT, PLACE = GameFlags(), PlaceFlags()
SEED = 1


def evaluate(
    policy: str,
    /,
    *,
    game: str,
    against: str = "random,greedy,easy@64",
    games: int = 200,
    anchors: Path | None = None,
    exploit: Annotated[float, Parameter(name="--exploit-minutes")] = 0.0,
    json: Path | None = None,
    variant: GameFlags = VARIANT,
    place: PlaceFlags = PLACE,
) -> None:
    """Play a policy against opponents, every seed from every seat, and print scores, intervals and Elo.

    Parameters
    ----------
    policy
        A network (`FILE.pt` in TorchScript, `FILE.onnx`), a Python function `MODULE:NAME` of observations and masks
        that returns scores of actions, a bot, or a built-in player. `FILE.pt@32` searches with the network, 32
        simulations a decision.
    game
        A game, such as `stratego`.
    against
        Opponents, separated by commas. `easy@64` is a level with 64 simulations a decision: the same on any machine.
    games
        Matches against each opponent.
    anchors
        Ratings of the opponents (JSON: name to Elo). Without it, or if the file does not exist yet, the opponents play
        each other, the first one is 0, and the ratings are written there.
    exploit
        Also let PPO learn against the policy for these minutes of processor time, and say what it wins from it.
    json
        Also write the results to this file.
    """
    found = registry.find(game)
    options = read_words(found.options, variant.option, preset_of(found, variant.preset))
    player, *opponents = read_players(found, policy, against)
    if exploit > 0:
        _check_exploit(player, found, options)
    plan = Plan(found.name, to_plain(options), SEED if variant.seed is None else variant.seed, variant.time or "none")
    seats = found.state.count_seats(options)
    results = play_all(jobs_against(plan, [(player, each) for each in opponents], games, seats), place.jobs, place.on)
    rows = [row_of(player, opponent, results) for opponent in opponents]
    known = find_anchors(anchors, plan, opponents, games, seats, place)
    scores = {each.name: (beat_share(player, each, results), games) for each in opponents}
    elo = elo_against(known, scores)
    whole = {"player": player.name, "seed": plan.seed, "rows": rows, "anchors": known, "elo": elo, "exploit": None}
    show(player.name, rows, known, elo)
    write(json, whole)
    if exploit > 0:
        response = _exploit(player, found, options, exploit)
        Console().print(describe(response), markup=False)
        write(json, {**whole, "exploit": response})


def read_players(game: Game, policy: str, against: str) -> list[Entrant]:
    """Return the player and its opponents; raise InvalidOption if one of them cannot play."""
    words = [word.strip() for word in against.split(",") if word.strip()]
    if not words:
        raise InvalidOption(f"--against {against!r} names nobody: give at least one opponent")
    entrants = entrants_of([_word_of(policy), *words])
    for entrant in entrants:
        check_entrant(game, entrant)
    return entrants


def _word_of(policy: str) -> str:
    name, mark, rest = policy.partition("=")
    if mark:
        return f"{name}={_word_of(rest)}"
    return MARK + policy if looks_like_policy(policy) else policy


def find_anchors(
    path: Path | None, plan: Plan, opponents: list[Entrant], games: int, seats: int, place: PlaceFlags
) -> dict[str, float]:
    """Return the ratings of the opponents: from a file, or from matches between them."""
    if path is not None and path.exists():
        known = msgspec.json.decode(path.read_bytes(), type=dict[str, float])
        missing = [each.name for each in opponents if each.name not in known]
        if missing:
            raise InvalidOption(f"{path} has no rating of {', '.join(missing)}")
        return known
    jobs = jobs_against(plan, list(itertools.combinations(opponents, 2)), games, seats)
    known = rate_anchors(opponents, play_all(jobs, place.jobs, place.on)) if jobs else {opponents[0].name: 0.0}
    if path is not None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")
    return known


def write(path: Path | None, whole: dict[str, Any]) -> None:
    """Write the results to the file that was asked for, if any."""
    if path is not None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(whole)))


def _check_exploit(player: Entrant, game: Game, options: Options) -> None:
    from plowshares.envs.best_response import check_response

    check_response(player.seat, game, options)


def _exploit(player: Entrant, game: Game, options: Options, minutes: float) -> BestResponse:
    from plowshares.envs.best_response import respond

    return respond(player.seat, game, options, minutes)


def show(name: str, rows: list[Row], anchors: dict[str, float], elo: Elo) -> None:
    """Print the scores and the rating."""
    console = Console()
    table = Table("opponent", "its Elo", "games", "won-drawn-lost", "score", "95 % interval", "faults", pad_edge=False)
    for row in rows:
        counts = f"{row.wins}-{row.draws}-{row.losses}"
        interval = f"{row.low:.3f} – {row.high:.3f}"
        rating = f"{anchors[row.opponent]:.0f}"
        table.add_row(row.opponent, rating, str(row.games), counts, f"{row.score:.3f}", interval, str(row.faults))
    console.print(table)
    console.print(f"{name}: Elo {elo.elo:.0f} ({elo.low:.0f} to {elo.high:.0f}); {rows[0].opponent} is 0", markup=False)


def describe(response: BestResponse) -> str:
    """Say what a learner earned, and what follows from it."""
    if response.low > 0:
        meaning = f"A best response earns at least {response.low:+.3f} (95 % confidence)."
    else:
        meaning = "It found no way to exploit the player; a longer training may find one."
    return (
        f"A learner that trained against it for {response.seconds:.0f} s ({response.steps:,} steps) earns "
        f"{response.earned:+.3f} ({response.low:+.3f} to {response.high:+.3f}) in {response.games} games. {meaning}"
    )
