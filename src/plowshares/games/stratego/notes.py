"""What choosers say about the presets and options of Stratego."""

from plowshares.core.i18n import _
from plowshares.core.notes import Group, Notes, OptionNote, PresetNote
from plowshares.core.svg import tag, thumbnail
from plowshares.games.stratego.options import Options

PRESETS = {
    "classic": PresetNote(_("Classic"), _("40 pieces, two lakes, 10 × 10 squares."), _("45 minutes")),
    "modern": PresetNote(
        _("Modern"), _("Classic with scouts that attack from afar, and revealed pieces stay visible."), _("45 minutes")
    ),
    "barrage": PresetNote(_("Barrage"), _("8 pieces on the full board: quick and sharp."), _("10 minutes")),
    "quick": PresetNote(_("Quick"), _("24 pieces on 8 × 8 squares."), _("20 minutes")),
    "mini": PresetNote(_("Mini"), _("12 pieces on 6 × 6 squares: good to learn with."), _("8 minutes")),
    "micro": PresetNote(_("Micro"), _("4 pieces on 4 × 4 squares."), _("3 minutes")),
    "literal": PresetNote(
        _("By the letter"),
        _("The original text: repetition is free, no limit before 20,000 moves, a Spy cannot take the flag."),
        _("45 minutes"),
    ),
}

GROUPS = (
    Group(
        _("Helps"),
        {
            "memory_aid": OptionNote(_("Remember revealed pieces"), _("Pieces that a battle has shown stay face up.")),
            "red_setup": OptionNote(_("Red’s set-up"), _("Empty: by hand. Or random, or the name of a set-up.")),
            "blue_setup": OptionNote(_("Blue’s set-up"), _("Empty: by hand. A named set-up is known to both.")),
        },
    ),
    Group(
        _("Pieces"),
        {
            "scout": OptionNote(
                _("Scouts attack"),
                _("How a scout may attack after its long walk."),
                {
                    "extra": _("next to where they stop"),
                    "extra-far": _("from where they stop, however far"),
                    "line": _("at the end of their walk"),
                    "adjacent": _("only one square away"),
                },
            ),
            "spy_takes_flag": OptionNote(_("A Spy may take the flag"), _("Otherwise a Spy that attacks it falls.")),
            "bomb_stays": OptionNote(_("Bombs stay"), _("Otherwise a bomb is gone after it has gone off.")),
            "battle_reveal": OptionNote(
                _("A battle shows"),
                _("What both sides learn from a battle."),
                {
                    "both": _("both pieces"),
                    "silent": _("the attacker, and a defender that falls"),
                    "outcome": _("only the piece that is left"),
                },
            ),
        },
    ),
    Group(
        _("Repetition and end"),
        {
            "two_square": OptionNote(
                _("Moves back and forth"), _("How often in a row a piece may cross the same line; 0 for no limit.")
            ),
            "more_squares": OptionNote(_("No endless chasing"), _("A piece may not chase another forever.")),
            "no_battle_limit": OptionNote(
                _("Moves without a battle"), _("The match ends after this many; 0 for no limit.")
            ),
            "move_cap": OptionNote(_("Moves at most"), _("The match ends after this many.")),
            "cap_scoring": OptionNote(
                _("At a limit"),
                _("Who wins then."),
                {"draw": _("it is a draw"), "material": _("the stronger army wins")},
            ),
            "setup_limit": OptionNote(_("Changes of a set-up"), _("How many changes each side may make.")),
        },
    ),
    Group(
        _("Your own board"),
        {
            "variant": OptionNote(
                _("Board and army"),
                _("Choose your own to set the sizes below."),
                {
                    "classic": _("Classic"),
                    "barrage": _("Barrage"),
                    "quick": _("Quick"),
                    "mini": _("Mini"),
                    "micro": _("Micro"),
                    "custom": _("your own"),
                },
            ),
            "width": OptionNote(_("Columns"), _("3 to 10, on your own board only.")),
            "height": OptionNote(_("Rows"), _("3 to 10, on your own board only.")),
            "rows": OptionNote(_("Rows to set up in"), _("On your own board only, fewer than half of all rows.")),
            "lakes": OptionNote(_("Lakes"), _("auto, none, single, or squares such as c5,d5.")),
            "army": OptionNote(_("Pieces"), _("On your own board only, such as f:1 b:1 3:2 m:1.")),
        },
    ),
)

RED, BLUE, WATER = "#c8452f", "#2760ae", "#62aacb"


def draw(options: Options) -> str:
    """Draw the board with both areas and the lakes."""
    width, height, rows = options.size
    lakes = {divmod(cell, width)[::-1] for cell in options.lake_cells}
    shapes = []
    places = [(x, y) for y in range(height) for x in range(width)]
    few = options.army_size < width * rows
    for x, y in places:
        shapes.append(tag("rect", x=x, y=y, width=1, height=1, fill="#ecdfba" if (x + y) % 2 else "#dcc892"))
        if (x, y) in lakes:
            shapes.append(tag("rect", x=x, y=y, width=1, height=1, fill=WATER))
        elif (y < rows or y >= height - rows) and not (few and (x * 3 + min(y, height - 1 - y) * 2) % 5):
            fill = BLUE if y < rows else RED
            shapes.append(tag("rect", x=x + 0.12, y=y + 0.12, width=0.76, height=0.76, rx=0.2, fill=fill))
    return thumbnail(width, height, shapes, "#7b5130")


NOTES = Notes("classic", PRESETS, GROUPS, ("memory_aid",), draw, draws=True)
