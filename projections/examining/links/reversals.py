"""I26: what wagers that were returned had brought to the meters leaves them again (x.13)."""

from __future__ import annotations

from collections.abc import Iterator

from events.money import RATE_UNIT, text
from projections.examining.links.link_check import LinkCheck, LinkFound, LinkMoment, cited


def not_reversed(moment: LinkMoment) -> Iterator[LinkFound]:
    """I26: the link refused the void, so nothing was reversed; or what left the meters, with what the house
    bears, is not what the wagers had brought."""
    body, section = moment.body, cited(moment.link, "13")
    if moment.event.type == "leg_refused":
        if body.attempted == "reversal":
            said = f"Table {body.table} returned wagers, and nothing left the meters: {body.reason}."
            yield LinkFound(section, said, body.table)
        return
    due = body.returned_mc * sum(rule.rates_bp for rule in moment.link.meters.values())
    before = sum(meter.primary + meter.reserve for meter in moment.link.balances.values())
    after = sum(
        (each.primary_mc + each.reserve_mc) * RATE_UNIT + each.primary_residual + each.reserve_residual
        for each in body.balances
    )
    done = before - after + body.house_mc * RATE_UNIT
    if done != due:
        due_mc, done_mc = due // RATE_UNIT, done // RATE_UNIT
        said = (
            f"Returned wagers of {body.table} had brought {text(due_mc)} to the meters, and {text(done_mc)} "
            "was reversed."
        )
        yield LinkFound(section, said, body.table, due_mc=due_mc, done_mc=done_mc)


CHECKS = (
    LinkCheck(
        "I26",
        "contributions_not_reversed",
        ("leg_refused", "contribution_reversed"),
        "terms, meters",
        not_reversed,
    ),
)
