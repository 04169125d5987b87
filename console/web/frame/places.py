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


def round_of(found: Finding) -> str:
    """Where a finding is looked at: its round at the moment of its last event."""
    if not found.round:
        return ""
    at = f"?at={found.events[-1]}" if found.is_of_table and found.events else ""
    return address("/rounds/{round}", round=found.round) + at
