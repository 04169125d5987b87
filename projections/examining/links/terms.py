"""T22, T24: the terms of a link are its paytable's, and all its tables are of one house and play by them."""

from __future__ import annotations

from collections.abc import Iterator

from projections.examining.links.link_check import LinkCheck, LinkFound, LinkMoment, cited
from projections.recording.link_rules import meters_problem


def other_terms(moment: LinkMoment) -> Iterator[LinkFound]:
    """T22: seed, reseed and rates are as the chapter has them; told once for as long as they stay."""
    problem = meters_problem(moment.body)
    if problem is not None and problem.text != moment.link.told:
        yield LinkFound(problem.section, f"The link's terms are not its paytable's: {problem.text}.")


def other_parameters(moment: LinkMoment) -> Iterator[LinkFound]:
    """T24: a table joined by other parameters than the link's, and was refused."""
    body = moment.body
    if body.attempted == "join":
        text = f"Table {body.table} joined the link by other parameters: {body.reason}."
        yield LinkFound(_linked(moment), text, body.table, (moment.link.joined_seq,))


def other_facility(moment: LinkMoment) -> Iterator[LinkFound]:
    """T24: a table of another licensed facility joined."""
    own, event = moment.link.facility, moment.event
    if own and event.facility != own:
        text = f"Table {moment.body.table} is of {event.facility}, and the link is of {own}."
        yield LinkFound(_linked(moment), text, moment.body.table)


def _linked(moment: LinkMoment) -> str | None:
    return cited(moment.link, "2(c)", "2(d)")


def of_another(moment: LinkMoment) -> Iterator[LinkFound]:
    """T24: tables of two facilities, or of two parameter sets, on one link."""
    joined = moment.event.type == "table_joined"
    return other_facility(moment) if joined else other_parameters(moment)


CHECKS = (
    LinkCheck(
        "T22", "terms_not_the_paytables", ("meter_opened", "meter_terms_changed"), "terms", other_terms
    ),
    LinkCheck("T24", "table_of_other_parameters", ("table_joined", "leg_refused"), "tables", of_another),
)
