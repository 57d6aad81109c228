"""What choosers say about the presets and options of Battle Farm."""

from plowshares.core.art import COLOURS
from plowshares.core.i18n import _
from plowshares.core.notes import Group, Notes, OptionNote, PresetNote
from plowshares.core.svg import tag, thumbnail
from plowshares.games.battle_farm.options import Options

PRESETS = {
    "duel": PresetNote(_("Duel"), _("Two farmers, and 120 coins win."), _("25 minutes")),
    "two": PresetNote(
        _("Two farmers"), _("The long match: most are decided when the deck is used up."), _("40 minutes")
    ),
    "three": PresetNote(_("Three farmers"), _("Room for bargains."), _("45 minutes")),
    "four": PresetNote(_("Four farmers"), _("The full market."), _("60 minutes")),
    "five": PresetNote(_("Five farmers"), _("A crowded market."), _("75 minutes")),
    "six": PresetNote(_("Six farmers"), _("As many as can play."), _("90 minutes")),
    "quick": PresetNote(_("Quick"), _("Four farmers, and 80 coins win."), _("30 minutes")),
    "fresh-market": PresetNote(
        _("Fresh market"), _("Three farmers; cards that nobody buys are replaced after two rounds."), _("45 minutes")
    ),
    "literal": PresetNote(
        _("By the letter"),
        _("Two farmers, with the original words of every card and no last round before the 500th."),
        _("40 minutes"),
    ),
}

GROUPS = (
    Group(
        _("Farmers"),
        {
            "players": OptionNote(_("Farmers"), _("How many play.")),
            "classes": OptionNote(
                _("Classes"), _("random, or a class for each farmer, such as land-baron, market-trader.")
            ),
            "class_draw": OptionNote(
                _("Random classes"),
                _("Whether two farmers can have the same class."),
                {"unique": _("all different"), "independent": _("may be the same")},
            ),
            "start_coins": OptionNote(_("Coins at the start")),
            "start_fertilizers": OptionNote(_("Fertilizers at the start")),
            "start_cards": OptionNote(_("Cards at the start")),
        },
    ),
    Group(
        _("End"),
        {
            "win_limit": OptionNote(_("Coins to win"), _("0 takes the usual goal for this number of farmers.")),
            "max_rounds": OptionNote(_("Rounds at most")),
            "final_turns": OptionNote(
                _("Last turns"),
                _("Who plays on when somebody has reached the goal."),
                {"round": _("the round is finished"), "lap": _("everybody else has one more turn")},
            ),
            "tiebreak": OptionNote(
                _("Equal coins"),
                _("Who wins then."),
                {"shared": _("they share the win"), "extended": _("more is compared")},
            ),
        },
    ),
    Group(
        _("Market and trade"),
        {
            "trade_proposals": OptionNote(_("Sales in a turn"), _("How many a farmer may propose.")),
            "stale_market": OptionNote(
                _("Renew the market"), _("After this many rounds without a purchase; 0 for never.")
            ),
            "deck_counts": OptionNote(
                _("Cards in the deck"), _("Other numbers than usual, such as carrots 4, wheat 9.")
            ),
        },
    ),
    Group(
        _("Cards"),
        {
            "combo_scope": OptionNote(
                _("Apples and Melon count"),
                _("Which earlier harvests count."),
                {"game": _("all of the match"), "turn": _("those of this turn")},
            ),
            "mango": OptionNote(
                _("Mango steals"), "", {"pool": _("one card in all"), "each": _("one card from each other farmer")}
            ),
            "beans": OptionNote(
                _("Beans: coin or fertilizer"), _("Who decides."), {"giver": _("who gives"), "taker": _("who takes")}
            ),
            "peppers": OptionNote(
                _("Peppers"), _("Where their points go."), {"choose": _("you choose"), "random": _("chance decides")}
            ),
            "oranges": OptionNote(_("Oranges raise"), "", {"field": _("every crop"), "own": _("only your own crops")}),
            "thorny_fence": OptionNote(
                _("Thorny Fence"), _("Who picks the cards."), {"owner": _("the victim"), "random": _("chance")}
            ),
            "clone": OptionNote(
                _("A Clone is worth"),
                "",
                {"current": _("what the crop is worth now"), "printed": _("what the card says")},
            ),
            "greenhouse_area": OptionNote(_("Greenhouses keep fungus out"), _("Fungus Infiltration spares them.")),
            "any_bed": OptionNote(_("Any bed may be rebuilt"), _("Also a Greenhouse of another farmer.")),
            "eggplant_self": OptionNote(_("Eggplant may pick itself")),
            "apples_together": OptionNote(_("Apples count each other"), _("When they are harvested at the same time.")),
            "class_cards": OptionNote(
                _("Class cards"),
                _("Whether they can be sold, stolen and discarded."),
                {"apart": _("lie beside the garden"), "hand": _("are cards in the hand")},
            ),
            "play_in_vain": OptionNote(
                _("Cards may be played in vain"), _("An action card without a target can be played, for nothing.")
            ),
            "may_decline": OptionNote(_("Effects may be declined"), _("Nobody has to use what a crop offers.")),
        },
    ),
)

BEDS = 4


def draw(options: Options) -> str:
    """Draw a strip of beds for each farmer."""
    rows = options.players
    shapes = []
    for row in range(rows):
        shapes.append(tag("rect", x=0, y=row, width=0.5, height=0.86, rx=0.2, fill=COLOURS[row]))
        for bed in range(BEDS):
            x = 0.7 + bed * 1.3
            shapes.append(tag("rect", x=x, y=row, width=1.1, height=0.86, rx=0.18, fill="#8a5b3a"))
            shapes.append(
                tag(
                    "circle",
                    cx=x + 0.55,
                    cy=row + 0.43,
                    r=0.26,
                    fill=("#e45b48", "#f0b93f", "#79b955", "#d9679f")[(bed + row) % 4],
                )
            )
    return thumbnail(0.7 + BEDS * 1.3, rows, shapes, "#cfe2b0")


NOTES = Notes("duel", PRESETS, GROUPS, draw=draw)
