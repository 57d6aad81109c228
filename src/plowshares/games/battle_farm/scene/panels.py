"""The seats and the parts of a turn: who has what, and where the turn is."""

from __future__ import annotations

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Fact, Figures, Panel, Phases, Viewer
from plowshares.games.battle_farm.rules.trade import is_bidder
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.state import Choice, Phase, State

_STEP = {
    Phase.HARVEST: 0,
    Phase.BUY: 1,
    Phase.TRADE: 2,
    Phase.BID: 2,
    Phase.DEAL: 2,
    Phase.PLAY: 3,
    Phase.FERTILIZE: 4,
    Phase.OVER: 4,
}


def panels(s: State, viewer: Viewer) -> list[Panel]:
    """Describe every farmer: class, stocks, and how far it is to the limit."""
    return [_panel(s, viewer, seat) for seat in range(s.options.players)]


def _panel(s: State, viewer: Viewer, seat: int) -> Panel:
    coins = int(s.coins[seat])
    facts = (
        Fact(words.COIN, coins, words.coins(coins)),
        Fact(words.SACK, int(s.fertilizers[seat]), words.sacks(s.fertilizers[seat])),
        Fact(words.HAND, int(s.hand_count[seat]), words.cards(s.hand_count[seat])),
    )
    return Panel(
        line=words.CLASSES[int(s.profession[seat])],
        facts=facts,
        progress=min(coins / max(int(s.win_limit), 1), 1.0),
        chosen=bool(s.has_bid[seat]) if s.phase == Phase.BID and is_bidder(s, seat) else None,
        pick="" if takes_bids(s, viewer) else f"player p{seat}",
        text=_about(s, seat),
    )


def takes_bids(s: State, viewer: Viewer) -> bool:
    """Ask whether the viewer chooses among bids: each is a button that says the price, not the face of the bidder."""
    return bool(s.phase == Phase.DEAL and s.pending == Choice.NONE and viewer.is_me(int(s.current)))


def _about(s: State, seat: int) -> Text:
    """Return what a look at a farmer says: the class card and whether it can still be used."""
    profession = int(s.profession[seat])
    name, effect = words.ABILITIES[profession], words.ABILITY_EFFECTS[profession]
    if s.options.class_cards:
        return _("Began with the card **{ability}**. {effect}", ability=name, effect=effect)
    if s.used[seat]:
        return _("**{ability}** (used). {effect}", ability=name, effect=effect)
    return _("**{ability}**. {effect}", ability=name, effect=effect)


def tally(s: State) -> Figures:
    """Count the coins of every farmer."""
    return Figures(_("Coins"), tuple(s.coins[: int(s.options.players)].tolist()), int(s.win_limit))


def phases(s: State, viewer: Viewer) -> Phases:
    """Say which part of the turn it is, and what the die still allows."""
    aside = [_("Round {n}", n=int(s.round)), _("First to {coins}", coins=words.coins(s.win_limit))]
    if s.final:
        aside[1] = _("Last turns")
    rolled = s.phase in (Phase.BUY, Phase.FERTILIZE) and s.die > 0
    return Phases(
        words.PHASES,
        _STEP[Phase(s.phase)],
        note=_("{left} of {all} left", left=int(s.allowance), all=int(s.die)) if rolled else "",
        art=f"die-{int(s.die)}" if rolled else "",
        aside=tuple(aside),
    )
