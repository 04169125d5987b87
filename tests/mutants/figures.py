"""Breaks the rules that are data: figures, switches, lists and sections in `games/rulebooks/`, one at a time.

mutmut breaks code only, and most of what a chapter says is no code. A broken figure is named after its place:
`rulebooks/678a@2019-11-02.toml:17: seven_card_flush = "301 to 1"`. Knows the files as text, line by line.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

FOLDER = Path("games/rulebooks")
PREFIX = "rulebooks/"
KEPT = Path("mutants/rulebooks.json")

_LINE = re.compile(r"(?P<key>[\w.]+) = (?P<value>[^#]+?)(?P<rest>\s*(#.*)?)")
_RATE = re.compile(r'"(?P<number>[\d,]+)(?P<rest>(?: to \d+| for \d+|% of meter|% \w+ jackpot)")')
WHOLE = '"100%'  # no meter pays more
_SECTION = re.compile(r'"(\d{3}a)\.\d+(.*)"')
# Tables whose sections verdicts and duties cite; the others' are only shown to who reads the rulebook.
_IN_VERDICTS = ("irregularities.", "cards")
_LISTS = frozenset({"returned", "silent", "covers", "if_offered", "device_exempts"})


class Figures:
    """The broken figures of one rulebook and what became of each, as mutmut keeps it of code."""

    def __init__(self, file: Path) -> None:
        self.path = file
        lines = file.read_text().splitlines()
        kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        self.exit_code_by_key: dict[str, int | None] = {}
        table = ""
        for number, (line, following) in enumerate(pairwise([*lines, ""]), start=1):
            if line.startswith("["):
                table = line.strip("[]")
            for broken in _broken(line, following, in_verdicts=table.startswith(_IN_VERDICTS)):
                name = f"{PREFIX}{file.name}:{number}: {broken}"
                self.exit_code_by_key[name] = kept.get(name)

    def save(self) -> None:
        """Keep the results for the next time."""
        kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        KEPT.write_text(json.dumps(kept | self.exit_code_by_key))


def all_figures() -> dict[str, Figures]:
    """Every rulebook by its path."""
    return {str(file): Figures(file) for file in sorted(FOLDER.glob("*.toml"))}


def _broken(line: str, following: str, *, in_verdicts: bool) -> Iterator[str]:
    """The line with what it says changed, in each way that means something."""
    found = _LINE.fullmatch(line)
    if found is None:
        return
    key, value = found["key"], found["value"]
    if _SECTION.fullmatch(value) and not in_verdicts:
        return
    if (other := _other(value)) is not None:
        yield f"{key} = {other}"
    elif key in _LISTS and value.startswith('["') and value.endswith('"]'):
        yield f"{key} = [{', '.join(value[1:-1].split(', ')[:-1])}]"
    elif key == "default" and (others := _LINE.fullmatch(following)) and others["key"] == "values":
        for other in re.findall(r'"[^"]*"', others["value"]):
            if other != value:
                yield f"{key} = {other}"


def _other(value: str) -> str | None:
    """Another value of the same kind, for the kinds that have one: rates, numbers, truths, sections."""
    if rate := _RATE.fullmatch(value):
        number = int(rate["number"].replace(",", ""))
        return f'"{99 if value.startswith(WHOLE) else number + 1}{rate["rest"]}'
    if value in ('"push"', '"N/A"'):
        return '"1 to 1"'
    if section := _SECTION.fullmatch(value):
        return f'"{section[1]}.99{section[2]}"'
    if value.isdigit():
        return str(int(value) + 1)
    return {"true": "false", "false": "true"}.get(value)


def game_of(name: str) -> str:
    """The folder in games/ and tests/games/ of the rulebook that the mutant breaks."""
    text = (FOLDER / _place(name)[0]).read_text()
    return re.search(r'^game = "(\w+)"', text, re.MULTILINE)[1]


def break_figure(name: str) -> None:
    """Put the broken rulebook in the place of the sound one, for all that hold it already."""
    from games import rulebook

    file, number, line = _place(name)
    path = FOLDER / file
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = f"{line}\n"
    broken = rulebook.read(file, "".join(lines).encode())
    sound = rulebook.by_name(path.name.removesuffix(".toml"))
    for field in sound.__dataclass_fields__:
        object.__setattr__(sound, field, getattr(broken, field))
    os.environ["MUTANT_UNDER_TEST"] = ""


def _place(name: str) -> tuple[str, int, str]:
    file, number, line = name.removeprefix(PREFIX).split(":", 2)
    return file, int(number), line.strip()
