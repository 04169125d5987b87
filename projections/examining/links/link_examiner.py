"""The link fold: what a link's keeper decided in, findings out. Only live play moves money and is judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.vocabulary.findings import Severity
from events.vocabulary.keeper_facts import KeeperFact
from projections.examining.check_list import LINK_CHECKS
from projections.examining.finding import VERSION, Finding
from projections.examining.links.link_check import LinkCheck, LinkFound, LinkMoment
from projections.examining.links.link_evolution import evolve
from projections.examining.links.link_state import KnownLink

_AT: dict[str, list[LinkCheck]] = defaultdict(list)
for _check in LINK_CHECKS:
    for _type in _check.at:
        _AT[_type].append(_check)


def take(link: KnownLink, event: Event) -> list[Finding]:
    """What a record completes, in the order of the list of checks; the link moves on."""
    if event.mode != LIVE:
        return []
    body = read_body(event)
    if not isinstance(body, KeeperFact):
        raise MalformedEvent("type", f"{event.type} is not a record of the keeper")
    moment = LinkMoment(link, event, body)
    findings = [
        _finding(moment, check, found) for check in _AT.get(event.type, ()) for found in check.find(moment)
    ]
    evolve(link, event, body)
    return findings


def examine_link(events: Iterable[Event]) -> Iterator[Finding]:
    """Everything that is found in what was decided on a link."""
    link = KnownLink()
    for event in events:
        yield from take(link, event)


def _severity(found: LinkFound) -> Severity:
    if found.due_mc != found.done_mc:
        return "money"
    return "record" if found.section is None else "procedure"


def _finding(moment: LinkMoment, check: LinkCheck, found: LinkFound) -> Finding:
    event = moment.event
    return Finding(
        check=check.word,
        id=check.id,
        severity=_severity(found),
        section=found.section,
        stream=event.stream,
        table=found.table,
        round=found.round or event.round,
        seat=found.seat,
        wager=found.wager,
        at_us=event.occurred_at_us,
        gaming_day=event.gaming_day,
        events=tuple(sorted({*(seq for seq in found.seqs if seq), event.seq})),
        message=found.message,
        mode=event.mode,
        version=VERSION,
        due_mc=found.due_mc,
        done_mc=found.done_mc,
    )
