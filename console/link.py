"""`pitledger link ACTION LINK`: open, change, close, adjust, transfer or retire the meters of a link.

Each is an event on the link's own stream, signed by two people of different departments. What the system
refuses, the recorder at once or the keeper afterwards, is on record too, and printed with its reason.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Final

from console.arguments import amount, link_and_meter, of_meter, percent, signature
from console.gaming_days import add_day_options
from console.output import print_json, say
from console.recording import Answer, Clerk, add_wait_option, answers_to, open_clerk, refused_because
from events.errors import PitledgerError
from events.money import text
from games import registry, rulebook
from games.chapter import ONLY
from projections.recording.link_rules import link_terms
from streams.recorder.recorder import Recorded

REFUSALS: Final = frozenset({"leg_refused", "transfer_refused", "transfer_returned"})


class LimitTwice(PitledgerError):
    """Two limits for one meter on the command line."""


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("link", help="open, change, adjust, transfer, retire a link's meters")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, help_, add_arguments in (
        ("open", "put a link into play, its meters funded with their seeds", _terms_arguments),
        ("change", "replace the terms of a link that is closed; amounts stay", _terms_arguments),
        ("close", "take a link out of play; its meters keep their amounts", _no_arguments),
        ("adjust", "correct what stands on a meter, at the house's cost or gain", _adjust_arguments),
        ("transfer", "send money from a meter to a meter of another link", _transfer_arguments),
        ("retire", "give a closed and empty link up for good", _no_arguments),
    ):
        action = actions.add_parser(name, help=help_, description=help_)
        action.add_argument("link", metavar="LINK", help="the link")
        add_arguments(action)
        add_signing_options(action)
        action.set_defaults(run=run, action=name)


def add_signing_options(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """What every documented change takes: who signs, why, and how it is recorded."""
    parser.add_argument(
        "--sign",
        type=signature,
        action="append",
        required=required,
        default=[],
        metavar="BADGE:DEPARTMENT",
        help="who signs, and for which department; twice",
    )
    parser.add_argument("--reason", required=required, default="", metavar="TEXT", help="why")
    parser.add_argument(
        "--id", metavar="TEXT", help="an id of your own: a repeat of it is not recorded twice"
    )
    parser.add_argument("--facility", metavar="NAME", help="the facility, where the log is empty")
    add_day_options(parser)
    add_wait_option(parser)


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    """Some actions need the link alone."""


def _terms_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", required=True, metavar="R", help="e.g. 678a@2019-11-02")
    parser.add_argument("--paytable", required=True, metavar="X", help="the letter, or `only`")
    parser.add_argument("--unit", required=True, type=amount, metavar="AMOUNT", help="the unit wager: 5.00")
    parser.add_argument("--wager", metavar="W", help="the wager that feeds it, where there are several")
    parser.add_argument(
        "--limit",
        type=of_meter(amount),
        action="append",
        default=[],
        metavar="METER=AMOUNT",
        help="the most on display; what exceeds it goes to the meter's overflow",
    )
    parser.add_argument("--guard", type=amount, default=0, metavar="AMOUNT", help="the most a round can add")
    free = parser.add_argument_group("where the rulebook leaves it free (678a@2015-proposed)")
    free.add_argument("--seed", type=amount, metavar="AMOUNT", help="the initial amount")
    free.add_argument("--reseed", type=amount, metavar="AMOUNT", help="the reset amount, if another")
    free.add_argument("--rate", type=percent, metavar="PERCENT", help="the incrementation rate")


def _account_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--meter", required=True, help="the meter of the link")
    parser.add_argument("--account", choices=("primary", "reserve"), default="primary", help="which amount")


def _adjust_arguments(parser: argparse.ArgumentParser) -> None:
    _account_arguments(parser)
    sums = parser.add_mutually_exclusive_group(required=True)
    sums.add_argument("--add", type=amount, metavar="AMOUNT", help="what is added, e.g. 12.50")
    sums.add_argument("--take", type=amount, metavar="AMOUNT", help="what is taken")
    parser.add_argument("--document", required=True, metavar="TEXT", help="the paper that it rests on")


def _transfer_arguments(parser: argparse.ArgumentParser) -> None:
    _account_arguments(parser)
    parser.add_argument(
        "--to", required=True, type=link_and_meter, metavar="LINK:METER", help="where it goes"
    )
    parser.add_argument("--amount", required=True, type=amount, metavar="AMOUNT", help="what is sent")


# --- what is recorded -------------------------------------------------------------------------------------


def _terms(args: argparse.Namespace) -> dict[str, Any]:
    """The parameter set of the rulebook, with what the house may set."""
    limits = dict(args.limit)
    if len(limits) < len(args.limit):
        raise LimitTwice("--limit: a meter is named twice: give it one limit")
    terms = link_terms(
        args.rulebook,
        args.paytable,
        args.wager or _only_wager(args.rulebook, args.paytable),
        args.unit,
        seed_mc=args.seed,
        primary_bp=args.rate,
        limits_mc=limits,
        guard_mc=args.guard,
    )
    if args.reseed is not None:
        for meter in terms["meters"]:
            meter["reseed_mc"] = args.reseed
    return terms


def _only_wager(name: str, paytable: str) -> str:
    """The first wager that feeds meters by this paytable: a letter is selected, `only` the chapter's own."""
    game = registry.by_name(rulebook.by_name(name).game)
    fixed = paytable == ONLY
    feeding = (w.name for w in game.wagers if w.progressive and (w.paytable is None) == fixed)
    return next(feeding, "progressive")


def _adjustment(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "meter": args.meter,
        "account": args.account,
        "amount_mc": args.add if args.add is not None else -args.take,
        "document": args.document,
    }


def _transfer(args: argparse.Namespace) -> dict[str, Any]:
    to_link, to_meter = args.to
    return {
        "meter": args.meter,
        "account": args.account,
        "to_link": to_link,
        "to_meter": to_meter,
        "amount_mc": args.amount,
    }


def _nothing_more(_args: argparse.Namespace) -> dict[str, Any]:
    return {}


ACTIONS: Final[dict[str, tuple[str, Callable[[argparse.Namespace], dict[str, Any]]]]] = {
    "open": ("link_opened", _terms),
    "change": ("link_terms_changed", _terms),
    "close": ("link_closed", _nothing_more),
    "adjust": ("link_adjusted", _adjustment),
    "transfer": ("link_transferred", _transfer),
    "retire": ("link_retired", _nothing_more),
}
"""The event type of every action, and its fields but for signatures and reason."""


def run(args: argparse.Namespace) -> int:
    """Record the change and show the keeper's answer; 1 where it was refused, 2 where no answer came."""
    type_, fields_of = ACTIONS[args.action]
    fields = {**fields_of(args), "signed_by": args.sign, "reason": args.reason}
    with open_clerk(args) as clerk:
        recorded = clerk.record(f"link:{args.link}", type_, fields, args.sign[0]["badge"], source_id=args.id)
        answers = [] if recorded.refused else _answers(clerk, recorded)
        if recorded.refused:
            clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else _refusal(answers)
    if args.json:
        print_json(_document(args, recorded, answers, refused))
    else:
        _show(recorded, answers)
    if refused is not None:
        say(f"pitledger link: refused: {refused}")
        return 1
    if not answers or answers[-1].type == "transfer_sent":
        say(f"pitledger link: {_silence(args, recorded, answers)}")
        return 2
    return 0


def _answers(clerk: Clerk, recorded: Recorded) -> list[Answer]:
    """What the keeper decided; for a transfer also what the other link made of it."""
    first = clerk.answer(answers_to(recorded))
    if first is None:
        return []
    if first.type != "transfer_sent":
        return [first]
    sent = first.fields
    other = clerk.answer(
        lambda answer: (
            answer.type in ("transfer_received", "transfer_refused")
            and (answer.link, answer.fields["from_link"]) == (sent["to_link"], first.link)
            and answer.fields["number"] == sent["leg"]
        )
    )
    return [first] if other is None else [first, other]


def _refusal(answers: list[Answer]) -> str | None:
    return next((str(a.fields["reason"]) for a in answers if a.type in REFUSALS), None)


def _silence(args: argparse.Namespace, recorded: Recorded, answers: list[Answer]) -> str:
    link = args.to[0] if answers else args.link
    return (
        f"recorded as {recorded.event.stream} seq {recorded.seq}, but the keeper of {link} has not answered "
        f"within {args.wait:g} s. Is a keeper running? `pitledger meters {link}` shows it when it has."
    )


def _document(
    args: argparse.Namespace, recorded: Recorded, answers: list[Answer], refused: str | None
) -> dict[str, Any]:
    return {
        "action": args.action,
        "stream": recorded.event.stream,
        "seq": recorded.seq,
        "recorded": recorded.event.type,
        "existed": recorded.existed,
        "refused": refused,
        "answers": [answer.as_json() for answer in answers],
    }


def _show(recorded: Recorded, answers: list[Answer]) -> None:
    before = " (recorded before)" if recorded.existed else ""
    print(f"{recorded.event.stream} seq {recorded.seq}: {recorded.event.type}{before}")
    for answer in answers:
        print(f"{answer.link} record {answer.record}: {answer.type}")
        for balance in answer.fields["balances"]:
            print(f"  {balance['meter']:<24} {text(balance['primary_mc']):>18}", end="")
            print(f"   reserve {text(balance['reserve_mc'])}")
