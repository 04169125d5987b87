"""A recorder that is told labels and records references: what every command and import records with.

The opening is in the vault before the event is in the log. Killed in between, an opening waits for an event
that is sent again, and gets the same reference; an event whose reference nobody could open cannot happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import events.vocabulary  # noqa: F401 - whoever looks for people must know every type
from events.body import read_body
from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.references import (
    Mention,
    is_reference,
    mentions,
    names_people,
    personal_fields,
    personal_types,
    with_references,
)
from events.topics import EVENTS
from streams.log import Log, SourceKey
from streams.recorder.recorder import Recorded, Recorder
from streams.vault.vault import Vault

_LOST: Final = (
    "{path}: this vault is new, but events refer to players already. Their openings are not here: put the "
    "vault back from its copy, or the same players have other references from now on."
)


class DiscreetRecorder(Recorder):
    """Records drafts with a reference in place of each label of a player or an account."""

    def __init__(
        self, log: Log, facility: str, vault: Vault, tell: Callable[[str], None], **how: Any
    ) -> None:
        """`tell` is told in words what a person should know; `how` is as for every recorder."""
        super().__init__(log, facility, **how)
        self._log_of_people = log
        self._vault = vault
        self._tell = tell

    def record_many(
        self, drafts: Sequence[Draft], moments: Sequence[int] | None = None, *, by_system: bool = False
    ) -> list[Recorded | MalformedEvent]:
        """As every recorder does, with references; what it answers holds no label either."""
        return super().record_many(self._discreet(drafts), moments, by_system=by_system)

    def _discreet(self, drafts: Sequence[Draft]) -> Sequence[Draft]:
        """The same drafts with references, each of which the vault can open; copies stay as they are."""
        named = {
            at: found for at, draft in enumerate(drafts) if names_people(draft) and (found := mentions(draft))
        }
        if not named:
            return drafts
        known = self._vault.known(each for found in named.values() for each in found)
        whole = list(drafts)
        if not self._vault.exists and refers_to_people(self._log_of_people):
            self._vault.make()
            self._tell(_LOST.format(path=self._vault.path))
        for at, repeat in self._repeats([(at, drafts[at]) for at in named]):
            whole[at] = repeat
            del named[at]
        new = {at: found for at, found in named.items() if not known.keys() >= set(found)}
        if new:
            known |= self._vault.references(each for found in new.values() for each in found)
        for at in named:
            whole[at] = with_references(whole[at], known.__getitem__)
        return whole

    def _repeats(self, drafts: Sequence[tuple[int, Draft]]) -> Iterator[tuple[int, Draft]]:
        """Those whose id was recorded for the same people, as far as is known: with the references of then.

        By the label alone whoever was forgotten since, or is not in the copy of the vault that was put back,
        would be somebody new, and a repeat would be refused as another content.
        """
        keys = {at: SourceKey(each.stream, each.source_id) for at, each in drafts if each.source_id}
        recorded = self._log_of_people.recorded([*keys.values()]) if keys else {}
        for at, draft in drafts:
            value = recorded.get(keys[at]) if at in keys else None
            if value is not None and (repeat := self._as_then(draft, read_header(value))) is not None:
                yield at, repeat

    def _as_then(self, draft: Draft, then: Event) -> Draft | None:
        """The draft with the references of the event of its id, where they may mean whom it names; whether it
        is a repeat otherwise the recorder sees."""
        if then.type != draft.type or then.schema != draft.schema:
            return None
        facts = read_body(then)
        said = {kind: getattr(facts, field) for field, kind in personal_fields(then.type)}
        if not all(self._may_be(each, said[each.kind]) for each in mentions(draft)):
            return None
        return with_references(draft, lambda mention: said[mention.kind])

    def _may_be(self, mention: Mention, said: str | None) -> bool:
        """Whether an event may have meant whom a draft mentions: by the same word, or nobody can say.

        Asked of each, since people share an account: one may be forgotten, and the other not.
        """
        if said is None or said == mention.label:
            return said is not None
        return is_reference(said) and self._vault.label_of(said) in {None, mention.label}


def refers_to_people(log: Log) -> bool:
    """Whether any event of a log refers to a player; bytes that are none are not asked."""
    for partition in range(log.partitions(EVENTS)):
        for record in log.read(EVENTS, partition, 0):
            with suppress(MalformedEvent):
                if read_header(record.value).type in personal_types():
                    return True
    return False
