"""Checks an export of Pitledger's audit log, by this file alone: Python's own library and `cryptography`.

    python verify_bag.py BAG --key VKEY [--since CHECKPOINT] [--policy FILE]

It shares no code with what wrote the bag. The key comes from you, never from the bag. It checks that the bag
holds exactly the files that its manifests say; that all entries together have the root that the log's key has
signed, and their tiles the hashes; that the log continues an older checkpoint, if one is given, and that
witnesses have cosigned it as a policy (C2SP tlog-policy) demands, if one is given; that every
stream is dense and chained from its first event, but for gaps that were resumed on record; that every
decision and finding names an event that is there, and everything that was asked of a link has its decision;
that each decision changes the meters by what it says, worked out again from the terms of the link, the
wagers, claims and payments; that no money came from nowhere or is gone; and that the tables and journals of
the ledger have the same; that whoever is named in it has the references that its events hold; that each proof
is of the last event of its stream; and, where the envelope lies beside the bag, that the log's key has signed
for every other file. It says what it checked, in numbers.

Exit code 0: all of it holds. 1: something does not; the first is named as `index N` or `file PATH`. 2: the
call was wrong.
"""

import argparse
import base64
import csv
import json
import os
import re
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from operator import eq
from pathlib import Path
from typing import Any, NamedTuple

try:
    from datetime import UTC, date, datetime, timedelta
    from hashlib import file_digest, sha256

    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError as error:
    print(f"verify_bag: Python 3.11 and its package `cryptography` are due ({error})", file=sys.stderr)
    sys.exit(2)

TILE = 256
FIELDS = 14
ZERO = bytes(32)
MANIFEST_LINE = re.compile(r"([0-9a-f]{64})  ([^\r\n]+)")
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
KINDS = {"fork", "unreadable", "quarantined", "key_change", "export"}
HEADERS = {
    (str, str, int, bytes, str, int, int, int, str, round_, str, str, str, bytes)
    for round_ in (str, type(None))
}
"""Of which types the fields of an event are."""
TEXT = rb"(?:[\xa0-\xbf]|\xd9.)[ -~]*"
COMMON = re.compile(
    rb"\x9e(%b%b)([\0-\x7f]|\xcc.|\xcd..|\xce.{4})\xc4 (.{32})(%b[\0-\x7f])\xcf.{8}\xcf(.{8})"
    rb"(%b+(?:%b+|\xc0)%b+)(%b+)(%b+)(\xc4.|\xc5..)(.*)" % ((TEXT,) * 8),
    re.DOTALL,
)
"""An event as most are: where, number, hash before, type, time, day with round and actor, source, mode,
body. A text ends where the next field begins; whether that is as long as it says is to be seen. A number
may look like a letter: before one a text may end earlier than it could (others are possessive: `*+`)."""


MALFORMED = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError)
"""What reading facts raises that are not of the form of their event."""


class Bad(Exception):
    """Something does not hold: where (`index N` or `file PATH`), and why."""

    def __init__(self, place: str, why: str) -> None:
        self.place, self.why = visible(place), visible(why)
        super().__init__(f"{self.place}: {self.why}")


def visible(text: str) -> str:
    """A text of the bag as it may be printed: no name in it can pass for a line of this program."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def lacks(error: Exception) -> str:
    """What is wrong with facts, in words."""
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


# --- the bag: RFC 8493 ------------------------------------------------------------------------------------


def read_file(bag: Path, name: str) -> bytes:
    """A file of the bag."""
    try:
        return (bag / name).read_bytes()
    except OSError as error:
        raise Bad(f"file {name}", f"it cannot be read ({error.strerror})") from None


def text_file(bag: Path, name: str) -> str:
    """A file of text."""
    try:
        return read_file(bag, name).decode("utf-8")
    except UnicodeDecodeError:
        raise Bad(f"file {name}", "it is not text") from None


def files_of(bag: Path) -> dict[str, int]:
    """Every file of the bag by its name inside, with its size; nothing but files and folders may be there."""
    found, folders = {}, [""]
    while folders:
        folder = folders.pop()
        with os.scandir(bag / folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                name = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders.append(name)
                elif entry.is_file(follow_symlinks=False):
                    found[name] = entry.stat().st_size
                else:
                    raise Bad(f"file {name}", "it is neither a file nor a folder")
    return found


def manifest(bag: Path, name: str) -> dict[str, str]:
    """The files that a manifest lists, with their hashes."""
    listed: dict[str, str] = {}
    text = text_file(bag, name)
    for number, line in enumerate(text.split("\n")[:-1], 1):
        match = MANIFEST_LINE.fullmatch(line)
        if match is None or match[2] in listed:
            raise Bad(f"file {name}", f"line {number} is not a hash, two blanks and a file of its own")
        listed[match[2]] = match[1]
    if not text.endswith("\n"):
        raise Bad(f"file {name}", "its last line has no end")
    return listed


def check_bag(bag: Path) -> tuple[int, int]:
    """The bag holds what its manifests say and nothing else; returns how many payload files and bytes."""
    files = files_of(bag)  # before any is opened: a pipe would never end
    if text_file(bag, "bagit.txt") != "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n":
        raise Bad("file bagit.txt", "this is not a bag of BagIt 1.0")
    payload = {name for name in files if name.startswith("data/")}
    tags = {"bagit.txt", "bag-info.txt", "manifest-sha256.txt"}
    for name in sorted(tags - files.keys()):
        raise Bad(f"file {name}", "it is missing")
    for name, due in (("tagmanifest-sha256.txt", tags), ("manifest-sha256.txt", payload)):
        listed = manifest(bag, name)
        for file in sorted(due ^ listed.keys()):
            raise Bad(f"file {file}", f"{name} and what is there do not agree on it")
        for file, digest in listed.items():
            with (bag / file).open("rb") as opened:
                if file_digest(opened, "sha256").hexdigest() != digest:
                    raise Bad(f"file {file}", f"it does not have the hash that {name} says")
    for name in sorted(files.keys() - payload - tags - {"tagmanifest-sha256.txt"}):
        raise Bad(f"file {name}", "it is in no manifest")
    size = sum(files[name] for name in payload)
    if f"\nPayload-Oxum: {size}.{len(payload)}\n" not in "\n" + text_file(bag, "bag-info.txt"):
        raise Bad("file bag-info.txt", f"its Payload-Oxum is not {size}.{len(payload)}")
    return len(payload), size


# --- signed notes and checkpoints: C2SP -------------------------------------------------------------------


LOG, WITNESS = 1, 4
"""The types of keys: of a log, and of those who cosign."""
WHOSE = {LOG: "log", WITNESS: "witness"}


class Key(NamedTuple):
    """A public key with its name; names are octets, of which some may be no text."""

    name: str
    public: bytes
    type: int = LOG

    @property
    def id(self) -> bytes:
        """What a signature names it by."""
        named = self.name.encode("utf-8", "surrogateescape")
        return sha256(named + b"\n" + bytes([self.type]) + self.public).digest()[:4]

    def check(self, signature: bytes, text: bytes) -> None:
        """`InvalidSignature` where the text is not signed by it; a witness signs a time, too."""
        if self.type == WITNESS:
            seconds, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            text = b"cosignature/v1\ntime %d\n" % seconds + text
            if seconds >= 1 << 63:
                raise InvalidSignature
        Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)


def b64(text: str) -> bytes:
    """The bytes of base64 in its one form; none for anything else."""
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return found if base64.b64encode(found).decode() == text else b""


def read_key(text: str, type_: int = LOG) -> Key:
    """A key such as `NAME+KEYID+BASE64`; `ValueError` for what is none."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    typed = b64(encoded)
    key = Key(name, typed[1:], type_)
    if not name or " " in name or len(typed) != 33 or typed[0] != type_ or key.id.hex() != key_id:
        raise ValueError(
            f"{text!r} is not a key of a {WHOSE[type_]}: NAME+KEYID+BASE64 is due, as `pitledger audit init` "
            "or `pitledger audit witness` printed it"
        )
    return key


def signed_by(note: bytes, keys: Sequence[Key]) -> tuple[str, list[Key]]:
    """The text of a note and the keys that have signed it; `ValueError` for a bad signature, or no note."""
    text, _, below = note.decode("utf-8").rpartition("\n\n")
    if not text or not below.endswith("\n"):
        raise ValueError("it is not a signed note")
    text += "\n"
    found = []
    for line in below[:-1].split("\n"):
        dash, _, rest = line.partition(" ")
        name, _, encoded = rest.partition(" ")
        signature = b64(encoded)
        if dash != "—" or len(signature) < 5:
            raise ValueError(f"{line!r} is not a signature")
        for key in keys:
            if (key.name, key.id) == (name, signature[:4]):
                try:
                    key.check(signature[4:], text.encode())
                except InvalidSignature:
                    raise ValueError(f"the signature of {name} is not good") from None
                found.append(key)
    return text, found


class Checkpoint(NamedTuple):
    """Of which log, how many entries, and the root over them."""

    origin: str
    size: int
    root: bytes


def read_checkpoint(text: str) -> Checkpoint:
    """The checkpoint of the text of a note."""
    lines = text.split("\n")
    if len(lines) < 4 or not NUMBER.fullmatch(lines[1]) or len(b64(lines[2])) != 32:
        raise ValueError("it is not a checkpoint: an origin, a size and a root are due")
    return Checkpoint(lines[0], int(lines[1]), b64(lines[2]))


# --- whose signatures are demanded: C2SP tlog-policy ------------------------------------------------------


class Policy(NamedTuple):
    """Logs and witnesses by name, groups of them, and which of these must have signed."""

    logs: list[Key]
    witnesses: dict[str, Key]
    groups: dict[str, tuple[int, list[str]]]
    """By name: how many of which members; each group behind its members."""
    quorum: str

    def is_met_by(self, cosigners: Sequence[str]) -> bool:
        """Whether these witnesses are enough."""
        met = {"none", *cosigners}
        for name, (least, members) in self.groups.items():
            if len(met.intersection(members)) >= least:
                met.add(name)
        return self.quorum in met

    @property
    def demand(self) -> str:
        """What the quorum asks for."""
        if self.quorum not in self.groups:
            return self.quorum
        least, members = self.groups[self.quorum]
        return f"{least} of {', '.join(members)}"


def read_policy(content: bytes) -> Policy:
    """The policy of a file; `ValueError` with the line that is not clear."""
    *lines, rest = content.decode("utf-8", "surrogateescape").split("\n")
    if rest:
        raise ValueError(
            f"line {len(lines) + 1} has no end: it may have been cut off. End it with a line feed"
        )
    policy, quorums = Policy([], {}, {}, ""), list[str]()
    for number, line in enumerate(lines, 1):
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", line):
            raise ValueError(f"line {number}: there is a control character")
        words = [word for word in re.split(r"[ \t]+", line) if word]
        try:
            if words and not words[0].startswith("#"):
                policy_line(policy, quorums, *words)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not quorums:
        raise ValueError("it has no quorum: a line such as `quorum none` or `quorum NAME` is due")
    return policy._replace(quorum=quorums[0])


def policy_line(policy: Policy, quorums: list[str], kind: str, *words: str) -> None:
    """Take a line: a log, a witness, a group of those above, or the quorum."""
    names = {*policy.witnesses, *policy.groups}
    if kind == "log" and len(words) in (1, 2):
        key = read_key(words[0])
        if key.public in [each.public for each in policy.logs]:
            raise ValueError("this key of a log is there a second time")
        policy.logs.append(key)
    elif kind == "witness" and len(words) in (2, 3):
        key = read_key(words[1], WITNESS)
        if key.public in [each.public for each in policy.witnesses.values()]:
            raise ValueError("this key of a witness is there a second time")
        policy.witnesses[new_name(words[0], names)] = key
    elif kind == "group" and len(words) >= 3:
        name, least, *members = words
        grouped = [member for _, others in policy.groups.values() for member in others]
        if len({*grouped, *members}) < len(grouped) + len(members) or not names.issuperset(members):
            raise ValueError("its members must be of lines above, each in one group only")
        count = {"any": 1, "all": len(members)}.get(least, int(least) if NUMBER.fullmatch(least) else 0)
        if not 1 <= count <= len(members):
            raise ValueError(f"{least!r} is not any, all, or a number from 1 to {len(members)}")
        policy.groups[new_name(name, names)] = count, members
    elif kind == "quorum" and len(words) == 1 and not quorums:
        if words[0] not in names | {"none"}:
            raise ValueError(f"{words[0]!r} is no witness or group of a line above, nor none")
        quorums.append(words[0])
    else:
        raise ValueError(f"{kind!r} is not one of log, witness, group, a first quorum, or not so many words")


def new_name(name: str, names: set[str]) -> str:
    """A name that nobody has yet."""
    if name in {*names, "none"}:
        raise ValueError(f"the name {name!r} is taken")
    return name


def check_policy(note: bytes, policy: Policy, trust: "Trust") -> str:
    """The logs and witnesses of a policy have signed a checkpoint; says so, with the times of each."""
    place, logs = "file data/checkpoint", trust.heirs(policy.logs)
    try:
        _, signers = signed_by(note, [*logs, *policy.witnesses.values()])
    except ValueError as error:
        raise Bad(place, str(error)) from None
    if logs and not any(log in signers for log in logs):
        raise Bad(place, "none of the policy's logs has signed it")
    times = times_in(note, [key for key in policy.witnesses.values() if key in signers])
    found = {name: times[key] for name, key in policy.witnesses.items() if key in times}
    names = ", ".join(f"{name} at {seconds}" for name, seconds in found.items()) or "nobody"
    if not policy.is_met_by([*found]):
        raise Bad(place, f"the policy demands {policy.demand}, and it is cosigned by {names}")
    return visible(f"policy: {policy.demand} is demanded, cosigned by {names}")


def times_in(note: bytes, witnesses: list[Key]) -> dict[Key, str]:
    """When each of these has cosigned, as a note says."""
    times = {}
    for line in note.decode("utf-8").rpartition("\n\n")[2].split("\n"):
        signature = b64(line.rpartition(" ")[2])
        for key in witnesses:
            if key.id == signature[:4]:
                seconds = int.from_bytes(signature[4:12], "big")
                times[key] = moment(seconds * 1_000_000) if seconds < LAST_SECOND else str(seconds)
    return times


LAST_SECOND = 253_402_300_800
"""The first second of the year 10000."""


# --- the tree: RFC 6962 -----------------------------------------------------------------------------------


def node(left: bytes, right: bytes) -> bytes:
    """The hash over two others."""
    return sha256(b"\1" + left + right).digest()


def tile_name(level: str, number: int, width: int) -> str:
    """Where a tile is in the bag."""
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.insert(0, f"x{number % 1000:03}")
    partial = "" if width == TILE else f".p/{width}"
    return f"data/tile/{level}/{'/'.join(groups)}{partial}"


class Tiles:
    """The tree over the entries, a row of at most 256 hashes a level; each tile is held against it."""

    def __init__(self, bag: Path, size: int) -> None:
        self._bag = bag
        self._size = size
        self._rows: list[list[bytes]] = []
        self.names: set[str] = set()

    def leaves(self, first: int) -> list[bytes]:
        """The hashes of entries that the tile from this index on has."""
        width = min(TILE, self._size - first)
        stored = self._stored(tile_name("0", first // TILE, width), width)
        return [stored[at : at + 32] for at in range(0, 32 * width, 32)]

    def add(self, index: int, hashes: list[bytes], level: int = 0) -> None:
        """Take the next hashes of a level, up to the end of a tile; one that is full is compared."""
        if level == len(self._rows):
            self._rows.append([])
        row = self._rows[level]
        row += hashes
        if len(row) == TILE:
            if level:
                self._compare(level, index // TILE, row)
            self._rows[level] = []
            self.add(index // TILE, [subtree(row)], level + 1)

    def root(self) -> bytes:
        """The root over the entries so far."""
        root = b""
        for row in self._rows:
            end = len(row)
            while end:
                length = end & -end  # the last full subtree of what is left
                part = subtree(row[end - length : end])
                root = node(part, root) if root else part
                end -= length
        return root or sha256(b"").digest()

    def finish(self) -> None:
        """Compare what is not full."""
        for level, row in enumerate(self._rows):
            if row and level:
                self._compare(level, (self._size >> 8 * level) // TILE, row)

    def _compare(self, level: int, number: int, row: list[bytes]) -> None:
        name = tile_name(str(level), number, len(row))
        stored = self._stored(name, len(row))
        for at, digest in enumerate(row):
            if stored[32 * at : 32 * at + 32] != digest:
                raise Bad(f"file {name}", f"its hash {at} is not that over the entries")

    def _stored(self, name: str, width: int) -> bytes:
        self.names.add(name)
        stored = read_file(self._bag, name)
        if len(stored) != 32 * width:
            raise Bad(f"file {name}", f"it has {len(stored)} bytes, {32 * width} are due")
        return stored


def subtree(row: list[bytes]) -> bytes:
    """The hash over a full subtree."""
    while len(row) > 1:
        row = [sha256(b"\1" + row[at] + row[at + 1]).digest() for at in range(0, len(row), 2)]
    return row[0]


Bundles = Iterator[tuple[int, Sequence[int], list[bytes]]]
"""Tile by tile: its first index, the indexes of the entries that are here, and these."""


def bundles_of(bag: Path, size: int, names: set[str]) -> Bundles:
    """All entries, from the bundles; where one ends within an entry, those before it come first."""
    for number in range(-(-size // TILE)):
        first = number * TILE
        name = tile_name("entries", number, min(TILE, size - first))
        names.add(name)
        content, at, entries, why = read_file(bag, name), 0, list[bytes](), ""
        end = len(content)
        while at < end:
            start = at + 2
            at = start + int.from_bytes(content[at:start], "big")
            if at > end:
                why = f"{name} ends within this entry"
                break
            entries.append(content[start:at])
        width = min(TILE, size - first)
        if not why and len(entries) != width:
            why = f"{name} has {len(entries)} entries"
        del entries[width:]
        yield first, range(first, first + len(entries)), entries
        if why:
            raise Bad(f"index {first + len(entries)}", why)


PART = "data/entries"
"""In a bag that has a part of the entries: each behind its index in eight bytes and its length in two."""


def bundles_of_part(bag: Path, size: int) -> Bundles:
    """The entries of a part, tile by tile."""
    entries = entries_of_part(bag, size)
    upcoming = next(entries, None)
    for first in range(0, size, TILE):
        indexes, here = [], []
        while upcoming is not None and upcoming[0] < first + TILE:
            indexes.append(upcoming[0])
            here.append(upcoming[1])
            upcoming = next(entries, None)
        yield first, indexes, here


def entries_of_part(bag: Path, size: int) -> Iterator[tuple[int, bytes]]:
    """The entries of a part with their indexes, in order, each once."""
    before = -1
    with (bag / PART).open("rb") as file:
        while head := file.read(10):
            index, length = int.from_bytes(head[:8], "big"), int.from_bytes(head[8:], "big")
            entry = file.read(length)
            if len(head) < 10 or len(entry) < length or not before < index < size:
                raise Bad(f"file {PART}", f"what is behind index {before} is not the next entry of a log")
            yield index, entry
            before = index


# --- msgpack, as far as events and wrapped entries go -----------------------------------------------------

FIXED = {0xCA: struct.Struct(">f"), 0xCB: struct.Struct(">d")}
FIXED |= {kind: struct.Struct(f">{form}") for kind, form in enumerate("BHIQbhiq", 0xCC)}
SIZED = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(data: bytes) -> Any:
    """The one value of these bytes; `ValueError` for anything else."""
    try:
        value, at = _value(data, 0, 0)  # behind the end where it ends too early
    except (IndexError, struct.error, UnicodeDecodeError, TypeError):
        raise ValueError("it is not msgpack") from None
    if at != len(data):
        raise ValueError("there is something behind it")
    return value


def unpack_event(data: bytes) -> Any:
    """As `unpack`; the commonest forms of an event's fields are read in place, for there are millions."""
    if not data or data[0] != 0x90 + FIELDS:
        return unpack(data)
    values: list[Any] = []
    stop = 1
    try:
        for _ in range(FIELDS):
            at, kind = stop + 1, data[stop]
            if 0xA0 <= kind <= 0xBF:
                stop = at + kind - 0xA0
                values.append(data[at:stop].decode())
            elif kind == 0xC4:
                stop = at + 1 + data[at]
                values.append(data[at + 1 : stop])
            elif kind == 0xCF and at + 8 < len(data):
                stop = at + 8
                values.append(int.from_bytes(data[at:stop], "big"))
            elif kind < 0x80:
                stop = at
                values.append(kind)
            else:
                value, stop = _value(data, stop, 1)
                values.append(value)
    except (IndexError, struct.error, UnicodeDecodeError, TypeError):
        raise ValueError("it is not msgpack") from None
    if stop != len(data):
        raise ValueError("it does not end where it should")
    return values


def _value(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    kind = data[at]
    at += 1
    if kind < 0x80 or kind >= 0xE0:
        return kind if kind < 0x80 else kind - 0x100, at
    if kind < 0xA0:
        return _several(data, at, kind & 0x0F, 1 if kind & 0x10 else 2, depth)
    if kind in PLAIN:
        return PLAIN[kind], at
    if kind in FIXED:
        fixed = FIXED[kind]
        return fixed.unpack_from(data, at)[0], at + fixed.size
    if kind < 0xC0:
        length = kind - 0xA0
    elif kind in SIZED:
        length = int.from_bytes(data[at : at + SIZED[kind]], "big")
        at += SIZED[kind]
    else:
        raise ValueError("it is not msgpack that Pitledger writes")
    if kind >= 0xDC:
        return _several(data, at, length, 1 if kind <= 0xDD else 2, depth)
    content = data[at : at + length]
    return (content if 0xC4 <= kind <= 0xC6 else content.decode()), at + length


def _several(data: bytes, at: int, length: int, each: int, depth: int) -> tuple[Any, int]:
    """A list, or (two values each) a map; the commonest values are read in place."""
    if depth > 32:
        raise ValueError("it goes too deep")
    values: list[Any] = []
    for _ in range(each * length):
        kind = data[at]
        if 0xA0 <= kind <= 0xBF:
            at += 1 + kind - 0xA0
            values.append(data[at - kind + 0xA0 : at].decode())
        elif kind < 0x80:
            at += 1
            values.append(kind)
        else:
            value, at = _value(data, at, depth + 1)
            values.append(value)
    return (values if each == 1 else dict(zip(values[::2], values[1::2], strict=True))), at


# --- the entries again, by their index --------------------------------------------------------------------


class Entries:
    """Reads an entry a second time, when what waited for it has come: it was held against its tile before."""

    KEPT = 32

    def __init__(self, bag: Path, size: int) -> None:
        self._bag = bag
        self._size = size
        self._bundles: dict[int, list[bytes]] = {}

    def at(self, index: int) -> bytes:
        """The entry of an index."""
        number = index // TILE
        bundle = self._bundles.get(number)
        if bundle is None:
            if len(self._bundles) >= self.KEPT:
                del self._bundles[next(iter(self._bundles))]
            name = tile_name("entries", number, min(TILE, self._size - number * TILE))
            content, at, bundle = read_file(self._bag, name), 0, []
            while at < len(content):
                stop = at + 2 + int.from_bytes(content[at : at + 2], "big")
                bundle.append(content[at + 2 : stop])
                at = stop
            self._bundles[number] = bundle
        return bundle[index % TILE]


class Queue:
    """Places of events that wait for their turn: index and number in the stream, 16 bytes each."""

    def __init__(self) -> None:
        self._places = array("Q")
        self._next = 0

    def __len__(self) -> int:
        return (len(self._places) - self._next) // 2

    def add(self, index: int, seq: int) -> None:
        """One more at the end."""
        self._places.extend((index, seq))

    def first(self) -> tuple[int, int]:
        """The one whose turn is next."""
        return self._places[self._next], self._places[self._next + 1]

    def drop(self) -> None:
        """Its turn is over; what is over is given back from time to time."""
        self._next += 2
        if self._next >= 2_048 and 2 * self._next >= len(self._places):
            del self._places[: self._next]
            self._next = 0


# --- what tables, people and keepers say: docs/events -----------------------------------------------------

UNIT = 10_000
"""A millicent has so many units: what a division by basis points leaves over is kept in them."""
CENT = 1_000
WHOLE = 10_000
OVERFLOW = ".overflow"
IN_FLIGHT_US = 600_000_000
"""What was recorded in the last ten minutes of a log may not have been decided yet when it was signed."""
RECENT = 512
REMEMBERED = 4_096
"""Awards that are paid, and payments, of which a link knows so many: a later record may be about one."""

BETS = frozenset({"bets_closed", "round_opened", "round_closed", "table_closed"})
JOINS = frozenset({"table_opened", "selections_changed"})
TO_ONE_LINK = frozenset(
    {"progressive_claimed", "progressive_validated", "progressive_rejected", "progressive_paid"}
)
LEGS = TO_ONE_LINK | BETS | JOINS | {"round_voided", "table_day_ended"}
NOTICES = frozenset({"table_incomplete", "table_complete"})
"""A keeper's remarks on what it waits for: any leg may bring them."""

ANSWERS = {
    **{type_: {"meter_contributed", "stake_due_back"} for type_ in BETS},
    **{type_: {"table_joined", "table_left"} for type_ in JOINS},
    "round_voided": {"award_returned", "award_corrected", "contribution_reversed"},
    "progressive_claimed": {"award_locked"},
    "progressive_validated": {"award_validated"},
    "progressive_rejected": {"award_returned", "award_corrected"},
    "progressive_paid": {"award_paid"},
    "table_day_ended": {"meter_day_closed"},
    "link_opened": {"meter_opened"},
    "link_terms_changed": {"meter_terms_changed"},
    "link_closed": {"meter_closed"},
    "link_retired": {"meter_retired"},
    "link_adjusted": {"meter_adjusted"},
    "link_transferred": {"transfer_sent"},
    "link_day_closed": {"meter_day_closed"},
    "link_leg_set_aside": {"leg_set_aside"},
    "payment_corrected": {"payment_mended"},
    "transfer_sent": {"transfer_received", "transfer_refused"},
    "transfer_refused": {"transfer_returned"},
}
"""What a keeper may decide on what it is asked; it may refuse everything (`leg_refused`)."""
MAY_BE_SILENT = JOINS | {"table_day_ended"}
SEVERAL = frozenset({"stake_due_back", "award_returned", "award_corrected", "payment_mended"})
"""Of these one thing that is asked may bring several."""

Claim = tuple[str, int]
"""An award by its table and the number of its claim there; payments are named alike."""


class Said(NamedTuple):
    """An event with its facts, and where it stands in the log."""

    entry: int
    """Its index in the log."""
    stream: str
    seq: int
    type: str
    at: int
    day: str
    round: str
    actor: str
    facts: dict[str, Any]

    @property
    def place(self) -> str:
        """How it is named if it is bad."""
        return f"index {self.entry}"

    @property
    def owner(self) -> str:
        """The table, link or desk whose stream it is on."""
        return self.stream.partition(":")[2]


def said_of(index: int, value: list[Any]) -> Said:
    """An event with its facts."""
    facts = unpack(value[13])
    if type(facts) is not dict:
        raise ValueError("its body is not a map of facts")
    return Said(index, value[1], value[2], value[4], value[7], value[8], value[9] or "", value[10], facts)


def number_in(facts: dict[str, Any], name: str, least: int | None = 0) -> int:
    """A whole number among facts; the vocabulary gives 0 to those that may be absent."""
    found = facts.get(name, 0)
    if type(found) is not int or (least is not None and found < least):
        raise ValueError(f"{name} is {found!r}")
    return found


def text_in(facts: dict[str, Any], name: str) -> str:
    """A text among facts."""
    found = facts[name]
    if type(found) is not str:
        raise ValueError(f"{name} is {found!r}")
    return found


def by_seat(shares: list[dict[str, Any]]) -> dict[int, int]:
    """Seats with their amounts; each seat once."""
    found = {number_in(share, "seat"): number_in(share, "amount_mc") for share in shares}
    if len(found) != len(shares):
        raise ValueError("a seat is named twice")
    return found


def asked_of(said: Said) -> list[tuple[str, dict[str, Any]]]:
    """The links that an event asks something of, each with the part that is for it."""
    facts, kind = said.facts, said.stream.partition(":")[0]
    if kind == "link":
        return [(said.owner, facts)]
    if kind == "meter":
        return [(text_in(facts, "to_link" if said.type == "transfer_sent" else "from_link"), facts)]
    if said.type in TO_ONE_LINK:
        return [(text_in(facts, "link"), facts)] if number_in(facts, "leg") else []
    return [(text_in(part, "link"), part) for part in facts["legs"] if number_in(part, "leg")]


def part_for(said: Said, link: str) -> dict[str, Any]:
    """The part of an event that is for one link."""
    return next(part for name, part in asked_of(said) if name == link)


def dollars(units: int) -> str:
    """Units as dollars, to the last of them that is not zero, but at least cents."""
    whole, rest = divmod(abs(units), 10**9)
    fraction = f"{rest:09}".rstrip("0").ljust(2, "0")
    return f"{'-' if units < 0 else ''}${whole:,}.{fraction}"


# --- a link, as its keeper's records leave it -------------------------------------------------------------


class Award:
    """An award that was locked: what each seat is owed of it and was paid."""

    def __init__(self, meter: str, amount: int, owed: dict[int, int]) -> None:
        self.meter = meter
        self.amount = amount
        self.owed = owed
        self.paid: dict[int, int] = {}
        self.validated = False
        self.validated_amount = 0
        self.reseed = 0
        self.reserve_moved = 0
        self.overflow_moved = 0
        self.percent = 0
        self.exact = False
        """Whether its record still shows how it was drawn: not if an earlier lock was taken out since, nor
        under a limit."""
        self.number = 0
        """The how-manieth lock of the link it was."""
        self.round = ""
        self.boxes: frozenset[int] = frozenset()

    def owed_in_all(self) -> int:
        """What is owed of it."""
        return sum(self.owed.values())

    def paid_in_all(self) -> int:
        """What was paid of it."""
        return sum(self.paid.values())

    def borne(self) -> int:
        """What the house bears: paid and owed beyond the amount that is right."""
        return self.owed_in_all() + self.paid_in_all() - self.amount

    def settle(self, seat: int, mc: int) -> None:
        """So much more of a seat's share is paid."""
        left = self.owed.get(seat, 0) - mc
        if left < 0:
            raise ValueError(f"seat {seat} is settled {mc} mc and owed {left + mc} mc")
        self.owed.pop(seat, None)
        if left:
            self.owed[seat] = left
        self.paid[seat] = self.paid.get(seat, 0) + mc

    def share(self) -> int:
        """What is right for each seat."""
        return self.amount // max(1, len(self.owed.keys() | self.paid.keys()))


class Payment:
    """Cash for an award: what of it settles a share, and what stands beyond entitlement."""

    def __init__(self, claim: Claim, seat: int, settled: int, beyond: int) -> None:
        self.claim = claim
        self.seat = seat
        self.settled = settled
        self.beyond = beyond


class Round:
    """The last round of a table that a link knows: the wagers that can win, and those that fed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.accepted: dict[tuple[int, str], int] = {}
        self.fed: dict[tuple[int, str], int] = {}


class Answering:
    """What is being decided on one thing that was asked."""

    def __init__(self, leg: Said, part: dict[str, Any]) -> None:
        self.leg = leg
        self.types: set[str] = set()
        self.refused = ""
        """What was attempted, where it was refused."""
        self.left: list[tuple[int, str, int]] = []
        """Wagers that are not due back."""
        if leg.type in BETS:
            self.left = [(each["seat"], each["wager"], each["amount_mc"]) for each in part["wagers"]]
        self.mended = 0
        """What is mended of payments."""
        self.returned: Claim | None = None
        self.owed_more = self.borne_more = 0
        """What corrections are still to bring, after an award that went back."""
        self.last = leg


class Link:
    """One link: what stands on its meters, what it owes, what it was asked last."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.balances: dict[str, tuple[int, int]] = {}
        """By meter: primary and reserve, in units."""
        self.live = False
        self.terms: dict[str, dict[str, Any]] = {}
        self.hands: dict[str, dict[str, Any]] = {}
        self.unit = 0
        self.awards: dict[Claim, Award] = {}
        self.settled: dict[Claim, Award] = {}
        self.payments: dict[Claim, Payment] = {}
        self.rounds: dict[str, Round] = {}
        self.locks = 0
        self.answering: Answering | None = None
        self.waiting = Queue()
        """Decisions whose source has not come yet, and all behind them."""
        self.incomplete: set[str] = set()
        self.passed: dict[str, int] = {}
        self.refused_early: set[Claim] = set()
        self.sent_to: Counter[str] = Counter()
        self.sums: Counter[str] = Counter()
        self.last = -1
        self.at = 0
        self.closed_day = ""

    def award(self, claim: Claim) -> Award | None:
        """An award that is owed, or a paid one that is still known."""
        return self.awards.get(claim) or self.settled.get(claim)

    def known(self, claim: Claim) -> Award:
        """An award that must be known."""
        award = self.award(claim)
        if award is None:
            raise ValueError(f"no award of claim {claim[1]} at {claim[0]} is known")
        return award

    def keep(self, claim: Claim, award: Award) -> None:
        """An award as it is now: owed or paid."""
        self.awards.pop(claim, None)
        self.settled.pop(claim, None)
        (self.awards if award.owed else self.settled)[claim] = award
        if len(self.settled) > REMEMBERED:
            del self.settled[next(iter(self.settled))]

    def pay(self, id_: Claim, payment: Payment) -> None:
        """Remember a payment."""
        self.payments[id_] = payment
        if len(self.payments) > REMEMBERED:
            del self.payments[next(iter(self.payments))]

    def set_against(self, claim: Claim, moved: list[dict[str, Any]], award: Award) -> int:
        """Payments that settle shares now: from beyond entitlement to the award; how much in all."""
        total = 0
        for each in moved:
            mc, seat = number_in(each, "amount_mc"), number_in(each, "seat")
            payment = self.payments[claim[0], number_in(each, "payment_seq")]
            if (payment.claim, payment.seat) != (claim, seat) or mc > payment.beyond:
                raise ValueError(f"payment {each['payment_seq']} has not {mc} mc to settle seat {seat}")
            payment.settled += mc
            payment.beyond -= mc
            require(each["reason"], "too_much" if payment.beyond else "", "why the rest stands there")
            if mc:
                award.settle(seat, mc)
            total += mc
        self.sums["owed"] -= total
        self.sums["settled"] += total
        self.sums["beyond"] -= total
        return total


Account = tuple[str, str]
"""An account of the ledger and its meter."""


class Change:
    """What a decision must change: on each meter, and between which accounts of the ledger."""

    def __init__(self) -> None:
        self.meters: dict[str, tuple[int, int]] = {}
        self.lines: dict[tuple[str, str, str], list[int]] = {}

    def on(self, meter: str, primary: int = 0, reserve: int = 0) -> None:
        """So many units more on a meter: of each it is said once."""
        self.meters[meter] = primary, reserve

    def move(self, cause: str, mc: int, debit: Account, credit: Account, nano: int = 0) -> None:
        """From one account to another, as docs/reference/ledger.md has it."""
        for (account, meter), sign in ((debit, 1), (credit, -1)):
            line = self.lines.setdefault((account, meter, cause), [0, 0])
            line[0] += sign * mc
            line[1] += sign * nano


def balances_in(facts: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """What a record says is on each meter, in units; in the order of their names, each once."""
    found = {}
    for each in facts["balances"]:
        left = number_in(each, "primary_residual"), number_in(each, "reserve_residual")
        if max(left) >= UNIT:
            raise ValueError(f"a residual of {max(left)} is a millicent and more")
        found[each["meter"]] = (
            number_in(each, "primary_mc") * UNIT + left[0],
            number_in(each, "reserve_mc") * UNIT + left[1],
        )
    names = [each["meter"] for each in facts["balances"]]
    if names != sorted(found):
        raise ValueError("its meters are not in order, each once")
    return found


def put(primary: int, overflow: int, units: int, limit_mc: int) -> tuple[int, int]:
    """A primary with more on it, and its overflow: what then shows above the limit goes over, in whole
    millicents, but nothing of what was there before."""
    after = primary + units
    over = 0
    if limit_mc:
        over = max(0, min(after // UNIT - limit_mc, after // UNIT - primary // UNIT)) * UNIT
    return after - over, overflow + over


# --- decision by decision: what it must change ------------------------------------------------------------


def require(found: Any, due: Any, what: str) -> None:
    """Two things that must be the same."""
    if found != due or type(found) is not type(due):
        raise ValueError(f"{what} is {found!r}, {due!r} is due")


def same_as_asked(said: Said, asked: Answering, *names: str) -> None:
    """Fields that a decision takes from what was asked."""
    for name in names:
        require(said.facts.get(name), asked.leg.facts.get(name), name)


def signed(said: Said, asked: Answering) -> None:
    """Two people of two departments, those who asked."""
    same_as_asked(said, asked, "signed_by", "reason")
    by_two(said)


def by_two(said: Said) -> None:
    """Two people of two departments have signed."""
    for what in ("badge", "department"):
        if len({each[what].casefold().strip() for each in said.facts["signed_by"]}) < 2:
            raise ValueError(f"it is not signed by two: one {what}, or none")


def nothing_moves(link: Link, said: Said, asked: Answering) -> Change:  # noqa: ARG001 - as all of these
    """A record with which no money moves."""
    return Change()


def joined(link: Link, said: Said, asked: Answering) -> Change:
    """A table plays by what it was opened with, from its next round on; or feeds the link no more."""
    facts, leg = said.facts, asked.leg
    require(facts["selections_seq"], leg.seq, "selections_seq")
    offers = {each["unit_wager_mc"] for each in leg.facts["progressives"] if each["link"] == link.name}
    if said.type == "table_left":
        require(offers, set(), "what the table offers for the link")
        return Change()
    same_as_asked(said, asked, "rulebook")
    paytables = {each["paytable"] for each in leg.facts["paytables"]} | {""}
    if facts["unit_wager_mc"] not in offers or facts["paytable"] not in paytables:
        raise ValueError("the table does not offer that for the link")
    return Change()


def put_into_play(link: Link, said: Said, asked: Answering) -> Change:
    """Meters that are new have their seeds; those that were there keep what they have."""
    facts, change, new = said.facts, Change(), not link.balances
    if link.live:
        raise ValueError("the link is in play: it must be closed first")
    if not new:
        require({terms["meter"] for terms in facts["meters"]}, {*link.terms}, "its meters")
    link.live = said.type == "meter_opened"
    same_as_asked(said, asked, "rulebook", "paytable", "wager", "unit_wager_mc", "meters", "awards")
    same_as_asked(said, asked, "guard_mc", "wagers")
    for terms in facts["meters"]:
        name = terms["meter"]
        if name not in link.balances:
            seed = number_in(terms, "seed_mc") if said.type == "meter_opened" else 0
            change.on(name, seed * UNIT)
            change.move("seed", seed, ("seed_funding", name), ("primary", name))
        if number_in(terms, "limit_mc") and name + OVERFLOW not in link.balances:
            change.on(name + OVERFLOW)
    seeds = sum(number_in(terms, "seed_mc") for terms in facts["meters"]) if new else 0
    require(facts["funded_mc"], seeds, "funded_mc")
    link.sums["seeds"] += seeds
    link.terms = {terms["meter"]: terms for terms in facts["meters"]}
    link.hands = {award["hand"]: award for award in facts["awards"]}
    link.unit = number_in(facts, "unit_wager_mc")
    return change


def closed(link: Link, said: Said, asked: Answering) -> Change:  # noqa: ARG001 - as all of these
    """A link that was in play is taken out of it."""
    require(link.live, True, "that it is in play")
    link.live = False
    return Change()


def day_closed(link: Link, said: Said, asked: Answering) -> Change:
    """The day that the last table ended; or without tables for which two people signed."""
    same_as_asked(said, asked, "day")
    day, missing = text_in(said.facts, "day"), said.facts["missing_tables"]
    if not link.closed_day < day <= said.day:
        raise ValueError(f"{day} is closed already, or has not begun")
    require(said.facts["signed_by"], asked.leg.facts.get("signed_by", []), "signed_by")
    if missing:
        by_two(said)
        if unnamed := {*missing} - {*asked.leg.facts["missing_tables"]}:
            raise ValueError(f"it does without {min(unnamed)}, for which nobody signed")
    return Change()


def due_back(link: Link, said: Said, asked: Answering) -> Change:
    """Stakes that feed nothing are among those of the leg, of its round."""
    require(said.facts["round"], round_of(asked.leg, part_for(asked.leg, link.name)), "round")
    for stake in said.facts["stakes"]:
        wager = (stake["seat"], stake["wager"], stake["amount_mc"])
        if wager not in asked.left:
            raise ValueError(
                f"seat {wager[0]} had no {wager[1]} wager of {wager[2]} mc left in what was asked"
            )
        asked.left.remove(wager)
    return Change()


def round_of(leg: Said, part: dict[str, Any]) -> str:
    """The round that wagers are of: the last one's own, or that of those nobody had sent."""
    return part.get("round", leg.round) or ""


def contributed(link: Link, said: Said, asked: Answering) -> Change:
    """Every wager that is not due back feeds every meter by its rates, to the last unit."""
    facts, change = said.facts, Change()
    require(facts["wagers"], len(asked.left), "wagers")
    wagered = sum(amount for _, _, amount in asked.left)
    require(facts["wagered_mc"], wagered, "wagered_mc")
    if any(amount != link.unit for _, _, amount in asked.left):
        raise ValueError(f"a wager is not of the link's one unit, {link.unit} mc")
    primary_mc = reserve_mc = 0
    for name, terms in link.terms.items():
        to_primary, to_reserve = wagered * terms["primary_bp"], wagered * terms["reserve_bp"]
        primary, reserve = link.balances[name]
        over = link.balances.get(name + OVERFLOW, (0, 0))[0]
        after, overflow = put(primary, over, to_primary, number_in(terms, "limit_mc"))
        change.on(name, after - primary, to_reserve)
        if overflow != over:
            change.on(name + OVERFLOW, overflow - over)
        more = after // UNIT - primary // UNIT + overflow // UNIT - over // UNIT
        kept = (reserve + to_reserve) // UNIT - reserve // UNIT
        contribute(change, "contribution", name, (more, kept), to_primary + to_reserve)
        primary_mc, reserve_mc = primary_mc + more, reserve_mc + kept
        link.sums["contributed"] += to_primary + to_reserve
    require(facts["primary_mc"], primary_mc, "primary_mc")
    require(facts["reserve_mc"], reserve_mc, "reserve_mc")
    return change


def contribute(change: Change, cause: str, meter: str, mc: tuple[int, int], units: int) -> None:
    """From contributions to a meter: what was whole millicents, and what the divisions left."""
    change.move(cause, mc[0], ("contributions", meter), ("primary", meter))
    change.move(cause, mc[1], ("contributions", meter), ("reserve", meter))
    nano = units - sum(mc) * UNIT
    change.move(cause, 0, ("contributions", meter), ("residual", meter), nano)


def reversed_(link: Link, said: Said, asked: Answering) -> Change:
    """What returned wagers had fed leaves again, or the house bears it: on each meter, in each account."""
    facts, change = said.facts, Change()
    stakes = returned_stakes(link, asked)
    require(facts["wagers"], len(stakes), "wagers")
    require(facts["returned_mc"], sum(stakes), "returned_mc")
    same_as_asked(said, asked, "reason")
    after, returned = balances_in(facts), sum(stakes)
    primary_mc = reserve_mc = 0
    for name, terms in link.terms.items():
        due = returned * terms["primary_bp"], returned * terms["reserve_bp"]
        short = borne_of(facts["shortfalls"], name, due)
        over_before, over_after = (
            link.balances.get(name + OVERFLOW, (0, 0))[0],
            after.get(name + OVERFLOW, (0, 0))[0],
        )
        before = link.balances[name]
        spilled = over_after - over_before
        if not -due[0] <= spilled <= 0:
            raise ValueError(f"{name + OVERFLOW} changes by {spilled} units")
        gone = due[0] - short[0] * UNIT, due[1] - short[1] * UNIT
        change.on(name, -gone[0] - spilled, -gone[1])
        if name + OVERFLOW in after:
            change.on(name + OVERFLOW, spilled)
        less = (
            whole(before[0] - gone[0] - spilled) - whole(before[0]) + whole(over_after) - whole(over_before)
        )
        kept = whole(before[1] - gone[1]) - whole(before[1])
        contribute(change, "reversal", name, (less, kept), -gone[0] - gone[1])
        change.move("reversal", sum(short), ("house", name), ("contributions", name))
        primary_mc, reserve_mc = primary_mc - less, reserve_mc - kept
        link.sums["reversed"] += sum(due)
        link.sums["house"] += sum(short)
    require(facts["primary_mc"], primary_mc, "primary_mc")
    require(facts["reserve_mc"], reserve_mc, "reserve_mc")
    require(facts["house_mc"], sum(each["amount_mc"] for each in facts["shortfalls"]), "house_mc")
    return change


def whole(units: int) -> int:
    """The millicents in units."""
    return units // UNIT


def returned_stakes(link: Link, asked: Answering) -> list[int]:
    """What the returned wagers of a void had fed: of the table's last round alone."""
    part, last = part_for(asked.leg, link.name), link.rounds.get(asked.leg.owner)
    if last is None or last.name != asked.leg.round:
        return []
    seats = set(part["seats"]) - set(part["unfed"])
    return [mc for (seat, _), mc in last.fed.items() if seat in seats]


def borne_of(shortfalls: list[dict[str, Any]], meter: str, due: tuple[int, int]) -> tuple[int, int]:
    """What the house bears of a meter's primary and of its reserve: all of it where it was won since."""
    short = [0, 0]
    for each in shortfalls:
        mc, because = number_in(each, "amount_mc"), each["because"]
        if each["meter"] != meter:
            continue
        if because == "won_since":
            short = [-(-units // UNIT) for units in due]
            require(mc, sum(short), f"what the house bears of {meter}")
        elif because in ("below_start", "reserve_spent"):
            short[because == "reserve_spent"] += mc
        else:
            raise ValueError(f"no wager that is returned is short because {because!r}")
    return short[0], short[1]


def adjusted(link: Link, said: Said, asked: Answering) -> Change:
    """What two people added or took."""
    same_as_asked(said, asked, "meter", "account", "amount_mc", "document")
    signed(said, asked)
    change, mc = Change(), number_in(said.facts, "amount_mc", None)
    by_hand(link, change, said.facts, mc)
    meter = said.facts["meter"]
    change.move("adjustment", mc, ("house", meter), (said.facts["account"], meter))
    link.sums["adjusted"] += mc
    return change


def by_hand(link: Link, change: Change, facts: dict[str, Any], mc: int) -> None:
    """So much more on an account of a meter, or less; above its limit into its overflow."""
    name, account = facts["meter"], facts["account"]
    if account not in ("primary", "reserve"):
        raise ValueError(f"a meter has no account {account!r}")
    if account == "reserve":
        change.on(name, 0, mc * UNIT)
    elif mc > 0 and not name.endswith(OVERFLOW):
        primary, over = link.balances[name][0], link.balances.get(name + OVERFLOW, (0, 0))[0]
        after, overflow = put(primary, over, mc * UNIT, number_in(link.terms[name], "limit_mc"))
        change.on(name, after - primary)
        if overflow != over:
            change.on(name + OVERFLOW, overflow - over)
    else:
        change.on(name, mc * UNIT)


def numbered(link: Link, said: Said, other: str) -> None:
    """What goes from one link to another is numbered densely."""
    link.sent_to[other] += 1
    require(said.facts["leg"], link.sent_to[other], "its number to the other link")


def sent(link: Link, said: Said, asked: Answering) -> Change:
    """Money leaves for another link."""
    numbered(link, said, said.facts["to_link"])
    same_as_asked(said, asked, "meter", "account", "to_link", "to_meter", "amount_mc")
    signed(said, asked)
    change, mc, meter = Change(), number_in(said.facts, "amount_mc"), said.facts["meter"]
    by_hand(link, change, said.facts, -mc)
    change.move("transfer", mc, (said.facts["account"], meter), ("in_transit", meter))
    link.sums["sent"] += mc
    return change


def received(link: Link, said: Said, asked: Answering) -> Change:
    """Money of another link arrives: what that one sent, once."""
    facts = said.facts
    numbered(link, said, facts["from_link"])
    answers_transfer(said, asked)
    change, mc, meter = Change(), number_in(facts, "amount_mc"), facts["meter"]
    by_hand(link, change, facts, mc)
    change.move("transfer", mc, ("in_transit", meter), (facts["account"], meter))
    link.sums["received"] += mc
    return change


def answers_transfer(said: Said, asked: Answering) -> None:
    """What arrives or is refused is what was sent."""
    facts, out = said.facts, asked.leg.facts
    due = (asked.leg.owner, out["leg"], out["amount_mc"], out["account"])
    found = (facts["from_link"], facts["number"], facts["amount_mc"], facts["account"])
    require(found, due, "link, number, amount and account of the transfer")
    require(facts["meter"], out["to_meter"], "meter")


def refused_transfer(link: Link, said: Said, asked: Answering) -> Change:
    """What cannot arrive goes back to where it left."""
    numbered(link, said, said.facts["from_link"])
    answers_transfer(said, asked)
    require(said.facts["from_meter"], asked.leg.facts["meter"], "from_meter")
    return Change()


def came_back(link: Link, said: Said, asked: Answering) -> Change:
    """What another link refused is where it was."""
    facts, back = said.facts, asked.leg.facts
    found = (facts["to_link"], facts["number"], facts["amount_mc"], facts["account"], facts["meter"])
    due = (asked.leg.owner, back["number"], back["amount_mc"], back["account"], back["from_meter"])
    require(found, due, "link, number, amount, account and meter of the transfer")
    same_as_asked(said, asked, "reason")
    change, mc, meter = Change(), number_in(facts, "amount_mc"), facts["meter"]
    by_hand(link, change, facts, mc)
    change.move("transfer", mc, ("in_transit", meter), (facts["account"], meter))
    link.sums["came_back"] += mc
    return change


# --- awards and payments ----------------------------------------------------------------------------------


def claim_in(said: Said) -> Claim:
    """The award that a record is about."""
    return said.facts["table"], number_in(said.facts, "claim_seq")


def locked(link: Link, said: Said, asked: Answering) -> Change:
    """An award is its share of what is on display, floored to the cent for each who shares it."""
    facts, claim, change = said.facts, asked.leg.facts, Change()
    require(claim_in(said), (asked.leg.owner, asked.leg.seq), "its claim")
    same_as_asked(said, asked, "seat", "hand", "wager")
    won = link.hands[claim["hand"]]
    name, percent = won["meter"], won["percent_bp"]
    require((facts["meter"], facts["percent_bp"]), (name, percent), "meter and percentage of the hand")
    seats = claim["sharing_seats"] or [claim["seat"]]
    accepted_for(link, asked, [*seats, *claim["other_boxes"]])
    primary, reserve = link.balances[name]
    over, terms = link.balances.get(name + OVERFLOW, (0, 0))[0], link.terms[name]
    share = floored(floored(whole(primary) * percent // WHOLE) // len(seats))
    amount = share * len(seats)
    due = {"meter_before_mc": whole(primary), "amount_mc": amount, "reseed_mc": 0}
    due |= {"reserve_moved_mc": 0, "overflow_moved_mc": 0}
    after, kept, overflow = primary - amount * UNIT, reserve, over
    if percent == WHOLE:
        due["reseed_mc"], due["reserve_moved_mc"] = terms["reseed_mc"], whole(reserve)
        again = (terms["reseed_mc"] + whole(reserve) + whole(over)) * UNIT
        kept, left = reserve % UNIT, over % UNIT
        after, overflow = put(after, left, again, number_in(terms, "limit_mc"))
        due["overflow_moved_mc"] = max(0, whole(over) - whole(overflow))
    for field, mc in due.items():
        require(facts[field], mc, field)
    require(by_seat(facts["shares"]), dict.fromkeys(seats, share), "shares")
    change.on(name, after - primary, kept - reserve)
    if name + OVERFLOW in link.balances:
        change.on(name + OVERFLOW, overflow - over)
    change.move("award", amount, ("primary", name), ("payable", name))
    change.move("reseed", due["reseed_mc"], ("seed_funding", name), ("primary", name))
    change.move("reserve", due["reserve_moved_mc"], ("reserve", name), ("primary", name))
    link.locks += 1
    award = Award(name, amount, dict.fromkeys(seats, share))
    award.reseed, award.reserve_moved = due["reseed_mc"], due["reserve_moved_mc"]
    award.percent, award.number, award.round = percent, link.locks, asked.leg.round
    award.overflow_moved, award.exact = due["overflow_moved_mc"], not number_in(terms, "limit_mc")
    award.boxes = frozenset([*seats, *claim["other_boxes"]])
    link.keep(claim_in(said), award)
    link.sums["owed"] += amount
    link.sums["reseeds"] += due["reseed_mc"]
    return change


def floored(mc: int) -> int:
    """Whole cents."""
    return mc - mc % CENT


def accepted_for(link: Link, asked: Answering, boxes: list[int]) -> None:
    """A claim rests on accepted wagers of the table's last round, each box named once."""
    last, wager = link.rounds.get(asked.leg.owner), asked.leg.facts["wager"]
    if len(set(boxes)) < len(boxes):
        raise ValueError("a seat shares it twice")
    for seat in boxes:
        if last is None or last.name != asked.leg.round or (seat, wager) not in last.accepted:
            raise ValueError(f"seat {seat} had no {wager} wager in round {asked.leg.round}")


def validated(link: Link, said: Said, asked: Answering) -> Change:
    """An award may be paid; what was paid before settles its shares."""
    change, claim = Change(), claim_in(said)
    same_as_asked(said, asked, "claim_seq", "validated_by")
    require(claim[0], asked.leg.owner, "table")
    award = link.awards[claim]
    if award.validated:
        raise ValueError("it is validated already")
    award.validated, award.validated_amount = True, award.amount
    settled = link.set_against(claim, said.facts["settled"], award)
    link.keep(claim, award)
    set_against_line(change, award.meter, settled)
    return change


def set_against_line(change: Change, meter: str, mc: int) -> None:
    """From what is owed to what stood beyond entitlement."""
    change.move("set_against", mc, ("payable", meter), ("beyond_entitlement", meter))


def paid(link: Link, said: Said, asked: Answering) -> Change:
    """Cash settles its seat's share as far as that goes; the rest stands beyond entitlement."""
    facts, claim, change = said.facts, claim_in(said), Change()
    same_as_asked(said, asked, "claim_seq", "amount_mc", "seat", "paid_by", "paid_from", "slip")
    require(claim[0], asked.leg.owner, "table")
    award, seat, amount = link.award(claim), facts["seat"], number_in(facts, "amount_mc")
    settled, beyond = number_in(facts, "settled_mc"), number_in(facts, "beyond_mc")
    reason = facts["beyond_reason"]
    if award is None or (seat not in award.owed and seat not in award.paid):
        due, reasons = 0, {"no_award"}
    elif facts["paid_from"] not in ("cage", "hand_pay"):
        due, reasons = 0, {"wrong_source"}
    elif not award.validated:
        due, reasons = 0, {"not_validated"}
    else:
        due, reasons = min(award.owed.get(seat, 0), amount), {"too_much"}
    if claim not in link.awards:  # a link forgets awards that are paid, the sooner or the later
        reasons |= {"no_award", "too_much", "wrong_source"}
    require(settled, due, "settled_mc")
    require(beyond, amount - settled, "beyond_mc")
    if reason not in (reasons if beyond else {""}):
        raise ValueError(f"{beyond} mc stands beyond entitlement because {reason!r}")
    meter = facts["meter"]
    if award is not None and (meter or claim in link.awards):
        require(meter, award.meter, "meter")
    if settled and award is not None:
        award.settle(seat, settled)
        link.keep(claim, award)
    link.pay((asked.leg.owner, asked.leg.seq), Payment(claim, seat, settled, beyond))
    change.move("payment", settled, ("payable", meter), ("paid", meter))
    change.move("payment", beyond, ("beyond_entitlement", meter), ("paid", meter))
    link.sums.update(owed=-settled, settled=settled, beyond=beyond, cash=amount)
    return change


def returned(link: Link, said: Said, asked: Answering) -> Change:
    """An award goes back: its meter has more by what was unpaid or paid of it, and what the house puts
    there, less the reseed and what later awards are owed more."""
    facts, claim, change = said.facts, claim_in(said), Change()
    returning(link, said, asked)
    name, after = facts["meter"], balances_in(facts)
    unpaid, beyond = number_in(facts, "unpaid_mc"), number_in(facts, "beyond_mc")
    house, more = number_in(facts, "house_mc", None), number_in(facts, "corrected_mc", None)
    back, redrawn = number_in(facts, "reseed_back_mc"), facts["redrawn"]
    award = link.known(claim)
    due = (award.meter, award.amount, award.owed_in_all(), award.paid_in_all(), award.reseed)
    require((name, number_in(facts, "amount_mc"), unpaid, beyond, back), due, "what is known of the award")
    if (redrawn and beyond) or (not redrawn and more):
        raise ValueError("an award of which something is paid is not drawn again")
    primary, reserve = link.balances[name]
    over = link.balances.get(name + OVERFLOW, (0, 0))[0]
    gained = (
        after[name][0] + after.get(name + OVERFLOW, (0, 0))[0] + after[name][1] - primary - over - reserve
    )
    require(gained, (unpaid + beyond + house - back - more) * UNIT, f"what {name} gains in units")
    change.on(name, after[name][0] - primary, after[name][1] - reserve)
    if name + OVERFLOW in after:
        change.on(name + OVERFLOW, after[name + OVERFLOW][0] - over)
    goes_back(link, said, award, after)
    link.awards.pop(claim, None)
    link.settled.pop(claim, None)
    returned_lines(change, facts, whole(after[name][1]) - whole(reserve))
    low = sum(each["amount_mc"] for each in facts["shortfalls"] if each["because"] == "below_zero")
    asked.returned, asked.last = claim, said
    asked.owed_more, asked.borne_more = more, house - low if redrawn else 0
    for each in facts["payments"]:
        payment = link.payments[claim[0], each["payment_seq"]]
        found = (each["amount_mc"], each["seat"], each["reason"])
        require(found, (payment.settled, payment.seat, "award_returned"), "what a payment had settled")
        payment.settled, payment.beyond = 0, payment.beyond + payment.settled
    link.sums.update(owed=more - unpaid, settled=-beyond, beyond=beyond, house=house, reseeds_back=back)
    return change


def returning(link: Link, said: Said, asked: Answering) -> None:
    """That it was rejected, or its wagers were returned; and all that the last one brought is there."""
    corrections_done(asked)
    facts, leg = said.facts, asked.leg
    require(facts["table"], leg.owner, "table")
    if leg.type == "progressive_rejected":
        require(facts["because"], "rejection", "because")
        require(facts["claim_seq"], leg.facts["claim_seq"], "claim_seq")
        same_as_asked(said, asked, "rejected_by", "reason")
        return
    require(facts["because"], "void", "because")
    require(facts["rejected_by"], leg.facts["ruled_by"], "rejected_by")
    same_as_asked(said, asked, "reason")
    award, last = link.known(claim_in(said)), link.rounds.get(leg.owner)
    if last is None or {award.round, last.name} != {leg.round}:
        raise ValueError(f"its award is not of round {leg.round}")


def goes_back(link: Link, said: Said, award: Award, after: dict[str, tuple[int, int]]) -> None:
    """On which account an award goes back, where no later lock of its meter can have changed that."""
    facts, name = said.facts, award.meter
    primary, reserve = link.balances[name]
    over = link.balances.get(name + OVERFLOW, (0, 0))[0]
    limit, house = number_in(link.terms[name], "limit_mc"), facts["house_mc"]
    if not facts["redrawn"]:
        more = (award.amount - award.reseed) * UNIT
        due, overflow = put(primary, over, max(0, more), limit)
        low = max(0, -whole(due + min(0, more)))
        taken = min(low, whole(over))
        due, overflow = due + min(0, more) + low * UNIT, overflow - taken * UNIT
        require(house, low - taken - award.borne(), "house_mc")
        found = (*after[name], after.get(name + OVERFLOW, (0, 0))[0])
        require(found, (due, reserve, overflow), f"what is on {name} and its overflow")
        return
    others = [*link.awards.values(), *link.settled.values()]
    later = [each for each in others if each.meter == name and each.number > award.number]
    if award.exact and not any(each.percent == WHOLE for each in later):
        require(after[name][1], reserve + award.reserve_moved * UNIT, f"the reserve of {name}")
    if award.exact and not later and not limit:
        due = primary + (award.amount - award.reseed - award.reserve_moved - award.overflow_moved) * UNIT
        low = max(0, -whole(due))
        require(house, low, "house_mc")
        require(after[name][0], due + low * UNIT, f"what is on {name}")
    for each in later:
        each.exact = False


def returned_lines(change: Change, facts: dict[str, Any], reserve: int) -> None:
    """What an award that goes back moves in the ledger."""
    name, house = facts["meter"], facts["house_mc"]
    primary, payable = ("primary", name), ("payable", name)
    if facts["redrawn"]:
        change.move("return", facts["amount_mc"], payable, primary)
        change.move("return", reserve, primary, ("reserve", name))
        change.move("correction", facts["corrected_mc"], primary, payable)
        change.move("correction", house, ("house", name), primary)
    else:
        change.move("return", facts["unpaid_mc"], payable, primary)
        change.move("return", facts["beyond_mc"], ("beyond_entitlement", name), primary)
        change.move("return", house, ("house", name), primary)
    change.move("return", facts["reseed_back_mc"], primary, ("seed_funding", name))


def corrections_done(asked: Answering) -> None:
    """After an award that went back: later ones are owed more by what its record says, in all."""
    if asked.owed_more or asked.borne_more:
        raise Bad(
            asked.last.place,
            f"the awards that were decided again differ from what it says by {asked.owed_more} mc owed and "
            f"{asked.borne_more} mc that the house bears",
        )


def corrected(link: Link, said: Said, asked: Answering) -> Change:
    """A later award as it is right now: what is missing to it is owed, what was paid stays paid."""
    facts, claim, change = said.facts, claim_in(said), Change()
    because = facts["because_table"], facts["because_claim_seq"]
    require(because, asked.returned, "the award that went back")
    amount, award = number_in(facts, "amount_mc"), link.known(claim)
    require((facts["meter"], facts["before_mc"]), (award.meter, award.amount), "the award before")
    before = award.owed_in_all() + award.paid_in_all(), award.borne()
    seats = sorted(award.owed.keys() | award.paid.keys())
    share, award.amount = amount // len(seats), amount
    require(floored(share) * len(seats), amount, "amount_mc")
    award.owed = {
        seat: share - award.paid.get(seat, 0)
        for seat in seats
        if seat not in award.paid or share > award.paid[seat]
    }
    asked.owed_more -= award.owed_in_all() + award.paid_in_all() - before[0]
    asked.borne_more -= award.borne() - before[1]
    settled = link.set_against(claim, facts["set_against"], award)
    require(by_seat(facts["shares"]), award.owed, "shares")
    require(number_in(facts, "paid_mc"), award.paid_in_all(), "paid_mc")
    award.validated = award.validated and not award.owed
    link.keep(claim, award)
    set_against_line(change, award.meter, settled)
    return change


def mended(link: Link, said: Said, asked: Answering) -> Change:
    """A payment never happened, came back, or the house bears it."""
    facts, change = said.facts, Change()
    same_as_asked(said, asked, "table", "payment_seq", "outcome", "document")
    signed(said, asked)
    beyond, unsettled = number_in(facts, "beyond_mc"), number_in(facts, "unsettled_mc")
    house, meter, outcome = number_in(facts, "house_mc"), facts["meter"], facts["outcome"]
    claim, moved = claim_in(said), 0
    asked_mc = asked.leg.facts.get("amount_mc")
    asked.mended += beyond
    if facts["payment_seq"]:
        mended_payment(link, said, asked_mc)
    else:  # of payments that the link has forgotten, meter by meter
        require(unsettled, 0, "unsettled_mc")
        if asked_mc is not None and asked.mended > asked_mc:
            raise ValueError(f"{asked.mended} mc are mended, {asked_mc} mc were asked")
    if not unsettled and (house or facts["set_against"]):
        raise ValueError("nothing of it had settled a share")
    award = link.award(claim)
    if unsettled:
        award = link.known(claim)
        owed_again(award, facts, unsettled)
        moved = link.set_against(claim, facts["set_against"], award)
        award.validated = award.validated and (award.validated_amount == award.amount or not award.owed)
        link.keep(claim, award)
    if award is not None and facts["award_mc"]:
        due = (award.meter, award.amount, award.paid_in_all(), award.validated, award.owed)
        found = (meter, facts["award_mc"], facts["paid_mc"], facts["validated"], by_seat(facts["shares"]))
        require(found, due, "the award as it is now")
    cause, cash = "payment_correction", ("paid", meter)
    bears = ("house", meter) if outcome == "written_off" else cash
    change.move(cause, beyond, bears, ("beyond_entitlement", meter))
    change.move(cause, unsettled - house, cash, ("payable", meter))
    change.move(cause, house, cash, ("house", meter))
    set_against_line(change, meter, moved)
    link.sums.update(beyond=-beyond, settled=-unsettled, owed=unsettled - house, house=-house)
    if outcome == "written_off":
        link.sums["written_off"] += beyond
    else:
        link.sums["cash"] -= beyond + unsettled
    return change


def mended_payment(link: Link, said: Said, asked_mc: int | None) -> None:
    """What is mended stood where the record says: all of it, or as much as was asked."""
    facts = said.facts
    payment = link.payments[facts["table"], facts["payment_seq"]]
    require((claim_in(said), facts["seat"]), (payment.claim, payment.seat), "the payment's claim and seat")
    beyond = payment.beyond if asked_mc is None else asked_mc
    settled = payment.settled if facts["outcome"] == "never_happened" else 0
    require((facts["beyond_mc"], facts["unsettled_mc"]), (beyond, settled), "what is mended of it")
    if beyond > payment.beyond:
        raise ValueError(f"{payment.beyond} mc of it stands beyond entitlement")
    payment.beyond -= beyond
    payment.settled -= settled


def owed_again(award: Award, facts: dict[str, Any], unsettled: int) -> None:
    """The share that a payment had settled, which never happened."""
    seat, share, borne = facts["seat"], award.share(), award.borne()
    left = award.paid.pop(seat) - unsettled
    if left < 0:
        raise ValueError(f"seat {seat} was paid less than {unsettled} mc")
    if left:
        award.paid[seat] = left
    if share > left or not left:
        award.owed[seat] = max(0, share - left)
    require(facts["house_mc"], borne - award.borne(), "house_mc")


MUST_CHANGE: dict[str, Callable[[Link, Said, Answering], Change]] = {
    "table_joined": joined,
    "table_left": joined,
    "meter_opened": put_into_play,
    "meter_terms_changed": put_into_play,
    "meter_contributed": contributed,
    "stake_due_back": due_back,
    "contribution_reversed": reversed_,
    "meter_adjusted": adjusted,
    "transfer_sent": sent,
    "transfer_received": received,
    "transfer_refused": refused_transfer,
    "transfer_returned": came_back,
    "award_locked": locked,
    "award_validated": validated,
    "award_paid": paid,
    "award_returned": returned,
    "award_corrected": corrected,
    "payment_mended": mended,
    "meter_closed": closed,
    "meter_retired": nothing_moves,
    "meter_day_closed": day_closed,
    **dict.fromkeys(("leg_refused", "leg_set_aside", "table_incomplete", "table_complete"), nothing_moves),
}
"""What each record of a keeper must change."""


# --- the ledger: CSV and journals held against the entries ------------------------------------------------

LEDGER = "data/ledger/"
CSV = LEDGER + "csv/"
COLUMNS = {
    "entries": ("book", "seq", "at", "day", "of_day", "type", "source", "round"),
    "postings": ("book", "seq", "line", "day", "account", "meter", "cause", "mc", "nano"),
    "trial_balance": (
        "book", "account", "meter", "cause", "opening_mc", "opening_nano", "closing_mc", "closing_nano",
    ),
    "accounts": ("path", "book", "account", "meter"),
}  # fmt: skip
BY_TABLES = {
    "wager_settled", "envy_paid", "dispute_paid", "payment_corrected", "round_voided", "progressive_claimed",
    "progressive_rejected", "progressive_paid",
}  # fmt: skip
"""What may move money of a table's own book."""
MUST_POST = {"envy_paid", "dispute_paid", "progressive_paid"}
"""Of these the cash is in the book of its table, unless a link posts it."""
TELLING = LEGS | MUST_POST | {"table_day_ended", "stream_resumed"}
"""Of a table: what asks something of a link, must be in the ledger, or says where a stream goes on."""

Lines = dict[tuple[str, str, str], list[int]]
"""By account, meter and cause: millicents and nanodollars, debit positive."""


def moment(us: int) -> str:
    """A time as tables and journals have it."""
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=us)
    return at.strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def day_after(day: str) -> str:
    """The next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


class Table:
    """A CSV table of the bag, read book by book: of each book where its next row is."""

    def __init__(self, bag: Path, name: str, files: ExitStack) -> None:
        self.name = f"{CSV}{name}.csv"
        self.rows = 0
        self._next: dict[str, tuple[int, int]] = {}
        """By book: where its next row begins, and its line number."""
        self._seen: dict[str, tuple[int, dict[str, str], int]] = {}
        """By book its next row, if it was looked at: its line number, and where it ends."""
        try:
            self._file = files.enter_context((bag / self.name).open("rb"))
        except OSError as error:
            raise Bad(f"file {self.name}", f"it cannot be read ({error.strerror})") from None
        self._columns = COLUMNS[name]
        if self._split(self._file.readline(), 1) != [*self._columns]:
            raise self.bad(1, f"its columns are not {', '.join(self._columns)}")

    def find_books(self) -> None:
        """Where the rows of each book begin; those of a book stand together."""
        at, before = self._file.tell(), None
        for line, row in enumerate(self._file, 2):
            self.rows += 1
            book = self._cells(row, line)[0]
            if book != before:
                if book in self._next:
                    raise self.bad(line, f"the rows of {book} do not stand together")
                self._next[book] = at, line
            at, before = at + len(row), book

    def books(self) -> list[str]:
        """The books of which there are rows."""
        return sorted(self._next)

    def all_rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Every row with its line number, from the first."""
        self._file.seek(0)
        self._file.readline()
        for line, row in enumerate(self._file, 2):
            yield line, self._row(row, line)

    def peek(self, book: str) -> tuple[int, dict[str, str]] | None:
        """The next row of a book, and its line number."""
        if (seen := self._seen.get(book)) is not None:
            return seen[:2]
        place = self._next.get(book)
        if place is None:
            return None
        if self._file.tell() != place[0]:
            self._file.seek(place[0])
        row = self._file.readline()
        if row:
            found = self._row(row, place[1])
            if found["book"] == book:
                self._seen[book] = place[1], found, place[0] + len(row)
                return place[1], found
        del self._next[book]
        return None

    def take(self, book: str) -> None:
        """The row that was looked at is done with."""
        line, _, after = self._seen.pop(book)
        self._next[book] = after, line + 1

    def left(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Rows that nothing was found for: the next of each book."""
        for book in sorted(self._next):
            row = self.peek(book)
            if row is not None:
                yield row

    def bad(self, line: int, why: str) -> Bad:
        """A line of this file that does not hold."""
        return Bad(f"file {self.name}", f"line {line}: {why}")

    def _row(self, row: bytes, line: int) -> dict[str, str]:
        return dict(zip(self._columns, self._cells(row, line), strict=True))

    def _cells(self, row: bytes, line: int) -> list[str]:
        cells = self._split(row, line)
        if len(cells) != len(self._columns):
            raise self.bad(line, f"it has {len(cells)} cells, {len(self._columns)} are due")
        return cells

    def _split(self, row: bytes, line: int) -> list[str]:
        try:
            text = row.decode("utf-8")
        except UnicodeDecodeError:
            raise self.bad(line, "it is not text") from None
        if not text.endswith("\n"):
            raise self.bad(line, "it has no end")
        if '"' not in text and "\r" not in text:
            return text[:-1].split(",")
        try:
            return next(csv.reader([text[:-1]]), [])
        except csv.Error as error:
            raise self.bad(line, f"it is not CSV: {error}") from None

    def number(self, line: int, row: dict[str, str], column: str) -> int:
        """A whole number in a cell."""
        if not WHOLE_NUMBER.fullmatch(row[column]):
            raise self.bad(line, f"{column} is {row[column]!r}, and no whole number")
        return int(row[column])


WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,24}")


class Ledger:
    """The tables of the ledger, row by row against what the entries say; then journals against the tables."""

    def __init__(self, bag: Path, files: ExitStack) -> None:
        self._bag = bag
        self._files = files
        self._entries, self._postings = Table(bag, "entries", files), Table(bag, "postings", files)
        self._entries.find_books()
        self._postings.find_books()
        self.due: dict[str, int] = {}
        """By table book the event that its next row is about."""
        self._ended: dict[str, str] = {}
        self._sums: dict[tuple[str, str, str, str], list[int]] = {}
        self.counts: Counter[str] = Counter()
        for book in [book for book in self._entries.books() if book.startswith("table:")]:
            self._look(book)

    def _look(self, book: str) -> None:
        """Which event the next row of a table's book is about."""
        row = self._entries.peek(book)
        self.due.pop(book, None)
        if row is not None:
            self.due[book] = self._entries.number(*row, "seq")

    def decision(self, link: Link, said: Said, lines: Lines) -> None:
        """A decision of a keeper: its entry, if it moved anything."""
        row = self._entries.peek(link.name)
        seq = None if row is None else self._entries.number(*row, "seq")
        if not lines:
            if row is not None and seq == said.seq:
                raise self._entries.bad(row[0], f"{link.name} seq {seq} moves no money")
            return
        if row is None or seq != said.seq:
            line = row[0] if row else self._entries.rows + 1
            raise self._entries.bad(line, f"{link.name} seq {said.seq} is due here, which moves money")
        day = max(said.day, day_after(link.closed_day)) if link.closed_day else said.day
        source = f"{said.facts['source_stream']}#{said.facts['source_seq']}"
        due = {"at": moment(link.at), "day": day, "of_day": said.day, "type": said.type}
        self._compare(row, due | {"source": source, "round": said.round})
        self._compare_postings(link.name, row, lines)
        self.counts["entries"] += 1

    def happened(self, index: int, value: list[Any]) -> None:
        """An event: of a table, the next row of its book may be about it, or must."""
        if self.due.get(value[1]) == value[2]:
            self._event(index, value)
        elif value[4] in MUST_POST and value[12] == "live" and value[1].startswith("table:"):
            self._require_none(said_of(index, value))
        if value[4] == "table_day_ended" and value[12] == "live":
            day = said_of(index, value).facts["day"]
            self._ended[value[1]] = max(self._ended.get(value[1], ""), day)

    def _require_none(self, said: Said) -> None:
        """Cash at a table must be in its book, but for a slip that may have been recorded before."""
        facts = said.facts
        if facts["amount_mc"] and not facts.get("slip", "").strip() and not number_in(facts, "leg"):
            line = self._entries.rows + 1
            raise self._entries.bad(line, f"{said.stream} seq {said.seq} ({said.type}) is in no entry")

    def _event(self, index: int, value: list[Any]) -> None:
        """An event of a table that the next row of its book is about."""
        book, type_ = value[1], value[4]
        row = self._entries.peek(book)
        assert row is not None
        if type_ not in BY_TABLES or value[12] != "live":
            raise self._entries.bad(row[0], f"{book} seq {value[2]} is a {type_}, which moves no money here")
        ended = self._ended.get(book, "")
        day = max(value[8], day_after(ended)) if ended else value[8]
        due = {"at": moment(value[7]), "day": day, "of_day": value[8], "type": type_}
        self._compare(row, due | {"source": f"{book}#{value[2]}", "round": value[9] or ""})
        said = said_of(index, value)
        self._compare_postings(book, row, None, said)
        self.counts["of tables"] += 1
        self._look(book)

    def _compare(self, row: tuple[int, dict[str, str]], due: dict[str, str]) -> None:
        for column, text in due.items():
            if row[1][column] != text:
                raise self._entries.bad(row[0], f"{column} is {row[1][column]!r}, {text!r} is due")
        self._entries.take(row[1]["book"])

    def _compare_postings(
        self, book: str, entry: tuple[int, dict[str, str]], due: Lines | None, said: Said | None = None
    ) -> None:
        """The postings of an entry: what its decision moves; of a table's book what its event can move."""
        found: Lines = {}
        line = 0
        row = self._postings.peek(book)
        first = self._postings.rows + 1 if row is None else row[0]
        while (row := self._postings.peek(book)) is not None and row[1]["seq"] == entry[1]["seq"]:
            line += 1
            key = (row[1]["account"], row[1]["meter"], row[1]["cause"])
            amounts = [self._postings.number(*row, "mc"), self._postings.number(*row, "nano")]
            if (
                (row[1]["line"], row[1]["day"]) != (str(line), entry[1]["day"])
                or key in found
                or not any(amounts)
            ):
                raise self._postings.bad(row[0], "its number or day is not that of its entry, or it is empty")
            if due is not None and due.get(key) != amounts:
                raise self._postings.bad(row[0], f"{' '.join(key)} has {amounts}, {due.get(key)} is due")
            found[key] = amounts
            total = self._sums.setdefault((book, *key), [0, 0])
            total[0], total[1] = total[0] + amounts[0], total[1] + amounts[1]
            self._postings.take(book)
            self.counts["postings"] += 1
        if due is not None and found != due:
            key = min(due.keys() - found.keys())
            raise self._postings.bad(first, f"{book} seq {entry[1]['seq']}: no posting of {' '.join(key)}")
        if not found or any(map(sum, zip(*found.values(), strict=True))):
            raise self._postings.bad(
                first, f"{book} seq {entry[1]['seq']}: its postings do not come to nought"
            )
        if said is not None and (why := table_money(said, found)):
            raise self._postings.bad(first, f"{book} seq {entry[1]['seq']}: {why}")

    def finish(self) -> list[str]:
        """Rows that nothing was found for, the trial balance, the accounts, the journals."""
        for table, what in (
            (self._entries, "no event of the log has moved this"),
            (self._postings, "it is of no entry"),
        ):
            for line, _ in table.left():
                raise table.bad(line, what)
        self._trial_balance()
        paths = self._accounts()
        journals = [name for name in (BEANCOUNT, HLEDGER) if (self._bag / LEDGER / name).exists()]
        counts = self.counts
        links, tables = counts["entries"], counts["of tables"]
        return [
            f"ledger: {links:,} entries of links as recomputed, {tables:,} of tables as their events allow,",
            f"  {counts['postings']:,} postings, {len(self._sums):,} balances, {len(paths):,} accounts",
            *(
                f"journal: {name}, {self._journal(name, paths):,} transactions as in the tables"
                for name in journals
            ),
        ]

    def _trial_balance(self) -> None:
        table = Table(self._bag, "trial_balance", self._files)
        left = dict(self._sums)
        for line, row in table.all_rows():
            key = (row["book"], row["account"], row["meter"], row["cause"])
            names = ("opening_mc", "opening_nano", "closing_mc", "closing_nano")
            found = [table.number(line, row, name) for name in names]
            due = [0, 0, *left.pop(key, [0, 0])]
            if found != due:
                raise table.bad(line, f"{' '.join(key)} has {found}, {due} is due")
        if left := {key: amounts for key, amounts in left.items() if any(amounts)}:
            raise Bad(f"file {table.name}", f"{' '.join(min(left))} is missing")

    def _accounts(self) -> dict[str, tuple[str, str, str]]:
        table = Table(self._bag, "accounts", self._files)
        paths: dict[str, tuple[str, str, str]] = {}
        for line, row in table.all_rows():
            if row["path"] in paths:
                raise table.bad(line, f"{row['path']} is there twice")
            paths[row["path"]] = (row["book"], row["account"], row["meter"])
        if len(set(paths.values())) < len(paths) or set(paths.values()) != {key[:3] for key in self._sums}:
            raise Bad(f"file {table.name}", "its accounts are not those of the postings, each once")
        return paths

    def _journal(self, name: str, paths: dict[str, tuple[str, str, str]]) -> int:
        """A journal has the entries of the tables, in their order, and nothing else; returns how many."""
        journal = Journal(self._bag, name, paths)
        postings = self._postings.all_rows()
        posting = next(postings, None)
        count = 0
        for _, row in self._entries.all_rows():
            due = []
            while posting is not None and (posting[1]["book"], posting[1]["seq"]) == (
                row["book"],
                row["seq"],
            ):
                of = posting[1]
                for unit, column in (("MILLICENT", "mc"), ("NANODOLLAR", "nano")):
                    if of[column] != "0":
                        due.append(((of["book"], of["account"], of["meter"]), of[column], unit, of["cause"]))
                posting = next(postings, None)
            journal.transaction(row, due)
            count += 1
        sums: dict[tuple[str, str, str], list[int]] = {}
        for key, amounts in self._sums.items():
            total = sums.setdefault(key[:3], [0, 0])
            total[0], total[1] = total[0] + amounts[0], total[1] + amounts[1]
        journal.closing(sums)
        return count


def table_money(said: Said, lines: Lines) -> str:
    """Why an event of a table cannot have moved this in the table's own book; empty where it can."""
    facts, type_ = said.facts, said.type
    known = {"fixed_awards", "envy", "disputes", "paid", "house", "beyond_entitlement"}
    if strange := {key[0] for key in lines} - known:
        return f"{min(strange)} is no account of a table"
    out = -sum(amounts[0] for key, amounts in lines.items() if key[0] == "paid")
    if type_ == "envy_paid":
        due = {("envy", "", "envy"): [facts["amount_mc"], 0], ("paid", "", "envy"): [-facts["amount_mc"], 0]}
        return "" if lines == due else f"an envy bonus of {facts['amount_mc']} mc was paid"
    if type_ == "wager_settled":
        fixed = lines.get(("fixed_awards", facts["wager"], "fixed_award"), [0, 0])[0]
        held_up = len(lines) == 2 and 0 < fixed == out <= facts["paid_mc"]
        return "" if held_up else f"{facts['paid_mc']} mc was paid for {facts['wager']}"
    if type_ == "dispute_paid":
        return "" if out == facts["amount_mc"] else f"{facts['amount_mc']} mc was paid"
    if type_ == "progressive_paid":
        payment = -lines.get(("paid", "", "payment"), [0, 0])[0]
        due_mc = (0,) if number_in(facts, "leg") else (0, facts["amount_mc"])
        return "" if payment in due_mc else f"{facts['amount_mc']} mc was paid"
    return ""


BEANCOUNT, HLEDGER = "ledger.beancount", "ledger.journal"
LEDGER_FILES = frozenset(
    {*(f"{CSV}{name}.csv" for name in COLUMNS), *(f"{LEDGER}{name}" for name in (BEANCOUNT, HLEDGER))}
)
"""What of the ledger is held against the entries, or against what was."""


class Journal:
    """A journal, line by line: transactions, then accounts and closing balances; anything else is bad."""

    def __init__(self, bag: Path, name: str, paths: dict[str, tuple[str, str, str]]) -> None:
        self._name = LEDGER + name
        self._paths = paths
        self._lines = text_lines(bag, self._name)
        self._number = 0
        self._line = ""
        self._bean = name == BEANCOUNT
        self._days = ("9999-12-31", "")
        self._forward()
        self._head()

    def _forward(self) -> None:
        """On to the next line that is not empty."""
        while True:
            self._number += 1
            self._line = next(self._lines, "")
            if self._line != "\n":
                return

    def _head(self) -> None:
        """The options of the journal, each once, among comments."""
        left = {f"{line}\n" for line in (BEAN_HEAD if self._bean else HLEDGER_HEAD)}
        while left:
            if not self._is_comment():
                if self._line not in left:
                    raise self._bad(f"{self._line.strip()!r} is no option of this journal")
                left.remove(self._line)
            self._forward()

    def _is_comment(self) -> bool:
        """Whether the line is a comment to every reader: to some it ends at a carriage return."""
        return self._line.startswith(";") and self._line.removesuffix("\n").isprintable()

    def _bad(self, why: str) -> Bad:
        return Bad(f"file {self._name}", f"line {self._number}: {why}")

    def _expect(self, line: str) -> None:
        if self._line != line + "\n":
            raise self._bad(f"it is {self._line.strip()!r}, {line.strip()!r} is due")
        self._forward()

    def transaction(
        self, row: dict[str, str], postings: list[tuple[tuple[str, str, str], str, str, str]]
    ) -> None:
        """An entry of the tables: its heading, and each posting with its cause."""
        self._days = min(self._days[0], row["day"]), max(self._days[1], row["day"])
        if self._bean:
            self._expect(f'{row["day"]} * "{row["type"]}" "{row["source"]}"')
            self._expect(f'  book: "{row["book"]}"')
            self._expect(f"  seq: {row['seq']}")
            self._expect(f'  at: "{row["at"]}"')
            if row["round"]:
                self._expect(f'  round: "{row["round"]}"')
            if row["of_day"] != row["day"]:
                self._expect(f"  of-day: {row['of_day']}")
        else:
            tags = f"book:{row['book']}, at:{row['at']}, source:{row['source']}"
            tags += f", round:{row['round']}" if row["round"] else ""
            tags += f", of-day:{row['of_day']}" if row["of_day"] != row["day"] else ""
            self._expect(f"{row['day']} * ({row['seq']}) {row['type']}  ; {tags}")
        for key, number, unit, cause in postings:
            path = self._line.split()[0] if self._line.startswith("  ") else ""
            if self._paths.get(path) != key:
                raise self._bad(f"{' '.join(key)} is due")
            if self._bean:
                self._expect(f"  {path}  {number} {unit}")
                self._expect(f'    cause: "{cause}"')
            else:
                self._expect(f"    {path}  {number} {unit}  ; cause:{cause}")

    def closing(self, sums: dict[tuple[str, str, str], list[int]]) -> None:
        """The accounts as the tables have them, each once, and what stands on each at the end."""
        paths = {of: path for path, of in self._paths.items()}
        left = {(paths[of], unit): sums[of][at] for of in sums for at, unit in enumerate(UNITS)}
        opened, others = set(paths.values()) if self._days[1] else set(), self._other_lines()
        while self._line:
            line = self._line.rstrip("\n")
            account = (BEAN_ACCOUNT if self._bean else HLEDGER_ACCOUNT).fullmatch(line)
            balance = (BEAN_BALANCE if self._bean else HLEDGER_BALANCE).fullmatch(line)
            if line in others:
                others.remove(line)
            elif account is not None:
                if account[2] not in opened or account[1] not in ("", self._days[0]):
                    raise self._bad(f"{account[2]} is no account of the tables, or opened before")
                opened.discard(account[2])
                self._account(account, self._paths[account[2]])
                continue
            elif balance is not None:
                due = left.pop((balance[2], balance[4]), None)
                if due != int(balance[3]) or balance[1] not in ("", day_after(self._days[1])):
                    raise self._bad(f"{due} is due on {balance[2]}")
            elif not self._is_comment():
                raise self._bad(f"{line!r} is in no table")
            self._forward()
        for missing in (sorted(left), sorted(opened), sorted(others)):
            if missing:
                raise self._bad(f"{missing[0]} is missing at the end")

    def _other_lines(self) -> set[str]:
        """What else stands behind the transactions: commodities, or the heading of the closing balances."""
        first, last = self._days
        if not last:
            return set()
        if self._bean:
            return {f"{first} commodity {unit}" for unit in UNITS}
        return {f"{day_after(last)} * closing balances"}

    def _account(self, found: re.Match[str], of: tuple[str, str, str]) -> None:
        """What an account is for: its book, its account, its meter."""
        if not self._bean:
            self._expect(f"account {found[2]}  ; book:{of[0]}, account:{of[1]}, meter:{of[2]}")
            return
        self._forward()
        for name, text in zip(("book", "account", "meter"), of, strict=True):
            self._expect(f'  {name}: "{text}"')


UNITS = ("MILLICENT", "NANODOLLAR")
BEAN_HEAD = (
    'option "title" "Pitledger"',
    'option "operating_currency" "MILLICENT"',
    'option "tolerance_multiplier" "0"',
)
HLEDGER_HEAD = ("decimal-mark .", "commodity 1000. MILLICENT", "commodity 1000. NANODOLLAR")
BEAN_ACCOUNT = re.compile(r"([0-9-]{10}) open (\S+)  MILLICENT,NANODOLLAR")
BEAN_BALANCE = re.compile(r"([0-9-]{10}) balance (\S+)  (-?[0-9]+) (MILLICENT|NANODOLLAR)")
HLEDGER_ACCOUNT = re.compile(r"()account (\S+)  ; .*")
HLEDGER_BALANCE = re.compile(r"()    (\S+)  0 (?:MILLICENT|NANODOLLAR) = (-?[0-9]+) (MILLICENT|NANODOLLAR)")


def text_lines(bag: Path, name: str) -> Iterator[str]:
    """The lines of a file of text, each with its end."""
    try:
        with (bag / name).open("r", encoding="utf-8", newline="\n") as file:
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        raise Bad(f"file {name}", f"it cannot be read ({error})") from None


# --- every link: what it was asked, what its keeper decided, what is on its meters ------------------------


class Links:
    """What every link was asked and what was decided on it, in the order of its keeper's records.

    An event may stand before or behind the decision on it, so what came first waits by its index. Of a
    link its meters, open awards and last rounds are kept, of everything else numbers.
    """

    def __init__(self, entries: Entries, heads: dict[str, tuple[int, bytes]], ledger: Ledger | None) -> None:
        self._entries = entries
        self._heads = heads
        self._ledger = ledger
        self._links: dict[str, Link] = {}
        self._asked: dict[tuple[str, str], Queue] = {}
        self._sources: dict[str, set[str]] = {}
        """By link the streams that asked anything of it."""
        self._waiting: dict[str, set[str]] = {}
        """By stream the links whose next decision waits for an event of it."""
        self._unanswered: list[tuple[int, str, str, int, str]] = []
        self._quarantined: set[tuple[str, str, int]] = set()
        self._recent: dict[int, Said] = {}
        """By index the last that was asked: mostly it is answered soon, and need not be read again."""
        self.mute: set[bytes] = set()
        """Bodies of wagers that ask nothing of any link: there are few, and many events have them."""
        self.counts: Counter[str] = Counter()
        self.newest = 0

    # --- as entries come ---

    def asks(self, index: int, value: list[Any]) -> None:
        """An event that may ask something of links."""
        if value[12] != "live":
            return
        try:
            said = said_of(index, value)
            asked = asked_of(said)
        except MALFORMED:
            self.counts["unreadable"] += 1
            return
        stream = value[1]
        for link, _ in asked:
            queue = self._asked.get((link, stream))
            if queue is None:
                queue = self._asked[link, stream] = Queue()
                self._sources.setdefault(link, set()).add(stream)
            queue.add(index, value[2])
        if asked:
            self._recent[index] = said
            if len(self._recent) > RECENT:
                del self._recent[next(iter(self._recent))]
        elif said.type in BETS:
            if len(self.mute) >= REMEMBERED:
                self.mute.clear()
            self.mute.add(value[13])
        if stream in self._waiting:
            self._go_on(stream)

    def decides(self, index: int, value: list[Any]) -> None:
        """A record of a keeper: decided in its turn, or when what it answers has come."""
        name = value[1].partition(":")[2]
        link = self._links.get(name)
        if link is None:
            link = self._links[name] = Link(name)
        if value[4] in ("transfer_sent", "transfer_refused"):
            self.asks(index, value)
        elif value[1] in self._waiting:
            self._go_on(value[1])
        source, _, number = value[11].rpartition("#")
        if not len(link.waiting) and self._is_here(source, int(number)):
            self._decide(link, index, value)
            return
        if not len(link.waiting):
            self._waiting.setdefault(source, set()).add(name)
        link.waiting.add(index, value[2])

    def _is_here(self, source: str, seq: int) -> bool:
        """Whether an event has come; of a mark of the router the one that it rests on is looked for last."""
        return source.startswith("router:") or self._heads.get(source, (0, b""))[0] >= seq

    def _go_on(self, stream: str) -> None:
        for name in sorted(self._waiting.pop(stream)):
            link = self._links[name]
            while len(link.waiting):
                index, _ = link.waiting.first()
                value = unpack_event(self._entries.at(index))
                source, _, number = value[11].rpartition("#")
                if not self._is_here(source, int(number)):
                    self._waiting.setdefault(source, set()).add(name)
                    break
                link.waiting.drop()
                self._decide(link, index, value)

    def quarantined(self, value: Any) -> None:
        """A record of quarantine: a leg that a keeper could not take is not decided."""
        try:
            record = unpack(value)
            if record["topic"] == "links":
                header = unpack_event(record["value"])
                self._quarantined.add((record["key"], header[1], header[2]))
        except MALFORMED:
            return

    # --- decision by decision ---

    def _decide(self, link: Link, index: int, value: list[Any]) -> None:
        place = f"index {index}"
        try:
            said = said_of(index, value)
            self._check_source(said, value)
            asked = self._turn(link, said)
            change = Change() if asked is None else MUST_CHANGE[said.type](link, said, asked)
            self._check_balances(link, said, change)
            self._remember(link, said, asked)
        except MALFORMED as error:
            self._judge_unanswered()  # what was passed over is the first that is bad
            raise Bad(place, f"{value[1]} seq {value[2]} ({value[4]}): {lacks(error)}") from None
        self.counts[said.type] += 1

    def _check_source(self, said: Said, value: list[Any]) -> None:
        """Facts and header name the same event and the same decider."""
        facts = said.facts
        require(f"{facts['source_stream']}#{facts['source_seq']}", value[11], "its source")
        require(f"keeper/{number_in(facts, 'decider')}", said.actor, "its decider")
        if facts["decider"] != 1:
            raise ValueError(
                f"decider {facts['decider']} is not known here: take the verifier of a newer version"
            )
        require(value[12], "live", "its mode")
        if said.type not in MUST_CHANGE:
            raise ValueError("no keeper decides that")

    def _turn(self, link: Link, said: Said) -> Answering | None:
        """What a decision answers: the next thing that its source asked; None for a remark."""
        source, seq = said.facts["source_stream"], said.facts["source_seq"]
        if said.type in NOTICES:
            return None
        if source.startswith("router:"):
            if said.type != "leg_refused" or said.facts["attempted"] != "claim":
                raise ValueError(f"nothing but a refused claim follows from {source}")
            link.refused_early.add(claim_in(said))
            return None
        asked = link.answering
        if asked is None or (asked.leg.stream, asked.leg.seq) != (source, seq):
            self._close(link)
            asked = link.answering = self._next(link, source, seq)
        leg = asked.leg
        if said.type != "leg_refused" and said.type not in ANSWERS.get(leg.type, ()):
            raise ValueError(f"a {leg.type} does not bring it")
        if said.type in asked.types and said.type not in SEVERAL:
            raise ValueError(f"{source} seq {seq} has brought one already")
        require(
            (said.at, said.day, said.round), (leg.at, leg.day, leg.round), "time, day and round of its source"
        )
        if leg.stream.startswith("table:") and said.type != "award_corrected":
            require(said.facts.get("table", leg.owner), leg.owner, "table")
        asked.types.add(said.type)
        if said.type == "leg_refused":
            asked.refused = said.facts["attempted"]
        return asked

    def _next(self, link: Link, source: str, seq: int) -> Answering:
        """Go on to what is answered; what it passes over must be such that nothing follows from it."""
        queue = self._asked.get((link.name, source))
        while queue is not None and len(queue) and queue.first()[1] <= seq:
            index, number = queue.first()
            queue.drop()
            leg = self._again(index)
            if number == seq:
                return Answering(leg, part_for(leg, link.name))
            self._pass(link, leg)
        raise ValueError(f"{source} seq {seq} asks nothing of this link, or was answered before")

    def _again(self, index: int) -> Said:
        """What was asked some time ago."""
        found = self._recent.get(index)
        return said_of(index, unpack_event(self._entries.at(index))) if found is None else found

    def _pass(self, link: Link, leg: Said) -> None:
        """Something that was asked and that nothing was decided on."""
        why = self._unanswered_because(link, leg)
        self.counts["silent"] += 1
        if why:
            self._unanswered.append((leg.entry, link.name, leg.stream, leg.seq, why))
            if len(self._unanswered) > REMEMBERED:
                self._judge_unanswered()

    def _unanswered_because(self, link: Link, leg: Said) -> str:
        """Why a leg that nothing was decided on must have its decision; empty where it need not."""
        part, kind, why = part_for(leg, link.name), leg.type, f"a {leg.type}"
        if kind in MAY_BE_SILENT or (leg.stream.startswith("link:") and kind not in ANSWERS):
            why = ""
        elif leg.stream.startswith("table:") and number_in(part, "leg") <= link.passed.get(leg.owner, 0):
            self.counts["set aside"] += 1
            why = ""
        elif kind in BETS:
            why = f"{len(part['wagers'])} wagers" if part["wagers"] else ""
            if not why:
                self._begin_round(link, leg, part)
        elif kind == "round_voided":
            why = self._void_left(link, Answering(leg, part))
        elif kind == "progressive_claimed" and (leg.owner, leg.seq) in link.refused_early:
            link.refused_early.discard((leg.owner, leg.seq))
            why = ""
        return why

    def _void_left(self, link: Link, asked: Answering) -> str:
        """What a void has left to return; nothing is left after it."""
        leg = asked.leg
        last, part = link.rounds.get(leg.owner), part_for(leg, link.name)
        seats = set(part["seats"]) - set(part["unfed"])
        if asked.refused or not seats:
            return ""
        if last is None or last.name != leg.round:
            return "a void of another round"
        stakes, left = returned_stakes(link, asked), ""
        if stakes and "contribution_reversed" not in asked.types:
            left = f"{len(stakes)} wagers that were returned"
        for (table, _), award in [*link.awards.items(), *link.settled.items()]:
            if (table, award.round) == (leg.owner, leg.round) and award.boxes and award.boxes <= seats:
                left = left or "an award whose wagers were returned"
        for kept in (last.accepted, last.fed):
            for of in [of for of in kept if of[0] in seats]:
                del kept[of]
        return left

    def _close(self, link: Link) -> None:
        """Nothing more is decided on what was answered last: it must have been answered in full."""
        asked, link.answering = link.answering, None
        if asked is None:
            return
        corrections_done(asked)
        leg, left = asked.leg, ""
        if leg.type in BETS:
            fed = "meter_contributed" in asked.types
            if asked.left and not fed and asked.refused != "contribution":
                left = f"{len(asked.left)} of its wagers"
            self._begin_round(link, leg, part_for(leg, link.name), asked.left, fed=fed)
        elif leg.type == "round_voided":
            left = self._void_left(link, asked)
        if left:
            raise Bad(leg.place, f"{leg.stream} seq {leg.seq}: nothing was decided on {left}")
        self.counts["answered"] += 1

    def _begin_round(
        self, link: Link, leg: Said, part: dict[str, Any], left: Sequence[Any] = (), *, fed: bool = False
    ) -> None:
        """The round that a table sent its wagers of: the last one of it that counts."""
        name = round_of(leg, part)
        last = link.rounds.get(leg.owner)
        if last is None or last.name != name or not name:
            last = link.rounds[leg.owner] = Round(name)
        wagers = {(seat, wager): mc for seat, wager, mc in left}
        last.accepted |= wagers
        if fed:
            last.fed |= wagers

    def _check_balances(self, link: Link, said: Said, change: Change) -> None:
        """The balances are those before and what the decision changes; the ledger has the same."""
        found, due = balances_in(said.facts), dict(link.balances)
        for name, (primary, reserve) in change.meters.items():
            before = due.get(name, (0, 0))
            due[name] = (before[0] + primary, before[1] + reserve)
        if found != due:
            for name in sorted(found.keys() | due.keys()):
                if found.get(name) != due.get(name):
                    raise ValueError(f"{name} holds {held(found.get(name))}, {held(due.get(name))} is due")
        if link.sums and min(link.sums[each] for each in ("owed", "settled", "beyond")) < 0:
            raise ValueError("more is settled or mended than there was")
        standing, link.balances = link.balances, found
        if self._ledger is not None:
            link.at = max(link.at, said.at)
            self._ledger.decision(link, said, ledger_lines(change, standing, found))

    def _remember(self, link: Link, said: Said, asked: Answering | None) -> None:
        """What is neither money nor an award."""
        facts = said.facts
        link.last = said.entry
        if said.type == "table_incomplete":
            link.incomplete.add(facts["table"])
        elif said.type == "table_complete":
            link.incomplete.discard(facts["table"])
        elif said.type == "leg_set_aside":
            link.passed[facts["table"]] = max(link.passed.get(facts["table"], 0), facts["last_leg"])
        elif said.type == "meter_day_closed":
            link.closed_day = max(link.closed_day, facts["day"])
        elif (
            said.type in ("award_locked", "leg_refused") and asked and asked.leg.type == "progressive_claimed"
        ):
            require(facts["claim_seq"], asked.leg.seq, "claim_seq")

    # --- at the end ---

    def finish(self) -> None:
        """What can be said at the end only."""
        for link in self._links.values():
            if len(link.waiting):
                index, seq = link.waiting.first()
                raise Bad(f"index {index}", f"meter:{link.name} seq {seq}: what it answers is not in the log")
            self._close_last(link)
        for (name, _), queue in sorted(self._asked.items()):
            link = self._links.get(name) or Link(name)
            while len(queue):
                index, _ = queue.first()
                queue.drop()
                leg = self._again(index)
                try:
                    self._never_answered(link, leg)
                except MALFORMED as error:
                    raise Bad(leg.place, f"{leg.stream} seq {leg.seq} ({leg.type}): {lacks(error)}") from None
        self._judge_unanswered()
        for link in self._links.values():
            self._conserved(link)

    def _never_answered(self, link: Link, leg: Said) -> None:
        """What was asked, and the log ends: its decision may be on its way."""
        if leg.at >= self.newest - IN_FLIGHT_US or leg.owner in link.incomplete:
            self.counts["awaited"] += bool(self._unanswered_because(link, leg))
        else:
            self._pass(link, leg)

    def _close_last(self, link: Link) -> None:
        """What was answered last of a link may be half answered where the log ends."""
        asked = link.answering
        try:
            self._close(link)
        except Bad:
            if asked is None or asked.leg.at < self.newest - IN_FLIGHT_US:
                raise
            self.counts["awaited"] += 1

    def _judge_unanswered(self) -> None:
        """Legs without a decision must be in quarantine."""
        for index, name, stream, seq, why in sorted(self._unanswered):
            if (name, stream, seq) not in self._quarantined:
                raise Bad(
                    f"index {index}", f"{stream} seq {seq} asks link {name}: nothing was decided on {why}"
                )
            self.counts["quarantined"] += 1
        self._unanswered = []

    def _conserved(self, link: Link) -> None:
        """Everything that ever came to a link is on its meters, owed, paid, or at another link."""
        sums, place = link.sums, f"index {link.last}"
        came = sums["seeds"] + sums["reseeds"] - sums["reseeds_back"] + sums["house"] + sums["adjusted"]
        came = (came + sums["received"] + sums["came_back"] - sums["sent"]) * UNIT
        came += sums["contributed"] - sums["reversed"]
        there = sum(map(sum, link.balances.values())) + (sums["owed"] + sums["settled"]) * UNIT
        if came != there:
            raise Bad(
                place, f"link {link.name}: {dollars(came)} came to it, {dollars(there)} is there or paid"
            )
        if sums["cash"] != sums["settled"] + sums["beyond"] + sums["written_off"]:
            raise Bad(place, f"link {link.name}: its payments do not come to what they settled")
        if sums["owed"] != sum(award.owed_in_all() for award in link.awards.values()):
            raise Bad(place, f"link {link.name}: its open awards do not come to what is owed")

    def said(self) -> list[str]:
        """What was checked, in numbers."""
        counts, sums = self.counts, Counter[str]()
        for link in self._links.values():
            sums.update(link.sums)
            sums["meters"] += sum(map(sum, link.balances.values()))
        awards = sum(counts[each] for each in ("award_locked", "award_validated", "award_returned"))
        by_hand = sum(counts[each] for each in BY_HAND)
        aside = counts["quarantined"] + counts["set aside"]
        came = dollars(sums["contributed"] - sums["reversed"])
        house = sums["reseeds"] - sums["reseeds_back"] + sums["house"] + sums["adjusted"]
        unreadable = counts["unreadable"] > 0
        transit = sums["sent"] - sums["received"] - sums["came_back"]
        if transit < 0:
            raise Bad("file data/checkpoint", "more has arrived at links than was sent to them")
        seeds, house_usd, owed = (dollars(mc * UNIT) for mc in (sums["seeds"], house, sums["owed"]))
        paid_usd, transit_usd = (dollars(mc * UNIT) for mc in (sums["settled"], transit))
        return [
            f"asked: {counts['answered']:,} legs answered, {counts['silent']:,} that nothing follows from,",
            f"  {counts['awaited']:,} await their decision, {aside:,} quarantined or set aside on record",
            *([f"unreadable: {counts['unreadable']:,} events, so nobody knows what they ask"] * unreadable),
            f"recomputed: {counts['meter_contributed']:,} contributions, {awards:,} steps of awards,",
            f"  {counts['award_corrected']:,} corrections, {counts['award_paid']:,} payments,",
            f"  {counts['contribution_reversed']:,} reversals, {by_hand:,} changes by hand",
            f"links: {len(self._links):,}, each record's balances follow from the ones before",
            f"money: seeds {seeds} + contributions {came} + house {house_usd}",
            f"  = on meters {dollars(sums['meters'])} + awards owed {owed}",
            f"  + paid {paid_usd} + in transit {transit_usd}",
        ]


BY_HAND = (
    "meter_adjusted",
    "transfer_sent",
    "transfer_received",
    "transfer_refused",
    "transfer_returned",
    "payment_mended",
)
"""What people do to a link, and what links answer each other."""


def held(balance: tuple[int, int] | None) -> str:
    """A balance in words."""
    if balance is None:
        return "nothing (no such meter)"
    return f"{dollars(balance[0])} and in reserve {dollars(balance[1])}"


def ledger_lines(
    change: Change, before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> dict[tuple[str, str, str], list[int]]:
    """What a decision posts: its moves, and what went from a meter to its overflow or back."""
    for overflow in after:
        if overflow.endswith(OVERFLOW):
            posted = sum(line[0] for of, line in change.lines.items() if of[:2] == ("primary", overflow))
            over = whole(after[overflow][0]) - whole(before.get(overflow, (0, 0))[0]) + posted
            meter = overflow.removesuffix(OVERFLOW)
            change.move("overflow", over, ("primary", meter), ("primary", overflow))
            nano = after[overflow][0] % UNIT - before.get(overflow, (0, 0))[0] % UNIT
            change.move("overflow", 0, ("residual", meter), ("residual", overflow), nano)
    return {of: line for of, line in change.lines.items() if any(line)}


# --- the streams ------------------------------------------------------------------------------------------


def names_of(source: str) -> tuple[str, ...]:
    """The streams that may have what is named; a mark of the router rests on one of a table or a link."""
    kind, _, owner = source.partition(":")
    return (f"table:{owner}", f"link:{owner}") if kind == "router" else (source,)


class Streams:
    """Every stream dense and chained, and what findings refer to; links and ledger are shown what concerns
    them."""

    whole = "stream"
    """What there is of each."""

    def __init__(self, entries: Entries, ledger: Ledger | None) -> None:
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.links = Links(entries, self.heads, ledger)
        self.ledger = ledger
        self.files = LEDGER_FILES if ledger is not None else frozenset()
        """Files beside the entries that are held against them."""
        self.events = self.wrapped = self.decisions = self.findings = 0
        self.gaps: dict[tuple[str, int, str], int] = {}
        self.resumed: set[tuple[str, int, str]] = set()
        self.named: dict[str, tuple[int, int]] = {}
        """By stream: the highest number that a decision or finding names, and the index of that one."""
        self._tables: dict[bytes, str] = {}
        """Streams of tables, by how events write where they are."""
        self._plain: set[bytes] = set()
        """Types and modes, as events write them, of which nothing but their stream is to be checked."""
        self._bets: set[bytes] = set()
        """Types of what may bring wagers for links, as events write them; most of them bring none."""
        self._who: set[bytes] = set()
        self._newest = bytes(8)

    def take(self, indexes: Sequence[int], entries: Sequence[bytes]) -> list[dict[str, Any]]:
        """Entries, one after the other; returns the maps of those that are wrapped.

        An event of a table mostly only continues its stream, and is not taken apart: its texts are as long as
        they say, those that were read before, field by field, in another event.
        """
        wrapped: list[dict[str, Any]] = []
        heads, tables, plain, bets, names = self.heads, self._tables, self._plain, self._bets, self._who
        mute, due = self.links.mute, {} if self.ledger is None else self.ledger.due
        for index, entry in zip(indexes, entries, strict=True):
            common = COMMON.fullmatch(entry)
            if common is not None:
                where, number, before, kind, at, who, source, mode, length, body = common.groups()
                seq = number[0] if len(number) == 1 else int.from_bytes(number[1:], "big")
                stream = tables.get(where)
                if (
                    stream is not None
                    and heads[stream] == (seq - 1, before)
                    and mode in plain
                    and (kind in plain or (kind in bets and body in mute))
                    and due.get(stream) != seq
                    and (who in names or self._reads(who))
                    and (
                        len(source) - 1 == source[0] - 0xA0
                        or (source[0], len(source) - 2) == (0xD9, source[1])
                    )
                    and len(body) == int.from_bytes(length[1:], "big")
                ):
                    heads[stream] = seq, sha256(entry).digest()
                    self.events += 1
                    if at > self._newest:  # noqa: PLR1730 - a call of max takes longer
                        self._newest = at
                    continue
            wrapped += self._take_apart(index, entry, common)
        return wrapped

    def _take_apart(self, index: int, entry: bytes, common: re.Match[bytes] | None) -> list[dict[str, Any]]:
        """An entry, field by field; the map of one that is wrapped."""
        place = f"index {index}"
        try:
            value = unpack_event(entry)
        except ValueError as error:
            raise Bad(place, str(error)) from None
        if type(value) is dict:
            kind = value.get("kind")
            if type(kind) is not str or kind not in KINDS:
                raise Bad(place, "it is neither an event nor of a kind that is known")
            self.wrapped += 1
            if kind == "quarantined":
                self.links.quarantined(value.get("value"))
            return [value]
        if type(value) is not list or tuple(map(type, value)) not in HEADERS:
            raise Bad(place, f"it is not an event: an array of {FIELDS} fields is due")
        try:
            self._event(place, index, value, sha256(entry).digest())
        except MALFORMED as error:
            raise Bad(place, f"{value[1]} seq {value[2]} ({value[4]}): {lacks(error)}") from None
        self.links.newest = max(self.links.newest, value[7])
        if common is not None:
            self._learn(value, *common.group(1, 4, 8))
        return []

    def _learn(self, value: list[Any], where: bytes, kind: bytes, mode: bytes) -> None:
        """Remember how these fields of an event are written, if nothing but its stream is to be checked."""
        bets = value[4] in BETS
        if (value[4] in TELLING and not bets) or not value[1].startswith("table:"):
            return
        if where in self._tables and kind in (self._bets if bets else self._plain) and mode in self._plain:
            return
        try:
            read = [unpack(each) for each in (b"\x92" + where, b"\x92" + kind, b"\x91" + mode)]
        except ValueError:
            return
        if read == [value[:2], value[4:6], value[12:13]]:
            self._tables[where] = value[1]
            self._plain.add(mode)
            (self._bets if bets else self._plain).add(kind)

    def _reads(self, who: bytes) -> bool:
        """Whether day, round and actor, as an event writes them, are three texts, or two and no round."""
        try:
            unpack(b"\x93" + who)
        except ValueError:
            return False
        if len(self._who) >= REMEMBERED:
            self._who.clear()
        self._who.add(who)
        return True

    def _event(self, place: str, index: int, value: list[Any], digest: bytes) -> None:
        stream, seq = value[1], value[2]
        found, decided = stream.startswith("finding:"), stream.startswith("meter:")
        series = f"{stream} {value[10]}" if found else stream
        last, before = self.heads.get(series, (0, ZERO))
        if seq <= last:
            raise Bad(place, f"{stream} seq {seq} is there a second time")
        if seq > last + 1:
            self.gaps[stream, seq, digest.hex()] = index
        elif value[3] != before:
            raise Bad(place, f"{stream} seq {seq} does not follow from the event before it")
        self.heads[series] = (seq, digest)
        self.events += 1
        if found or decided:
            self.decisions += decided
            self.findings += found
            self._source(place, index, value)
        elif value[4] == "stream_resumed":
            self._resumed(place, value)
        self._show(index, value)

    def _show(self, index: int, value: list[Any]) -> None:
        """Show an event to whom it concerns."""
        stream = value[1]
        if stream.startswith(("finding:", "meter:")):
            if stream.startswith("meter:"):
                self.links.decides(index, value)
            return
        if value[4] in LEGS or stream.startswith("link:"):
            self.links.asks(index, value)
        ledger = self.ledger
        if ledger is not None:
            ledger.happened(index, value)

    def _resumed(self, place: str, value: list[Any]) -> None:
        try:
            body = unpack(value[13])
            self.resumed.add((value[1], body["from_seq"], body["from_hash"]))
        except MALFORMED:
            raise Bad(place, f"{value[1]} seq {value[2]} does not say where the stream goes on") from None

    def _source(self, place: str, index: int, value: list[Any]) -> None:
        """What a decision or a finding names is looked for at the end: it may come later."""
        source, _, number = value[11].rpartition("#")
        if not source or not NUMBER.fullmatch(number):
            raise Bad(place, f"{value[1]} seq {value[2]} names no event that it follows from")
        high, first = self.named.get(source, (0, index))
        self.named[source] = (int(number), index) if int(number) > high else (high, first)

    def finish(self) -> None:
        """What can be said at the end only."""
        self.links.newest = max(self.links.newest, int.from_bytes(self._newest, "big"))
        if not self.events:
            raise Bad("file data/checkpoint", "there are no events: nothing was shown")
        self._gaps_resumed()
        for source, (number, index) in sorted(self.named.items(), key=lambda each: each[1][1]):
            if self._last_of(source) < number:
                raise Bad(f"index {index}", f"it follows from {source} seq {number}, which is not in the log")
        self.links.finish()

    def _gaps_resumed(self) -> None:
        for (stream, seq, digest), index in sorted(self.gaps.items(), key=lambda gap: gap[1]):
            if (stream, seq, digest) not in self.resumed:
                raise Bad(
                    f"index {index}", f"{stream}: an event before seq {seq} is missing, and nobody resumed it"
                )

    def _last_of(self, source: str) -> int:
        """The last number of a stream."""
        return max(self.heads.get(name, (0, ZERO))[0] for name in names_of(source))

    def said(self) -> list[str]:
        """What was checked, in numbers."""
        return [
            f"streams: {len(self.heads):,} dense and chained, {self.events:,} events",
            f"gaps: {len(self.gaps):,}, each resumed on record",
            f"decisions: {self.decisions:,}, and {self.findings:,} findings, name events that are there",
            f"wrapped: {self.wrapped:,} entries that are no events of the log",
            *self.links.said(),
            *(["ledger: not in this bag"] if self.ledger is None else self.ledger.finish()),
        ]


# --- a part of the log -------------------------------------------------------------------------------------


class Part(Streams):
    """Some events of some streams: of each a run without a gap, and what can be said of decisions alone."""

    whole = "run"

    def __init__(self, bag: Path, size: int) -> None:
        super().__init__(Entries(bag, size), None)
        self._size = size
        self._firsts: dict[str, int] = {}
        """By series the number of its first event here."""
        self._standing: dict[str, Standing] = {}
        self._sources: dict[str, array[int]] = {}
        """By stream the numbers of its events that decisions and findings follow from."""

    def _event(self, place: str, index: int, value: list[Any], digest: bytes) -> None:
        series = f"{value[1]} {value[10]}" if value[1].startswith("finding:") else value[1]
        if series not in self.heads:
            self._firsts[series] = value[2]
            self.heads[series] = (value[2] - 1, ZERO if value[2] == 1 else value[3])
        super()._event(place, index, value, digest)

    def _show(self, index: int, value: list[Any]) -> None:
        if value[1].startswith("meter:"):
            try:
                said = said_of(index, value)
                require(f"{said.facts['source_stream']}#{said.facts['source_seq']}", value[11], "its source")
                self._standing.setdefault(said.owner, Standing(known=said.seq == 1)).take(said)
            except MALFORMED as error:
                raise Bad(
                    f"index {index}", f"{value[1]} seq {value[2]} ({value[4]}): {lacks(error)}"
                ) from None

    def _source(self, place: str, index: int, value: list[Any]) -> None:
        super()._source(place, index, value)
        source, _, number = value[11].rpartition("#")
        self._sources.setdefault(source, array("Q")).append(int(number))

    def finish(self) -> None:
        """What can be said at the end only."""
        self._gaps_resumed()
        if not self.events:
            raise Bad(f"file {PART}", "there are no events: nothing was shown")

    def _here(self) -> int:
        """How many decisions and findings follow from an event that is here."""
        return sum(
            any(self._firsts[name] <= number <= self.heads[name][0] for name in names)
            for source, numbers in self._sources.items()
            if (names := [name for name in names_of(source) if name in self.heads])
            for number in numbers
        )

    def said(self) -> list[str]:
        """What was checked, in numbers, and what was not."""
        here, follow = self._here(), self.decisions + self.findings
        changes = sum(link.changes for link in self._standing.values())
        return [
            f"PART: {self.events + self.wrapped:,} of {self._size:,} entries; of the others only hashes",
            f"streams: {len(self._firsts):,} runs, each dense and chained in itself, {self.events:,} events",
            *(
                f"  {visible(name)}: {first:,} to {self.heads[name][0]:,}"
                for name, first in sorted(self._firsts.items())
            ),
            f"gaps: {len(self.gaps):,}, each resumed on record",
            f"decisions: {self.decisions:,}, and {self.findings:,} findings; {here:,} follow from an event",
            f"  that is here, {follow - here:,} from one that is not",
            f"wrapped: {self.wrapped:,} entries that are no events of the log",
            f"links: {len(self._standing):,}; {changes:,} decisions change the meters by their own fields",
            "not shown by a part: what is before, behind and beside these runs; that decisions are those",
            "  that their events ask for; the sums of all money; the ledger, which is held by its hashes",
        ]


NAMED = re.compile(rb"\xa6(player)\xd9\x40([0-9a-f]{64})|\xa7(account)\xd9\x40([0-9a-f]{64})")
"""A field of an event that refers to somebody; no other bytes of an event can look so."""
OPENINGS = "data/openings.jsonl"


class Openings:
    """Whom references stand for, as far as the bag says: each the hash of its salt and label, and in use."""

    def __init__(self, bag: Path) -> None:
        self._lines: dict[tuple[str, str], int] = {}
        self._used: set[tuple[str, str]] = set()
        self.given = (bag / OPENINGS).is_file()
        for number, line in enumerate(text_lines(bag, OPENINGS) if self.given else (), 1):
            try:
                kind, reference = self._opened(line)
            except (ValueError, RecursionError) as error:
                raise Bad(f"file {OPENINGS}", f"line {number}: {error}") from None
            self._lines[kind, reference] = number

    def _opened(self, line: str) -> tuple[str, str]:
        said = json.loads(line)
        names = {"reference", "kind", "label", "salt"}
        if type(said) is not dict or said.keys() != names or {*map(type, said.values())} != {str}:
            raise ValueError("it has not reference, kind, label and salt, each a text")
        kind, reference, salt = said["kind"], said["reference"], bytes.fromhex(said["salt"])
        if len(salt) != len(ZERO) or not said["label"] or kind not in {"player", "account"}:
            raise ValueError("it is not a salt of 32 bytes, a label, and the kind player or account")
        if sha256(salt + said["label"].encode()).hexdigest() != reference:
            raise ValueError("the reference is not the hash of salt and label")
        if (kind, reference) in self._lines or not line.endswith("\n"):
            raise ValueError("it is there a second time, or has no end")
        return kind, reference

    def take(self, entries: Sequence[bytes]) -> None:
        """Entries, which may refer to somebody."""
        for entry in entries if self.given else ():
            for player, one, account, other in NAMED.findall(entry):
                named = (player or account).decode(), (one or other).decode()
                if named in self._lines:
                    self._used.add(named)

    def said(self) -> list[str]:
        """How many hold; none may be there that no event refers to."""
        for named in sorted(self._lines.keys() - self._used, key=self._lines.__getitem__):
            why = f"line {self._lines[named]}: no event of this bag refers to it"
            raise Bad(f"file {OPENINGS}", why)
        if not self.given:
            return []
        return [f"openings: {len(self._lines):,}, each the hash of salt and label, in an event of this bag"]


class Standing:
    """What stands on the meters of a link, decision by decision: each changes it by its own fields."""

    def __init__(self, *, known: bool) -> None:
        self._balances: dict[str, tuple[int, int]] | None = {} if known else None
        """None before the first decision here: what it found is not known."""
        self._rates: dict[str, tuple[int, int]] = {}
        """By meter what goes to primary and reserve, in basis points, as terms or a contribution say."""
        self.changes = 0
        """How many decisions were held against the balances before them."""

    def take(self, said: Said) -> None:
        """The next decision; `ValueError` where its balances are not those before and what it says."""
        before, after, facts = self._balances, balances_in(said.facts), said.facts
        self._balances = after
        if said.type in ("meter_opened", "meter_terms_changed"):
            self._rates = {
                each["meter"]: (each["primary_bp"], each["reserve_bp"]) for each in facts["meters"]
            }
        if before is None:
            return
        moved = moves(before, after)
        if said.type == "meter_contributed":
            due = self._contributed(facts, moved)
        elif said.type == "contribution_reversed":
            due = self._reversed(facts, moved)
        else:
            due = own_moves(said, before, moved)
        for meter in sorted(moved.keys() | due.keys()):
            require(moved.get(meter, (0, 0)), due.get(meter, (0, 0)), f"what {meter} gains in units")
        if said.type in ("meter_contributed", "contribution_reversed"):
            sign = 1 if said.type == "meter_contributed" else -1
            for at, field in enumerate(("primary_mc", "reserve_mc")):
                require(sign * whole_moves(before, after, at), facts[field], field)
        self.changes += 1

    def _contributed(
        self, facts: dict[str, Any], moved: dict[str, tuple[int, int]]
    ) -> dict[str, tuple[int, int]]:
        """Wagers feed each meter by its rates; where no terms are here, by those of the first that is."""
        wagered = number_in(facts, "wagered_mc", 1)
        if not self._rates:
            self._rates = {meter: (gain[0] // wagered, gain[1] // wagered) for meter, gain in moved.items()}
        if sum(map(sum, self._rates.values())) > WHOLE:
            raise ValueError("more than was wagered goes to the meters")
        return {meter: (wagered * rate[0], wagered * rate[1]) for meter, rate in self._rates.items()}

    def _reversed(
        self, facts: dict[str, Any], moved: dict[str, tuple[int, int]]
    ) -> dict[str, tuple[int, int]]:
        """Returned wagers take from each meter what they fed, but for what the house bears."""
        returned = number_in(facts, "returned_mc")
        if not self._rates:
            return moved
        due = {}
        for meter, rate in self._rates.items():
            fed = returned * rate[0], returned * rate[1]
            short = borne_of(facts["shortfalls"], meter, fed)
            due[meter] = short[0] * UNIT - fed[0], short[1] * UNIT - fed[1]
        return due


def moves(
    before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """What each meter gained, its overflow with it: on its primary and on its reserve, in units."""
    if gone := before.keys() - after.keys():
        raise ValueError(f"{min(gone)} is not there any more")
    gained: dict[str, tuple[int, int]] = {}
    for name, (primary, reserve) in after.items():
        was, so_far = before.get(name, (0, 0)), gained.get(name.removesuffix(OVERFLOW), (0, 0))
        more = so_far[0] + primary - was[0], so_far[1] + reserve - was[1]
        gained[name.removesuffix(OVERFLOW)] = more
    return gained


def whole_moves(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]], at: int) -> int:
    """By how many whole millicents primaries (0) or reserves (1) changed in all."""
    return sum(whole(left[at]) - whole(before.get(name, (0, 0))[at]) for name, left in after.items())


def own_moves(
    said: Said, before: dict[str, tuple[int, int]], moved: dict[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """What a decision that is no contribution says that it moves on which meter; most move nothing."""
    facts, type_ = said.facts, said.type
    if type_ == "meter_opened":
        seeds = {each["meter"]: number_in(each, "seed_mc") for each in facts["meters"]}
        return {meter: (mc * UNIT, 0) for meter, mc in seeds.items() if meter not in before}
    if type_ in ("meter_adjusted", "transfer_sent", "transfer_received", "transfer_returned"):
        mc = number_in(facts, "amount_mc", None) * (-1 if type_ == "transfer_sent" else 1)
        on = (0, mc * UNIT) if facts["account"] == "reserve" else (mc * UNIT, 0)
        return {facts["meter"].removesuffix(OVERFLOW): on}
    if type_ == "award_locked":
        kept = number_in(facts, "reserve_moved_mc")
        mc = number_in(facts, "reseed_mc") + kept - number_in(facts, "amount_mc")
        return {facts["meter"]: (mc * UNIT, -kept * UNIT)}
    if type_ == "award_returned":
        mc = facts["unpaid_mc"] + facts["beyond_mc"] + facts["house_mc"]
        mc -= facts["reseed_back_mc"] + facts["corrected_mc"]
        reserve = moved.get(facts["meter"], (0, 0))[1]  # it may come from a lock that is not here
        return {facts["meter"]: (mc * UNIT - reserve, reserve)}
    return {}


# --- proofs, and files of which nothing but the hash counts ---------------------------------------------


PROOFS = "data/proofs"
PROOF = "c2sp.org/tlog-proof@v1"


class Proof(NamedTuple):
    """What a file of the bag says of an entry: where it is, and the hashes from there up to the root."""

    name: str
    at: int
    """The index of the entry."""
    hashes: list[bytes]
    note: bytes
    """The checkpoint that it leads to."""


class Proofs:
    """The proofs of the bag, each held against the entry that it names and the last event of its stream."""

    def __init__(self, bag: Path) -> None:
        self._wanted: dict[int, list[Proof]] = {}
        """By the first index of a tile those of its entries."""
        self._found: list[tuple[Proof, bytes]] = []
        self._bad: Bad | None = None
        """The first that is no proof: said after what is wrong with the log itself."""
        folder = bag / PROOFS
        for file in sorted(folder.glob("*.tlog-proof")) if folder.is_dir() else ():
            name = f"{PROOFS}/{file.name}"
            try:
                proof = Proof(name, *read_proof(read_file(bag, name)))
            except ValueError as error:
                self._bad = self._bad or Bad(f"file {name}", str(error))
            else:
                self._wanted.setdefault(proof.at // TILE * TILE, []).append(proof)

    @property
    def names(self) -> set[str]:
        """The files that were held against the entries."""
        return {proof.name for proof, _ in self._found}

    def take(self, first: int, indexes: Sequence[int], entries: Sequence[bytes]) -> None:
        """The entries of a tile."""
        for proof in self._wanted.get(first, ()):
            if proof.at in indexes:
                self._found.append((proof, entries[indexes.index(proof.at)]))

    def finish(
        self, log: Checkpoint, keys: list[Key], heads: dict[str, tuple[int, bytes]], whole: str
    ) -> str:
        """Every path leads to the root that was signed, from the last event of a stream; says so."""
        if self._bad is not None:
            raise self._bad
        names = self.names
        for proof in (proof for proofs in self._wanted.values() for proof in proofs):
            if proof.name not in names:
                raise Bad(f"file {proof.name}", f"the entry of index {proof.at} is not here")
        good = set[bytes]()
        for proof, entry in self._found:
            place, leaf = f"file {proof.name}", sha256(b"\0" + entry).digest()
            if proof.note not in good and opened(proof.note, keys, place) != log:
                raise Bad(place, "its checkpoint is not that of this bag")
            good.add(proof.note)
            if path_end(proof.at, log.size, leaf, proof.hashes) != log.root:
                raise Bad(place, "its hashes do not lead from the entry to the root")
            if not is_last(proof.name, entry, heads):
                raise Bad(place, f"index {proof.at} is not the last event of that stream")
        return f"proofs: {len(self._found):,}, each of the last event of its {whole}"


def read_proof(content: bytes) -> tuple[int, list[bytes], bytes]:
    """The index, the hashes and the checkpoint of a `.tlog-proof`; `ValueError` for anything else."""
    above, _, note = content.partition(b"\n\n")
    title, _, rest = above.decode().partition("\n")
    index, *texts = rest.split("\n")
    number, hashes = index.removeprefix("index "), [b64(each) for each in texts]
    if title != PROOF or not NUMBER.fullmatch(number) or {*map(len, hashes)} - {len(ZERO)}:
        raise ValueError("it is not an index and the hashes of a proof")
    return int(number), hashes, note


def path_end(index: int, size: int, digest: bytes, hashes: list[bytes]) -> bytes:
    """The root that a path leads to from the hash of an entry; nothing if it is too long or too short."""
    last = size - 1
    for other in hashes:
        if not last:
            return b""
        if index & 1 or index == last:
            digest = node(other, digest)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            digest = node(digest, other)
        index, last = index >> 1, last >> 1
    return b"" if last else digest


def is_last(name: str, entry: bytes, heads: dict[str, tuple[int, bytes]]) -> bool:
    """Whether an entry is the last event of the stream that a proof has its name from; of findings, of one
    list of checks."""
    value = unpack_event(entry)
    if type(value) is not list:
        return False
    stream, seq = value[1], value[2]
    series = f"{stream} {value[10]}" if stream.startswith("finding:") else stream
    named = {f"{PROOFS}/{re.sub('[: /]', '-', each)}.tlog-proof" for each in (stream, series)}
    return name in named and heads[series] == (seq, sha256(entry).digest())


ENVELOPE = "application/vnd.in-toto+json"
TAGS = "tagmanifest-sha256.txt"


def envelope_of(bag: Path) -> Path:
    """Where the envelope of a bag is: beside it."""
    there = bag.resolve()
    return there.parent / f"{there.name}.dsse.json"


def check_envelope(bag: Path, keys: Sequence[Key], checkpoint: Checkpoint) -> bool:
    """The log's key has signed for all of the bag; False if no envelope that says so lies beside it."""
    beside = envelope_of(bag)
    if not beside.is_file():
        return False
    place = f"file ../{beside.name}"
    try:
        said = json.loads(beside.read_bytes())
        payload = b64(said["payload"])
        text = b"DSSEv1 %d %b %d %b" % (len(ENVELOPE), ENVELOPE.encode(), len(payload), payload)
        signed = said["payloadType"] == ENVELOPE and any(
            has_signed(key, b64(each["sig"]), text) for each in said["signatures"] for key in keys
        )
        statement = json.loads(payload)
        found = statement["subject"], statement["predicate"]
    except (*MALFORMED, RecursionError):
        raise Bad(place, "it is not an envelope with a statement about a bag") from None
    if not signed:
        raise Bad(place, f"the key {keys[0].name}+{keys[0].id.hex()} has not signed it, nor one after it")
    subject = [{"name": TAGS, "digest": {"sha256": sha256(read_file(bag, TAGS)).hexdigest()}}]
    root = base64.b64encode(checkpoint.root).decode()
    if found != (subject, {"origin": checkpoint.origin, "size": checkpoint.size, "root": root}):
        raise Bad(place, "what it says is of another bag than this, or this was changed since")
    return True


def has_signed(key: Key, signature: bytes, text: bytes) -> bool:
    """Whether a signature over a text is of a key."""
    try:
        key.check(signature, text)
    except InvalidSignature:
        return False
    return True


def by_hash(bag: Path, names: set[str], *, vouched: bool) -> list[str]:
    """Of which files nothing but the hash was looked at, and whether anybody vouches for it."""
    folders: dict[str, list[str]] = {}
    for name in sorted(names):
        folders.setdefault(name[5:].rpartition("/")[0] or name[5:], []).append(name[5:])
    listed = [f"{folder} ({len(of)})" if len(of) > 1 else of[0] for folder, of in sorted(folders.items())]
    envelope = envelope_of(bag).name
    signed = f"for which the log's key has signed in {envelope}:"
    alone = f"for which nobody vouches, since {envelope} is not beside the bag:"
    said = [f"by hash alone: {len(names):,} files, {signed if vouched else alone}", f"  {', '.join(listed)}"]
    return [visible(line) for line in said]


# --- all of it --------------------------------------------------------------------------------------------


def opened(note: bytes, keys: list[Key], place: str) -> Checkpoint:
    """The checkpoint of a note that one of the keys has signed as the log that it is of."""
    try:
        text, signers = signed_by(note, keys)
        checkpoint = read_checkpoint(text)
    except ValueError as error:
        raise Bad(place, str(error)) from None
    if not any(key.name == checkpoint.origin for key in signers):
        raise Bad(
            place,
            f"the key {keys[0].name}+{keys[0].id.hex()} has not signed it, nor one that it handed over to",
        )
    return checkpoint


class Trust:
    """Whose signatures count: the key that was given, and those that it handed over to, on record."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._changes: list[tuple[Key, Key]] = []

    @property
    def keys(self) -> list[Key]:
        """The key that was given, and its heirs."""
        return self.heirs([self._key])

    def heirs(self, keys: Sequence[Key]) -> list[Key]:
        """These keys, and those that they handed over to."""
        found = [*keys]
        for old, new in self._changes:
            if old in found:
                found.append(new)
        return found

    @property
    def older(self) -> list[Key]:
        """Keys that handed over to the one given: theirs count on an older checkpoint alone."""
        found: list[Key] = []
        for old, new in reversed(self._changes):
            if new in self.keys or new in found:
                found.append(old)
        return found

    def take(self, note: Any) -> None:
        """A change of keys, which both must have signed."""
        try:
            lines = signed_by(note, [])[0].split("\n")
            old, new = read_key(lines[2].removeprefix("old ")), read_key(lines[3].removeprefix("new "))
            both = len(signed_by(note, [old, new])[1]) == 2
        except (ValueError, IndexError, AttributeError):
            return
        if both and lines[0] == "pitledger key change" and old.name == new.name == self._key.name:
            self._changes.append((old, new))


def read_since(file: Path) -> bytes:
    """The older checkpoint that somebody kept; `ValueError` if the file is something else."""
    note = file.read_bytes()
    try:
        read_checkpoint(signed_by(note, [])[0])
    except ValueError as error:
        raise ValueError(
            f"--since: {file} is not a checkpoint ({error}): name the one that you kept"
        ) from None
    return note


def check_log(bag: Path, key: Key, since: bytes | None, policy: Policy | None, files: ExitStack) -> list[str]:
    """Entries, tiles, root, signatures, the older checkpoint, streams, ledger; returns what was checked."""
    note = read_file(bag, "data/checkpoint")
    try:
        claimed = read_checkpoint(signed_by(note, [])[0])
    except ValueError as error:
        raise Bad("file data/checkpoint", str(error)) from None
    old_size = 0 if since is None else read_checkpoint(signed_by(since, [])[0]).size
    if claimed.size == 0:
        raise Bad("file data/checkpoint", "there are no entries: nothing was shown")
    trust, tiles = Trust(key), Tiles(bag, claimed.size)
    streams, bundles = log_in(bag, claimed.size, tiles.names, files)
    old_root = tiles.root() if old_size == 0 else b""
    openings, proofs = Openings(bag), Proofs(bag)
    for first, indexes, entries in bundles:
        leaves = tiles.leaves(first)
        found = [sha256(b"\0" + entry).digest() for entry in entries]
        due = leaves if len(entries) == len(leaves) else [leaves[index - first] for index in indexes]
        good = [*map(eq, found, due), False].index(False) if found != due else len(found)
        openings.take(entries[:good])
        for wrapped in streams.take(indexes[:good], entries[:good]):
            if wrapped["kind"] == "key_change":
                trust.take(wrapped.get("value"))
        if good < len(found):
            raise Bad(f"index {indexes[good]}", "the entry and its hash in the tile do not agree")
        proofs.take(first, indexes, entries)
        if first < old_size <= first + len(leaves):
            tiles.add(first, leaves[: old_size - first])
            old_root = tiles.root()
            leaves = leaves[old_size - first :]
        tiles.add(first, leaves)
    tiles.finish()
    signed, there = opened(note, trust.keys, "file data/checkpoint"), files_of(bag).keys()
    said = check_signed(bag, signed, tiles, there)
    streams.finish()
    if since is not None:
        said.append(check_since(since, trust, claimed, old_root))
    said += [
        *streams.said(),
        *openings.said(),
        proofs.finish(signed, trust.keys, streams.heads, streams.whole),
    ]
    shown = {"data/checkpoint", PART, OPENINGS, *tiles.names, *proofs.names, *streams.files}
    left = {name for name in there if name.startswith("data/")} - shown
    said += by_hash(bag, left, vouched=check_envelope(bag, trust.keys, signed))
    return said if policy is None else [*said, check_policy(note, policy, trust)]


def check_since(since: bytes, trust: Trust, claimed: Checkpoint, root: bytes) -> str:
    """The log continues the checkpoint that was kept, with this root over as many entries; says so."""
    before = opened(since, [*trust.keys, *trust.older], "file --since")
    if (before.origin, before.root) != (claimed.origin, root):
        why = f"the log does not continue the checkpoint over {before.size} entries"
        raise Bad("file data/checkpoint", why)
    return f"history: continues the checkpoint over {before.size:,} entries"


def log_in(bag: Path, size: int, names: set[str], files: ExitStack) -> tuple[Streams, Bundles]:
    """What holds the streams of a bag against each other, and the entries: all of the log, or a part."""
    if (bag / PART).is_file():
        return Part(bag, size), bundles_of_part(bag, size)
    ledger = Ledger(bag, files) if (bag / LEDGER).exists() else None
    return Streams(Entries(bag, size), ledger), bundles_of(bag, size, names)


def check_signed(bag: Path, checkpoint: Checkpoint, tiles: Tiles, there: Collection[str]) -> list[str]:
    """The entries have the root that was signed, and the bag has no other tiles; says so."""
    if tiles.root() != checkpoint.root:
        raise Bad("file data/checkpoint", "the entries do not have the root that was signed")
    for name in sorted({*there} - tiles.names):
        if name.startswith("data/tile/"):
            raise Bad(f"file {name}", "it is no tile of this log")
    of = "hashes of entries" if (bag / PART).is_file() else "entries"
    return [
        f"checkpoint: {checkpoint.origin}, {checkpoint.size:,} entries, signed",
        f"tree: {checkpoint.size:,} {of} and {len(tiles.names):,} tiles have the root that was signed",
    ]


def verify(bag: Path, key: Key, since: bytes | None, policy: Policy | None = None) -> list[str]:
    """Everything; returns what was checked, raises `Bad` at the first thing that does not hold."""
    try:
        count, size = check_bag(bag)
        with ExitStack() as files:
            said = check_log(bag, key, since, policy, files)
    except OSError as error:
        name = os.path.relpath(error.filename or bag, bag)
        raise Bad(f"file {name}", f"it cannot be read ({error.strerror})") from None
    return [f"bag: {count:,} files, {size:,} bytes, as the manifests say", *said]


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Check an export of Pitledger's audit log.")
    parser.add_argument("bag", type=Path, metavar="BAG", help="the folder of the export")
    parser.add_argument("--key", required=True, metavar="VKEY", help="the log's public key, not from the bag")
    parser.add_argument("--since", type=Path, metavar="CHECKPOINT", help="an older checkpoint that you kept")
    parser.add_argument("--policy", type=Path, metavar="FILE", help="whose cosignatures there must be")
    given = parser.parse_args(argv)
    try:
        key = read_key(given.key)
        since = None if given.since is None else read_since(given.since)
        policy = None if given.policy is None else read_policy(given.policy.read_bytes())
        list(given.bag.iterdir())
    except (ValueError, OSError) as error:
        print(f"verify_bag: {error}", file=sys.stderr)
        return 2
    try:
        said = verify(given.bag, key, since, policy)
    except Bad as bad:
        print(bad)
        return 1
    print("\n".join([*said, "good: everything above holds"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
