"""What choosers say about the presets and options of Farmer Soldier."""

from plowshares.core.art import COLOURS
from plowshares.core.i18n import _
from plowshares.core.notes import Group, Notes, OptionNote, PresetNote
from plowshares.core.svg import tag, thumbnail
from plowshares.games.farmer_soldier.options import Options, home_cells
from plowshares.games.farmer_soldier.scene.fields import outline
from plowshares.games.farmer_soldier.scene.places import whole_plan

PRESETS = {
    "lots": PresetNote(
        _("Drawn by lot"),
        _("Two families on twelve fields, each with a soldier at home. Lots decide who lives where and who begins."),
        _("20 minutes"),
    ),
    "lot": PresetNote(
        _("Fixed homes"),
        _("Two families on twelve fields, each with a soldier at home. Lots decide who begins."),
        _("20 minutes"),
    ),
    "even": PresetNote(
        _("Two more food"), _("Two families on twelve fields; extra food makes up for moving second."), _("20 minutes")
    ),
    "standard": PresetNote(
        _("Three by three"), _("Two families on nine fields. The first to move has the better start."), _("15 minutes")
    ),
    "fair": PresetNote(
        _("Extra food"), _("Three by three, and the second family starts with one more food."), _("15 minutes")
    ),
    "roles": PresetNote(
        _("Changing hats"), _("Farmers and soldiers may change roles at the end of every turn."), _("20 minutes")
    ),
    "hex": PresetNote(_("Hexagon"), _("Two families on 19 six-sided fields."), _("25 minutes")),
    "three": PresetNote(_("Hexagon for three"), _("Three families on 19 six-sided fields."), _("30 minutes")),
    "four": PresetNote(_("Four corners"), _("Four families on 25 fields."), _("40 minutes")),
    "torus": PresetNote(
        _("Ring world"),
        _("Four families on 64 fields without an edge: whoever leaves on the left comes in on the right."),
        _("60 minutes"),
    ),
    "tower": PresetNote(_("Tower"), _("Two families on three floors of four fields each."), _("20 minutes")),
    "cube": PresetNote(_("Cube"), _("Eight families on three floors of nine fields each."), _("60 minutes")),
    "triangles": PresetNote(_("Triangles"), _("Two families on 20 three-sided fields."), _("25 minutes")),
    "endless": PresetNote(_("Endless land"), _("Two families, and new land wherever somebody goes."), _("40 minutes")),
    "melee": PresetNote(_("Mêlée"), _("Three bands of soldiers on four fields. Whom do you strike?"), _("5 minutes")),
    "literal": PresetNote(
        _("By the letter"),
        _("The original text on three by three: soldiers may hold back, no limit before a billion rounds."),
        _("15 minutes"),
    ),
}

GROUPS = (
    Group(
        _("Land"),
        {
            "players": OptionNote(_("Families"), _("How many play.")),
            "grid": OptionNote(
                _("Fields are"),
                "",
                {
                    "square": _("squares"),
                    "hex": _("hexagons"),
                    "triangle": _("triangles"),
                    "cubic": _("squares on floors"),
                },
            ),
            "shape": OptionNote(
                _("Outline"),
                _("Hexagons can form a large hexagon."),
                {"block": _("a block"), "hexagon": _("a hexagon")},
            ),
            "size": OptionNote(
                _("Size"), _("Such as 3x3, or 3x3x3 for floors; a radius for the hexagon; empty: as usual.")
            ),
            "edges": OptionNote(
                _("Edges"), _("A letter for each direction: f ends, p goes on at the other side, i is endless.")
            ),
            "adjacency": OptionNote(
                _("Neighbours"), "", {"edge": _("across a side"), "corner": _("across a side or a corner")}
            ),
            "max_cells": OptionNote(_("Fields at most"), _("Of endless land.")),
        },
    ),
    Group(
        _("Start"),
        {
            "homes": OptionNote(
                _("Homes"), _("auto, lot (the same homes, dealt by lot), or a field for each family, such as a1,c3.")
            ),
            "start": OptionNote(_("Each family has"), _("Such as 1f 2g: farmers f, soldiers s, children c, food g.")),
            "seat_bonus": OptionNote(
                _("Extra food"), _("The second family gets this much more, the third twice as much …")
            ),
            "first_turn": OptionNote(_("Who begins"), "", {"first": _("the first family"), "lot": _("lots are drawn")}),
            "turn_order": OptionNote(
                _("Order of turns"),
                _("Back and forth: whoever ends a round begins the next one."),
                {"fixed": _("always the same"), "alternating": _("back and forth")},
            ),
        },
    ),
    Group(
        _("Food"),
        {
            "food_yield": OptionNote(_("Food from a harvest")),
            "yield_per": OptionNote(
                _("Harvest"), "", {"location": _("once for each field"), "farmer": _("once for each farmer")}
            ),
            "food_rule": OptionNote(
                _("Food belongs to"),
                "",
                {"owned": _("whoever grew it"), "looted": _("whoever is left alone with it"), "common": _("everybody")},
            ),
            "food_escort": OptionNote(_("Food needs a carrier"), _("It leaves a field only while somebody is there.")),
        },
    ),
    Group(
        _("Fighting"),
        {
            "marking": OptionNote(_("Soldiers"), "", {"must": _("must strike"), "may": _("may hold back")}),
            "mark_overlap": OptionNote(
                _("Two strikes at one soldier"), "", {"spread": _("never happen"), "collide": _("can happen")}
            ),
            "civilians": OptionNote(
                _("Farmers and children fall"),
                "",
                {"sole": _("if one army is left alone"), "any": _("if any army of others is left")},
            ),
            "switch": OptionNote(_("Change hats"), _("Farmers and soldiers may change roles at the end of the turn.")),
        },
    ),
    Group(
        _("End"),
        {
            "round_cap": OptionNote(_("Rounds at most")),
            "quiet_rounds": OptionNote(
                _("Rounds without a battle"),
                _("The match ends after this many; 0 takes a number that suits the board."),
            ),
            "cap_scoring": OptionNote(
                _("At a limit"), "", {"land": _("the most land wins"), "draw": _("it is a draw")}
            ),
            "max_stack": OptionNote(_("Of one kind in a field at most")),
        },
    ),
)

MOST_PLACES = 300  # drawn; a larger board is cut


def draw(options: Options) -> str:
    """Draw the fields with everybody's home."""
    plan = whole_plan(options.board)
    homes = {cell: seat for seat, cell in enumerate(home_cells(options))}
    shapes = []
    for i, cell in enumerate(plan.cells[:MOST_PLACES]):
        up = plan.kind != "triangle" or plan.points_up(plan.places[i])
        fill = COLOURS[homes[cell] % len(COLOURS)] if cell in homes else "#a9d072"
        x, y = plan.points[i]
        field = f'{outline(plan.kind, 0, up)} fill="{fill}" stroke="#6f9a45" stroke-width="5"/>'
        shapes.append(tag("g", field, transform=f"translate({x:.0f} {y:.0f})"))
    return thumbnail(plan.width, plan.height, shapes, "#dcebc8")


NOTES = Notes("lots", PRESETS, GROUPS, draw=draw, draws=True)
