"""What choosers say about the presets and options of Civ."""

from plowshares.core.art import COLOURS
from plowshares.core.i18n import _
from plowshares.core.notes import Group, Notes, OptionNote, PresetNote
from plowshares.core.svg import tag, thumbnail
from plowshares.games.civ.options import Options

PRESETS = {
    "conquest": PresetNote(
        _("Small world"),
        _("10 × 10 tiles, a worker and an army each. Explored land stays on your map. 60 rounds: time to conquer."),
        _("25 minutes"),
    ),
    "explorer": PresetNote(
        _("Quick"),
        _("The small world with 40 rounds: then points decide."),
        _("15 minutes"),
    ),
    "quick": PresetNote(_("Quick, deep fog"), _("Quick, but land you leave is forgotten again."), _("15 minutes")),
    "classic": PresetNote(
        _("Classic"), _("16 × 16 tiles and 100 rounds; one city, no units, empty stores."), _("60 minutes")
    ),
    "literal": PresetNote(
        _("By the letter"),
        _(
            "16 × 16 tiles as first written down: play until somebody owns the only cities. "
            "Our bounds: 1,000 rounds and 256 units each."
        ),
        _("3 hours"),
    ),
    "codekata": PresetNote(
        _("Code Kata"), _("Four nations on 32 × 32 tiles, with the rules of the old programming contest."), _("2 hours")
    ),
}

GROUPS = (
    Group(
        _("World"),
        {
            "players": OptionNote(_("Nations"), _("How many play.")),
            "size": OptionNote(_("Size"), _("Tiles along one side.")),
            "map": OptionNote(
                _("Land"),
                _("How the land is made."),
                {
                    "fair": _("the same for everybody"),
                    "natural": _("at random"),
                    "flat": _("grassland only"),
                    "rows": _("drawn below"),
                },
            ),
            "map_rows": OptionNote(_("Land drawn by you"), _("A row of letters for each row of tiles: O G H F M.")),
            "ocean_percent": OptionNote(_("Ocean"), _("In percent.")),
            "mountain_percent": OptionNote(_("Mountains"), _("In percent.")),
            "shuffle_seats": OptionNote(_("Random start positions"), _("Otherwise they follow the seats.")),
        },
    ),
    Group(
        _("Start"),
        {
            "start_workers": OptionNote(_("Workers"), _("On each first city.")),
            "start_armies": OptionNote(_("Armies"), _("On each first city.")),
            "start_food": OptionNote(_("Food"), _("In everybody’s store.")),
            "start_production": OptionNote(_("Production"), _("In everybody’s store.")),
            "start_trade": OptionNote(_("Trade"), _("In everybody’s store.")),
        },
    ),
    Group(
        _("What you see"),
        {
            "vision": OptionNote(_("Sight"), _("How far cities and units see, in tiles.")),
            "remember_terrain": OptionNote(
                _("Explored land stays drawn"), _("Land you have seen once stays on your map.")
            ),
            "open_stats": OptionNote(_("Open books"), _("Everybody’s stores and strength are public.")),
        },
    ),
    Group(
        _("Fighting"),
        {
            "phases": OptionNote(
                _("Spend, then move"),
                _("Whether your first move ends spending."),
                {"strict": _("first spend, then move"), "free": _("in any order")},
            ),
            "attack_grouping": OptionNote(
                _("Armies strike"), "", {"group": _("together"), "single": _("one at a time")}
            ),
            "terrain_combat": OptionNote(_("Land helps in fights"), _("Terrain and cities change the damage.")),
            "damage_rounding": OptionNote(
                _("Damage"),
                _("How it is rounded."),
                {
                    "up_cent": _("up to a hundredth"),
                    "down_whole": _("down to a whole point"),
                    "exact": _("not at all: exact fractions"),
                },
            ),
            "city_on_enemy": OptionNote(
                _("A city founded on others’ units"), "", {"forbid": _("is not allowed"), "gift": _("belongs to them")}
            ),
            "capture_range": OptionNote(_("Units that change sides"), _("How far from a captured city, in tiles.")),
            "garrison": OptionNote(
                _("Units inside other cities"),
                _("When a city of their nation falls nearby."),
                {"defects": _("change sides"), "loyal": _("stay")},
            ),
            "exiles": OptionNote(_("Nations without a city play on"), _("As long as they have units.")),
        },
    ),
    Group(
        _("Prices and food"),
        {
            "army_cost": OptionNote(_("An army costs"), _("In production.")),
            "worker_cost": OptionNote(_("A worker costs"), _("In production.")),
            "city_cost": OptionNote(_("A city costs"), _("In production.")),
            "research_cost": OptionNote(_("Research costs"), _("In trade.")),
            "research_step": OptionNote(_("Research adds"), _("Tenths of strength.")),
            "unit_food": OptionNote(_("A unit eats"), _("Food in a turn.")),
            "harvest_range": OptionNote(_("Harvest range"), _("How far from a city workers harvest, in tiles.")),
            "yields": OptionNote(_("Land gives"), "", {"classic": _("as usual"), "codekata": _("as in Code Kata")}),
            "carry_over": OptionNote(_("Keep what you do not spend"), _("Food, production and trade stay in store.")),
            "spoil_quarters": OptionNote(_("Food that spoils"), _("Quarters of what is left after eating.")),
            "starvation": OptionNote(
                _("Who starves"), "", {"weakest": _("the weakest"), "random": _("chance decides")}
            ),
        },
    ),
    Group(
        _("End and points"),
        {
            "max_rounds": OptionNote(_("Rounds"), _("After the last one points are counted.")),
            "score_city": OptionNote(_("Points for a city"), _("Counted after the last round.")),
            "score_worker": OptionNote(_("Points for a worker")),
            "score_army": OptionNote(_("Points for an army")),
            "unit_limit": OptionNote(_("Units of a nation at most"), _("A limit of the record, not of the game.")),
        },
    ),
)

LAND = ("#8fc063", "#a9d072", "#5f9a52", "#c9cb74", "#8d9299", "#62aacb")


def draw(options: Options) -> str:
    """Draw land of this size as it may look, with a city for each nation."""
    size = options.size
    shapes = []
    for y in range(size):
        for x in range(size):
            u, v = min(x, size - 1 - x), min(y, size - 1 - y)  # the same for everybody
            tile = (u * u * 7 + v * v * 11 + u * v * 5 + (u // 3) * 13 + (v // 3) * 17) % 11
            fill = LAND[0 if tile < 3 else 1 if tile < 6 else tile - 5 if tile < 10 else 5]
            shapes.append(tag("rect", x=x, y=y, width=1.02, height=1.02, fill=fill))
    near, far, middle = 0.18, 0.82, 0.5
    spots = [
        (near, near),
        (far, far),
        (far, near),
        (near, far),
        (middle, near),
        (middle, far),
        (near, middle),
        (far, middle),
    ]
    side = size / 9
    for seat, (left, top) in enumerate(spots[: options.players]):
        corner = {"x": left * size - side / 2, "y": top * size - side / 2}
        shape = {"width": side, "height": side, "rx": side / 4, "stroke": "#fff", "stroke_width": side / 6}
        shapes.append(tag("rect", **corner, **shape, fill=COLOURS[seat]))
    return thumbnail(size, size, shapes, "#dfe3d0")


NOTES = Notes("conquest", PRESETS, GROUPS, draw=draw)
