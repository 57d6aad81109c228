"""How people and programs write Battle Farm (§9): text, JSON, picks, refusals, the log, prompts, results."""

from __future__ import annotations

from plowshares.core.seats import has_seat
from plowshares.games.battle_farm.cards import CALLINGS, title_of
from plowshares.games.battle_farm.notation.log import tell
from plowshares.games.battle_farm.notation.parsing import explain, parse, parse_json
from plowshares.games.battle_farm.notation.picks import picks
from plowshares.games.battle_farm.notation.words import (
    CHOICES,
    format,
    format_public,
    plural,
    seat_name,
    to_json,
)
from plowshares.games.battle_farm.rules.ending import rank
from plowshares.games.battle_farm.rules.legal import to_act
from plowshares.games.battle_farm.state import Choice, Phase, Reason, State

__all__ = [
    "HELP",
    "describe_result",
    "explain",
    "format",
    "format_public",
    "parse",
    "parse_json",
    "picks",
    "prompt",
    "seat_name",
    "tell",
    "to_json",
]

HELP = """buy m3            buy the market card in slot m3
done              end the phase
sell h2, propose  put hand cards aside, then offer them as one lot
bid 7             bid for the lot (0 is no offer); accept p2, decline: the seller's answer
plant h2 b1       plant a crop card in your bed b1
play h0           play an action card; ability uses your class card
fertilize b1      use a fertilizer on your crop in b1
answers           crop p1 b0, bed p1 b0, player p1, card h2, color red, give coin, keep 0,
                  restore wither, take m3, remodel b1 trellis, decline
Everything counts from 0; the letters may be left out (plant 2 1)."""

_QUESTIONS = {
    Choice.BEANS: "Beans: choose the opponent who gives you a coin or a fertilizer",
    Choice.BEANS_GIVE: "Beans: give a coin or a fertilizer",
    Choice.WASABI: "Wasabi: choose the opponent to steal 1d4 coins from",
    Choice.PINEAPPLE: "Pineapple: choose a crop to destroy",
    Choice.EGGPLANT: "Eggplant: choose a crop for value −1 and timer +1",
    Choice.STRAWBERRY: "Strawberry: choose the crop whose value you are paid",
    Choice.BLUEBERRY: "Blueberry: choose an opponent's bed",
    Choice.PEPPERS: "Peppers: choose a crop card in your hand for +1 value",
    Choice.GARDEN_GOURMET: "Garden Gourmet: choose the crop to raise",
    Choice.FERTILIZER_FRENZY: "Fertilizer Frenzy: choose the crop to weaken",
    Choice.CLONE: "Clone: choose the crop to copy",
    Choice.WITHER: "Wither: choose the crop whose value becomes 1",
    Choice.RECYCLE: "Recycle: choose the card to discard",
    Choice.SELECTION: "Selection: choose the card for +5 value",
    Choice.FUNGUS_INFILTRATION: "Fungus Infiltration: choose a color",
    Choice.POLLINATOR_PARADISE: "Pollinator Paradise: choose the card to keep",
    Choice.RETRACTABLE_GREENHOUSE: "Retractable Greenhouse: choose a bed",
    Choice.TRELLIS_BED: "Trellis Bed: choose a bed",
    Choice.VERTICAL_BED: "Vertical Bed: choose a bed",
    Choice.ROTATIONAL_BED: "Rotational Bed: choose a bed",
    Choice.GARDEN_GNOME: "Garden Gnome: choose the player who discards",
    Choice.THORNY_FENCE: "Thorny Fence: choose the opponent who discards",
    Choice.THORNY_DISCARD: "Thorny Fence: choose a card to discard",
    Choice.LAND_ACQUISITION: "Land Acquisition: choose a card of the discard pile",
    Choice.REAP_AND_SOW: "Reap and Sow: choose the card to exchange",
    Choice.EARLY_BIRD: "Early Bird: choose a bed and its new type",
    Choice.GENETIC_MODIFICATION: "Genetic Modification: choose the crop for +1 value",
    Choice.STONKS: "Stonks: choose a market card",
    Choice.CLOUD_COVER: "Cloud Cover: choose an opponent's bed",
}
_COUNTED = {Choice.PEPPERS: "point", Choice.THORNY_DISCARD: "card"}


def prompt(s: State, seat: int) -> str:
    """Say in a sentence what the seat is to do now."""
    if s.phase == Phase.OVER:
        return "The match is over."
    if seat < 0 or not has_seat(to_act(s), seat):
        return f"Wait for {_waiting(s)}."
    if s.pending != Choice.NONE:
        return _question(s)
    match s.phase:
        case Phase.BUY:
            return f"Buy up to {plural(s.allowance, 'more card' if s.allowance < s.die else 'card')}, or be done."
        case Phase.TRADE:
            return "Put cards into a sale and propose it, or be done."
        case Phase.BID:
            cards = plural(s.sale_count, "card")
            return f"Bid for the {cards} of {seat_name(s, s.current)}: 0 to {min(int(s.coins[seat]), 255)} coins."
        case Phase.DEAL:
            return "Accept a bid, or decline them all."
        case Phase.PLAY:
            if s.options.class_cards:
                return "Plant crops or play action cards, then be done."
            ability = title_of(CALLINGS[s.profession[seat]].ability)
            return f"Plant crops, play action cards or use {ability}, then be done."
        case _:
            left = plural(min(int(s.allowance), int(s.fertilizers[seat])), "fertilizer")
            return f"Use up to {left} on your crops, or be done."


def _question(s: State) -> str:
    choice = Choice(s.pending)
    left = f" ({plural(s.number, _COUNTED[choice])} left)" if choice in _COUNTED else ""
    return f"{_QUESTIONS[choice]}{left}."


def _waiting(s: State) -> str:
    mask = to_act(s)
    names = [seat_name(s, p) for p in range(s.options.players) if has_seat(mask, p)]
    about = f" ({CHOICES[s.pending]})" if s.pending != Choice.NONE else ""
    return f"{', '.join(names)}{about}"


def describe_result(s: State) -> tuple[str, str]:
    """Return the reason code of a finished match and the result in a sentence."""
    players = range(s.options.players)
    reason = Reason(s.reason).name.lower().replace("_", "-")
    winners = [seat_name(s, p) for p in players if rank(s, p) == 1]
    coins = ", ".join(f"{seat_name(s, p)} {s.coins[p]}" for p in players)
    verb = "wins" if len(winners) == 1 else "win together"
    return reason, f"{' and '.join(winners)} {verb} after round {s.round}; coins: {coins}."
