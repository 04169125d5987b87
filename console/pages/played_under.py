"""What a round was played under, who was there, and what its awards did, in words."""

from __future__ import annotations

from console.commands.ledger.shortfalls import borne_in_words
from console.pages.drawn import plain
from console.pages.told_round import ToldRound
from console.rounds.screen import clocks_in_words, who_in_words
from events.body import decode_body
from events.money import text
from events.vocabulary.play import RoundOpened
from projections.rounds.words import in_words

Facts = list[tuple[str, str]]


def facts(told: ToldRound) -> Facts:
    """What a round was played under, and where its events are; what does not apply is left out."""
    view, shown = told.view, told.shown
    opened = [body for body in map(decode_body, told.events) if isinstance(body, RoundOpened)]
    paytables = [f"{plain(name)} {letter}" for name, letter in shown.terms.paytables.items()]
    options = [f"{plain(name)} = {value}" for name, value in shown.terms.options.items()]
    found = [
        ("played", clocks_in_words(shown)),
        ("gaming day", view.gaming_day),
        ("rulebook", view.rulebook or "none recorded"),
        ("its SHA-256", "".join(body.rulebook_sha256 for body in opened)),
        ("paytables", ", ".join(paytables)),
        ("options", ", ".join(options)),
        ("dealt by", plain(view.dealing or shown.crew.dealing)),
        ("shuffled by", plain(shown.crew.shuffling)),
        ("payout limit", _limit(told)),
        ("dealer", view.dealer_badge or "not recorded"),
        ("who else", who_in_words(shown)),
        ("events", f"{told.events[0].stream} #{view.first_seq} to #{view.last_seq}"),
        *_meters(told),
        *((f"link {each.link}", borne_in_words(each)) for each in shown.borne),
        *((plain(each.what), in_words(each.body)) for each in view.irregularities),
        *(
            (f"refused at seat {number}", in_words(each))
            for number, seat in view.seats.items()
            for each in seat.refused
        ),
    ]
    return [(name, words) for name, words in found if words]


def _limit(told: ToldRound) -> str:
    limit = told.shown.limit
    if limit is None:
        return ""
    named = "named by the table" if limit.named else f"{limit.section}, not named by the table"
    return f"{text(limit.amount_mc)} ({named})"


def _meters(told: ToldRound) -> Facts:
    """The meter before and after what each award did to it."""
    found = []
    for step in told.shown.meter_steps:
        won = f"{text(step.award_mc)} for {plain(step.hand)} at seat {step.seat}, {step.status}"
        words = f"{text(step.before_mc)} before, {text(step.after_mc)} after {won} (claim #{step.claim_seq})"
        found.append((f"meter {step.link} {plain(step.meter)}", words))
    return found


def award_steps(told: ToldRound) -> list[tuple[int, int, str, str, str]]:
    """Every step of an award: seat, event, step, its facts, and why it was refused."""
    return [
        (number, award.seq, award.step, in_words(award.body), told.shown.refused.get(award.seq, ""))
        for number, seat in sorted(told.view.seats.items(), reverse=True)
        for award in seat.awards
    ]
