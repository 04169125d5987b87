"""A claim taken down, and what is put on record about its case until the decision: notes, rounds, holds."""

from __future__ import annotations

from console.cases.entries import Entry
from console.cases.opening import BY_DEFAULT, Claim, Terms, next_name, opening_entry, require_table
from console.cases.reply_clock import reply_day, today
from console.cases.rounds import find_round
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet
from console.web.asked import Asked
from console.web.forms.of_case import about, back, case_of, plan_of, require_open
from console.web.forms.short_paid import line_of, shortfall_in
from console.web.frame.words import dollars, moment
from console.web.showing.asked_of_pages import tables
from console.web.showing.cases.around import rounds_around
from console.web.view import NotFound
from events.envelope import LIVE
from events.references import is_reference
from events.times import time_text
from events.vocabulary.cases import (
    CaseHoldLifted,
    CaseHoldPlaced,
    CaseNoted,
    CaseReopened,
    CaseRoundRuledOut,
)
from streams.read_model.queries import cases as queries
from streams.read_model.queries.found_rounds import last_played_us
from streams.read_model.queries.rounds import rounds_named

# --- a new case -------------------------------------------------------------------------------------------


def open_sheet(asked: Asked) -> Sheet:
    """The claim, filled in from the round that it is about where one is named."""
    name, seat = asked.get("round"), asked.get("seat")
    offered = {"table": tables(asked)}
    if name is None:
        note = "Name the round's page by its Case button, and table, seat and time are filled in."
        return Sheet(title="Open a case", back="/cases", choices=offered, note=note)
    located = [of for of in rounds_named(asked.store, name) if of.mode == LIVE]
    if not located:
        raise NotFound(f"No live round {name} is recorded here.")
    of, lines = located[0], []
    typed = {"table": of.table, "at": moment(of.first_at_us)}
    lines.append(Line("round", f"{name} at {of.table}, {moment(of.first_at_us)}", f"/rounds/{name}"))
    if seat is not None:
        typed["seat"] = str(seat)
        short = shortfall_in(asked, of, seat)
        lines.append(line_of(short, seat))
        if short is not None and short.short_mc > 0:
            typed["amount"] = short.amount
    return Sheet(title="Open a case", back=f"/rounds/{name}", lines=lines, choices=offered, typed=typed)


def open_plan(asked: Asked, filled: Filled) -> Plan:
    """The case as it would be opened, under the next name that is free."""
    claim = Claim(
        table=filled["table"],
        seat=filled["seat"],
        at=filled["at"],
        claim=filled["claim"],
        amount=filled["amount"],
        player=filled["player"],
    )
    terms = Terms(reply_by=filled["reply_by"]) if filled["reply_by"] else BY_DEFAULT
    require_table(asked.log, claim.table)
    name = next_name(asked.log, [each.name for each in queries.cases(asked.store)])
    last_us = last_played_us(asked.store, claim.table)
    entry = opening_entry(name, claim, terms, filled.badge, days=asked.site.days, last_us=last_us)
    fields = entry.fields

    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = entry.fact.record(clerk, id_)
        if recorded.refused:
            return Outcome((recorded,), refused=refused_because(recorded.event))
        return Outcome((recorded,), said=f"This is case {name}: it stands under Cases.")

    return Plan(
        asks=f"open a case for {claim.table} seat {claim.seat}",
        facts=(entry.fact,),
        record=record,
        moves=(
            *_of_player(claim.player),
            Move(f"case {name}", "none", f"open, reply by {fields['reply_by']}"),
            Move(
                "two people decide",
                "",
                f"where claim or payment is over {dollars(fields['two_sign_over_mc'])}",
            ),
        ),
        seen=(Seen("the name of the next case", int(name), name),),
        held={"at": time_text(fields["disputed_at_us"]), "reply_by": fields["reply_by"]},
    )


def _of_player(label: str | None) -> tuple[Move, ...]:
    """That the label itself is not what is recorded."""
    if label is None or is_reference(label):
        return ()
    return (Move("player", label, "a reference in its place, which the vault alone opens"),)


# --- notes, rounds, holds ---------------------------------------------------------------------------------


def note_sheet(asked: Asked) -> Sheet:
    """The case."""
    of = case_of(asked)
    return Sheet(f"Note on case {of.name}", back(of), about(asked, of), note="No name of a person.")


def note_plan(asked: Asked, filled: Filled) -> Plan:
    """The note."""
    of = case_of(asked)
    fields = {"text": filled["text"], "noted_by": filled.badge}
    entry = Entry("note", of.name, CaseNoted.TYPE, fields, filled.badge)
    return plan_of(of, entry, f"note on case {of.name}")


def rule_out_sheet(asked: Asked) -> Sheet:
    """The case, and what each round near it shows for its seat."""
    of = case_of(asked)
    rounds = [each for each in rounds_around(asked, of) if not each.is_ruled_out]
    lines = tuple(
        Line(each.round, _shows(each.difference_mc), each.href, "bad" if each.difference_mc else "ok")
        for each in rounds
    )
    return Sheet(
        f"Rule out a round of case {of.name}",
        back(of),
        (*about(asked, of), *lines),
        note="It was looked at, and the claim is not about it, or it shows nothing wrong.",
    )


def _shows(difference_mc: int | None) -> str:
    if difference_mc is None:
        return "not judged for the seat"
    if not difference_mc:
        return "settled as due"
    return f"{dollars(abs(difference_mc))} {'short' if difference_mc < 0 else 'over'}"


def rule_out_plan(asked: Asked, filled: Filled) -> Plan:
    """That it is not this round."""
    of = case_of(asked)
    require_open(of)
    found = find_round(asked.store, filled["round"], None, of.table)
    said = {"table": found.table, "round": found.round, "reason": filled["reason"]}
    entry = Entry(
        "rule-out", of.name, CaseRoundRuledOut.TYPE, {**said, "ruled_out_by": filled.badge}, filled.badge
    )
    moves = (Move(f"{found.round} at {found.table}", "may be meant", "ruled out"),)
    return plan_of(of, entry, f"rule {found.round} out of case {of.name}", moves=moves)


def hold_sheet(asked: Asked) -> Sheet:
    """The case, and what is kept already."""
    of = case_of(asked)
    return Sheet(
        f"Place a hold for case {of.name}",
        back(of),
        (*about(asked, of), *_holds(of)),
        note="Cameras and times, a deck, a paper: what must not be lost. The events are kept anyway.",
    )


def hold_plan(asked: Asked, filled: Filled) -> Plan:
    """The hold."""
    of = case_of(asked)
    require_open(of)
    fields = {"keep": filled["keep"], "placed_by": filled.badge}
    entry = Entry("hold", of.name, CaseHoldPlaced.TYPE, fields, filled.badge)
    moves = (Move("holds", str(len(of.holds)), str(len(of.holds) + 1)),)
    return plan_of(of, entry, f"place a hold for case {of.name}", moves=moves)


def lift_sheet(asked: Asked) -> Sheet:
    """The holds that stand."""
    of = case_of(asked)
    if not of.holds:
        raise NotFound(f"No hold of the case {of.name} stands.")
    numbers = [str(each.seq) for each in of.holds]
    typed = {"hold": numbers[0]} if len(numbers) == 1 else {}
    lines = (*about(asked, of), *_holds(of))
    return Sheet(f"Lift a hold of case {of.name}", back(of), lines, {"hold": numbers}, typed)


def _holds(of: queries.Case) -> list[Line]:
    return [Line(f"hold {each.seq}", f"{each.said} ({' and '.join(each.by)})") for each in of.holds]


def lift_plan(asked: Asked, filled: Filled) -> Plan:
    """That it need not be kept for this case any longer."""
    of = case_of(asked)
    fields = {"hold_seq": filled["hold"], "reason": filled["reason"], "lifted_by": filled.badge}
    entry = Entry("lift", of.name, CaseHoldLifted.TYPE, fields, filled.badge)
    moves = (Move("holds", str(len(of.holds)), str(len(of.holds) - 1)),)
    return plan_of(of, entry, f"lift hold {filled['hold']} of case {of.name}", moves=moves)


# --- again ------------------------------------------------------------------------------------------------


def reopen_sheet(asked: Asked) -> Sheet:
    """The decided case."""
    of = case_of(asked)
    note = "What was decided and paid stays as it is; the clock starts anew."
    return Sheet(f"Open case {of.name} again", back(of), about(asked, of), note=note)


def reopen_plan(asked: Asked, filled: Filled) -> Plan:
    """That it is looked at again."""
    of = case_of(asked)
    due = reply_day(filled["reply_by"], today(asked.site.days))
    fields = {"reason": filled["reason"], "reply_by": due, "reopened_by": filled.badge}
    entry = Entry("reopen", of.name, CaseReopened.TYPE, fields, filled.badge)
    moves = (Move(f"case {of.name}", of.status, f"open, reply by {due}"),)
    return plan_of(of, entry, f"open case {of.name} again", moves=moves)
