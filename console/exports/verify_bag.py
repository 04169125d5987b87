"""Checks an export of Pitledger's audit log, by this file alone: Python's own library and `cryptography`.

    python verify_bag.py BAG --key VKEY [--since CHECKPOINT]

It shares no code with what wrote the bag. The key comes from you, never from the bag. It checks that the bag
holds exactly the files that its manifests say; that all entries together have the root that the log's key has
signed, and their tiles the hashes; that the log continues an older checkpoint, if one is given; that every
stream is dense and chained from its first event, but for gaps that were resumed on record; and that every
decision and finding names an event that is there. It says what it checked, in numbers.

Exit code 0: all of it holds. 1: something does not; the first is named as `index N` or `file PATH`. 2: the
call was wrong.
"""

import argparse
import base64
import hashlib
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TILE = 256
FIELDS = 14
ZERO = bytes(32)
MANIFEST_LINE = re.compile(r"([0-9a-f]{64})  ([^\r\n]+)")
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
KINDS = {"fork", "unreadable", "quarantined", "key_change"}


class Bad(Exception):
    """Something does not hold: where (`index N` or `file PATH`), and why."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


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


def files_of(bag: Path) -> dict[str, Path]:
    """Every file of the bag by its name inside; nothing but files and folders may be there."""
    found = {}
    for path in sorted(bag.rglob("*")):
        name = path.relative_to(bag).as_posix()
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise Bad(f"file {name}", "it is neither a file nor a folder")
        if path.is_file():
            found[name] = path
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
    if text_file(bag, "bagit.txt") != "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n":
        raise Bad("file bagit.txt", "this is not a bag of BagIt 1.0")
    files = files_of(bag)
    payload = {name for name in files if name.startswith("data/")}
    tags = {"bagit.txt", "bag-info.txt", "manifest-sha256.txt"}
    for name in sorted(tags - files.keys()):
        raise Bad(f"file {name}", "it is missing")
    for name, due in (("tagmanifest-sha256.txt", tags), ("manifest-sha256.txt", payload)):
        listed = manifest(bag, name)
        for file in sorted(due ^ listed.keys()):
            raise Bad(f"file {file}", f"{name} and what is there do not agree on it")
        for file, digest in listed.items():
            with files[file].open("rb") as opened:
                if hashlib.file_digest(opened, "sha256").hexdigest() != digest:
                    raise Bad(f"file {file}", f"it does not have the hash that {name} says")
    for name in sorted(files.keys() - payload - tags - {"tagmanifest-sha256.txt"}):
        raise Bad(f"file {name}", "it is in no manifest")
    size = sum(files[name].stat().st_size for name in payload)
    if f"\nPayload-Oxum: {size}.{len(payload)}\n" not in "\n" + text_file(bag, "bag-info.txt"):
        raise Bad("file bag-info.txt", f"its Payload-Oxum is not {size}.{len(payload)}")
    return len(payload), size


# --- signed notes and checkpoints: C2SP -------------------------------------------------------------------


class Key(NamedTuple):
    """A public key with its name."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """What a signature names it by."""
        return hashlib.sha256(self.name.encode() + b"\n\x01" + self.public).digest()[:4]


def b64(text: str) -> bytes:
    """The bytes of base64 in its one form; none for anything else."""
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return found if base64.b64encode(found).decode() == text else b""


def read_key(text: str) -> Key:
    """A key such as `NAME+KEYID+BASE64`; `ValueError` for what is none."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    typed = b64(encoded)
    key = Key(name, typed[1:])
    if not name or " " in name or len(typed) != 33 or typed[0] != 1 or key.id.hex() != key_id:
        raise ValueError(
            f"{text!r} is not a key: NAME+KEYID+BASE64 is due, as `pitledger audit init` printed it"
        )
    return key


def signed_by(note: bytes, keys: list[Key]) -> tuple[str, list[Key]]:
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
                    Ed25519PublicKey.from_public_bytes(key.public).verify(signature[4:], text.encode())
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


# --- the tree: RFC 6962 -----------------------------------------------------------------------------------


def node(left: bytes, right: bytes) -> bytes:
    """The hash over two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


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
        self._leaves = b""
        self.names: set[str] = set()

    def leaf(self, index: int, leaf: bytes) -> None:
        """Take the hash of the next entry; where its tile has another, that is the first that is bad."""
        at = index % TILE
        if at == 0:
            width = min(TILE, self._size - index)
            self._leaves = self._stored(tile_name("0", index // TILE, width), width)
        if self._leaves[32 * at : 32 * at + 32] != leaf:
            raise Bad(f"index {index}", "the entry and its hash in the tile do not agree")
        self.add(index, leaf)

    def add(self, index: int, leaf: bytes, level: int = 0) -> None:
        """Take the next hash of a level; a tile that is full is compared."""
        if level == len(self._rows):
            self._rows.append([])
        row = self._rows[level]
        row.append(leaf)
        if len(row) == TILE:
            self._compare(level, index // TILE, row)
            while len(row) > 1:
                row = [node(row[at], row[at + 1]) for at in range(0, len(row), 2)]
            self._rows[level] = []
            self.add(index // TILE, row[0], level + 1)

    def root(self) -> bytes:
        """The root over the entries so far."""
        root = b""
        for row in self._rows:
            end = len(row)
            while end:
                length = end & -end  # the last full subtree of what is left
                part = row[end - length : end]
                while len(part) > 1:
                    part = [node(part[at], part[at + 1]) for at in range(0, len(part), 2)]
                root = node(part[0], root) if root else part[0]
                end -= length
        return root or hashlib.sha256(b"").digest()

    def finish(self) -> None:
        """Compare what is not full."""
        for level, row in enumerate(self._rows):
            if row:
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


def entries_of(bag: Path, size: int, names: set[str]) -> Iterator[tuple[int, bytes]]:
    """All entries with their index, from the bundles."""
    for number in range(-(-size // TILE)):
        first = number * TILE
        name = tile_name("entries", number, min(TILE, size - first))
        names.add(name)
        content, at, index = read_file(bag, name), 0, first
        while at < len(content):
            stop = at + 2 + int.from_bytes(content[at : at + 2], "big")
            if stop > len(content):
                raise Bad(f"index {index}", f"{name} ends within this entry")
            yield index, content[at + 2 : stop]
            at, index = stop, index + 1
        if index != min(first + TILE, size):
            raise Bad(f"index {index}", f"{name} has {index - first} entries")


# --- msgpack, as far as events and wrapped entries go ------------------------------------------------------

FIXED = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q"}
FIXED |= {0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
SIZED = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(data: bytes) -> Any:
    """The one value of these bytes; `ValueError` for anything else."""
    try:
        value, at = _value(data, 0, 0)
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
    if kind in PLAIN:
        return PLAIN[kind], at
    if kind in FIXED:
        size = struct.calcsize(FIXED[kind])
        return struct.unpack_from(FIXED[kind], data, at)[0], at + size
    if kind < 0xC0:
        family, length = (0xDE, 0xDC, 0xD9, 0xD9)[kind >> 4 & 3], kind & (0x1F if kind >= 0xA0 else 0x0F)
    elif kind in SIZED:
        family, width = kind, SIZED[kind]
        length = int.from_bytes(data[at : at + width], "big")
        at += width
    else:
        raise ValueError("it is not msgpack that Pitledger writes")
    if family >= 0xDC:
        return _several(data, at, length, family, depth)
    if at + length > len(data):
        raise ValueError("it ends too early")
    content = data[at : at + length]
    return (content if family <= 0xC6 else content.decode()), at + length


def _several(data: bytes, at: int, length: int, family: int, depth: int) -> tuple[Any, int]:
    if depth > 32:
        raise ValueError("it goes too deep")
    values = []
    for _ in range(length if family <= 0xDD else 2 * length):
        value, at = _value(data, at, depth + 1)
        values.append(value)
    return (values if family <= 0xDD else dict(zip(values[::2], values[1::2], strict=True))), at


# --- the streams ------------------------------------------------------------------------------------------


class Streams:
    """Every stream dense and chained, and what decisions and findings refer to."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.events = self.wrapped = self.decisions = self.findings = 0
        self.gaps: dict[tuple[str, int, str], int] = {}
        self.resumed: set[tuple[str, int, str]] = set()
        self.named: dict[str, tuple[int, int]] = {}
        """By stream: the highest number that a decision or finding names, and the index of that one."""

    def take(self, index: int, entry: bytes) -> dict[str, Any] | None:
        """An entry; returns the map of one that is wrapped."""
        place = f"index {index}"
        try:
            value = unpack_event(entry)
        except ValueError as error:
            raise Bad(place, str(error)) from None
        if type(value) is dict:
            if value.get("kind") not in KINDS:
                raise Bad(place, "it is neither an event nor of a kind that is known")
            self.wrapped += 1
            return value
        if (
            type(value) is not list
            or [type(each) for each in value[1:4]] != [str, int, bytes]
            or len(value) != FIELDS
        ):
            raise Bad(place, f"it is not an event: an array of {FIELDS} fields is due")
        self._event(place, index, value, hashlib.sha256(entry).digest())
        return None

    def _event(self, place: str, index: int, value: list[Any], digest: bytes) -> None:
        stream, seq, prev, actor, source_id = value[1], value[2], value[3], value[10], value[11]
        found, decided = stream.startswith("finding:"), stream.startswith("meter:")
        series = f"{stream} {actor}" if found else stream
        last, before = self.heads.get(series, (0, ZERO))
        if seq <= last:
            raise Bad(place, f"{stream} seq {seq} is there a second time")
        if seq > last + 1:
            self.gaps[stream, seq, digest.hex()] = index
        elif prev != before:
            raise Bad(place, f"{stream} seq {seq} does not follow from the event before it")
        self.heads[series] = (seq, digest)
        self.events += 1
        self.decisions += decided
        self.findings += found
        if found or decided:
            source, _, number = str(source_id).rpartition("#")
            if source and NUMBER.fullmatch(number):
                high, first = self.named.get(source, (0, index))
                self.named[source] = (int(number), index) if int(number) > high else (high, first)
            else:
                raise Bad(place, f"{stream} seq {seq} names no event that it follows from")
        if value[4] == "stream_resumed":
            try:
                body = unpack(value[13])
                self.resumed.add((stream, body["from_seq"], body["from_hash"]))
            except (ValueError, TypeError, KeyError):
                raise Bad(place, f"{stream} seq {seq} does not say where the stream goes on") from None

    def finish(self) -> None:
        """What can be said at the end only."""
        for (stream, seq, digest), index in sorted(self.gaps.items(), key=lambda gap: gap[1]):
            if (stream, seq, digest) not in self.resumed:
                raise Bad(
                    f"index {index}", f"{stream}: an event before seq {seq} is missing, and nobody resumed it"
                )
        for source, (number, index) in sorted(self.named.items(), key=lambda each: each[1][1]):
            if self.heads.get(source, (0, ZERO))[0] < number:
                raise Bad(f"index {index}", f"it follows from {source} seq {number}, which is not in the log")

    def said(self) -> list[str]:
        """What was checked, in numbers."""
        return [
            f"streams: {len(self.heads):,} dense and chained, {self.events:,} events",
            f"gaps: {len(self.gaps):,}, each resumed on record",
            f"decisions: {self.decisions:,}, and {self.findings:,} findings, name events that are there",
            f"wrapped: {self.wrapped:,} entries that are no events of the log",
        ]


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
        self.keys = [key]
        self.older: list[Key] = []
        """Keys that handed over to the one given: theirs count on an older checkpoint alone."""

    def take(self, note: Any) -> None:
        """A change of keys: both must have signed it, and one of them must be trusted."""
        try:
            lines = signed_by(note, [])[0].split("\n")
            old, new = read_key(lines[2].removeprefix("old ")), read_key(lines[3].removeprefix("new "))
            both = len(signed_by(note, [old, new])[1]) == 2
        except (ValueError, IndexError, AttributeError):
            return
        if both and lines[0] == "pitledger key change" and old.name == new.name == self.keys[0].name:
            if old in self.keys:
                self.keys.append(new)
            elif new in self.keys:
                self.older.append(old)


def check_log(bag: Path, key: Key, since: bytes | None) -> list[str]:
    """Entries, tiles, root, signature, the older checkpoint, streams; returns what was checked."""
    note = read_file(bag, "data/checkpoint")
    try:
        claimed = read_checkpoint(signed_by(note, [])[0])
        old_size = 0 if since is None else read_checkpoint(signed_by(since, [])[0]).size
    except ValueError as error:
        raise Bad("file data/checkpoint", str(error)) from None
    if claimed.size == 0:
        raise Bad("file data/checkpoint", "there are no entries: nothing was shown")
    trust, tiles, streams = Trust(key), Tiles(bag, claimed.size), Streams()
    old_root = tiles.root() if old_size == 0 else b""
    for index, entry in entries_of(bag, claimed.size, tiles.names):
        leaf = hashlib.sha256(b"\0" + entry).digest()
        tiles.leaf(index, leaf)
        wrapped = streams.take(index, entry)
        if wrapped is not None and wrapped["kind"] == "key_change":
            trust.take(wrapped.get("value"))
        if index + 1 == old_size:
            old_root = tiles.root()
    tiles.finish()
    said = check_signed(bag, opened(note, trust.keys, "file data/checkpoint"), tiles)
    streams.finish()
    if since is not None:
        before = opened(since, [*trust.keys, *trust.older], "file --since")
        if (before.origin, before.root) != (claimed.origin, old_root):
            why = f"the log does not continue the checkpoint over {before.size} entries"
            raise Bad("file data/checkpoint", why)
        said.append(f"history: continues the checkpoint over {before.size:,} entries")
    return [*said, *streams.said()]


def check_signed(bag: Path, checkpoint: Checkpoint, tiles: Tiles) -> list[str]:
    """The entries have the root that was signed, and the bag has no other tiles; says so."""
    if tiles.root() != checkpoint.root:
        raise Bad("file data/checkpoint", "the entries do not have the root that was signed")
    for name in sorted(files_of(bag).keys() - tiles.names):
        if name.startswith("data/tile/"):
            raise Bad(f"file {name}", "it is no tile of this log")
    return [
        f"checkpoint: {checkpoint.origin}, {checkpoint.size:,} entries, signed",
        f"tree: {checkpoint.size:,} entries and {len(tiles.names):,} tiles have the root that was signed",
    ]


def verify(bag: Path, key: Key, since: bytes | None) -> list[str]:
    """Everything; returns what was checked, raises `Bad` at the first thing that does not hold."""
    count, size = check_bag(bag)
    return [f"bag: {count:,} files, {size:,} bytes, as the manifests say", *check_log(bag, key, since)]


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Check an export of Pitledger's audit log.")
    parser.add_argument("bag", type=Path, metavar="BAG", help="the folder of the export")
    parser.add_argument("--key", required=True, metavar="VKEY", help="the log's public key, not from the bag")
    parser.add_argument("--since", type=Path, metavar="CHECKPOINT", help="an older checkpoint that you kept")
    given = parser.parse_args(argv)
    try:
        key = read_key(given.key)
        since = None if given.since is None else given.since.read_bytes()
        list(given.bag.iterdir())
    except (ValueError, OSError) as error:
        print(f"verify_bag: {error}", file=sys.stderr)
        return 2
    try:
        said = verify(given.bag, key, since)
    except Bad as bad:
        print(bad)
        return 1
    print("\n".join([*said, "good: everything above holds"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
