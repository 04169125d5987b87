"""The first minute of a demo: steps on Home, each to what it shows, as far as the role may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from console.web.asked import Asked
from console.web.entry.roles import INVESTIGATORS, WHO_SEE_ROUNDS
from console.web.frame.places import address
from console.web.frame.words import display, plain
from console.web.showing.needs import address_of
from projections.examining.finding import Finding
from streams.read_model.queries.meters import LinkMeters


class Step(NamedTuple):
    """A step: what there is to see, and where."""

    words: str
    href: str


def first_minute(asked: Asked, links: Sequence[LinkMeters], money: Sequence[Finding]) -> list[Step]:
    """The steps; none where no demo plays."""
    if not asked.site.demo:
        return []
    steps = [*_meter(links)]
    if asked.role in WHO_SEE_ROUNDS:
        steps += _award(links)
    if asked.role in INVESTIGATORS:
        steps += _short(money)
    return steps


def _meter(links: Sequence[LinkMeters]) -> Iterator[Step]:
    for link in links:
        for meter in link.meters[:1]:
            place = address("/meters/{link}/{meter}", link=link.link.link, meter=meter.meter)
            yield Step(f"Watch {link.link.link} {plain(meter.meter)} rise with every wager", place)
            return


def _award(links: Sequence[LinkMeters]) -> Iterator[Step]:
    for award in [award for link in links for award in link.awards if award.status == "locked"][:1]:
        words = f"An award of {display(award.owed_mc)} waits for a floorperson: its cards, and what was done"
        yield Step(words, address_of(award))


def _short(money: Sequence[Finding]) -> Iterator[Step]:
    """The seat that was paid short first, while the checkpoint of the beginning covers it."""
    short = [each for each in money if each.round and each.events and (each.difference_mc or 0) < 0]
    for found in sorted(short, key=lambda each: each.at_us)[:1]:
        place = address("/rounds/{round}", round=str(found.round))
        yield Step(f"{found.round}: a seat was paid short, in one sentence, with its section", place)
        yield Step("Play that round: press Space, it stops where it went wrong", f"{place}?at=1")
        event = {"stream": address("{stream}", stream=found.stream), "seq": str(found.events[-1])}
        proof = f"/audit/prove?stream={event['stream']}&seq={event['seq']}"
        yield Step("Prove that event to somebody who does not trust this house", proof)
