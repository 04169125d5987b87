"""A witness in this process for tests, requests to it, and a log whose signer may lie as it likes."""

from __future__ import annotations

import socket
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from streams.notary.tlog.checkpoints import Checkpoint
from streams.notary.tlog.cosignatures import CosignerKey
from streams.notary.tlog.notes import Signer, VerifierKey
from streams.notary.tlog.tree import EMPTY_ROOT, leaf_hash
from streams.notary.witness.cosigning import Witness
from streams.notary.witness.memory import WitnessFolder
from streams.notary.witness.service import WitnessServer
from tests.streams.notary.written_log import SIGNER, VKEY, plain_root

NAME = "board.example/w1"
MONDAY = 1_772_446_800


class Served(NamedTuple):
    """A witness that listens."""

    url: str
    key: CosignerKey
    said: list[str]
    server: WitnessServer


@contextmanager
def serving(
    folder: Path, logs: Sequence[VerifierKey] = (VKEY,), *, seconds: float = 15.0, clock: int = MONDAY
) -> Iterator[Served]:
    """The witness of a folder, begun if it is not there yet."""
    said: list[str] = []
    kept = WitnessFolder(folder, None if (folder / "vkey").exists() else NAME, None)
    try:
        kept.learn(logs)
        answer = Witness(kept, lambda: clock, said.append).answer
        with WitnessServer("127.0.0.1", 0, answer, said.append, seconds) as server:
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
            thread.start()
            try:
                yield Served(server.url, kept.key, said, server)
            finally:
                server.shutdown()
                thread.join()
    finally:
        kept.close()


class Answered(NamedTuple):
    """What came back."""

    status: int
    content_type: str
    body: str


def post(url: str, body: bytes, path: str = "/add-checkpoint", method: str = "POST") -> Answered:
    """One request."""
    connection = HTTPConnection(*address(url), timeout=30)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return Answered(answer.status, answer.getheader("Content-Type") or "", answer.read().decode())
    finally:
        connection.close()


def raw(url: str, *parts: bytes, timeout: float = 30) -> bytes:
    """Bytes as they are, and all that comes back until the other side hangs up."""
    with socket.create_connection(address(url), timeout=timeout) as connection:
        for part in parts:
            connection.sendall(part)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        while piece := connection.recv(65_536):
            found += piece
        return found


def address(url: str) -> tuple[str, int]:
    """Host and port."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    return host, int(port)


# --- a log, by the words of RFC 6962 and of no code of ours but its two hashes ----------------------------


def root(entries: Sequence[bytes]) -> bytes:
    """The root over these entries."""
    return plain_root([leaf_hash(each) for each in entries]) if entries else EMPTY_ROOT


def signed(entries: Sequence[bytes], *signers: Signer) -> bytes:
    """The checkpoint over them, signed."""
    signers = signers or (SIGNER,)
    return Checkpoint(signers[0].name, len(entries), root(entries)).signed(signers)


def consistency(old: int, entries: Sequence[bytes]) -> list[bytes]:
    """The hashes from the beginning of that size to all of them: `PROOF` of RFC 6962, section 2.1.2."""
    leaves = [leaf_hash(each) for each in entries]
    return [] if old in (0, len(leaves)) else _subproof(old, leaves, whole=True)


def _subproof(old: int, leaves: Sequence[bytes], *, whole: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if whole else [plain_root(leaves)]
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    if old <= middle:
        return [*_subproof(old, leaves[:middle], whole=whole), plain_root(leaves[middle:])]
    return [*_subproof(old - middle, leaves[middle:], whole=False), plain_root(leaves[:middle])]


def request(old: int, entries: Sequence[bytes], *signers: Signer) -> bytes:
    """The request to cosign the log of these entries, after that of the first `old`."""
    return request_of(old, consistency(old, entries), signed(entries, *signers))


def request_of(old: object, proof: Sequence[bytes], note: bytes) -> bytes:
    """A request of its parts."""
    lines = [f"old {old}\n", *(f"{b64encode(each).decode()}\n" for each in proof), "\n"]
    return "".join(lines).encode() + note
