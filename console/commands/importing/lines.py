"""Lines of an import made into drafts: in this process, or for a large file in one of its own.

Reading a line costs about as much as recording it, so with two cores a large file takes little longer than
the recording alone. The other process only reads the file and writes to a pipe: when we are gone, so is it.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import events.vocabulary  # noqa: F401 - fills the event types
from events.errors import MalformedEvent, PitledgerError
from events.jsonform import Draft, draft_from_json, draft_from_line
from streams.child_processes import deaf_to_ctrl_c

_PACK: Final = msgspec.msgpack.Encoder().encode
_UNPACK: Final = msgspec.msgpack.Decoder(list[tuple[int, Draft]]).decode
"""Drafts on their way: pickle, which the pipe uses, takes several times as long for them."""
COLLECT_AFTER: Final = 100_000
"""New objects after which Python looks for cycles. Lines leave none, and its usual 700 are but few lines."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Have Python look for cycles rarely meanwhile."""
    usual = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class Unreadable(PitledgerError):
    """A file that cannot be imported, or not to its end."""


class NotTaken(NamedTuple):
    """A line that could not be recorded, and why."""

    line: int
    field: str
    message: str
    follows: int | None = None
    """The line that is the cause, where that is another one."""

    def as_object(self) -> dict[str, Any]:
        """The line as one JSON-able object."""
        return {"line": self.line, "field": self.field, "message": self.message}

    def as_json(self, text: str) -> str:
        """The line as one line of JSON, with what stood there."""
        return json.dumps({**self.as_object(), "text": text}, ensure_ascii=False)


class Batch(NamedTuple):
    """Some lines: the drafts among them with their line numbers, and those that are none."""

    drafts: list[tuple[int, Draft]]
    not_taken: list[NotTaken]
    lines: int
    size: int


def batches(lines: Iterable[bytes], prefix: str, size: int) -> Iterator[Batch]:
    """Lines in batches of `size`; empty ones are passed over. `prefix` makes the source ids they lack."""
    batch = Batch([], [], 0, 0)
    count = length = 0
    for number, line in enumerate(lines, 1):
        length += len(line)
        if line.isspace():
            continue
        count += 1
        try:
            batch.drafts.append((number, _draft(line, f"{prefix}{number}")))
        except MalformedEvent as error:
            batch.not_taken.append(NotTaken(number, error.field, error.problem))
        except (ValueError, RecursionError) as error:
            batch.not_taken.append(NotTaken(number, "event", f"the line is not JSON in UTF-8: {error}"))
        if count == size:
            yield batch._replace(lines=count, size=length)
            batch = Batch([], [], 0, 0)
            count = length = 0
    yield batch._replace(lines=count, size=length)


def _draft(line: bytes, source_id: str) -> Draft:
    fast = draft_from_line(line, source_id)
    if fast is not None:
        return fast
    if line.startswith(BOM_UTF8):
        raise MalformedEvent(
            "event", "the line begins with a byte order mark (BOM): save the file as UTF-8 without one"
        )
    value = json.loads(line.decode())
    if isinstance(value, dict) and value.get("source_id") is None:
        value["source_id"] = source_id
    return draft_from_json(value)


def batches_apart(path: Path, prefix: str, size: int) -> Iterator[Batch]:
    """The same batches, the file read and its lines parsed by another process."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(path, prefix, size, sender), daemon=True)
    with deaf_to_ctrl_c():
        process.start()
    sender.close()
    try:
        while (sent := receiver.recv()) is not None:
            packed, *rest = sent
            yield Batch(_UNPACK(packed), *rest)
    except EOFError:
        raise Unreadable(
            f"{path} could not be read to its end. What was read is recorded: import it again to go on."
        ) from None
    finally:
        receiver.close()
        process.join()


def _send(path: Path, prefix: str, size: int, sender: Connection) -> None:
    """The other process: parse and send, until the end, or until nobody listens any more."""
    with rare_collections(), suppress(OSError), sender, path.open("rb") as file:
        for drafts, *rest in batches(file, prefix, size):
            sender.send((_PACK(drafts), *rest))
        sender.send(None)
