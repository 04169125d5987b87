"""Whose signatures make a checkpoint valid: a policy (C2SP tlog-policy) of logs, witnesses, groups, quorum.

Pure: the bytes of a file in, names out. A file that can be read in two ways is refused, with the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from events.errors import PitledgerError
from streams.notary.tlog.cosignatures import Cosignature, CosignerKey, cosignature_of, read_cosigner_key
from streams.notary.tlog.notes import BadNote, VerifierKey, read_verifier_key

NO_QUORUM: Final = "none"
MOST_BYTES: Final = 262_144
_BLANKS: Final = re.compile(r"[ \t]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")


class BadPolicy(PitledgerError):
    """A policy that cannot be read: the line, and what is due there."""


class NamedWitness(NamedTuple):
    """A witness by the name that it has in a policy; the URL is empty where none is given."""

    name: str
    key: CosignerKey
    url: str = ""


class NamedLog(NamedTuple):
    """A log that a policy names; the URL is empty where none is given."""

    key: VerifierKey
    url: str = ""


class Group(NamedTuple):
    """So many of these members, or more, make the group."""

    name: str
    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """What a policy says. `groups` stand in an order in which each knows its members."""

    logs: tuple[NamedLog, ...] = ()
    witnesses: tuple[NamedWitness, ...] = ()
    groups: tuple[Group, ...] = ()
    quorum: str = NO_QUORUM

    def is_met_by(self, cosigners: Sequence[str]) -> bool:
        """Whether these witnesses, by their names here, are enough."""
        if self.quorum == NO_QUORUM:
            return True
        met = {witness.name for witness in self.witnesses} & {*cosigners}
        for group in self.groups:
            if len(met & {*group.members}) >= group.threshold:
                met.add(group.name)
        return self.quorum in met

    def cosigners_of(self, checkpoint: bytes) -> dict[str, Cosignature]:
        """The witnesses, by their names here, that have cosigned; `NotSigned` where one is not good."""
        found = {}
        for witness in self.witnesses:
            cosignature = cosignature_of(checkpoint, witness.key)
            if cosignature is not None:
                found[witness.name] = cosignature
        return found

    @property
    def demand(self) -> str:
        """What the quorum asks for, as the policy puts it."""
        for group in self.groups:
            if group.name == self.quorum:
                return f"{group.threshold} of {', '.join(group.members)}"
        return self.quorum


def read_policy(content: bytes) -> Policy:
    """The policy of a file; `BadPolicy` with the line that is wrong."""
    if len(content) > MOST_BYTES:
        raise BadPolicy(f"a policy has at most {MOST_BYTES:,} bytes, this has {len(content):,}")
    text = content.decode("utf-8", "surrogateescape")  # names are octets: they are compared, never changed
    *lines, rest = text.split("\n")
    if rest:
        raise BadPolicy(
            f"line {len(lines) + 1} has no end: it may have been cut off. End it with a line feed"
        )
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        try:
            reading.take(line)
        except (ValueError, BadNote) as error:
            raise BadPolicy(f"line {number}: {error}") from None
    return reading.policy()


class _Reading:
    """A policy, line by line."""

    def __init__(self) -> None:
        self._logs: list[NamedLog] = []
        self._witnesses: list[NamedWitness] = []
        self._groups: list[Group] = []
        self._names: set[str] = set()
        self._grouped: set[str] = set()
        self._quorum: str | None = None
        self._takes: Mapping[str, Callable[[list[str]], None]] = {
            "log": self._log,
            "witness": self._witness,
            "group": self._group,
            "quorum": self._take_quorum,
        }

    def take(self, line: str) -> None:
        if _CONTROL.search(line):
            raise ValueError("there is a control character: write lines that end in a line feed alone")
        words = [word for word in _BLANKS.split(line) if word]
        if not words or words[0].startswith("#"):
            return
        if words[0] not in self._takes:
            raise ValueError(f"{words[0]!r} is not one of log, witness, group, quorum")
        self._takes[words[0]](words[1:])

    def policy(self) -> Policy:
        if self._quorum is None:
            raise BadPolicy("it has no quorum: write a line such as `quorum none` or `quorum NAME`")
        return Policy((*self._logs,), (*self._witnesses,), (*self._groups,), self._quorum)

    def _log(self, words: list[str]) -> None:
        if len(words) not in (1, 2):
            raise ValueError("write `log VKEY`, or `log VKEY URL`")
        log = NamedLog(read_verifier_key(words[0]), *words[1:])
        if log.key.public in {each.key.public for each in self._logs}:
            raise ValueError("this key of a log is there a second time")
        self._logs.append(log)

    def _witness(self, words: list[str]) -> None:
        if len(words) not in (2, 3):
            raise ValueError("write `witness NAME VKEY`, or `witness NAME VKEY URL`")
        witness = NamedWitness(words[0], read_cosigner_key(words[1]), *words[2:])
        if witness.key.public in {each.key.public for each in self._witnesses}:
            raise ValueError("this key of a witness is there a second time")
        self._define(witness.name)
        self._witnesses.append(witness)

    def _group(self, words: list[str]) -> None:
        if len(words) < 3:
            raise ValueError("write `group NAME all NAME…`, or any or a number instead of all")
        name, threshold, *members = words
        for member in members:
            if member not in self._names:
                raise ValueError(f"{member!r} is no witness or group of a line above")
            if member in self._grouped:
                raise ValueError(f"{member!r} is a member already, and can be one only once")
            self._grouped.add(member)
        least = {"any": 1, "all": len(members)}.get(threshold, 0)
        if _NUMBER.fullmatch(threshold):
            least = int(threshold)
        if not 1 <= least <= len(members):
            raise ValueError(f"{threshold!r} is not any, all, or a number from 1 to {len(members)}")
        self._define(name)
        self._groups.append(Group(name, least, (*members,)))

    def _take_quorum(self, words: list[str]) -> None:
        if len(words) != 1 or self._quorum is not None:
            raise ValueError("write one line `quorum NAME`, and no second one")
        if words[0] not in {*self._names, NO_QUORUM}:
            raise ValueError(f"{words[0]!r} is no witness or group of a line above, nor none")
        self._quorum = words[0]

    def _define(self, name: str) -> None:
        if name == NO_QUORUM or name in self._names:
            raise ValueError(f"the name {name!r} is taken")
        self._names.add(name)
