"""`pitledger meters`: the amount of every meter, what the next hand would win, what is owed and missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from console.calls.arguments import one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import did_you_mean
from console.commands.ledger.shortfalls import borne_in_words, borne_json
from console.commands.ledger.stakes import HOW_TO_RETURN, in_words, stake_json
from console.commands.ledger.unpaid_awards import award_json, to_whom
from console.instances.read_model import open_read_model
from console.printing.columns import sparkline
from console.printing.lines import print_command, print_lines, print_row, show_moment
from console.printing.output import print_json, print_message
from console.wording.hints import command
from console.wording.local_time import local_time
from console.wording.past import require_past
from console.wording.typed_time import OR_A_DAY, read_as_of
from events.money import text
from events.times import time_text
from streams.read_model.queries.found_rounds import last_played_us
from streams.read_model.queries.links import known_links
from streams.read_model.queries.meters import LinkMeters, MeterAmounts, TableGap, link_meters


def meters(
    link: Annotated[str | None, one(something, "LINK", "one link only")] = None,
    /,
    *,
    at: Annotated[int | None, one(read_as_of, "WHEN", f"as of then, {OR_A_DAY}; of a day its end")] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Every progressive meter, what each hand would win now, what is owed, in transit and missing.

    Exit code 2: no such link, or none yet at that time.

    Examples:
        pitledger meters
        pitledger meters HCF --at 07:00
        pitledger meters HCF --at '2025-06-15 11:00'
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_past(at, last_played_us(store))
        links = link_meters(store, link, at)
        others = [] if links or link is None else [known.link for known in known_links(store)]
    if options.json:
        print_json(meters_document(links, at))
    elif links:
        show_moment(at)
        _show(links)
    if links:
        return 0
    when = "here" if at is None else f"by {local_time(at)}"
    if link is not None:
        print_message(
            f"pitledger meters: the link {link} was not opened {when}{did_you_mean(link, others)}: "
            "`pitledger meters` lists them all."
        )
        return 2
    if at is not None:
        print_message(f"pitledger meters: no link was opened {when}.")
        return 2
    if not options.json:
        print(f"No link was opened {when}.")
    return 0


def meters_document(links: Sequence[LinkMeters], at_us: int | None) -> dict[str, Any]:
    """Links with their meters, now or as of a moment, as scripts read them."""
    as_of = None if at_us is None else time_text(at_us)
    return {"at": as_of, "links": [link_json(each) for each in links]}


def link_json(found: LinkMeters) -> dict[str, Any]:
    """A link with its meters, as scripts read it."""
    link, complete = found.link, found.complete
    return {
        "link": link.link,
        "rulebook": link.rulebook,
        "paytable": link.paytable,
        "unit_wager_mc": link.unit_wager_mc,
        "live": link.live,
        "retired": link.retired,
        "closed_day": link.closed_day or None,
        "meters": [_meter_json(meter) for meter in found.meters],
        "payable_mc": found.payable_mc,
        "in_transit_mc": found.in_transit_mc,
        "awards": [award_json(award) for award in found.awards],
        "complete_to": None if complete.to_us is None else time_text(complete.to_us),
        "behind": list(complete.behind),
        "missing": dict(complete.missing),
        "incomplete": [
            {
                "table": gap.table,
                "what": gap.what,
                "from_number": gap.from_number,
                "set_aside": _set_aside(link.link, gap),
            }
            for gap in found.gaps
        ],
        "stakes_due_back": [stake_json(stake) for stake in found.stakes_due_back],
        "refused": [
            {
                "table": each.table,
                "attempted": each.attempted,
                "source": each.source,
                "reason": each.reason,
                "at": time_text(each.recorded_at_us),
            }
            for each in found.not_done
        ],
        "borne_by_house": [borne_json(each) for each in found.borne],
    }


def _meter_json(meter: MeterAmounts) -> dict[str, Any]:
    return {
        "meter": meter.meter,
        "amount_mc": meter.amount_mc,
        "reserve_mc": meter.reserve_mc,
        "overflow_mc": meter.overflow_mc,
        "residual_nano": meter.residual_nano,
        "record": meter.record,
        "as_of": time_text(meter.as_of_us),
        "history": [{"at": time_text(at_us), "amount_mc": then_mc} for at_us, then_mc in meter.history],
        "next_awards": [
            {"hand": award.hand, "percent_bp": award.percent_bp, "amount_mc": award.amount_mc}
            for award in meter.next_awards
        ],
    }


_INDENT: Final = 13
"""Where what belongs to a link begins, under its name."""
_NOT_DONE: Final = {
    "contribution": "wagers that fed nothing",
    "claim": "a claim that was refused",
    "reversal": "a void that took nothing back",
}
_NOT_DONE_SHOWN: Final = 5
"""The last ones of what was refused, and of what the house bears."""
_UNREAD: Final = "; where that cannot be read"


# --- for people -------------------------------------------------------------------------------------------


def _show(links: list[LinkMeters]) -> None:
    for found in links:
        if not found.meters:
            print(f"{found.link.link:<12} was never opened")
        for meter in found.meters:
            _show_meter(found, meter)
        _show_owed(found)
        complete = found.complete
        if complete.to_us is not None:
            behind = f", as far as {complete.behind[0]} has been received" if complete.behind else ""
            print_row(f"complete to {local_time(complete.to_us)}{behind}", _INDENT)
        for gap in found.gaps:
            print_row(f"incomplete: {gap.table} from {gap.what} number {gap.from_number}", _INDENT)
            if set_aside := _set_aside(found.link.link, gap):
                never = ", which waits for it; where it never comes" if gap.what == "control" else _UNREAD
                print_row(f"held by leg {gap.held_by}{never}, two people sign:", _INDENT)
                print_command(command(set_aside.removeprefix("pitledger ")), _INDENT + 2)


def _set_aside(link: str, gap: TableGap) -> str | None:
    """What to type so that a leg is not waited for any longer; None where no leg of a table is missing."""
    if not gap.held_by:
        return None
    return (
        f"pitledger link set-aside {link} --table {gap.table} --leg {gap.held_by} "
        "--sign BADGE:DEPARTMENT --sign BADGE:DEPARTMENT --reason TEXT"
    )


def _show_meter(found: LinkMeters, meter: MeterAmounts) -> None:
    link = found.link
    state = ", retired" if link.retired else "" if link.live else ", closed"
    overflow = f"   overflow {text(meter.overflow_mc)}" if meter.overflow_mc else ""
    print_row(
        f"{link.link:<12} {meter.meter:<14} {text(meter.amount_mc):>14}"
        f"   reserve {text(meter.reserve_mc)}{overflow}"
        f"   record {meter.record}, {local_time(meter.as_of_us)}{state}",
        *(0, _INDENT),
    )
    past = [amount_mc for _, amount_mc in meter.history]
    if len(past) > 1:
        print(f"{'':<12} {sparkline(past)}  {text(min(past))} to {text(max(past))}")
    for award in meter.next_awards:
        percent = f"{award.percent_bp // 100} %"
        print(f"{'':<12} {percent:>5} {text(award.amount_mc):>23}   {award.hand}")


def _show_owed(found: LinkMeters) -> None:
    for award in found.awards:
        standing = award.standing.replace("_", " ")
        print_lines(
            f"owed {text(award.owed_mc)} to {to_whom(award)} "
            f"({award.hand}, {standing}; round {award.round}, claim {award.claim_seq})",
            _INDENT,
        )
    if found.in_transit_mc:
        print(f"{'':<12} in transit to another link: {text(found.in_transit_mc)}")
    for stake in found.stakes_due_back:
        print_lines(in_words(stake), _INDENT)
    if found.stakes_due_back:
        print_lines(HOW_TO_RETURN, _INDENT)
    for refused in found.not_done[-_NOT_DONE_SHOWN:]:
        print_lines(f"{_NOT_DONE[refused.attempted]}: {refused.reason} ({refused.source})", _INDENT)
    if len(found.not_done) > _NOT_DONE_SHOWN:
        more = len(found.not_done) - _NOT_DONE_SHOWN
        print_lines(f"and {more:,} refused before: `pitledger meters {found.link.link} --json`", _INDENT)
    for borne in found.borne[-_NOT_DONE_SHOWN:]:
        print_lines(borne_in_words(borne), _INDENT)
    if len(found.borne) > _NOT_DONE_SHOWN:
        more = len(found.borne) - _NOT_DONE_SHOWN
        print_lines(f"and {more:,} borne before: `pitledger meters {found.link.link} --json`", _INDENT)
