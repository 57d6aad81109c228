"""Foreign file formats of Stratego, as `plowshares.load` and `plowshares convert` find them."""

from plowshares.games.stratego.adapters.formats import gravon, ucc

FORMATS = {"gravon": gravon, "ucc": ucc}
