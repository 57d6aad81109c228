"""Options of a match (§2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.core.notes import refuse_option
from plowshares.core.options import Options as BaseOptions
from plowshares.games.stratego.layouts import format_army, read_army, read_lakes, read_layout
from plowshares.games.stratego.pieces import MOST_SPOTS, NAMED_SETUPS, TYPES, VARIANTS, Type, types_of_layout

Size = Annotated[int, Meta(ge=3, le=10)] | None
Depth = Annotated[int, Meta(ge=1, le=4)] | None


class Options(BaseOptions, frozen=True, kw_only=True):
    """What a table may choose. Where the variant decides, the value is filled in."""

    variant: Annotated[
        Literal["classic", "barrage", "quick", "mini", "micro", "custom"],
        Meta(description="board and army; custom takes its own width, height, rows and army"),
    ] = "classic"
    width: Annotated[Size, Meta(description="columns (custom only)")] = None
    height: Annotated[Size, Meta(description="rows of the board (custom only)")] = None
    rows: Annotated[Depth, Meta(description="depth of each set-up area (custom only); 2 x rows < height")] = None
    lakes: Annotated[str, Meta(description="auto, none, single (10x10), or cells between the set-up areas: c5,d5")] = (
        "auto"
    )
    army: Annotated[str | None, Meta(description="pieces of each side (custom only), e.g. f:1 b:1 3:2 m:1")] = None
    scout: Annotated[
        Literal["extra", "extra-far", "line", "adjacent"],
        Meta(description="how scouts attack: strike after moving, strike far, along the line, next cell only"),
    ] = "extra"
    spy_takes_flag: Annotated[bool, Meta(description="false: a spy that attacks the flag is removed")] = True
    bomb_stays: Annotated[bool, Meta(description="false: a bomb that removes an attacker is removed too")] = True
    battle_reveal: Annotated[
        Literal["both", "silent", "outcome"],
        Meta(description="what a battle tells: both types; the attacker and a removed defender; neither"),
    ] = "both"
    two_square: Annotated[
        int, Meta(ge=0, le=10, description="turns in a row that a piece may cross one border; 0: no limit")
    ] = 3
    more_squares: Annotated[bool, Meta(description="forbid endless chasing")] = False
    no_battle_limit: Annotated[
        int, Meta(ge=0, le=5000, description="plies without a battle that end the match; 0: no limit")
    ] = 200
    move_cap: Annotated[int, Meta(ge=1, le=20000, description="plies that end the match")] = 2000
    cap_scoring: Annotated[
        Literal["draw", "material"], Meta(description="result at a limit: a draw, or by the ranks that are left")
    ] = "draw"
    setup_limit: Annotated[
        int, Meta(ge=2, le=5000, description="set-up actions of each side, at least one more than its army")
    ] = 400
    red_setup: Annotated[str, Meta(description="empty: by hand; random; a named set-up; or a whole layout")] = ""
    blue_setup: Annotated[str, Meta(description="the same for Blue; a name or layout is known to both")] = ""
    memory_aid: Annotated[bool, Meta(description="draw revealed enemy pieces face up", extra={"aid": True})] = False

    def __post_init__(self) -> None:
        self._fill_in_board()
        self._fill_in_army()
        self._check_lakes()
        if self.setup_limit <= self.army_size:
            words = _("an army of {n} needs at least {least}", n=self.army_size, least=self.army_size + 1)
            raise refuse_option("setup_limit", words, self.setup_limit)
        for name in ("red_setup", "blue_setup"):
            self._check_setup(name)

    def _fill_in_board(self) -> None:
        variant = VARIANTS[self.variant]
        for name, own in (("width", variant.width), ("height", variant.height), ("rows", variant.rows)):
            value = getattr(self, name)
            if value is None:
                force_setattr(self, name, own)
            elif value != own and self.variant != "custom":
                words = _("{variant} has {own}; only custom may choose", variant=self.variant, own=own)
                raise refuse_option(name, words, value)
        height, rows = self.size[1:]
        if 2 * rows >= height:
            words = _("two areas of {rows} rows leave nothing between them on {height}", rows=rows, height=height)
            raise refuse_option("rows", words, rows)

    def _fill_in_army(self) -> None:
        own = VARIANTS[self.variant].army
        try:
            army = own if self.army is None else read_army(self.army)
        except ValueError as error:
            raise refuse_option("army", error.args[0], self.army) from None
        if army != own and self.variant != "custom":
            words = _("{variant} has {own}; only custom may choose", variant=self.variant, own=format_army(own))
            raise refuse_option("army", words, self.army)
        width, _height, rows = self.size
        most = min(MOST_SPOTS, width * rows)
        if army[Type.FLAG] != 1 or sum(army[Type.SPY :]) < 1 or sum(army) > most:
            words = _("one flag, at least one movable piece and at most {most} in all", most=most)
            raise refuse_option("army", words, format_army(army))
        force_setattr(self, "army", format_army(army))

    def _check_lakes(self) -> None:
        try:
            self.lake_cells  # noqa: B018  # reading it checks it
        except ValueError as error:
            raise refuse_option("lakes", error.args[0], self.lakes) from None
        force_setattr(self, "lakes", "".join(self.lakes.lower().split()))

    def _check_setup(self, name: str) -> None:
        text = "".join(getattr(self, name).lower().split())
        force_setattr(self, name, text)
        if text in ("", "random") or text in NAMED_SETUPS[self.variant]:
            return
        width, _height, rows = self.size
        try:
            types = read_layout(text, width, rows)
        except IllegalCommand as error:
            names = ", ".join(("random", *NAMED_SETUPS[self.variant]))
            words = _("not one of {names}; read as a layout: {error}", names=names, error=error.args[0])
            raise refuse_option(name, words, text) from None
        if tuple(types.count(code) for code in range(TYPES)) != self.army_counts:
            raise refuse_option(name, _("a prepared layout has exactly the army {army}", army=self.army), text)

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth of the set-up areas, filled in."""
        return int(self.width or 0), int(self.height or 0), int(self.rows or 0)

    @property
    def army_counts(self) -> tuple[int, ...]:
        """How many pieces of each type a side has."""
        return read_army(self.army or "")

    @property
    def army_size(self) -> int:
        """How many pieces a side has."""
        return sum(self.army_counts)

    @property
    def lake_cells(self) -> tuple[int, ...]:
        """The cells that are lakes."""
        return read_lakes(self.lakes, VARIANTS[self.variant].lakes, *self.size)

    def prepared_types(self, side: int) -> list[int] | None:
        """Types by spot of a side's set-up that these options give away, if they do."""
        text = (self.red_setup, self.blue_setup)[side]
        if text in ("", "random"):
            return None
        return types_of_layout(NAMED_SETUPS[self.variant].get(text, text))


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "modern": {"scout": "line", "more_squares": True, "memory_aid": True},
    "barrage": {"variant": "barrage"},
    "quick": {"variant": "quick"},
    "mini": {"variant": "mini"},
    "micro": {"variant": "micro"},
    "literal": {"two_square": 0, "no_battle_limit": 0, "move_cap": 20000, "spy_takes_flag": False},
}
