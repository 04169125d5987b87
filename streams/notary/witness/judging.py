"""What a witness answers to a request (C2SP tlog-witness, `add-checkpoint`), but for the signature itself.

Pure: the request, the keys of the logs that are known, and the last checkpoint that was cosigned go in. The
first part needs nothing that changes, so that a witness holds its lock for the second alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from streams.notary.tlog.checkpoints import (
    Checkpoint,
    open_checkpoint,
    read_checkpoint_text,
    read_consistency_file,
)
from streams.notary.tlog.notes import BadNote, NotSigned, VerifierKey, read_note
from streams.notary.tlog.proofs import is_consistent
from streams.notary.tlog.tree import EMPTY_ROOT

PLAIN: Final = "text/plain; charset=utf-8"
SIZE: Final = "text/x.tlog.size"
_LAST_SIZE: Final = 2**63 - 1
_LONGEST: Final = 300


class Answer(NamedTuple):
    """What is answered by HTTP."""

    status: HTTPStatus
    body: str
    content_type: str = PLAIN


class Admitted(NamedTuple):
    """A request that is well formed, about a checkpoint that a known log has signed."""

    old_size: int
    proof: Sequence[bytes]
    note: bytes
    text: str
    checkpoint: Checkpoint


def admit(body: bytes, logs: Mapping[str, Sequence[VerifierKey]]) -> Admitted | Answer:
    """The request, if there is something to judge; `logs` has the keys of each origin."""
    try:
        request = read_consistency_file(body)
        text, _ = read_note(request.checkpoint)
        checkpoint = read_checkpoint_text(text)
    except BadNote as error:
        return _refused(HTTPStatus.BAD_REQUEST, str(error))
    keys = logs.get(checkpoint.origin)
    if not keys:
        return _refused(HTTPStatus.NOT_FOUND, "this log is not known here: hand its key to the witness first")
    try:
        open_checkpoint(request.checkpoint, keys)
    except NotSigned as error:
        return _refused(HTTPStatus.FORBIDDEN, str(error))
    if not request.old_size <= checkpoint.size <= _LAST_SIZE:
        return _refused(HTTPStatus.BAD_REQUEST, "the old size is larger than that of the checkpoint")
    return Admitted(request.old_size, request.proof, request.checkpoint, text, checkpoint)


def refusal(admitted: Admitted, last: Checkpoint | None) -> Answer | None:
    """Why it cannot be cosigned after the last checkpoint of its log that was; None where it can."""
    size, root = (0, EMPTY_ROOT) if last is None else (last.size, last.root)
    new = admitted.checkpoint
    if admitted.old_size != size or is_fork(admitted, last):
        return Answer(HTTPStatus.CONFLICT, f"{size}\n", SIZE)
    empty_is_not = new.size == 0 and new.root != EMPTY_ROOT
    if empty_is_not or not is_consistent(size, root, new.size, new.root, admitted.proof):
        return _refused(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"it is not proved that the log of {new.size} entries continues that of {size}",
        )
    return None


def is_fork(admitted: Admitted, last: Checkpoint | None) -> bool:
    """Whether the log has signed another tree of the very size that was cosigned."""
    new = admitted.checkpoint
    return last is not None and new.size == last.size and new.root != last.root


def _refused(status: HTTPStatus, why: str) -> Answer:
    return Answer(status, f"{why[:_LONGEST]}\n")  # it may show what was sent, and that may be long
