"""Who is measured side by side, and how each of them plays: our games, and those of other libraries.

A play does a little of one kind of work and returns how much it did. Everybody plays random legal actions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

from plowshares.core.game import Rules
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import first_seat
from plowshares.engine.batch import copy_bytes
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.fast_match import FastMatch

# Matches of a batch for each core: few fit its cache, many let forget what a call costs; the best of these counts.
SIZES = (64, 128, 256, 512)
SEEN = "seen"  # steps of batches with observations; `sized` adds how many matches
WRITTEN = "written"  # the same of OpenSpiel by its observers, which write into an array as we do
BOTH = "seen on two cores"  # measured in one process that uses both
PGX_MATCHES = 512
LONGEST = 500  # actions of one match: what is played beyond says nothing new, and some of these games hardly end
CLONES = 500
Play = Callable[[], int]
Plays = dict[str, Play]

OURS = {
    "Stratego": ("stratego", "classic", {"red_setup": "random", "blue_setup": "random"}),
    "Civ": ("civ", "classic", {}),
    "Battle Farm": ("battle_farm", "two", {}),
    "Footsoldiers": ("footsoldiers", "default", {}),
    "Footsoldiers, short map": ("footsoldiers", "short", {}),
    "Farmer Soldier": ("farmer_soldier", "standard", {}),
}
NEAREST = {
    "Stratego": "OpenSpiel dark_chess",
    "Civ": "OpenSpiel dark_chess",
    "Battle Farm": "OpenSpiel hearts",
    "Footsoldiers": "OpenSpiel laser_tag",
    "Footsoldiers, short map": "OpenSpiel laser_tag",
    "Farmer Soldier": "OpenSpiel dark_chess",
}


# Ours


@factory
def make_matches(rules: Rules) -> Any:
    """Return a kernel that plays one random match after another until some actions are played."""

    @kernel
    def play_matches(states: Any, memory: Any, first: Any, rng: Rng, seed: Any, least: int, actions: Any) -> int:
        s = states[0]
        played, begun = 0, 0
        while played < least and begun < least:  # the second bound is for matches that are over at once
            copy_bytes(first, memory[0])  # `setup` begins a State that is new, not one that was played with
            rules.setup(s, seed + np.uint64(begun))
            begun += 1
            while not rules.is_over(s) and not rules.needs_room(s):
                seat = first_seat(rules.to_act(s))
                count = rules.legal_actions(s, seat, actions)
                rules.step(s, seat, actions[below(rng, count)])
                played += 1
        return played

    return play_matches


def our_steps(game: Any, options: Any) -> Play:
    """Play one match from Python: a call and a choice for each action."""
    match, seeds, draw = FastMatch(game, options), iter(range(1 << 30)), random.Random(1).random
    step, legal = match.step, match.legal

    def play() -> int:
        count, done = match.reset(next(seeds)), 0
        while count and done < LONGEST:
            count = step(legal.item(int(draw() * count)))
            done += 1
        return done

    return play


def our_playout(game: Any, options: Any) -> Play:
    """Play whole matches, all of it compiled."""
    first, rng = game.state.new(options), Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    states = np.zeros(1, type(first).layout)
    memory, begun = states.view(np.uint8).reshape(1, -1), np.frombuffer(first.tobytes(), np.uint8)
    out, run = np.zeros(game.actions.space(options).size, np.int32), make_matches(game.rules)
    seeds = iter(range(0, 1 << 40, 1 << 20))

    def play() -> int:
        return int(run(states, memory, begun, rng, np.uint64(next(seeds)), 2000, out))

    return play


def our_batch(game: Any, options: Any, threads: int, size: int) -> Play:
    """Step a batch: every observation and mask is written."""
    count = size * threads
    batch = Batch(game, options, count, 1, threads)
    for _ in range(60):  # into mid-game
        batch.step_randomly()

    def play() -> int:
        batch.step_randomly()
        return count

    return play


def sized(what: str, size: int) -> str:
    """Name a figure of a batch by its matches for each core."""
    return f"{what}, {size} each"


def our_clone(game: Any, options: Any) -> Play:
    """Copy a position."""
    clone = game.start(options, 0).clone

    def play() -> int:
        for _ in range(CLONES):
            clone()
        return CLONES

    return play


def our_plays(name: str, preset: str, more: dict[str, Any]) -> Plays:
    """Return all that is measured of one of our games."""
    game, options = read_game(name, preset, **more)
    plays = {
        "steps": our_steps(game, options),
        "playouts": our_playout(game, options),
        "clones": our_clone(game, options),
    }
    for size in SIZES:
        plays[sized(SEEN, size)] = our_batch(game, options, 1, size)
        plays[sized(BOTH, size)] = our_batch(game, options, 2, size)
    return plays


# The others


def spiel_turn(game: Any, state: Any, draw: Callable[[], float], look: Callable[[Any, int], None] | None) -> int:
    """Play one turn of a game of OpenSpiel, chance too; return how many decisions players took."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
        return 0
    together = state.is_simultaneous_node()
    chosen = []
    for player in range(game.num_players()) if together else [state.current_player()]:
        if look:
            look(state, player)
        legal = state.legal_actions(player)
        chosen.append(legal[int(draw() * len(legal))])
    if together:
        state.apply_actions(chosen)
    else:
        state.apply_action(chosen[0])
    return len(chosen)


def spiel_plays(name: str) -> Plays:
    """Return what is measured of a game of OpenSpiel: steps without and with an observation each, clones.

    An observation is a list, as most code asks for it, or is written into one array again and again by an observer.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    game, draw = pyspiel.load_game(name), random.Random(1).random
    seen = game.get_type().provides_observation_tensor
    observer = make_observation(game, None if seen else pyspiel.IIGObservationType(perfect_recall=True))

    def look(state: Any, player: int) -> None:
        state.observation_tensor(player) if seen else state.information_state_tensor(player)

    def play(look: Callable[[Any, int], None] | None) -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal() and done < LONGEST:
            done += spiel_turn(game, state, draw, look)
        return done

    middle = game.new_initial_state()
    for _ in range(20):
        spiel_turn(game, middle, draw, None)

    def clone() -> int:
        for _ in range(CLONES):
            middle.clone()
        return CLONES

    return {
        "steps": lambda: play(None),
        SEEN: lambda: play(look),
        WRITTEN: lambda: play(observer.set_from),
        "clones": clone,
    }


def zoo_plays() -> Plays:
    """Return what is measured of PettingZoo's chess: every step comes with an observation and a mask."""
    from pettingzoo.classic import chess_v6

    env, rng = chess_v6.env(), np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        done = 0
        for _ in env.agent_iter(60):
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
        return done

    return {"seen": play}


def pgx_plays(name: str) -> Plays:
    """Return what is measured of a game of Pgx: a batch with observations, compiled by JAX; it uses all cores."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env, count = pgx.make(name), PGX_MATCHES
    step = jax.vmap(auto_reset(env.step, env.init))
    key = jax.random.PRNGKey(1)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, starting = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype("float32")))
        return step(state, actions, jax.random.split(starting, count)), key

    run, held = jax.jit(advance), [jax.jit(jax.vmap(env.init))(jax.random.split(key, count)), key]

    def play() -> int:
        held[0], held[1] = run(held[0], held[1])
        held[0].observation.block_until_ready()
        return count

    return {SEEN: play, BOTH: play}


def rlcard_plays(name: str) -> Plays:
    """Return what is measured of a game of RLCard: every step comes with an observation."""
    import rlcard

    env, rng = rlcard.make(name), random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        done = 0
        while not env.is_over() and done < LONGEST:
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            done += 1
        return done

    return {"seen": play}


def chess_plays() -> Plays:
    """Return what is measured of python-chess: steps, and copies."""
    import chess

    draw = random.Random(1).random

    def play() -> int:
        board, done = chess.Board(), 0
        while done < 60:
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(draw() * len(legal))])
            done += 1
        return done

    def clone() -> int:
        board = chess.Board()
        for _ in range(CLONES):
            board.copy(stack=False)
        return CLONES

    return {"steps": play, "clones": clone}


def find_plays(who: str) -> Plays:
    """Return all that is measured of one contestant."""
    if who in OURS:
        return our_plays(*OURS[who])
    return OTHERS[who]()


OTHERS: dict[str, Callable[[], Plays]] = {
    "OpenSpiel dark_chess": lambda: spiel_plays("dark_chess"),
    "OpenSpiel hearts": lambda: spiel_plays("hearts"),
    "OpenSpiel gin_rummy": lambda: spiel_plays("gin_rummy"),
    "OpenSpiel laser_tag": lambda: spiel_plays("laser_tag"),
    "PettingZoo chess": zoo_plays,
    "Pgx gardner_chess": lambda: pgx_plays("gardner_chess"),
    "RLCard gin-rummy": lambda: rlcard_plays("gin-rummy"),
    "python-chess": chess_plays,
}
EVERYBODY = (*OURS, *OTHERS)
