"""What the viewer is to do now, or whom everybody waits for."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Prompt, Viewer
from plowshares.core.seats import seats_of
from plowshares.games.battle_farm.cards import CROPS, NO_CARD
from plowshares.games.battle_farm.notation.words import sale_of
from plowshares.games.battle_farm.rules.legal import to_act
from plowshares.games.battle_farm.scene import effects, words
from plowshares.games.battle_farm.scene.faces import held
from plowshares.games.battle_farm.scene.regions import is_to_act
from plowshares.games.battle_farm.state import Choice, Phase, State

QUESTIONS: dict[int, tuple[Text, Text]] = {
    Choice.BEANS: (_("Beans: choose an opponent"), _("You get 1 coin or 1 fertilizer.")),
    Choice.BEANS_GIVE: (_("Beans: what will you give?"), _("1 coin or 1 fertilizer.")),
    Choice.WASABI: (_("Wasabi: choose an opponent"), _("You steal 1 to 4 coins.")),
    Choice.PINEAPPLE: (_("Pineapple: choose a crop to destroy"), _("Greenhouses are safe.")),
    Choice.EGGPLANT: (_("Eggplant: choose another crop"), _("It loses 1 value and ripens a turn later.")),
    Choice.STRAWBERRY: (_("Strawberry: choose a growing crop"), _("You get as many coins as it is worth.")),
    Choice.BLUEBERRY: (_("Blueberry: choose an opponent’s bed"), _("It becomes Common, and its crop dies.")),
    Choice.PEPPERS: (_("Peppers: choose a crop in your hand"), _("It gains 1 value.")),
    Choice.GARDEN_GOURMET: (_("Garden Gourmet: choose a crop"), _("It gains value.")),
    Choice.FERTILIZER_FRENZY: (_("Fertilizer Frenzy: choose a crop"), _("It loses 1 value per gem.")),
    Choice.CLONE: (_("Clone: choose a growing crop"), _("A copy enters your hand.")),
    Choice.WITHER: (_("Wither: choose a crop"), _("Its value becomes 1.")),
    Choice.RECYCLE: (_("Recycle: choose a card to discard"), _("You get 1 fertilizer per gem.")),
    Choice.SELECTION: (_("Selection: choose a card in your hand"), _("It gains 5 value.")),
    Choice.FUNGUS_INFILTRATION: (_("Fungus: choose a colour"), _("Its crops lose 1 value, down to 1.")),
    Choice.POLLINATOR_PARADISE: (_("Keep one of the two cards"), _("The other goes back into the deck.")),
    Choice.RETRACTABLE_GREENHOUSE: (_("Choose a bed"), _("It becomes a Greenhouse.")),
    Choice.TRELLIS_BED: (_("Choose a bed"), _("It becomes Trellis: green crops pay 1 coin extra.")),
    Choice.VERTICAL_BED: (_("Choose a bed"), _("It becomes Vertical: red crops pay 1 coin extra.")),
    Choice.ROTATIONAL_BED: (_("Choose a bed"), _("It becomes Rotational: yellow crops pay 1 coin extra.")),
    Choice.GARDEN_GNOME: (_("Garden Gnome: choose a player"), _("The Gnome picks the cards at random.")),
    Choice.THORNY_FENCE: (_("Thorny Fence: choose an opponent"), _("They discard a card per crop in your garden.")),
    Choice.THORNY_DISCARD: (_("Thorny Fence: choose a card to discard"), _("You decide which cards go.")),
    Choice.LAND_ACQUISITION: (_("Take a card from the discard pile"), _("It has its printed value.")),
    Choice.REAP_AND_SOW: (_("Choose a card to swap"), _("You get a random card from the deck for it.")),
    Choice.EARLY_BIRD: (_("Early Bird: choose one of your beds"), _("Then choose what it becomes.")),
    Choice.GENETIC_MODIFICATION: (_("Choose a crop"), _("It gains 1 value.")),
    Choice.STONKS: (_("Take a card from the market"), _("It costs nothing. The other cards are replaced.")),
    Choice.CLOUD_COVER: (_("Cloud Cover: choose an opponent’s crop"), _("It ripens a turn later.")),
}


# Questions that other options than the usual ones change.
_ANY_EGGPLANT = _("Eggplant: choose a crop")
_BEANS_TAKE = _("Beans: what will you take?")


def question(s: State) -> tuple[Text, Text]:
    """Return the pending question and a line of help, as the options of the match have it."""
    title, help_ = QUESTIONS[int(s.pending)]
    if s.pending == Choice.EGGPLANT and s.options.eggplant_self:
        return _ANY_EGGPLANT, help_
    if s.pending == Choice.BEANS_GIVE and s.options.beans_taker:
        return _BEANS_TAKE, help_
    return title, help_


def prompt(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what the viewer is to do after a path of picks, or what everybody waits for."""
    if s.phase == Phase.OVER:
        return Prompt(_("The game is over"))
    if not is_to_act(s, viewer):
        return _waiting(s, viewer)
    if path:
        return _begun(s, viewer, path)
    if s.pending != Choice.NONE:
        return _question(s, viewer)
    return _PHASES[Phase(s.phase)](s, viewer)


def _waiting(s: State, viewer: Viewer) -> Prompt:
    seats = seats_of(to_act(s))
    names = join([viewer.names[seat] for seat in seats])
    if s.phase == Phase.BID and s.pending == Choice.NONE:
        return Prompt(_("Waiting for bids"), _("Still to bid: {names}.", names=names))
    if s.phase == Phase.DEAL and s.pending == Choice.NONE:
        return Prompt(_("{name} looks at the bids", name=names))
    return Prompt(_("{name} is thinking", name=names), _("You can look at every card meanwhile."))


def _question(s: State, viewer: Viewer) -> Prompt:
    title, help_ = question(s)
    n, culprit = int(s.number), viewer.names[int(s.current)]
    if not viewer.is_me(int(s.current)):
        if s.pending == Choice.BEANS_GIVE:
            title = _("{name}’s Beans: what will you give?", name=culprit)
        elif s.pending == Choice.THORNY_DISCARD:
            title = _("{name}’s Thorny Fence: choose a card to discard", name=culprit)
    if s.pending == Choice.PEPPERS:
        help_ = ngettext("It gains 1 value. {n} point left.", "It gains 1 value. {n} points left.", n)
    elif s.pending == Choice.THORNY_DISCARD:
        help_ = ngettext("{n} card must go.", "{n} cards must go.", n)
    elif s.pending == Choice.GARDEN_GOURMET:
        help_ = _("It gains {n} value.", n=n)
    elif s.pending == Choice.GARDEN_GNOME or (s.pending == Choice.THORNY_FENCE and s.options.thorny_random):
        help_ = ngettext("They discard {n} random card.", "They discard {n} random cards.", n)
    elif s.pending == Choice.THORNY_FENCE:
        help_ = ngettext("They discard {n} card of their choice.", "They discard {n} cards of their choice.", n)
    return Prompt(title, help_)


def _begun(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what follows the first pick."""
    kind, *rest = path[0].split()
    if kind == "bed":
        return Prompt(_("What should the bed become?"))
    card = held(s, viewer.seat)[int(rest[0])].card
    if words.is_crop(card):
        return Prompt(_("Plant {card}: choose an empty bed", card=words.CARDS[card]))
    return Prompt(_("Play {card}?", card=words.CARDS[card]), effects.effect(s, card))


# --- the phases ---


def _buy(s: State, viewer: Viewer) -> Prompt:
    n = int(s.allowance)
    if n < s.die:
        title = ngettext("Buy {n} more card", "Buy up to {n} more cards", n)
    else:
        title = ngettext("Buy {n} card", "Buy up to {n} cards", n)
    return Prompt(title, _("Tap a card to read it, or be done."))


def _trade(s: State, viewer: Viewer) -> Prompt:
    if s.marks:
        return Prompt(_("Add cards, or offer these"), _("They are sold together, to one bidder."))
    return Prompt(_("Sell some cards?"), _("Choose cards from your hand for the others to bid on, or be done."))


def _bid(s: State, viewer: Viewer) -> Prompt:
    cards = words.lot([card for card, _value in sale_of(s)])
    seller, most = viewer.names[int(s.current)], words.coins(s.coins[viewer.seat])
    return Prompt(
        _("{name} offers {cards}", name=seller, cards=cards),
        _("Bid in secret, or let it pass. You have {coins}.", coins=most),
    )


def _deal(s: State, viewer: Viewer) -> Prompt:
    best = max(range(s.options.players), key=lambda seat: int(s.bid[seat]))
    title = _("Sell to {name} for {coins}?", name=viewer.names[best], coins=words.coins(s.bid[best]))
    return Prompt(title, _("Take a bid, or keep your cards."))


def _play(s: State, viewer: Viewer) -> Prompt:
    seat = viewer.seat
    empty = any(s.crop[seat, bed] == NO_CARD for bed in range(int(s.bed_count[seat])))
    crops = any(card.card < CROPS for card in held(s, seat))
    if empty and crops:
        return Prompt(_("Plant crops and play cards"), _("You have an empty bed and a crop to plant."))
    if crops:
        return Prompt(_("Play action cards"), _("All your beds are full. Action cards cost fertilizers."))
    return Prompt(_("Play action cards"), _("Action cards cost fertilizers, not coins."))


def _fertilize(s: State, viewer: Viewer) -> Prompt:
    n = min(int(s.allowance), int(s.fertilizers[viewer.seat]))
    title = ngettext("Use {n} fertilizer", "Use up to {n} fertilizers", n)
    return Prompt(title, _("Tap a bed: each one ripens its crop by a turn."))


_PHASES = {
    Phase.BUY: _buy,
    Phase.TRADE: _trade,
    Phase.BID: _bid,
    Phase.DEAL: _deal,
    Phase.PLAY: _play,
    Phase.FERTILIZE: _fertilize,
}
