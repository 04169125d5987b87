"""A round on paper: a PDF of a few pages, set with typst. The same round gives the same bytes.

The template gets plain values as JSON, so nothing that an event says can be markup; it uses the fonts that
come with typst and no others, and its date is that of the round's last event.
"""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files
from typing import Any, Final

import typst

from console.pages.answer import GLYPHS, answer, judged_rows
from console.pages.happened import entries, finding_tone, finding_words
from console.pages.paper import displayable
from console.pages.played_under import award_steps, facts
from console.pages.told_round import ToldRound
from projections.rounds.card_places import CardTrail
from projections.rounds.moments import PILES

_TEMPLATE: Final = files("console.pages") / "assets" / "round.typ"
_STANDARD: Final = "a-2u"
"""PDF/A: everything inside, for archives; its text can be read out and searched."""
_US: Final = 1_000_000


def render_pdf(told: ToldRound) -> bytes:
    """The report. Characters that its fonts do not have, and such as turn the direction of what follows, are
    named by their numbers: `U+65E5`."""
    return displayable(_told(told), lambda words: _set(words, told))


def _set(words: str, told: ToldRound) -> bytes:
    made = typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"told": words},
        ignore_system_fonts=True,
        pdf_standards=[_STANDARD],
        timestamp=max(event.recorded_at_us for event in told.events) // _US,
    )
    assert isinstance(made, bytes)
    return made


def _told(told: ToldRound) -> dict[str, Any]:
    under = facts(told)
    return {
        "title": f"Round {told.view.round} at {told.view.table}",
        "played": f"{under[0][1]}, {told.view.status}",
        "answer": [{"tone": each.tone, "glyph": each.glyph, "words": each.words} for each in answer(told)],
        "cards": _cards(told),
        "rows": [asdict(row) | {"glyph": row.glyph} for row in judged_rows(told.verdict, told.instead)],
        "what_if": told.instead is not None,
        "notes": list(told.verdict.notes),
        "findings": [
            {
                "tone": finding_tone(finding),
                "glyph": GLYPHS[finding_tone(finding)],
                "words": f"{finding.severity}: {finding_words(finding)}",
            }
            for finding in told.findings
        ],
        "steps": [
            f"Seat {seat}: {step} (#{seq}) {words}" + (f"; refused: {why}" if why else "")
            for seat, seq, step, words, why in award_steps(told)
        ],
        "facts": under,
        "entries": [
            asdict(entry) | {"marks": [(tone, GLYPHS[tone], words) for tone, words in entry.marks]}
            for entry in entries(told)
        ],
    }


def _cards(told: ToldRound) -> list[tuple[str, list[str | None]]]:
    """The cards of every place of the layout, as they lay there last."""
    found: dict[str, list[str | None]] = {}
    for moment in CardTrail(told.events).moments():
        for place, cards in moment.of.items():
            if place not in PILES and len(cards) >= len(found.get(place, ())):
                found[place] = cards
    return [(place.replace("_", " "), cards) for place, cards in found.items()]
