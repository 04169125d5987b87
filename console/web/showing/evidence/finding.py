"""One finding: what was found, by which check, what was due and done, on which events, in which round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from console.findings.looked_for import looked_for
from console.findings.shown import finding_document
from console.pages.happened import finding_tone
from console.web.asked import Asked
from console.web.frame.places import event_address, finding_address, round_of, rules_address
from console.web.showing.evidence.event import number_of
from console.web.showing.evidence.round_then import round_then
from console.web.view import NotFound, View
from events.body import decode_body
from events.errors import PitledgerError
from games.errors import UnknownRulebook
from games.rulebook import choose
from projections.examining.finding import Finding
from projections.rounds.words import in_words
from streams.read_model.findings import finding_numbered, last_finding
from streams.read_model.queries.cases import Case, cases
from streams.read_model.queries.resting_on import selections_at
from streams.recorder.stored_event import stored_event

_ANSWERS: Final = {
    "void": "The text answers it with a void round.",
    "removal": "The text answers it with taking the deck off the table.",
    "": "",
}


class Rested(NamedTuple):
    """An event that a finding rests on; without a moment it is not to be had any more."""

    seq: int
    href: str
    at_us: int | None
    type: str
    words: str


def finding(asked: Asked) -> View:
    """A finding by the stream that it was found in, and its number there."""
    stream, seq = asked.places["stream"], number_of(asked.places["seq"])
    found = finding_numbered(asked.store, stream, seq)
    last = last_finding(asked.store, stream)
    if found is None:
        words = (
            f"{stream} has {last:,} findings, and no number {seq:,}"
            if last
            else f"Nothing was found in {stream}"
        )
        raise NotFound(f"{words}. The page of all findings shows what was found where.")
    values = {
        "found": found,
        "tone": finding_tone(found),
        "looked_for": looked_for().get(found.id, ""),
        "answer": _ANSWERS[found.remedy],
        "rules": rules_address(rulebook_of(asked, found), found.section) if rulebook_of(asked, found) else "",
        "events": [*_events(asked, found)],
        "issued": event_address(f"finding:{stream}", seq),
        "round_at": round_of(found),
        "cases": [case for case in cases(asked.store) if _is_about(case, found)],
        "before": finding_address(stream, seq - 1) if seq > 1 else "",
        "after": finding_address(stream, seq + 1) if seq < last else "",
        **round_then(asked, found),
    }
    document = {**finding_document(found), "seq": seq, "looks_for": values["looked_for"] or None}
    return View("finding.html", f"Finding {found.id} of {stream}", lambda: document, values)


def rulebook_of(asked: Asked, found: Finding) -> str:
    """The rulebook that a finding is about: the table's then, or that of the chapter on the day."""
    last = found.events[-1] if found.events else 0
    chosen = selections_at(asked.store, found.stream, last)
    if chosen or not found.section:
        return chosen
    try:
        return choose(found.section.partition(".")[0], found.gaming_day).name
    except UnknownRulebook:
        return ""


def _events(asked: Asked, found: Finding) -> Iterator[Rested]:
    for seq in found.events:
        place = event_address(found.stream, seq)
        try:
            stored = stored_event(asked.log, found.stream, seq)
            if stored is None:
                yield Rested(seq, place, None, "", "it is not in the log")
            else:
                words = in_words(decode_body(stored.event))
                yield Rested(seq, place, stored.event.occurred_at_us, stored.event.type, words)
        except PitledgerError as error:
            yield Rested(seq, place, None, "", str(error))


def _is_about(case: Case, found: Finding) -> bool:
    """Whether a round of a finding was looked at in a case."""
    return any((each.table, each.round) == (found.table, found.round) for each in case.entries if each.round)
