"""The files of a packet: entries with their proofs, the round in words, the rulebook, how to check it all.

The packet is one zip file without compression and with the same bytes for the same round, checkpoint and
release. What this module must not know: where the round was found.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from console.exports.packet.entries import PacketEntry
from console.pages.round_page import render_round
from console.pages.told_round import ToldRound
from console.rounds.shown import round_document
from console.wording.visible import visible
from events.body import decode_body
from events.jsonform import to_json
from events.vocabulary.play import RoundOpened
from games import rulebook
from games.errors import UnknownRulebook
from streams.notary.proving import Prover

_HERE: Final = Path(__file__).parent
_BEGINNING_OF_ZIP: Final = (1980, 1, 1, 0, 0, 0)
_SCRIPT: Final = "verify.sh"
_PARTS: Final = {
    "opening": "of the table's opening",
    "link": "of terms",
    "round": "of the round",
    "meters": "of meters",
}


def packet_files(told: ToldRound, entries: Sequence[PacketEntry], prover: Prover) -> dict[str, bytes]:
    """Every file of the packet by its name."""
    files = {"checkpoint": prover.signed, "vkey": f"{prover.vkey.text}\n".encode()}
    for entry in entries:
        files[f"{_name(entry)}.event"] = entry.found.entry
        files[f"{_name(entry)}.tlog-proof"] = prover.inclusion(entry.found.leaf_index)
    book = _rulebook(told)
    if book is not None:
        files["rulebook.toml"] = book
    files["events.jsonl"] = "".join(map(_line, entries)).encode()
    files["round.html"] = render_round(told).encode()
    files["round.json"] = _json(round_document(told.shown), indent=2).encode()
    files[_SCRIPT] = (_HERE / _SCRIPT).read_bytes()
    files["README.txt"] = _read_me(told, entries, prover, with_rulebook=book is not None).encode()
    sums = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return files | {"SHA256SUMS": "".join(sums).encode()}


def zipped(folder: str, files: dict[str, bytes]) -> bytes:
    """The files in one folder of a zip file, whose bytes are those of the files and nothing else."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            info = ZipInfo(f"{folder}/{name}", _BEGINNING_OF_ZIP)
            info.create_system = 3  # Unix, wherever this runs
            info.external_attr = (0o755 if name == _SCRIPT else 0o644) << 16
            archive.writestr(info, files[name])
    return made.getvalue()


def _name(entry: PacketEntry) -> str:
    """Where an entry is: in a folder of all of them in order."""
    return f"entries/{entry.event.stream.replace(':', '-')}-{entry.event.seq:09}"


def _line(entry: PacketEntry) -> str:
    """An entry in words."""
    return _json(
        {
            "entry": f"{_name(entry)}.event",
            "index": entry.found.leaf_index,
            "part": entry.part,
            "event": to_json(entry.event),
        }
    )


def _json(document: object, indent: int | None = None) -> str:
    return visible(json.dumps(document, ensure_ascii=False, indent=indent)) + "\n"


def _rulebook(told: ToldRound) -> bytes | None:
    """The file of the rulebook that the round was opened under; None where this release lacks those bytes."""
    opened = (decode_body(event) for event in told.events if event.type == RoundOpened.TYPE)
    due = {body.rulebook_sha256 for body in opened if isinstance(body, RoundOpened)}
    try:
        name = rulebook.by_name(told.view.rulebook).name
        content = resources.files("games").joinpath("rulebooks", f"{name}.toml").read_bytes()
    except (UnknownRulebook, FileNotFoundError):
        return None
    return content if hashlib.sha256(content).hexdigest() in due else None


def _read_me(told: ToldRound, entries: Sequence[PacketEntry], prover: Prover, *, with_rulebook: bool) -> str:
    counts = Counter(entry.part for entry in entries)
    name = told.view.rulebook
    if with_rulebook:
        said_of_it = f"    rulebook.toml    the rulebook {name} that it was opened under\n"
    elif name:
        said_of_it = f"    (The rulebook {name} as of the round's opening is not in this release.)\n"
    else:
        said_of_it = "    (The round names no rulebook.)\n"
    said = (_HERE / "README.txt").read_text("utf-8")
    values = {
        "round": told.view.round,
        "table": told.view.table,
        "origin": prover.checkpoint.origin,
        "rulebook": said_of_it,
        "counts": ", ".join(f"{counts[part]} {words}" for part, words in _PARTS.items()),
        "example": _name(entries[0]),
    }
    for key, value in values.items():
        said = said.replace(f"{{{key}}}", value)
    return visible(said)
