"""The whole of a match in one record: options, table, hands, phase, secret choices, chance, what seats have seen."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from plowshares.core.actions import ActionTable
from plowshares.core.records import SECRET, Bool, Int8, Int8s, Int16s, Int32, Int32s, Record
from plowshares.core.rng import Rng
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm import actions
from plowshares.games.battle_farm.cards import ALL_KINDS, BEDS, BONUS_CARDS, CARD_CAP, KINDS, NO_CARD, SEATS, SLOTS
from plowshares.games.battle_farm.options import Options, class_codes, composition, win_limit

# Who watches, as an index: the public (and a spectator) is 0, seat p is p + 1.
WATCHERS = SEATS + 1
# Where cards lie hidden, as an index: the hand of seat p is p, the deck comes after the hands.
DECK = SEATS
PLACES = SEATS + 1
EVENTS = 40

MOST_VALUE = 999
MOST_TIMER = 99
MOST_STOCK = 30000
MOST_BID = 255


class Phase(IntEnum):
    """Where in a turn we are (§5)."""

    HARVEST = 0
    BUY = 1
    TRADE = 2
    BID = 3
    DEAL = 4
    PLAY = 5
    FERTILIZE = 6
    OVER = 7


class Choice(IntEnum):
    """The pending choices of §5.8."""

    NONE = 0
    BEANS = 1
    BEANS_GIVE = 2
    WASABI = 3
    PINEAPPLE = 4
    EGGPLANT = 5
    STRAWBERRY = 6
    BLUEBERRY = 7
    PEPPERS = 8
    GARDEN_GOURMET = 9
    FERTILIZER_FRENZY = 10
    CLONE = 11
    WITHER = 12
    RECYCLE = 13
    SELECTION = 14
    FUNGUS_INFILTRATION = 15
    POLLINATOR_PARADISE = 16
    RETRACTABLE_GREENHOUSE = 17
    TRELLIS_BED = 18
    VERTICAL_BED = 19
    ROTATIONAL_BED = 20
    GARDEN_GNOME = 21
    THORNY_FENCE = 22
    THORNY_DISCARD = 23
    LAND_ACQUISITION = 24
    REAP_AND_SOW = 25
    EARLY_BIRD = 26
    GENETIC_MODIFICATION = 27
    STONKS = 28
    CLOUD_COVER = 29


class Reason(IntEnum):
    """Why a match ends (§5.7)."""

    NONE = 0
    WIN_LIMIT = 1
    DECK = 2
    CAP = 3


class Told(IntEnum):
    """What the log can say of a step: who (actor), to whom (other), where (bed), which card, how much (amount)."""

    NOTHING = 0
    TURN = 1  # actor begins a turn
    ROLLED = 2  # actor rolled amount for card, or for the phase if there is no card
    HARVESTED = 3  # actor's card in bed paid amount coins
    GAINED_COINS = 4  # actor, through card
    GAINED_FERTILIZERS = 5
    PAID_COINS = 6  # other gave actor amount coins because of card
    PAID_FERTILIZERS = 7
    LOST_COINS = 8  # actor lost amount through card
    LOST_FERTILIZERS = 9
    BOUGHT = 10  # actor bought card for amount
    MARKED = 11  # actor put card (secret) aside for a sale
    PROPOSED = 12
    BID = 13  # actor has bid value (secret)
    OPENED = 14  # all bids are in; the best is amount
    SOLD = 15  # actor sold to other for amount
    UNSOLD = 16
    PLANTED = 17  # actor planted card of value in bed
    PLAYED = 18  # actor played card, paid amount
    ABILITY = 19  # actor used the class card
    FERTILIZED = 20  # actor's card in bed
    STOLEN = 21  # actor stole card (secret) from other
    DESTROYED = 22  # actor destroyed other's card in bed
    CHANGED = 23  # actor changed other's card in bed by amount value
    DELAYED = 24  # actor made other's bed ripen later; card is the crop or none
    REMODELED = 25  # actor turned other's bed into type amount
    DREW = 26  # actor drew card (secret)
    RETURNED = 27  # actor put card (secret) back into the deck
    DISCARDED = 28  # actor discarded card from hand
    RAISED = 29  # actor raised card (secret) in hand by amount
    GOT = 30  # card entered actor's hand face up, value
    SPREAD = 31  # card changed amount crops at once
    RENEWED = 32  # the market was renewed
    FINAL = 33  # actor set the final flag
    ENDED = 34
    MORE = 35  # the list was full


class Settings(Record):
    """The options as the rules read them (§2)."""

    players: Int32
    fixed_classes: Bool
    classes: Annotated[Int8s, SEATS]
    independent_classes: Bool
    start_coins: Int32
    start_fertilizers: Int32
    start_cards: Int32
    composition: Annotated[Int8s, KINDS]
    max_rounds: Int32
    final_lap: Bool
    # Four bytes where there was one Int32, as below.
    trade_proposals: Int8
    class_cards: Bool
    play_in_vain: Bool
    spare: Bool
    combo_turn: Bool
    mango_each: Bool
    beans_taker: Bool
    peppers_random: Bool
    oranges_own: Bool
    thorny_random: Bool
    clone_printed: Bool
    greenhouse_area: Bool
    may_decline: Bool
    tiebreak_extended: Bool
    # Four bytes where there was one Int32: States of matches without the later options keep their bytes.
    stale_market: Int8
    any_bed: Bool
    eggplant_self: Bool
    apples_together: Bool


class State(Record):
    """One match of Battle Farm. Rows of six are by seat; `cards` is how many kinds there are, class cards or none."""

    options: Settings
    actions: ActionTable
    win_limit: Int32
    order: Annotated[Int8s, SEATS]  # seats in turn order
    rolls: Annotated[Int8s, SEATS]  # the d20 of each seat
    round: Int32
    place: Int32  # the current player's place in turn order, from 0
    current: Int32
    phase: Int32
    final: Bool
    trigger: Int32  # who set the final flag, or NOBODY
    reason: Int32
    profession: Annotated[Int8s, SEATS]
    used: Annotated[Int8s, SEATS]  # class card used up this turn or this game; with class_cards a bit for each class
    coins: Annotated[Int32s, SEATS]
    fertilizers: Annotated[Int32s, SEATS]
    bed_count: Annotated[Int8s, SEATS]
    bed: Annotated[Int8s, SEATS, BEDS]
    crop: Annotated[Int8s, SEATS, BEDS]  # NO_CARD for an empty bed
    crop_value: Annotated[Int16s, SEATS, BEDS]
    crop_timer: Annotated[Int8s, SEATS, BEDS]
    apples: Annotated[Int32s, SEATS]  # harvested within combo_scope
    melons: Annotated[Int32s, SEATS]
    hand_count: Annotated[Int32s, SEATS]
    hand_card: Annotated[Int8s, CARD_CAP, SECRET]  # all hands in one row, grouped by seat; NO_CARD in a view: not known
    hand_value: Annotated[Int16s, CARD_CAP, SECRET]
    market: Annotated[Int8s, SLOTS]
    deck: Annotated[Int8s, CARD_CAP, SECRET]  # the top card is the last one
    deck_count: Int32
    discard: Annotated[Int8s, "cards"]  # how many of each kind
    created: Annotated[Int8s, "cards", SECRET]  # cards that were never in the deck, for the audit of §12
    allowance: Int32
    die: Int32  # the d4 that set the allowance
    proposals: Int32  # used this turn
    marked: Annotated[Int8s, CARD_CAP, SECRET]  # the current player's hand positions put aside for a sale
    marks: Annotated[Int32, SECRET]  # how many
    sale_card: Annotated[Int8s, CARD_CAP]  # on sale, by card code, then value
    sale_value: Annotated[Int16s, CARD_CAP]
    sale_count: Int32
    has_bid: Annotated[Int8s, SEATS]
    bid: Annotated[Int32s, SEATS, SECRET]
    queue_crop: Annotated[Int8s, BEDS]  # harvest effects still to resolve
    queue_bed: Annotated[Int8s, BEDS]
    queue_count: Int32
    pending: Int32
    chooser: Int32
    number: Int32  # points or cards left, the value a card was played at, crops behind a fence, or the Eggplant's bed
    giver: Int32
    pair: Annotated[Int8s, 2, SECRET]  # drawn by Pollinator Paradise
    quiet_rounds: Int32  # full rounds in a row without a purchase, counted while stale_market is on
    bought: Bool  # somebody bought in this round
    # What can be remembered by watching; view.sample_for deals by it.
    cloned: Annotated[Int8s, "cards"]  # created in public
    bonus: Annotated[Int8s, SEATS, BONUS_CARDS, SECRET]  # the kinds a class gave its owner
    seen: Annotated[Int8s, WATCHERS, PLACES, "cards", SECRET]  # cards a watcher knows to lie in a hidden place
    boost: Annotated[Int32s, SEATS]  # value above print that a hand is publicly known to have gained
    # What the last step did, for the log.
    told_count: Int32
    told_what: Annotated[Int8s, EVENTS]
    told_actor: Annotated[Int8s, EVENTS]
    told_other: Annotated[Int8s, EVENTS]
    told_bed: Annotated[Int8s, EVENTS]
    told_amount: Annotated[Int16s, EVENTS]
    told_to: Annotated[Int8s, EVENTS]  # the watchers who may know card and value, as bits
    told_card: Annotated[Int8s, EVENTS, SECRET]
    told_value: Annotated[Int16s, EVENTS, SECRET]
    rng: Annotated[Rng, SECRET]


def new(options: Options) -> State:
    """Return a State with options and action table written, not yet set up."""
    held = options.class_cards == "hand"
    s = State.sized(kinds=actions.ALL_KINDS if held else actions.KINDS, cards=ALL_KINDS if held else KINDS).new()
    write_options(s, options)
    actions.space(options).write(s.actions)
    s.win_limit = win_limit(options)
    s.trigger = s.chooser = s.giver = NOBODY
    s.crop[:] = NO_CARD
    s.market[:] = NO_CARD
    s.pair[:] = NO_CARD
    s.bonus[:] = NO_CARD
    return s


def write_options(s: State, options: Options) -> None:
    """Copy the options into the State, words as flags."""
    o = s.options
    o.players = options.players
    codes = class_codes(options)
    o.fixed_classes = bool(codes)
    o.classes[: len(codes)] = codes
    o.independent_classes = options.class_draw == "independent"
    o.start_coins = options.start_coins
    o.start_fertilizers = options.start_fertilizers
    o.start_cards = options.start_cards
    o.composition[:] = composition(options)
    o.max_rounds = options.max_rounds
    o.final_lap = options.final_turns == "lap"
    o.trade_proposals = options.trade_proposals
    o.combo_turn = options.combo_scope == "turn"
    o.mango_each = options.mango == "each"
    o.beans_taker = options.beans == "taker"
    o.peppers_random = options.peppers == "random"
    o.oranges_own = options.oranges == "own"
    o.thorny_random = options.thorny_fence == "random"
    o.clone_printed = options.clone == "printed"
    o.greenhouse_area = options.greenhouse_area
    o.may_decline = options.may_decline
    o.tiebreak_extended = options.tiebreak == "extended"
    o.stale_market = options.stale_market
    o.any_bed = options.any_bed
    o.eggplant_self = options.eggplant_self
    o.apples_together = options.apples_together
    o.class_cards = options.class_cards == "hand"
    o.play_in_vain = options.play_in_vain


def grow(s: Any) -> Any:
    """Return the State itself: one capacity holds every match."""
    return s


def count_seats(options: Options) -> int:
    """Return how many play."""
    return options.players
