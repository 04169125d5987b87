"""Where things are looked at: addresses made of names, whatever is in those."""

from __future__ import annotations

from urllib.parse import quote

from projections.examining.finding import Finding


def address(pattern: str, **places: str) -> str:
    """An address with its places filled in; what is in a name cannot lead elsewhere."""
    for name, text in places.items():
        for written in (f"{{{name}}}", f"{{{name}:path}}"):
            pattern = pattern.replace(written, quote(text, safe=""))
    return pattern


def event_address(stream: str, seq: int) -> str:
    """Where an event is looked at."""
    return address("/events/{stream}/{seq}", stream=stream, seq=str(seq))


def finding_address(stream: str, seq: int) -> str:
    """Where a finding is looked at."""
    return address("/findings/{stream}/{seq}", stream=stream, seq=str(seq))


def rules_address(rulebook: str, section: str | None) -> str:
    """Where a section is looked up: what the rulebook has of it is marked, and the page begins there."""
    place = address("/rules/book/{rulebook}", rulebook=rulebook)
    return f"{place}?section={quote(section)}#asked" if section else place


def case_address(case: str) -> str:
    """Where a case is looked at."""
    return address("/cases/{case}", case=case)


def round_of(found: Finding) -> str:
    """Where a finding is looked at: its round at the moment of its last event."""
    if not found.round:
        return ""
    at = f"?at={found.events[-1]}" if found.is_of_table and found.events else ""
    return address("/rounds/{round}", round=found.round) + at
