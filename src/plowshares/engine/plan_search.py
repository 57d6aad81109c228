"""A search over whole turns, for games in which a turn is many actions of one seat in any order.

A tree of single actions averages over the orders of a turn, so that stopping early looks best the longer it goes on.
Here an arm is a plan: all that a seat does in its turn. Plans come from greedy play that looks at some actions only,
and from better plans with parts left out. Below a plan are plans of whoever is next, so that it is worth what the best
answers leave. A position is rated only when it is the searcher's turn again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.hooks import hooks_of
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.engine import default_heuristics
from plowshares.engine.greedy_policy import choose, draw_bits, is_chance
from plowshares.engine.simulation import is_shared, prepare, sample_world
from plowshares.engine.tree import NONE, Tree, add_edge, hash_change
from plowshares.engine.workspace import copy_words

POSITIONS = 32  # rated positions that count as a simulation
SHARE = 4  # visits that a trial of a plan counts as
WIDE = 16  # actions that the first plan of a position chooses from, each time
NARROW, NARROWER = 8, 3  # … and at most and at least those of later plans
MOST_TURNS = 24  # below the root
MOST_STEPS = 400  # of a turn
TIDY = 0.0003  # what a step costs, so that of plans that are worth the same the shortest is chosen
EXPLORE = 0.6
ALIKE = 0.02  # outcomes that differ by less are not told apart at once
WIDEN_ROOT, WIDEN = 3.0, 1.0  # plans of a position grow with the root of its visits
TOP, PLANS = 0, 1  # the first node lists first actions, the second is that of plans
ANSWER, FREE, REST = 0, 1, 2  # of a step: in its place, in any order, or a further part of the one before
TAGS = 4
ANSWERED, NEXT, NEXT_REST, USED = 0, 1, 2, 3  # how far a plan has been followed, in `edges` of the workspace
EXACTLY, FREELY, FORGETTING = 0, 1, 2  # ways to follow a plan: as it is, without its end, or with parts left out
FORGET = 0.12  # of a plan's steps


@factory
def make_plan_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a search over whole turns; called like the others. It counts rated positions, not trials."""
    penalties: Any = heuristics if hooks_of(heuristics).root_penalty is not None else default_heuristics

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, w: Any) -> int:
        s, deepest = w.worlds[0], 0
        if prepare(rules, view, penalties, s, root, seat, seats, w) == 0:
            return 0
        begin_tree(tree)
        while tree.effort < (begin + count) * POSITIONS:
            deepest = max(deepest, simulate(rules, view, heuristics, tree, s, root, seat, seats, seed, w))
        report(tree)
        return deepest

    return search


@kernel
def begin_tree(tree: Tree) -> None:
    """Make the nodes of the root, before the first simulation."""
    if tree.nodes == 0:
        tree.nodes, tree.steps = 2, tree.seeded


@kernel
def simulate(
    rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, root: Any, seat: int, seats: int, seed: Any, w: Any
) -> int:
    """Follow plans down to a new one, and on to the searcher's next turn; return how many turns that is."""
    w.trail[0] = mix(seed, int(tree.node[PLANS].visits), 3) | np.uint64(1)
    node, owner, turns, is_new, model = PLANS, seat, 0, False, NONE
    plan = select_plan(tree, node)
    number = int(tree.plan[plan].tried) % len(w.world_cache) if plan != NONE else 0
    sample_world(view, tree, s, root, seat, min(number, int(tree.made)), seed, w)
    while node != NONE:
        if plan == NONE:
            is_new = True
            plan = make_plan(rules, view, heuristics, tree, s, owner, node, model, w)
        else:
            repeat(rules, view, heuristics, tree, s, owner, plan, w)
        w.paths[turns, 0], w.paths[turns, 1], w.paths[turns, 2] = node, plan, owner
        turns += 1
        node = NONE
        if turns < MOST_TURNS and plan != NONE and not rules.is_over(s) and not rules.needs_room(s):
            owner = first_seat(rules.to_act(s))
            if not (is_new and owner == seat):
                model = find_model(tree, int(w.paths[turns - 1, 0]), plan)
                node = node_after(tree, plan)
                plan = select_plan(tree, node) if node != NONE else NONE
    rate(rules, heuristics, tree, s, seat, seats, w)
    add_results(tree, turns, w)
    if w.paths[0, 1] != NONE and not rules.is_over(s):
        best = tree.plan[w.paths[0, 1]]
        best.won -= w.penalties[tree.step[best.first] // TAGS]
    return turns


@kernel
def rate(rules: Any, heuristics: Any, tree: Any, s: Any, seat: int, seats: int, w: Any) -> None:
    """Write what the position is worth to each seat; nothing else counts once the end was seen."""
    tree.effort += 1
    if rules.is_over(s):
        rules.outcome(s, w.values)
        return
    w.values[seat] = heuristics.value(s, seat)
    for each in range(seats):
        if each != seat:
            w.values[each] = -w.values[seat] if seats == 2 else heuristics.value(s, each)


@kernel
def add_results(tree: Tree, turns: int, w: Any) -> None:
    """Add what a simulation was worth to every plan on its path."""
    for i in range(turns):
        tree.node[w.paths[i, 0]].visits += 1
        if w.paths[i, 1] != NONE:
            plan = tree.plan[w.paths[i, 1]]
            plan.tried += 1
            plan.won += w.values[w.paths[i, 2]] - TIDY * plan.length


# Which plan to follow


@kernel
def select_plan(tree: Tree, node: int) -> int:
    """Return the plan to follow, or NONE for a new one."""
    made, visits = int(tree.node[node].key), int(tree.node[node].visits)
    widen = WIDEN_ROOT if node == PLANS else WIDEN
    has_room = tree.plans < len(tree.plan) and tree.steps + MOST_STEPS < len(tree.step)
    if made == 0 or (has_room and made < 1 + int(widen * math.sqrt(visits))):
        return NONE
    low, high, count = 1e30, -1e30, 0
    link = int(tree.node[node].newest)
    while link != 0:
        plan = tree.plan[link - 1]
        if plan.same == link - 1 and plan.tried > 0:
            low, high = min(low, plan.won / plan.tried), max(high, plan.won / plan.tried)
            count += 1
        link = int(plan.older)
    return best_by_trust(tree, node, low, 1.0 / max(ALIKE, high - low), EXPLORE * (0.1 + 1.0 / max(1, count)))


@kernel
def best_by_trust(tree: Tree, node: int, low: float, scale: float, explore: float) -> int:
    """Return the plan with the best mean and an exploration term; NONE if there is no plan."""
    root = math.sqrt(tree.node[node].visits + 1.0)
    best, most = NONE, -1e30
    link = int(tree.node[node].newest)
    while link != 0:
        plan = tree.plan[link - 1]
        if plan.same == link - 1:
            mean = (plan.won / plan.tried - low) * scale if plan.tried > 0 else 1.0
            score = mean + explore * root / (1.0 + plan.tried)
            if score >= most:  # of equals the one added first
                best, most = link - 1, score
        link = int(plan.older)
    return best


@kernel
def most_tried(tree: Tree, node: int) -> int:
    """Return the plan of a position that was tried most; NONE if there is none."""
    best = NONE
    link = int(tree.node[node].newest)
    while link != 0:
        plan = tree.plan[link - 1]
        if plan.same == link - 1 and (best == NONE or plan.tried >= tree.plan[best].tried):
            best = link - 1
        link = int(plan.older)
    return best


@kernel
def node_after(tree: Tree, plan: int) -> int:
    """Return the node of the position after a plan, a new one if there is none; NONE if there is no room for it."""
    if tree.plan[plan].next == 0:
        if tree.nodes == len(tree.node):
            return NONE
        tree.plan[plan].next = tree.nodes
        tree.nodes += 1
    return int(tree.plan[plan].next)


# New plans


@kernel
def make_plan(
    rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, owner: int, node: int, model: int, w: Any
) -> int:
    """Play a new plan and keep it; return it, or an older one that comes to the same."""
    number = int(tree.node[node].key)
    tree.node[node].key += np.uint64(1)
    base, forced, width, way = most_tried(tree, node) if number > 0 else model, NONE, WIDE, FREELY
    begin = int(tree.plan[base].first) if base != NONE else 0
    end = begin + int(tree.plan[base].length) if base != NONE else 0
    if node == PLANS and number == 0:
        end = int(tree.seeded)
    elif node == PLANS and number == 1 and tree.wanted > 0:
        forced = int(tree.wanted) - 1
    elif node == PLANS and number % 2 == 1:
        forced = find_uncovered(rules, heuristics, tree, s, owner, w)
    if number > 0 and forced == NONE:
        width, way = NARROWER + int(draw_bits(w) % np.uint64(NARROW - NARROWER + 1)), FORGETTING
        # What comes last is planned again, or all of it.
        is_fresh = number == 1 or is_chance(w, 0.5)
        end = begin if is_fresh else begin + int(draw_bits(w) % np.uint64(end - begin + 1))
    first = int(tree.steps)
    play(rules, view, heuristics, tree, s, owner, begin, end, forced, width, way, w)
    copy_words(w.world, w.scratch)  # plans of the same end differ in what chance would bring next
    view.blank_for(w.scratch_views[0], owner)
    return keep_plan(tree, node, first, hash_change(w.scratch, w.root_views[owner]))


@kernel
def find_model(tree: Tree, node: int, plan: int) -> int:
    """Return the plan that answers best to the most tried of the other plans at a node; NONE if there is none."""
    best, most = NONE, 0
    link = int(tree.node[node].newest)
    while link != 0:
        other = tree.plan[link - 1]
        if link - 1 != plan and other.next != 0 and other.tried > most and tree.node[other.next].newest != 0:
            best, most = link - 1, int(other.tried)
        link = int(other.older)
    return most_tried(tree, int(tree.plan[best].next)) if best != NONE else NONE


@kernel
def find_uncovered(rules: Any, heuristics: Any, tree: Any, s: Any, owner: int, w: Any) -> int:
    """Return the most promising first action that no plan begins with; NONE if there is none."""
    legal = rules.legal_actions(s, owner, w.actions)
    heuristics.prior(s, owner, w.actions, legal, w.weights)
    best, most = NONE, -1.0
    for i in range(legal):
        if w.weights[i] > most and not is_covered(tree, int(w.actions[i])):
            best, most = int(w.actions[i]), w.weights[i]
    return best


@kernel
def is_covered(tree: Tree, action: int) -> bool:
    """Ask whether a plan begins with an action."""
    link = int(tree.node[PLANS].newest)
    while link != 0:
        plan = tree.plan[link - 1]
        if tree.step[plan.first] // TAGS == action:
            return True
        link = int(plan.older)
    return False


@kernel
def keep_plan(tree: Tree, node: int, first: int, end: Any) -> int:
    """Keep the plan whose steps begin here; NONE without room. One that comes to the same as another adds to that."""
    same = NONE
    link = int(tree.node[node].newest)
    while link != 0:
        if tree.plan[link - 1].end == end:
            same = int(tree.plan[link - 1].same)
        link = int(tree.plan[link - 1].older)
    is_known = same != NONE and (node != PLANS or is_covered(tree, int(tree.step[first]) // TAGS))
    if is_known or tree.plans == len(tree.plan) or tree.steps == first:
        tree.steps = first
        return same
    added = int(tree.plans)
    plan = tree.plan[added]
    tree.plans += 1
    plan.first, plan.length, plan.end = first, tree.steps - first, end
    plan.same = added if same == NONE else same
    plan.older = tree.node[node].newest
    tree.node[node].newest = tree.plans
    return int(plan.same)


# Playing a turn


@kernel
def repeat(rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, owner: int, plan: int, w: Any) -> None:
    """Play a plan again, in a world that may differ from the one it was made in."""
    begin, steps = int(tree.plan[plan].first), int(tree.steps)
    end = begin + int(tree.plan[plan].length)
    play(rules, view, heuristics, tree, s, owner, begin, end, NONE, NARROWER, EXACTLY, w)
    tree.steps = steps


@kernel
def play(
    rules: Any,
    view: Any,
    heuristics: Any,
    tree: Any,
    s: Any,
    owner: int,
    begin: int,
    end: int,
    forced: int,
    width: int,
    way: int,
    w: Any,
) -> None:
    """Play a turn and write down the owner's steps: `forced` first, then those of another plan, then greedy ones."""
    played, shared, at = 0, False, w.edges
    at[ANSWERED], at[NEXT], at[NEXT_REST], at[USED] = 0, begin, begin, NONE
    turn = heuristics.turn_number(s)
    while (
        played < MOST_STEPS and not rules.is_over(s) and not rules.needs_room(s) and heuristics.turn_number(s) == turn
    ):
        asked = rules.to_act(s)
        acting = first_seat(asked)
        is_secret = shared or (asked & (asked - 1)) != 0
        action, tag = NONE, ANSWER
        if acting == owner:
            tag = tag_of(rules, heuristics, s, acting)
            action = propose(rules, tree, s, acting, begin, end, tag, forced if played == 0 else NONE, way, w)
        if action == NONE:
            action = choose(rules, view, heuristics, tree, s, acting, 0 if is_secret else width, w)
        if acting == owner and tree.steps < len(tree.step):
            tree.step[tree.steps] = action * TAGS + tag
            tree.steps += 1
        rules.step(s, acting, action)
        shared = is_shared(asked, rules.to_act(s), shared)
        played += 1


@kernel
def tag_of(rules: Any, heuristics: Any, s: Any, seat: int) -> int:
    """Return what kind of step the next one is."""
    if rules.is_unfinished(s, seat):
        return REST
    return FREE if heuristics.in_any_order(s) else ANSWER


@kernel
def propose(
    rules: Any, tree: Any, s: Any, seat: int, begin: int, end: int, tag: int, forced: int, way: int, w: Any
) -> int:
    """Return the next step by another plan, or the forced one; NONE where the plan has none that is legal."""
    at = w.edges
    if tag == ANSWER:
        place = find_answer(tree, begin, end, int(at[ANSWERED]))
        at[ANSWERED] += 1
    elif tag == REST:
        place = int(at[NEXT_REST])
        at[NEXT_REST] += 1
    elif forced == NONE:
        return next_free(rules, tree, s, seat, end, way, w)
    else:
        place = find_free(tree, begin, end, forced)
        at[USED], at[NEXT_REST] = place, place + 1 if place != NONE else end
    if forced != NONE:
        return forced
    if place == NONE or place >= end or tree.step[place] % TAGS != tag:
        return NONE
    return legal_or_none(rules, s, seat, int(tree.step[place]) // TAGS, w)


@kernel
def find_answer(tree: Tree, begin: int, end: int, number: int) -> int:
    """Return the place of a plan's n-th answer, from 0; NONE if it has none."""
    for place in range(begin, end):
        if tree.step[place] % TAGS == ANSWER:
            if number == 0:
                return place
            number -= 1
    return NONE


@kernel
def find_free(tree: Tree, begin: int, end: int, action: int) -> int:
    """Return the place of an action among those in any order; NONE if the plan does not have it."""
    for place in range(begin, end):
        if tree.step[place] == action * TAGS + FREE:
            return place
    return NONE


@kernel
def next_free(rules: Any, tree: Any, s: Any, seat: int, end: int, way: int, w: Any) -> int:
    """Return the next legal one of a plan's steps in any order; unless it is played exactly, its end is left out."""
    at = w.edges
    legal = rules.legal_actions(s, seat, w.actions)
    while at[NEXT] < end:
        place = int(at[NEXT])
        at[NEXT] += 1
        action = int(tree.step[place]) // TAGS
        is_wanted = tree.step[place] % TAGS == FREE and place != at[USED]
        if is_wanted and way != EXACTLY:
            is_wanted = action != w.actions[0] and not (way == FORGETTING and is_chance(w, FORGET))
        if is_wanted:
            for i in range(legal):
                if w.actions[i] == action:
                    at[NEXT_REST] = place + 1
                    return action
    return NONE


@kernel
def legal_or_none(rules: Any, s: Any, seat: int, action: int, w: Any) -> int:
    """Return an action if it is legal, else NONE."""
    legal = rules.legal_actions(s, seat, w.actions)
    for i in range(legal):
        if w.actions[i] == action:
            return action
    return NONE


# What was found


@kernel
def report(tree: Tree) -> None:
    """List the first actions of all plans at the first node, each with what its best plan was worth."""
    link = int(tree.node[PLANS].newest)
    while link != 0:
        plan = tree.plan[link - 1]
        best = tree.plan[plan.same]
        edge = tree.edge[edge_of(tree, int(tree.step[plan.first]) // TAGS)]
        if best.tried > 0 and (SHARE * best.tried > edge.tried or edge.offered == plan.same):
            edge.offered, edge.tried, edge.won = plan.same, SHARE * best.tried, SHARE * best.won
        link = int(plan.older)


@kernel
def edge_of(tree: Tree, action: int) -> int:
    """Return the edge of a first action, a new one if there is none."""
    link = int(tree.node[TOP].newest)
    while link != 0:
        if tree.edge[link - 1].action == action:
            return link - 1
        link = int(tree.edge[link - 1].older)
    added = add_edge(tree, TOP, action, 0.0)
    tree.edge[added].offered = NONE
    return added


def plan_after(tree: Tree, action: int) -> int:
    """Return the plan that begins with a first action and was tried most; NONE if there is none."""
    best, most = NONE, 0
    link = int(tree.node[PLANS].newest) if tree.plans > 0 else 0
    while link:
        plan = tree.plan[link - 1]
        tried = int(tree.plan[plan.same].tried)
        if tree.step[plan.first] // TAGS == action and tried > most:
            best, most = link - 1, tried
        link = int(plan.older)
    return best


def steps_of(tree: Tree, plan: int) -> Any:
    """Return the steps of a plan as they are kept, with their tags; none for no plan."""
    if plan == NONE:
        return np.zeros(0, np.int32)
    first = int(tree.plan[plan].first)
    return tree.step[first : first + int(tree.plan[plan].length)].copy()


def expected_actions(tree: Tree, action: int) -> Iterator[int]:
    """Yield the actions that a search expects after a first one: the rest of its plan, and the best answers to it."""
    plan = plan_after(tree, action)
    begin = 1
    while plan != NONE:
        for step in steps_of(tree, plan)[begin:]:
            yield int(step) // TAGS
        node, begin = int(tree.plan[tree.plan[plan].same].next), 0
        plan = most_tried(tree, node) if node else NONE


def seed_plan(tree: Tree, steps: Any) -> None:
    """Let a new tree begin with a plan."""
    tree.step[: len(steps)] = steps
    tree.seeded = len(steps)
