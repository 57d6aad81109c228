"""What choosers say about the presets and options of Footsoldiers."""

from plowshares.core.i18n import _
from plowshares.core.notes import Group, Notes, OptionNote, PresetNote
from plowshares.core.svg import tag, thumbnail
from plowshares.games.footsoldiers.maps import BASES, ROCK, load_map
from plowshares.games.footsoldiers.options import Options

PRESETS = {
    "default": PresetNote(_("The long lane"), _("Two castles, 65 fields apart, rocks in between."), _("20 minutes")),
    "tournament": PresetNote(
        _("Tournament"), _("Open ground, and both sides are treated exactly alike."), _("20 minutes")
    ),
    "short": PresetNote(_("Short"), _("A small field and 30 turns: good to learn with."), _("5 minutes")),
    "literal": PresetNote(
        _("By the letter"), _("Exactly as the original text says; the long lane is the same today."), _("20 minutes")
    ),
    "author": PresetNote(
        _("The author’s"), _("As the author’s own program plays: the first player’s orders go first."), _("20 minutes")
    ),
}

GROUPS = (
    Group(
        _("Money"),
        {
            "initial_money": OptionNote(_("Coins at the start")),
            "money_per_turn": OptionNote(_("Coins every turn")),
            "cost": OptionNote(_("Prices"), _("Of Scout, Assassin and Tank.")),
        },
    ),
    Group(
        _("Soldiers and castles"),
        {
            "health": OptionNote(_("Health"), _("Of Scout, Assassin and Tank.")),
            "speed": OptionNote(_("Speed"), _("Steps in a turn.")),
            "damage": OptionNote(_("Damage"), _("Of one hit.")),
            "base_health": OptionNote(_("Health of a castle")),
            "max_distance_from_base": OptionNote(_("Building range"), _("Steps from your own castle.")),
        },
    ),
    Group(
        _("Field"),
        {
            "map": OptionNote(_("Field"), _("default, open, or drawn: 1 and 2 are castles, X is a rock.")),
            "map_width": OptionNote(_("Columns"), _("0 as drawn; more adds empty ones on the right.")),
            "map_height": OptionNote(_("Rows"), _("0 as drawn; more adds empty ones below.")),
        },
    ),
    Group(
        _("Order and end"),
        {
            "total_turns": OptionNote(_("Turns")),
            "cap_result": OptionNote(
                _("When turns run out"), "", {"draw": _("it is a draw"), "health": _("the healthier castle wins")}
            ),
            "build_priority": OptionNote(
                _("Whose order goes first"), "", {"parity": _("in turns"), "player1": _("always the first player’s")}
            ),
            "removal": OptionNote(
                _("The fallen are removed"), "", {"after-all": _("after all hits"), "at-once": _("at once")}
            ),
            "order": OptionNote(
                _("Order of moves"),
                "",
                {"literal": _("the same for both"), "mirrored": _("mirrored, so that it is fair")},
            ),
        },
    ),
)

MOST_COLUMNS = 24  # of the field in a picture


def draw(options: Options) -> str:
    """Draw the field, the middle of a long one left out."""
    plan = load_map(options.map, options.map_width, options.map_height)
    columns = list(range(plan.width))
    if len(columns) > MOST_COLUMNS:
        columns = columns[: MOST_COLUMNS // 2] + columns[-MOST_COLUMNS // 2 :]
    shapes = [tag("rect", width=len(columns), height=plan.height, fill="#e6d3a3")]
    for i, x in enumerate(columns):
        for y in range(plan.height):
            letter = plan.at((x, y))
            if letter == ROCK:
                shapes.append(tag("circle", cx=i + 0.5, cy=y + 0.5, r=0.45, fill="#8b8576"))
            elif letter in BASES:
                fill = ("#c8452f", "#2760ae")[BASES.index(letter)]
                shapes.append(tag("rect", x=i - 0.2, y=y - 0.2, width=1.4, height=1.4, rx=0.25, fill=fill))
    return thumbnail(len(columns), plan.height, shapes, "#f0e2bd")


NOTES = Notes("default", PRESETS, GROUPS, draw=draw, draws=True)
