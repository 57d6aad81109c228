"""The worked examples E1 to E74 of RULES.md section 10, as a table in its notation."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from plowshares.games.battle_farm.state import Phase
from tests.games.battle_farm.table import Table


class Example(NamedTuple):
    """One worked example."""

    number: str
    case: str
    before: str
    actions: list[str]
    after: str
    dice: tuple[int, ...] = ()
    sides: int = 4
    options: dict[str, Any] = {}  # noqa: RUF012  # a default of a tuple's field, never written to


EXAMPLES = (
    Example(
        "E1",
        "Bed bonuses, one ripe, one not",
        "p0 c0 beds `raised:grapes/15/1` `trellis:onions/3/1` `rotational:corn/3/1` `vertical:carrots/3/1` "
        "`common:melon/6/2`",
        ["p0 turn starts"],
        "p0 c 0→29; p0 b0 `hydroponic`; p0 b1 `trellis`; p0 b2 `rotational`; p0 b3 `vertical`; "
        "p0 b4 `common:melon/6/1`; discard {carrots×1, corn×1, grapes×1, onions×1}",
    ),
    Example(
        "E2",
        "Raised gives nothing for Common",
        "p0 c0 beds `raised:wheat/2/1`",
        ["p0 turn starts"],
        "p0 c 0→2; p0 b0 `raised`; discard {wheat×1}",
    ),
    Example(
        "E3",
        "Bed bonus is paid on a worthless crop",
        "p0 c0 beds `vertical:carrots/0/1`",
        ["p0 turn starts"],
        "p0 c 0→1; p0 b0 `vertical`; discard {carrots×1}",
    ),
    Example(
        "E4",
        "Hydroponic shortens Rare and better only",
        "p0 hand [grapes, beans, lucky-find] beds `hydroponic` `hydroponic`",
        ["p0 plant h0 b0", "p0 plant h0 b1"],
        "p0 hand [lucky-find]; p0 b0 `hydroponic:grapes/15/3`; p0 b1 `hydroponic:beans/6/2`",
    ),
    Example(
        "E5",
        "Only the owner's timers move",
        "p0 beds `common:melon/6/2`; p1 beds `common:wheat/2/1`",
        ["p0 turn starts"],
        "p0 b0 `common:melon/6/1`",
    ),
    Example(
        "E6",
        "Wheat fertilized then reaped",
        "p0 c0 f2 beds `common:wheat/2/1` `common:melon/6/2`",
        ["p0 fertilize b0"],
        "p0 c 0→3; p0 f 2→1; p0 b0 `common`; discard {wheat×1}",
        dice=(3,),
    ),
    Example(
        "E7",
        "Three fertilizers on one Wheat",
        "p0 c0 f5 beds `common:wheat/2/3` `common:melon/6/2`",
        ["p0 fertilize b0", "p0 fertilize b0", "p0 fertilize b0"],
        "p0 c 0→5; p0 f 5→2; p0 b0 `common`; discard {wheat×1}",
        dice=(3,),
    ),
    Example(
        "E8",
        "Apples count earlier ones",
        "p0 c0 apples so far 1 beds `common:apples/2/1` `common:apples/2/1` `common:apples/2/1`",
        ["p0 turn starts"],
        "p0 c 0→12; p0 b0 `common`; p0 b1 `common`; p0 b2 `common`; discard {apples×3}",
    ),
    Example(
        "E9",
        "Apples, per turn variant",
        "p0 c0 apples so far 1 beds `common:apples/2/1` `common:apples/2/1` `common:apples/2/1`",
        ["p0 turn starts"],
        "p0 c 0→9; p0 b0 `common`; p0 b1 `common`; p0 b2 `common`; discard {apples×3}",
        options={"combo_scope": "turn"},
    ),
    Example(
        "E10",
        "Cabbage counts the whole field",
        "p0 c0 hand [cabbage, lucky-find] beds `common` `common:onions/3/1`; "
        "p1 beds `common:wasabi/6/2` `greenhouse:grapes/15/4` `common:corn/3/1`",
        ["p0 plant h0 b0"],
        "p0 c 0→3; p0 hand [lucky-find]; p0 b0 `common:cabbage/2/1`",
    ),
    Example(
        "E11",
        "Onions",
        "p0 f1 hand [onions, onions, wheat, onions]",
        ["p0 plant h0 b0"],
        "p0 f 1→3; p0 hand [onions, wheat, onions]; p0 b0 `common:onions/3/1`",
    ),
    Example(
        "E12",
        "Mango steals the only card, value kept",
        "p0 hand [mango]; p1 hand [selection=8]",
        ["p0 plant h0 b0"],
        "p0 hand [selection=8]; p0 b0 `common:mango/5/2`; p1 hand []",
    ),
    Example(
        "E13",
        "Mango, nobody holds a card",
        "p0 hand [mango, lucky-find]; p1 hand []",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:mango/5/2`",
    ),
    Example(
        "E14",
        "Tomatoes: ties do not count",
        "p0 c5 hand [tomatoes, lucky-find]; p1 c6; p2 c5; p3 c9",
        ["p0 plant h0 b0"],
        "p0 c 5→10; p0 hand [lucky-find]; p0 b0 `common:tomatoes/5/2`",
        dice=(
            1,
            4,
        ),
    ),
    Example(
        "E15",
        "Potatoes roll 4",
        "p0 c0 hand [] beds `common:potatoes/7/1`",
        ["p0 turn starts"],
        "p0 c 0→7; p0 hand [potatoes]; p0 b0 `common`",
        dice=(4,),
    ),
    Example(
        "E16",
        "Potatoes roll 2",
        "p0 c0 f0 beds `common:potatoes/7/1`",
        ["p0 turn starts"],
        "p0 c 0→7; p0 f 0→1; p0 b0 `common`; discard {potatoes×1}",
        dice=(2,),
    ),
    Example(
        "E17",
        "Melon: first one gives nothing extra",
        "p0 c0 melons so far 0 beds `common:melon/6/1` `common:melon/6/1`",
        ["p0 turn starts"],
        "p0 c 0→15; p0 b0 `common`; p0 b1 `common`; discard {melon×2}",
        dice=(3,),
    ),
    Example(
        "E18",
        "Beans: the giver decides",
        "p0 c0 f0 beds `common:beans/6/1`; p1 c3 f2",
        ["p0 turn starts", "p0 player p1", "p1 give fertilizer"],
        "p0 c 0→6; p0 f 0→1; p0 b0 `common`; p1 f 2→1; discard {beans×1}",
    ),
    Example(
        "E19",
        "Beans: giver owns nothing",
        "p0 c0 f0 beds `common:beans/6/1`; p1 c0 f0",
        ["p0 turn starts", "p0 player p1"],
        "p0 c 0→6; p0 b0 `common`; discard {beans×1}",
    ),
    Example(
        "E20",
        "Wasabi, victim is short",
        "p0 c0 hand [wasabi, wasabi]; p1 c2",
        ["p0 plant h0 b0", "p0 player p1"],
        "p0 c 0→2; p0 hand [wasabi]; p0 b0 `common:wasabi/6/2`; p1 c 2→0",
        dice=(4,),
    ),
    Example(
        "E21",
        "Wasabi alone",
        "p0 c0 hand [wasabi, lucky-find]; p1 c2",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:wasabi/6/2`",
    ),
    Example(
        "E22",
        "Pineapple must hit own crop when nothing else is legal",
        "p0 c0 beds `common:pineapple/9/1` `common:melon/6/2`; p1 beds `greenhouse:grapes/15/4`",
        ["p0 turn starts", "✗ p0 crop p1 b0", "p0 crop p0 b1"],
        "p0 c 0→9; p0 b0 `common`; p0 b1 `common`; discard {melon×1, pineapple×1}",
    ),
    Example(
        "E23",
        "Pineapple declined",
        "p0 c0 beds `common:pineapple/9/1` `common:melon/6/2`; p1 beds `greenhouse:grapes/15/4`",
        ["p0 turn starts", "p0 decline"],
        "p0 c 0→9; p0 b0 `common`; p0 b1 `common:melon/6/1`; discard {pineapple×1}",
        options={"may_decline": True},
    ),
    Example(
        "E24",
        "Pineapple never sees crops reaped with it",
        "p0 c0 beds `common:pineapple/9/1` `common:wheat/2/1`",
        ["p0 turn starts"],
        "p0 c 0→11; p0 b0 `common`; p0 b1 `common`; discard {pineapple×1, wheat×1}",
    ),
    Example(
        "E25",
        "Eggplant floors value at 0",
        "p0 hand [eggplant, lucky-find]; p1 beds `common:wheat/0/1` `greenhouse:grapes/15/4`",
        ["p0 plant h0 b0", "p0 crop p1 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:eggplant/9/3`; p1 b0 `common:wheat/0/2`",
    ),
    Example(
        "E26",
        "Eggplant cannot pick itself",
        "p0 hand [eggplant, lucky-find]; p1 beds `greenhouse:grapes/15/4`",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:eggplant/9/3`",
    ),
    Example(
        "E27",
        "Peppers",
        "p0 c0 hand [wheat, wither, melon] beds `common:peppers/9/1`",
        ["p0 turn starts", "p0 card h0", "✗ p0 card h1", "p0 card h2", "p0 card h2"],
        "p0 c 0→9; p0 hand [wheat=3, wither, melon=8]; p0 b0 `common`; discard {peppers×1}",
        dice=(3,),
    ),
    Example(
        "E28",
        "Oranges planted",
        "p0 hand [oranges, lucky-find] beds `common` `common:wheat/2/1`; p1 beds `greenhouse:grapes/15/4`",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:oranges/15/4`; p0 b1 `common:wheat/3/1`; p1 b0 `greenhouse:grapes/16/4`",
    ),
    Example(
        "E29",
        "Oranges harvested beside a ripe Wheat",
        "p0 c0 beds `common:oranges/15/1` `common:wheat/2/1` `common:melon/6/2`; p1 beds `greenhouse:grapes/15/4`",
        ["p0 turn starts"],
        "p0 c 0→17; p0 b0 `common`; p0 b1 `common`; p0 b2 `common:melon/7/1`; "
        "p1 b0 `greenhouse:grapes/16/4`; discard {oranges×1, wheat×1}",
    ),
    Example(
        "E30",
        "Oranges, own variant",
        "p0 hand [oranges, lucky-find] beds `common` `common:wheat/2/1`; p1 beds `common:grapes/15/4`",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:oranges/15/4`; p0 b1 `common:wheat/3/1`",
        options={"oranges": "own"},
    ),
    Example(
        "E31",
        "Pumpkins",
        "p0 c0 f9 beds `vertical:pumpkins/15/1`; p1 c10 f4; p2 c3 f8",
        ["p0 turn starts"],
        "p0 c 0→23; p0 b0 `vertical`; p1 c 10→6; p2 c 3→0; discard {pumpkins×1}",
    ),
    Example(
        "E32",
        "Grapes elsewhere",
        "p0 c0 beds `trellis:grapes/15/1`",
        ["p0 turn starts"],
        "p0 c 0→20; p0 b0 `trellis`; discard {grapes×1}",
    ),
    Example(
        "E33",
        "Cloudberry",
        "p0 hand [cloudberry, lucky-find]; "
        "p1 c3 f9 hand [wheat, corn, clone] beds `common:wheat/2/1` `greenhouse:grapes/15/4`",
        ["p0 plant h0 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:cloudberry/21/5`; p1 c 3→0; p1 f 9→4",
    ),
    Example(
        "E34",
        "Strawberry may read a Greenhouse crop",
        "p0 c0 beds `common:strawberry/23/1`; p1 beds `greenhouse:grapes/17/2`",
        ["p0 turn starts", "p0 crop p1 b0"],
        "p0 c 0→40; p0 b0 `common`; discard {strawberry×1}",
    ),
    Example(
        "E35",
        "Blueberry on a Raised bed",
        "p0 hand [blueberry, lucky-find]; p1 beds `raised:grapes/15/4` `greenhouse:melon/6/2`",
        ["p0 plant h0 b0", "p0 bed p1 b0"],
        "p0 hand [lucky-find]; p0 b0 `common:blueberry/22/5`; p1 b0 `common`; discard {grapes×1}",
    ),
    Example(
        "E36",
        "Blueberry on a Greenhouse",
        "p0 hand [blueberry, lucky-find]; p1 beds `raised:grapes/15/4` `greenhouse:melon/6/2`",
        ["p0 plant h0 b0", "p0 bed p1 b1"],
        "p0 hand [lucky-find]; p0 b0 `common:blueberry/22/5`; p1 b1 `common:melon/6/2`",
    ),
    Example(
        "E37",
        "Selection then Garden Gourmet",
        "p0 f9 hand [selection, garden-gourmet, lucky-find] beds `common:melon/6/2`",
        ["p0 play h0", "p0 card h0", "p0 play h0", "p0 crop p0 b0"],
        "p0 f 9→0; p0 hand [lucky-find]; p0 b0 `common:melon/12/2`; discard {garden-gourmet×1, selection×1}",
    ),
    Example(
        "E38",
        "Fertilizer Frenzy on an Epic",
        "p0 hand [fertilizer-frenzy, lucky-find]; p1 beds `common:grapes/3/2`",
        ["p0 play h0", "p0 crop p1 b0"],
        "p0 f 10→9; p0 hand [lucky-find]; p1 b0 `common:grapes/0/2`; discard {fertilizer-frenzy×1}",
    ),
    Example(
        "E39",
        "No legal target",
        "p0 hand [fertilizer-frenzy, wither]; p1 beds `greenhouse:melon/6/2`",
        ["✗ p0 play h1"],
        "nothing changes",
    ),
    Example(
        "E40",
        "Recycle a Mythic",
        "p0 f0 hand [recycle, wither, lucky-find]",
        ["p0 play h0", "p0 card h0"],
        "p0 f 0→5; p0 hand [lucky-find]; discard {recycle×1, wither×1}",
    ),
    Example(
        "E41",
        "Recycle as the last card",
        "p0 f0 hand [recycle]",
        ["✗ p0 play h0"],
        "nothing changes",
    ),
    Example(
        "E42",
        "Green Thumb",
        "p0 c0 f1 hand [wasabi, green-thumb, onions, corn]",
        ["p0 play h1"],
        "p0 c 0→2; p0 f 1→0; p0 hand [wasabi, onions, corn]; discard {green-thumb×1}",
    ),
    Example(
        "E43",
        "Weed Whacker",
        "p0 c0 f1 hand [weed-whacker, lucky-find] beds `common:wheat/2/1` `common` `greenhouse:corn/3/1`",
        ["p0 play h0"],
        "p0 c 0→2; p0 f 1→0; p0 hand [lucky-find]; discard {weed-whacker×1}",
    ),
    Example(
        "E44",
        "Pest Control",
        "p0 f3 hand [pest-control, lucky-find] beds `common:wheat/2/1` `greenhouse:corn/0/1`; "
        "p1 beds `common:melon/6/2`",
        ["p0 play h0"],
        "p0 f 3→0; p0 hand [lucky-find]; p0 b0 `common:wheat/3/1`; p0 b1 `greenhouse:corn/1/1`; "
        "discard {pest-control×1}",
    ),
    Example(
        "E45",
        "Flower Power counts kinds",
        "p0 f3 hand [flower-power, lucky-find] beds `common:wheat/2/1` `common:wheat/2/1` `common:corn/3/1`; "
        "p1 beds `common:corn/3/1` `greenhouse:melon/6/2`",
        ["p0 play h0"],
        "p0 hand [lucky-find]; discard {flower-power×1}",
    ),
    Example(
        "E46",
        "Fungus",
        "p0 f3 hand [fungus-infiltration, lucky-find] beds `common:onions/3/1`; "
        "p1 beds `common:grapes/1/4` `greenhouse:wasabi/6/2` `common:cabbage/0/1` `common:corn/3/1`",
        ["p0 play h0", "p0 color green"],
        "p0 f 3→0; p0 hand [lucky-find]; p0 b0 `common:onions/2/1`; discard {fungus-infiltration×1}",
    ),
    Example(
        "E47",
        "Fungus, area variant",
        "p0 f3 hand [fungus-infiltration, lucky-find]; p1 beds `greenhouse:wasabi/6/2`",
        ["p0 play h0", "p0 color green"],
        "p0 f 3→0; p0 hand [lucky-find]; p1 b0 `greenhouse:wasabi/5/2`; discard {fungus-infiltration×1}",
        options={"greenhouse_area": False},
    ),
    Example(
        "E48",
        "Seed Sprout, two colors",
        "p0 f3 hand [seed-sprout] beds `common:wheat/2/1` `common:corn/3/1` `common:beans/6/2`; deck clone corn wither",
        ["p0 play h0"],
        "p0 f 3→0; p0 hand [clone, corn]; discard {seed-sprout×1}; deck size 3→1",
    ),
    Example(
        "E49",
        "Pollinator Paradise",
        "p0 hand [pollinator-paradise]; deck clone corn",
        ["p0 play h0", "p0 keep 1"],
        "p0 f 10→8; p0 hand [corn]; discard {pollinator-paradise×1}; deck size 2→1",
    ),
    Example(
        "E50",
        "Pollinator with one card left",
        "p0 hand [pollinator-paradise]; deck clone",
        ["p0 play h0"],
        "p0 f 10→8; p0 hand [clone]; discard {pollinator-paradise×1}; deck size 1→0",
    ),
    Example(
        "E51",
        "Transform a bed with a crop",
        "p0 hand [trellis-bed, lucky-find]; p1 beds `hydroponic:grapes/15/3` `greenhouse`",
        ["p0 play h0", "✗ p0 bed p1 b1", "p0 bed p1 b0"],
        "p0 f 10→8; p0 hand [lucky-find]; p1 b0 `trellis:grapes/15/3`; discard {trellis-bed×1}",
    ),
    Example(
        "E52",
        "Own Greenhouse may be transformed",
        "p0 hand [vertical-bed, lucky-find] beds `greenhouse:corn/3/1`",
        ["p0 play h0", "p0 bed p0 b0"],
        "p0 f 10→8; p0 hand [lucky-find]; p0 b0 `vertical:corn/3/1`; discard {vertical-bed×1}",
    ),
    Example(
        "E53",
        "Garden Gnome at value 6",
        "p0 f6 hand [garden-gnome=6, lucky-find]; p1 hand [wheat, corn=8]",
        ["p0 play h0", "p0 player p1"],
        "p0 f 6→0; p0 hand [lucky-find]; p1 hand []; discard {corn×1, garden-gnome×1, wheat×1}",
    ),
    Example(
        "E54",
        "Grocery at value 2",
        "p0 f2 hand [grocery=2, lucky-find]",
        ["p0 play h0"],
        "p0 f 2→6; p0 hand [lucky-find]; discard {grocery×1}",
        dice=(
            5,
            1,
        ),
        sides=6,
    ),
    Example(
        "E55",
        "Thorny Fence",
        "p0 f3 hand [thorny-fence, lucky-find] beds `common:wheat/2/1` `common:corn/3/1`; p1 hand [wheat, clone, corn]",
        ["p0 play h0", "p0 player p1", "p1 card h0", "p1 card h1"],
        "p0 f 3→0; p0 hand [lucky-find]; p1 hand [clone]; discard {corn×1, thorny-fence×1, wheat×1}",
    ),
    Example(
        "E56",
        "Clone copies the current value",
        "p0 f4 hand [clone]; p1 beds `greenhouse:melon/9/1`",
        ["p0 play h0", "p0 crop p1 b0"],
        "p0 f 4→0; p0 hand [melon=9]; discard {clone×1}",
    ),
    Example(
        "E57",
        "Wither raises 0 to 1",
        "p0 f3 hand [wither, lucky-find] beds `common:wheat/0/1`",
        ["p0 play h0", "p0 crop p0 b0"],
        "p0 f 3→0; p0 hand [lucky-find]; p0 b0 `common:wheat/1/1`; discard {wither×1}",
    ),
    Example(
        "E58",
        "Values are kept when planted",
        "p0 hand [corn=8, lucky-find] beds `common:wheat/2/1` `common`",
        ["p0 plant h0 b1"],
        "p0 c 10→11; p0 hand [lucky-find]; p0 b1 `common:corn/8/1`",
    ),
    Example(
        "E59",
        "Cannot pay",
        "p0 f2 hand [selection, corn]",
        ["✗ p0 play h0"],
        "nothing changes",
    ),
    Example(
        "E60",
        "Land Acquisition",
        "p0 land-baron f0; discard clone×1, wheat×3",
        ["p0 ability", "p0 restore clone"],
        "p0 hand [clone]; discard {wheat×3}",
    ),
    Example(
        "E61",
        "Reap and Sow",
        "p0 harvest-freak f1 hand [corn=8, clone]; deck wither",
        ["p0 ability", "p0 card h0"],
        "p0 f 1→0; p0 hand [clone, wither]",
    ),
    Example(
        "E62",
        "Early Bird, once per turn",
        "p0 master-gardener f9 hand [lucky-find] beds `common:grapes/15/2` `common`",
        ["p0 ability", "p0 remodel b0 trellis", "✗ p0 ability"],
        "p0 f 9→5; p0 b0 `trellis:grapes/15/2`",
    ),
    Example(
        "E63",
        "Genetic Modification",
        "p0 crop-scientist f5 hand [lucky-find]; p1 beds `greenhouse:grapes/15/2`",
        ["p0 ability", "p0 crop p1 b0"],
        "p0 f 5→4; p1 b0 `greenhouse:grapes/16/2`",
    ),
    Example(
        "E64",
        "Stonks with a short deck",
        "p0 market-trader f3 hand [lucky-find]; market wheat corn clone empty melon beans; "
        "deck peppers onions wither mango",
        ["p0 ability", "p0 take m2"],
        "p0 f 3→0; p0 hand [lucky-find, clone]; m0 peppers; m1 onions; m2 wither; m3 mango; m4 empty; "
        "m5 empty; discard {beans×1, corn×1, melon×1, wheat×1}; deck size 4→0",
    ),
    Example(
        "E65",
        "Cloud Cover",
        "p0 weather-watcher f1 hand [lucky-find]; p1 beds `common:wheat/2/1` `greenhouse:corn/3/1`",
        ["p0 ability", "✗ p0 bed p1 b1", "p0 bed p1 b0"],
        "p0 f 1→0; p1 b0 `common:wheat/2/2`",
    ),
    Example(
        "E66",
        "Land Acquisition, once per game",
        "p0 land-baron used hand [lucky-find]; discard clone×1",
        ["✗ p0 ability"],
        "nothing changes",
    ),
    Example(
        "E67",
        "Refill can be bought at once",
        "p0 c6 hand [lucky-find]; market clone wheat corn melon beans grapes; deck garden-gnome onions corn",
        ["p0 buy m1", "p0 buy m1"],
        "p0 c 6→2; p0 hand [lucky-find, wheat, garden-gnome]; m1 onions; deck size 3→1; phase trade",
        dice=(2,),
    ),
    Example(
        "E68",
        "Nothing affordable",
        "p0 c0 hand [wheat]; p1 c3; market clone wheat corn melon beans grapes",
        ["p0 buy phase begins"],
        "phase trade",
    ),
    Example(
        "E69",
        "Trade, lower bid accepted",
        "p0 c0 hand [wheat, corn=8, clone]; p1 c7 hand []; p2 c4 hand []; p3 c0 hand []",
        ["p0 sell h1", "p0 sell h0", "p0 propose", "p2 bid 4", "p1 bid 2", "p0 accept p1"],
        "p0 c 0→2; p0 hand [clone]; p1 c 7→5; p1 hand [wheat, corn=8]; phase play",
    ),
    Example(
        "E70",
        "Trade, all bid 0",
        "p0 c0 hand [wheat, clone]; p1 c7; p2 c4",
        ["p0 sell h1", "p0 propose", "p2 bid 0", "p1 bid 0"],
        "phase play",
    ),
    Example(
        "E71",
        "Win limit reached by the first of two",
        "p0 c247 f1 beds `common:corn/3/1` `common`; p1 c5",
        ["p0 fertilize b0"],
        "p0 c 247→250; p0 f 1→0; p0 b0 `common`; discard {corn×1}; phase buy; turn of p1; final flag set by p0",
        dice=(1,),
    ),
    Example(
        "E72",
        "Win limit reached by the last of two",
        "p0 c5; p1 c250 f0",
        ["p1 turn ends"],
        "phase over; final flag set by p1",
    ),
    Example(
        "E73",
        "Lap variant: the first player still gets a turn",
        "p0 c5; p1 c250 f0",
        ["p1 turn ends"],
        "phase buy; turn of p0; final flag set by p1",
        options={"final_turns": "lap"},
    ),
    Example(
        "E74",
        "Deck runs out",
        "p0 c6 f0 hand []; p2 c10; market clone wheat corn melon beans grapes; deck onions",
        ["p0 buy m1", "p0 done", "p0 done", "p0 done"],
        "p0 c 6→5; p0 hand [wheat]; m1 onions; deck size 1→0; turn of p1; final flag set by p0",
        dice=(4,),
    ),
)

# Phase names as the actions of an example imply them.
PHASE_OF_VERB = {"fertilize": Phase.FERTILIZE, "buy": Phase.BUY, "sell": Phase.TRADE}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.number} {example.case}")
def test_example(example: Example) -> None:
    table = Table(example.before, **example.options)
    if example.dice:
        table.dice(*example.dice, sides=example.sides)
    actions = list(example.actions)
    begin(table, actions)
    table.play(*actions)
    table.expect(example.after)


def begin(table: Table, actions: list[str]) -> None:
    """Bring the table to the first action; events such as `p0 turn starts` are taken off the list."""
    seat, *event = actions[0].split()
    match " ".join(event):
        case "turn starts":
            table.start_turn(int(actions.pop(0)[1]))
        case "turn ends":
            table.end_turn(int(actions.pop(0)[1]))
        case "buy phase begins":
            actions.pop(0)
            table.enter(Phase.BUY)
        case _:
            phase = PHASE_OF_VERB.get(event[0] if seat != "✗" else "", Phase.PLAY)
            if phase in (Phase.BUY, Phase.FERTILIZE):
                table.enter(phase)
            else:
                table.phase(phase)


def test_all_examples_are_here() -> None:
    assert [example.number for example in EXAMPLES] == [f"E{i}" for i in range(1, 75)]
