"""`pitledger day DATE`: what it takes, and which of its tasks that asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

from console.acts.closing import Close
from console.acts.reading_answers import ReadingAnswer, named_reading
from console.acts.readings import Reading
from console.calls.arguments import amount, many, one
from console.calls.names import person
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.day.closing import close_and_show
from console.commands.day.reading_answers import answer_reading
from console.commands.day.readings import enter_reading
from console.commands.day.reconciliation import reconcile
from console.recording.signing import REASON, RECORDED_NOW, SIGN, Recording, Signature
from console.wording.gaming_days import day as read_day
from console.wording.typed_time import FORMS, in_gaming_day
from streams.clock import now_us


def _reading(_: Any, tokens: Sequence[Token]) -> tuple[str, str, int]:
    """LINK METER AMOUNT, the amount read exactly."""
    link, meter, typed = (token.value for token in tokens[-3:])
    return link, meter, amount(typed)


def day(
    date: Annotated[str, one(read_day, "DATE", "the gaming day, e.g. 2025-06-15", name="DATE")],
    /,
    *,
    read: Annotated[
        tuple[str, str, int] | None,
        Parameter(
            converter=_reading,
            n_tokens=3,
            metavar="LINK METER AMOUNT",
            help="enter what a display shows; it is compared with the meter",
        ),
    ] = None,
    by: Annotated[str | None, one(person, "BADGE", "with --read: who read the display")] = None,
    at: Annotated[
        str | None,
        Parameter(
            metavar="TIME",
            help=f"with --read: when it was read, {FORMS}; 07:00 is one of that day (default: now)",
        ),
    ] = None,
    close: Annotated[bool, Parameter(help="close the day on every link, and at the desk")] = False,
    without: Annotated[
        tuple[str, ...],
        many(str, "TABLE", "with --close: although this table has sent no end-of-day marker"),
    ] = (),
    withdraw: Annotated[
        tuple[str, int] | None,
        one(named_reading, "READING", "withdraw a reading, by the number that `day` shows"),
    ] = None,
    explain: Annotated[
        tuple[str, int] | None,
        one(named_reading, "READING", "explain why a reading differs; the reading stands"),
    ] = None,
    sign: Annotated[tuple[Signature, ...], SIGN] = (),
    reason: Annotated[str, REASON] = "",
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Reconcile a gaming day; with --read enter a reading, with --close close the day.

    A reading that differs keeps the day unreconciled until two people --withdraw or --explain it.

    Examples:
        pitledger day 2025-06-15
        pitledger day 2025-06-15 --read HCF progressive 151234.50 --by A-7
        pitledger day 2025-06-15 --withdraw 3 --sign A-2:accounting --sign S-1:slots \
          --reason "misread"
        pitledger day 2025-06-15 --close --sign A-2:accounting --sign S-1:slots \
          --reason "all markers in"
    """
    tasks = {"--read": read, "--close": close or None, "--withdraw": withdraw, "--explain": explain}
    asked = _one_of(tasks)
    _refuse_unless(read is not None, "--read", {"--by": by is not None, "--at": at is not None})
    signed = {"--sign": bool(sign), "--reason": bool(reason)}
    _refuse_unless(bool(asked) and read is None, "--close, --withdraw or --explain", signed)
    _refuse_unless(close, "--close", {"--without": bool(without)})
    if read is not None:
        if not by:
            raise WrongCall("--read needs --by BADGE: who read the display?")
        return enter_reading(Reading(date, *read, by, _moment(at, date, options)), recording, options)
    if asked and not (sign and reason):
        raise WrongCall(f"{asked[0]} needs --sign BADGE:DEPARTMENT, twice, and --reason TEXT")
    answered = withdraw or explain
    if answered is not None:
        said = ReadingAnswer(date, *answered, withdraw is not None, sign, reason)
        return answer_reading(said, recording, options)
    if close:
        return close_and_show(Close(date, without, sign, reason), recording, options)
    return reconcile(date, options)


def _one_of(tasks: Mapping[str, object]) -> list[str]:
    """What is asked for, if anything: one thing at a time."""
    asked = [task for task, given in tasks.items() if given is not None]
    if len(asked) > 1:
        raise WrongCall(f"{asked[0]} and {asked[1]}: give one of them, then the other")
    return asked


def _moment(at: str | None, date: str, options: GlobalOptions) -> int:
    """When a display was read: a time without its day is one of the gaming day."""
    try:
        return now_us() if at is None else in_gaming_day(at, options.gaming_days().bounds(date))
    except ValueError as error:
        raise WrongCall(f"--at: {error}") from None


def _refuse_unless(asked: bool, task: str, given: dict[str, bool]) -> None:
    """An option that nothing would come of is refused, not passed over."""
    for option, is_given in given.items():
        if is_given and not asked:
            raise WrongCall(f"{option} belongs to {task}")
