"""Our games beside those of OpenSpiel, PettingZoo, Pgx, RLCard and python-chess: same machine, same run.

    python -m benchmarks.side_by_side [--seconds 2] [--write docs/benchmarks.md]

Figures on one core are per second of processor time, the best of some short rounds taken in turn, since other work on
a machine only ever slows a round down. On two cores they are per second of the clock: two processes side by side, or
for batches one process that uses both. What is not installed, or does not run here, is left out with the reason.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.metadata
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.contestants import BOTH, EVERYBODY, NEAREST, OURS, SEEN, SIZES, WRITTEN, Play, find_plays, sized

ROUNDS = 16  # short ones: a core of a rented machine changes its speed several times in a second
PATIENCE = 3  # times the seconds asked for that a figure may take, however long one piece of its work is
# Seconds after which a run, or one of two processes, shows where it is and ends: nothing here may hang unnoticed.
LONGEST_RUN = 1200.0
LONGEST_PAIR = 120.0
LARGE = "Footsoldiers"  # its default map is much larger than its neighbour, so an aim has a line of its own
QUIET = 0.7  # the load of a machine that has nothing else to do
BUSY = (
    " **The machine was busy with other work**: rates are too low, those on two cores by as much as the load says, and "
    "ratios are rough. Run it again when nothing else runs."
)
Key = tuple[str, str]  # who, and what
Rates = dict[Key, float]
COLUMNS = {
    "steps": "steps from Python",
    "playouts": "compiled playouts",
    "seen": "steps with observations",
    WRITTEN: "the same by an observer",
    "clones": "clones",
}
PACKAGES = ("plowshares", "numba", "numpy", "open_spiel", "pettingzoo", "pgx", "jax", "rlcard", "chess")


# Measuring


def measure_once(play: Play, seconds: float, clock: Callable[[], float]) -> float:
    """Return how much a play does in a second."""
    done, start = 0, clock()
    while (spent := clock() - start) < seconds:
        done += play()
    return done / spent


def prepare() -> tuple[dict[Key, Play], dict[str, str]]:
    """Return all that can be measured here, each tried once, and why the rest cannot."""
    plays: dict[Key, Play] = {}
    missing: dict[str, str] = {}
    for who in EVERYBODY:
        start = time.perf_counter()
        try:
            found = find_plays(who)
            for play in found.values():
                play()  # compiles, and shows whether it works
        except Exception as error:  # whatever somebody else's package raises, the others are still measured
            if who in OURS:
                raise
            missing[who] = f"{type(error).__name__}: {str(error).partition(chr(10))[0][:120]}"
            tell(f"{who}: left out, {missing[who]}")
            continue
        plays |= {(who, what): play for what, play in found.items()}
        tell(f"{who}: ready in {time.perf_counter() - start:.1f} s")
    return plays, missing


def measure(plays: dict[Key, Play], seconds: float) -> Rates:
    """Measure everything in turn, some rounds each, and keep the best round."""
    best, spent = dict.fromkeys(plays, 0.0), dict.fromkeys(plays, 0.0)
    for turn in range(ROUNDS):
        tell(f"one core, and batches on two: round {turn + 1} of {ROUNDS}")
        for key, play in plays.items():
            if spent[key] > PATIENCE * seconds:
                continue
            clock = time.perf_counter if key[1].startswith(BOTH) else time.process_time
            start = time.perf_counter()
            best[key] = max(best[key], measure_once(play, seconds / ROUNDS, clock))
            spent[key] += time.perf_counter() - start
    for (who, what), rate in best.items():
        tell(f"{who}: {what} {number(rate)}/s")
    return best


def choose_sizes(rates: Rates) -> tuple[Rates, dict[Key, int]]:
    """Let of batches that differ in size the fastest count; return how large they are too."""
    chosen: dict[Key, int] = {}
    found = dict(rates)
    for who in OURS:
        for what in (SEEN, BOTH):
            tried = {size: found.pop((who, sized(what, size))) for size in SIZES}
            size = chosen[who, what] = max(tried, key=lambda size: tried[size])
            found[who, what] = tried[size]
    return found, chosen


def measure_pairs(rates: Rates, seconds: float) -> Rates:
    """Measure on two cores what two processes can do side by side: everything but batches, which use both anyway."""
    found: Rates = {}
    for who in dict.fromkeys(who for who, _ in rates):
        if (who, BOTH) in rates:
            found[who, "seen"] = rates[who, BOTH]
        wanted = [what for what in COLUMNS if (who, what) in rates and (who, what) not in found]
        if wanted:
            found |= {(who, what): rate for what, rate in measure_pair(who, wanted, seconds).items()}
    return found


def measure_pair(who: str, wanted: list[str], seconds: float) -> dict[str, float]:
    """Let two processes measure at the same time; return the sums."""
    command = [sys.executable, "-m", "benchmarks.side_by_side", "--share", who, "--seconds", str(seconds)]
    pair = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    sums = dict.fromkeys(wanted, 0.0)
    try:
        for each in pair:
            assert each.stdout is not None
            each.stdout.readline()  # says that it is ready
        for what in wanted:
            for each in pair:
                assert each.stdin is not None
                print(what, file=each.stdin, flush=True)
            for each in pair:
                assert each.stdout is not None
                sums[what] += float(each.stdout.readline())
            tell(f"{who}, two cores: {what} {number(sums[what])}/s")
    finally:
        for each in pair:
            assert each.stdin is not None
            each.stdin.close()
            each.wait(LONGEST_PAIR)
            assert each.stdout is not None
            each.stdout.close()
    return sums


def share(who: str, seconds: float) -> None:
    """Be one of two processes: measure what each line asks for."""
    plays = find_plays(who)
    for what, play in plays.items():
        if what in COLUMNS:
            play()
    print("ready", flush=True)
    for line in sys.stdin:
        rounds = [measure_once(plays[line.strip()], seconds / ROUNDS, time.perf_counter) for _ in range(ROUNDS)]
        print(sorted(rounds)[-2], flush=True)  # the best may be one in which the other process had not begun


def tell(line: str) -> None:
    """Say how far it is."""
    print(f"[{time.strftime('%H:%M:%S')}] {line}", flush=True)


# Writing


def table(rows: list[list[str]]) -> str:
    """Return rows as a table in Markdown; the first is the head."""
    head, *body = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def number(rate: float | None) -> str:
    """Write a rate, rounded to what is meant by it."""
    return "" if rate is None else f"{float(f'{rate:.3g}'):,.0f}"


def figures_table(rates: Rates) -> str:
    """Return all that was measured."""
    names = dict.fromkeys(who for who, _ in rates)
    rows = [["a second", *COLUMNS.values()]]
    return table(rows + [[who, *(number(rates.get((who, what))) for what in COLUMNS)] for who in names])


def times(mine: float | None, other: float | None) -> str:
    """Write how many times as fast we are."""
    return "" if not mine or not other else f"{mine / other:,.1f}×"


def ratios_table(rates: Rates) -> str:
    """Return each of our games against the nearest one, and against PettingZoo's chess."""
    rows = [["", "nearest", "steps", "steps with observations", "the same, against PettingZoo chess", "clones"]]
    for who, near in NEAREST.items():
        seen = rates.get((who, "seen"))
        rows.append(
            [
                who,
                near,
                times(rates.get((who, "steps")), rates.get((near, "steps"))),
                times(seen, rates.get((near, "seen"))),
                times(seen, rates.get(("PettingZoo chess", "seen"))),
                times(rates.get((who, "clones")), rates.get((near, "clones"))),
            ]
        )
    return table(rows)


def bars_table(one: Rates, two: Rates) -> str:
    """Return what was aimed at, and what was reached: the least of the games that an aim is about."""
    games = list(NEAREST.items())
    fair = [(who, near) for who, near in games if who != "Farmer Soldier"]
    chess = ("PettingZoo chess", "seen")

    def least(what: str, rates: Rates, others: Rates, pairs: list[tuple[str, str]], theirs: str = "") -> str:
        found = [
            (rates[who, what] / others[near, theirs or what], who)
            for who, near in pairs
            if (who, what) in rates and (near, theirs or what) in others
        ]
        return f"{min(found)[0]:,.1f}× ({min(found)[1]})" if found else "not measured"

    rows = [["aim", "on one core each", "on two cores each", "a batch on two cores, the other on one"]]
    large = [(who, near) for who, near in fair if who == LARGE]
    others = [pair for pair in fair if pair not in large]
    seen = "batches with observations: 20× OpenSpiel with an observation each step"
    for text, what, pairs in (
        ("steps from Python: 2× the nearest of OpenSpiel", "steps", fair),
        (seen, SEEN, others),
        ("the same for the default map of Footsoldiers", SEEN, large),
        ("clones: 1× OpenSpiel", "clones", fair),
    ):
        mixed = least(what, two, one, pairs) if what == "seen" else ""
        rows.append([text, least(what, one, one, pairs), least(what, two, two, pairs), mixed])
    for text, pairs in (("no aim: the same against OpenSpiel's observers", others), (f"no aim: {LARGE} so", large)):
        each = [least(SEEN, mine, theirs, pairs, WRITTEN) for mine, theirs in ((one, one), (two, two), (two, one))]
        rows.append([text, *each])
    if chess in one and chess in two:
        against = [(who, chess[0]) for who, _ in games]
        rows.append(
            [
                "batches with observations: 50× PettingZoo chess",
                least("seen", one, one, against),
                least("seen", two, two, against),
                least("seen", two, one, against),
            ]
        )
    stratego = "1,000,000 Stratego steps a second with observations and masks, on two cores"
    return table([*rows, [stratego, "", number(two["Stratego", "seen"]), ""]])


def versions(before: float) -> str:
    """Name what was measured on what."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return (
        f"Python {platform.python_version()}, {', '.join(found)}. {os.cpu_count()} cores, {processor()}; "
        f"the load was {before:.1f} when it began.{BUSY if before > QUIET else ''}"
    )


def processor() -> str:
    """Return the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


NOTES = """
## Read with care

No two of these games are the same.

- Classic Stratego has 92 cells and 12,927 actions, of which a mask is written for every step; chess has 64 cells, and
  OpenSpiel lists its legal actions instead. Civ is played on 256 tiles. Farmer Soldier has no neighbour at all:
  dark_chess is only a yardstick there, and it counts for no aim.
- The default map of Footsoldiers has 469 cells where laser_tag has 56, in random play about twenty soldiers, nine of
  which move in a turn, where laser_tag has two, and 4,226 actions against ten: its compiled playouts on one core,
  without any observation, are some 24 times laser_tag with one. So it reaches that aim as a batch on both cores, which
  is what a batch is, and not core for core; it has a line of its own.
  The short map, 27 cells, is the fairer neighbour. In both games a turn is two decisions, or more with us, and each
  is a step.
- Battle Farm stands beside hearts, the faster of OpenSpiel's two candidates; gin_rummy is in the table of all figures.
  Hearts gives OpenSpiel's information state, since it has no observation.
- Our observations are written by compiled code into arrays, of whole numbers in Stratego, Civ and Footsoldiers, for
  many matches at a time; OpenSpiel's come as Python lists, those of RLCard and PettingZoo as arrays made by Python, all
  of them one match at a time in one process. A batch uses both cores by itself, so the last column of the aims is what
  a user sees; the first is what the code owes to itself.
- OpenSpiel's own environments ask for lists, and the aims are about those. Its observers (`make_observation`) write the
  same numbers into one array and save the making of the list; they have a column and two lines of their own.
- The actions of a batch are drawn in the call that plays them (`step_randomly`), as those of Pgx are. To draw them
  first and hand them over (`step(random_actions())`) takes longer on two cores, since one of them then reads what the
  other has written; a learner, who looks at every observation, has to.
- A batch that writes into its own arrays writes of Footsoldiers only what has changed since the step before. In arrays
  that a caller gives, such as the rows of a rollout, all of it is written.
- What the system calls two cores may be two threads of one, at least for a while on a rented machine, or each shares
  one with somebody else's work: then everybody's second column is less than twice the first. A batch needs both cores
  at once, so that it suffers most; rounds are short, for all, so that some of them are quiet.
- Pgx is made for accelerators and runs on the processor here, 512 matches at a time.
- *Steps from Python* are taken one at a time, with the legal actions listed. *Compiled playouts* are whole random
  matches, set-up and all, without a call from Python in between; the others have no such thing to call from Python.
"""


def sizes_note(sizes: dict[Key, int]) -> str:
    """Tell how many matches the batches had."""
    each = [f"{who} {sizes[who, SEEN]} and {sizes[who, BOTH]}" for who in OURS]
    return f"- Matches of a batch for each core, on one and on two: {'; '.join(each)}.\n"


def write_page(path: Path, one: Rates, two: Rates, sizes: dict[Key, int], missing: dict[str, str], head: str) -> None:
    """Write the page and the plot beside it."""
    plot = path.with_suffix(".svg")
    left_out = "".join(f"- {who} was left out: {why}\n" for who, why in missing.items())
    path.write_text(
        "# Benchmarks\n\n`make bench` measures all this in some minutes and writes this page: everybody plays at "
        f"random, in one run.\n\n{head}\n\n## What was aimed at\n\n{bars_table(one, two)}\n"
        f"\n![Steps with an observation each, a second]({plot.name})\n"
        f"\n## How many times as fast as the nearest game, on one core\n\n{ratios_table(one)}\n"
        f"\n## The same on two cores\n\n{ratios_table(two)}\n"
        f"\n## All figures, one core\n\n{figures_table(one)}\n\n## All figures, two cores\n\n{figures_table(two)}\n"
        f"{NOTES}{sizes_note(sizes)}{left_out}",
        encoding="utf-8",
    )
    draw(two, plot)


def draw(rates: Rates, path: Path) -> None:
    """Plot steps with an observation each on two cores."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "plowshares"
    from matplotlib import pyplot

    most = {who: rate for (who, what), rate in rates.items() if what == "seen"}
    order = sorted(most, key=lambda who: most[who])
    figure, axes = pyplot.subplots(figsize=(8, 4.8))
    bars = axes.barh(order, [most[who] for who in order], color=["#2b6cb0" if w in OURS else "#a0aec0" for w in order])
    for bar, who in zip(bars, order, strict=True):
        bar.set_hatch("" if who in OURS else "//")
    axes.bar_label(bars, [f" {number(most[who])}" for who in order])
    axes.set(xscale="log", xlabel="steps a second with an observation each, two cores (plain: ours, hatched: others)")
    axes.margins(x=0.15)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--write", type=Path, default=Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md")
    parser.add_argument(
        "--share", metavar="WHO", help="be one of two processes, told on standard input what to measure"
    )
    asked = parser.parse_args()
    faulthandler.dump_traceback_later(LONGEST_PAIR if asked.share else LONGEST_RUN, exit=True)
    if asked.share:
        share(asked.share, asked.seconds)
        return
    before = os.getloadavg()[0]
    plays, missing = prepare()
    one, sizes = choose_sizes(measure(plays, asked.seconds))
    two = measure_pairs(one, asked.seconds)
    one = {key: rate for key, rate in one.items() if key[1] != BOTH}
    print(figures_table(one), figures_table(two), bars_table(one, two), versions(before), sep="\n\n")
    for who, why in missing.items():
        print(f"left out: {who}: {why}")
    write_page(asked.write, one, two, sizes, missing, versions(before))
    tell(f"written: {asked.write}")


if __name__ == "__main__":
    main()
