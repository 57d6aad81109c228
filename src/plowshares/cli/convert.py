"""`plowshares convert FILES --to FORMAT`: matches from and to foreign formats, also whole archives."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from plowshares.api.files import format_of, load, read_file, to_format
from plowshares.core.errors import InvalidOption, PlowsharesError

RECORD = "record"
SHOWN = 10  # refusals that are printed in full


def convert(*files: Path, to: str = RECORD, out: Path | None = None, game: str | None = None) -> None:
    """Read matches in any known format and write them in another.

    Parameters
    ----------
    files
        Records, files of foreign formats, folders of them, and zip archives, which are read without unpacking.
    to
        `record` (our own), or a foreign format of the game by its name, such as `gravon` or `ucc` of Stratego.
    out
        The folder to write to; by default beside each file.
    game
        The game of files that do not say it themselves.
    """
    if not files:
        raise InvalidOption("name the files to convert")
    console = Console(stderr=True, markup=False, emoji=False)
    done, refused = 0, []
    for place, name, data in track(list(find_matches(files)), "converting", console=console, transient=True):
        try:
            write(place if out is None else out, name, data, to, game)
            done += 1
        except PlowsharesError as error:
            refused.append(f"{name}: {error}")
    for line in refused[:SHOWN]:
        console.print(f"not converted: {line}", markup=False)
    if len(refused) > SHOWN:
        console.print(f"and {len(refused) - SHOWN} more", markup=False)
    print(f"{done} converted, {len(refused)} refused")
    if refused and not done:
        raise SystemExit(1)


def find_matches(files: tuple[Path, ...]) -> Iterator[tuple[Path, str, bytes]]:
    """Yield the matches in files, folders and archives: the folder they are in, the name, what is in them."""
    for file in files:
        if file.is_dir():
            yield from find_matches(tuple(sorted(each for each in file.iterdir() if each.is_file())))
        elif zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                for entry in archive.infolist():
                    if not entry.is_dir():
                        yield file.parent, Path(entry.filename).name, archive.read(entry)
        else:
            yield file.parent, file.name, read_file(file)


def write(folder: Path, name: str, data: bytes, to: str, game: str | None) -> Path:
    """Convert one match; return where it was written."""
    match = load(data, name=name, game=game)
    if to == RECORD:
        suffix, made = ".jsonl", match.to_record()
    else:
        suffix, made = format_of(match.engine.game, to).SUFFIXES[0], to_format(match, to)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{Path(name).stem}{suffix}"
    path.write_bytes(made)
    return path
