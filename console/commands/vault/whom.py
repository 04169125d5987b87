"""Whom a call about the vault means, and how it is put on record before anything is shown or deleted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from console.calls.arguments import one
from console.calls.names import person, something, words
from console.calls.wrong_call import WrongCall
from console.printing.output import print_message
from console.recording.clerk import Clerk, refused_because
from events.body import read_body
from events.envelope import read_header
from events.references import Opening
from events.vocabulary.vault import LISTED_AT_MOST, VAULT, OpeningsDisclosed, OpeningsForgotten
from streams.log import Log
from streams.vault.vault import Kept, Vault

WHOM = "a reference, or its first 8 digits or more; or the facility's own label"
By = Annotated[str, one(person, "BADGE", "who does this")]
Why = Annotated[str, one(words, "TEXT", "why; it stays on record")]
Whom = Annotated[str, one(something, "WHOM", WHOM)]


def found(vault: Vault, whom: str) -> list[Kept]:
    """The openings of the one person whom a call names; `WrongCall` where that is nobody, or several."""
    kept = vault.of(whom)
    if not kept:
        raise WrongCall(
            f"{whom}: the vault {vault.path} has nobody by this reference or label. Either it was forgotten, "
            "or another vault keeps it: `pitledger vault list` shows the references of this one"
        )
    people = {each.person: each.opening.reference for each in reversed(kept)}
    if len(people) > 1:
        several = ", ".join(people[person] for person in sorted(people))
        raise WrongCall(f"{whom} may be several people: name one of the references {several}")
    return kept


def disclosed(clerk: Clerk, openings: Sequence[Opening], to: str, by: str, reason: str) -> bool:
    """Put on record who is shown which openings; False where that was refused, or somebody was forgotten."""
    references = sorted({each.reference for each in openings})
    back = sorted(set(forgotten_on_record(clerk.log)).intersection(references))
    if back:
        print_message(
            f"pitledger vault: refused: {back[0]} was forgotten, which is on record, and is here again: a "
            "copy of the vault was put back. `pitledger vault forget --on-record` deletes it"
        )
        return False
    fields = {
        "references": references if len(references) <= LISTED_AT_MOST else [],
        "count": len(references),
        "sha256": hashlib.sha256("".join(f"{each}\n" for each in references).encode()).hexdigest(),
        "to": to,
        "reason": reason,
        "disclosed_by": by,
    }
    return recorded(clerk, OpeningsDisclosed.TYPE, fields, by)


def recorded(clerk: Clerk, type_: str, fields: dict[str, Any], by: str) -> bool:
    """Record what is about to be done with the vault; False where that was refused, on record too."""
    answer = clerk.record(VAULT, type_, fields, by)
    clerk.process()
    if answer.refused:
        print_message(f"pitledger vault: refused: {refused_because(answer.event)}")
    return not answer.refused


def forgotten_on_record(log: Log) -> Iterator[str]:
    """The references that were forgotten, as the log has it."""
    if log.head(VAULT) is None:
        return
    for record in log.read_stream(VAULT, 1):
        facts = read_body(read_header(record.value))
        if isinstance(facts, OpeningsForgotten):
            yield from facts.references
