"""Hooks of MkDocs: pages made from the code, and pages that lie outside of docs/.

Rules, ARCHITECTURE.md and the like are read where they are. Links to other files of the checkout become plain paths.
"""

from __future__ import annotations

import enum
import inspect
import math
import posixpath
import re
from pathlib import Path
from typing import Any

from plowshares import registry
from plowshares.core.fields import schema_of
from plowshares.core.game import Game
from plowshares.core.layout import ActionLayout, plain_layout
from plowshares.core.options import describe, read_options
from plowshares.envs.extras import MEANINGS, Extras
from plowshares.envs.gymnasium import env_id
from plowshares.envs.setup import IDS as SETUPS
from plowshares.envs.setup import setup_id

MOST_SINGLES = 60  # of a layout that are listed
ROOT = Path(__file__).resolve().parent.parent
PROJECT = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "kits/README.md")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")
PICTURE = re.compile(r'(href|src|srcset)="docs/([^"]+)"')  # in HTML, which Markdown leaves alone


def extra_pages() -> dict[str, str]:
    """Return the pages of the site that are not in docs/: where each comes to lie, and where it is read."""
    pages = {f"project/{name}": name for name in PROJECT if (ROOT / name).exists()}
    pages["project/HOME.md"] = "README.md"
    for name in registry.OURS:
        pages[f"rules/{name}.md"] = f"src/plowshares/games/{name}/RULES.md"
    return pages


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made from the code or lie elsewhere."""
    from mkdocs.structure.files import File

    for place, source in extra_pages().items():
        files.append(File.generated(config, place, content=(ROOT / source).read_text()))
    for name in registry.OURS:
        game = registry.find(name)
        files.append(File.generated(config, f"reference/{name}.md", content=game_page(game)))
        files.append(File.generated(config, f"environments/{name}.md", content=environments_page(game)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Lead links to where their pages come to lie; those to other files of the checkout become plain paths."""
    extra = extra_pages()
    source = extra.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    places = {read: place for place, read in extra.items()}

    def relink(found: re.Match[str]) -> str:
        mark, words, link = found.groups()
        target, hash_, anchor = link.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if wanted.startswith("docs") and files.get_file_from_path(wanted.removeprefix("docs/")):
            place = wanted.removeprefix("docs/")
        elif wanted == "docs":
            place = "README.md"
        elif wanted in places:
            place = places[wanted]
        else:
            return f"{words} (`{wanted}`)" if not mark else words
        return (
            f"{mark}[{words}]({posixpath.relpath(place, posixpath.dirname(page.file.src_uri) or '.')}{hash_}{anchor})"
        )

    up = posixpath.relpath(".", posixpath.dirname(page.file.src_uri) or ".")
    return PICTURE.sub(rf'\1="{up}/\2"', LINK.sub(relink, markdown))


def game_page(game: Game) -> str:
    """Return the reference of one game."""
    parts = [
        f"# {game.title}: reference\n\n{game.summary} {_rules(game)}",
        "Made from the code. `plowshares games " + game.name + "` shows the same options at a terminal.",
        "## Options\n\n" + options_table(game),
        "## Presets\n\n" + presets_table(game),
        "## Commands\n\n```text\n" + game.notation.HELP.strip() + "\n```",
        "## Named fields of a view\n\n" + fields_tables(game),
        "## Environments\n\n" + environments_table(game) + f"\n\n[All about them](../environments/{game.name}.md).",
        "## Actions\n\n" + actions_table(game),
        "## Observation\n\n" + observation_tables(game),
    ]
    return "\n\n".join(parts) + "\n"


def _rules(game: Game) -> str:
    return f"[The rules](../rules/{game.name}.md)."


def table(head: list[str], rows: list[list[Any]]) -> str:
    """Write a table in Markdown."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def options_table(game: Game) -> str:
    """Return all options with bounds, defaults and meaning."""
    rows = [[f"`{name}`", bounds, f"`{default!r}`", words] for name, bounds, default, words in describe(game.options)]
    return table(["option", "takes", "default", "meaning"], rows)


def presets_table(game: Game) -> str:
    """Return the presets."""
    rows = [
        [f"`{name}`", ", ".join(f"`{k}={v}`" for k, v in values.items()) or "the defaults"]
        for name, values in game.presets.items()
    ]
    return table(["preset", "options"], rows)


def fields_tables(game: Game) -> str:
    """Return the named fields of a view: one table for each kind of object."""
    if game.fields is None:
        return "None."
    parts = []
    for name, schema in schema_of(game.fields.View)["$defs"].items():
        rows = [[f"`{key}`", kind_of(value)] for key, value in schema.get("properties", {}).items()]
        parts.append(f"### {name}\n\n{schema.get('description', '')}\n\n{table(['field', 'type'], rows)}")
    return "\n\n".join(parts)


def kind_of(schema: dict[str, Any]) -> str:
    """Describe a JSON schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if schema.get("type") == "object":
        return f"object of {kind_of(schema.get('additionalProperties', {}) or {})}"
    return str(schema.get("type", "anything"))


def environments_page(game: Game) -> str:
    """Return the page of a game's environments: ids and sizes, then layouts of actions and planes of observations."""
    intro = (
        "Made from the code. Every preset is a Gymnasium and a PettingZoo environment; [for learners](../learners.md) "
        f"says how to use them, [the reference](../reference/{game.name}.md) what actions and observations mean."
    )
    rewards = (
        "At the end of a match, and only then, every seat gets its outcome: 1 for a win, -1 for a loss, 0 for a draw; "
        "shares in between where more than two play."
    )
    parts = [
        f"# {game.title}: environments",
        intro,
        "## Sizes\n\n" + environments_table(game),
        "## Actions in the seat's own frame (`-v1`)\n\n" + layout_tables(game),
        "## Actions as the match numbers them (`-v0`)\n\n" + actions_table(game),
        "## Observation\n\n" + observation_tables(game),
        "## Optional information (`extras`)\n\n" + extras_tables(game),
        f"## Rewards\n\n{rewards}",
    ]
    return "\n\n".join(parts) + "\n"


def environments_table(game: Game) -> str:
    """Return the environments of all presets, with the sizes of their spaces."""
    rows = []
    for preset, values in game.presets.items():
        options = read_options(game.options, dict(values))
        seats, dtype = game.state.count_seats(options), game.observation.dtype()
        layout, framed = frame_of(game, options)
        sizes = {1: (framed, layout.size), 0: (game.observation.shape(options), game.actions.space(options).size)}
        for version, (shape, size) in sizes.items():
            name = f"`{env_id(game.name, preset, version)}`"
            rows.append([name, seats, f"{' x '.join(map(str, shape))} {dtype}", size])
        if setup_id(game.name, preset) in SETUPS:
            shape, size = sizes[1]
            name = f"`{setup_id(game.name, preset)}` (the set-up alone)"
            rows.append([name, 1, f"{' x '.join(map(str, shape))} {dtype}", size])
    return table(["Gymnasium id", "seats", "observation", "actions"], rows)


def extras_tables(game: Game) -> str:
    """Return what each extra means, and its shape with every preset."""
    asked = Extras(moves=8, history=True, belief=32)
    meanings = table(["name", "meaning"], [[f"`{name}`", words] for name, words in MEANINGS.items()])
    rows = []
    for preset, values in game.presets.items():
        options = read_options(game.options, dict(values))
        shapes = asked.shapes(frame_of(game, options)[1], game.state.count_seats(options))
        rows.append([f"`{preset}`", *(" x ".join(map(str, shape)) for shape in shapes.values())])
    words = (
        'Asked for by name, such as `extras={"moves": 8, "history": True, "belief": 32}`; the observation is then a '
        "dictionary with `observation` and these arrays of float32. `hidden_target()` has the shape of `belief` and "
        "holds what the other seats do observe: for training, never in an observation."
    )
    return f"{words}\n\n{meanings}\n\n{table(['preset', *MEANINGS], rows)}"


def frame_of(game: Game, options: Any) -> tuple[ActionLayout, tuple[int, ...]]:
    """Return the layout of the first seat's actions and the shape of its observation; no match is begun for it."""
    part: Any = game.find_part("frame")
    if part is None:
        return plain_layout(game.actions.space(options)), game.observation.shape(options)
    # A frame that depends on more than the seat is named by the seats in turn order, from one's own.
    key = tuple(range(game.state.count_seats(options))) if hasattr(part, "key") else 0
    shape = part.reframe(options, key).shape if hasattr(part, "reframe") else game.observation.shape(options)
    return part.layout(options, key), shape


def layout_tables(game: Game) -> str:
    """Return how the actions of the first preset lie in planes over cells, with single ones behind them."""
    preset = next(iter(game.presets))
    options = read_options(game.options, dict(game.presets[preset]))
    layout, _ = frame_of(game, options)
    cells = math.prod(layout.cells) if layout.cells else 0
    shape = " x ".join(map(str, layout.cells)) or "no"
    words = (
        f"With the preset `{preset}`, as the first seat sits: {len(layout.planes)} planes of {shape} cells, in which "
        f"an action's number is `plane * {cells} + cell`, then {len(layout.singles)} single actions. The same number "
        "means the same to every seat, seen from its own side."
    )
    named = [[f"{n * cells} – {(n + 1) * cells - 1}", f"`{name}`"] for n, name in enumerate(layout.planes)]
    first = len(layout.planes) * cells
    named += [[str(first + n), f"`{name}`"] for n, name in enumerate(layout.singles[:MOST_SINGLES])]
    more = len(layout.singles) - MOST_SINGLES
    rest = f"\n\n… and {more} more single actions." if more > 0 else ""
    return f"{words}\n\n{table(['number', 'plane or action'], named)}{rest}"


def actions_table(game: Game) -> str:
    """Return how actions are numbered with the first preset."""
    preset = next(iter(game.presets))
    space = game.actions.space(read_options(game.options, dict(game.presets[preset])))
    rows = [
        [
            f"`{kind.name}`",
            first,
            first + kind.size - 1,
            ", ".join(f"{f.name} < {f.size}" for f in kind.fields) or "none",
        ]
        for first, kind in zip(space.first, space.kinds, strict=True)
    ]
    words = (
        f"With the preset `{preset}`. An action is its kind's first number plus the fields, the last one counting "
        "fastest; `match.actions()` lists those that are legal."
    )
    return f"{words}\n\n{table(['kind', 'first', 'last', 'fields'], rows)}"


def observation_tables(game: Game) -> str:
    """Return the planes and numbers of the observation, by the names they have in the code."""
    module: Any = game.observation
    parts = [inspect.getdoc(module) or ""]
    for name, kind in vars(module).items():
        if inspect.isclass(kind) and issubclass(kind, enum.IntEnum) and kind.__module__ == module.__name__:
            rows = [[member.value, f"`{member.name.lower()}`"] for member in kind]
            parts.append(f"### {name}\n\n{inspect.getdoc(kind)}\n\n{table(['number', 'name'], rows)}")
    return "\n\n".join(parts)
