"""Patterns of findings for people and scripts: what is found more often than chance gives. A lead, in words
that say so, and never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.printing.columns import print_columns
from console.printing.lines import print_lines
from console.printing.output import print_json
from events.money import MC_PER_CENT, text
from projections.patterns.leads import FOUND, Line
from projections.patterns.tally import SEAT, SORTS
from streams.read_model.findings import Wanted
from streams.read_model.queries.patterns import Patterns, find_patterns
from streams.read_model.store import ReadStore

_USUAL: Final = Fraction(1, 10)
_SELDOM: Final = 10**12
_BILLION: Final = 10**9
_DIGITS: Final = Context(prec=6, rounding=ROUND_UP)
NO_VERDICT: Final = (
    "A lead says where to look, and is never a verdict: another game, a busier table or a better reader of "
    "cards is a reason too. Look at the rounds before anybody is asked."
)


def _sort(given: str) -> str:
    if given not in SORTS:
        raise ValueError(f"{given!r} is not one of {', '.join(SORTS)}")
    return given


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PatternsAsked:
    """Whether findings are counted over rounds, and by what."""

    patterns: Annotated[
        bool,
        Parameter(negative="", help="counted over rounds, against what chance gives: leads, never verdicts"),
    ] = False
    by: Annotated[
        str | None, one(_sort, "SORT", "with --patterns only by dealer, table, seat or shift (default: all)")
    ] = None


NO_PATTERNS: Final = PatternsAsked()


def check_patterns(asked: PatternsAsked, wanted: Wanted, **given: bool) -> None:
    """Refuse what cannot be asked together; `given` are the options that were given beside."""
    if asked.by is not None and not asked.patterns:
        raise WrongCall("--by belongs to --patterns: findings by themselves are not counted over rounds")
    if not asked.patterns:
        return
    for option, is_given in (given | {"round": wanted.round is not None}).items():
        if is_given:
            raise WrongCall(f"--patterns counts over rounds: leave out --{option.rstrip('_')}")
    if wanted.mode not in (None, "live"):
        raise WrongCall(f"--patterns counts live rounds alone: leave out --mode {wanted.mode}")


def show_patterns(
    store: ReadStore, wanted: Wanted, asked: PatternsAsked, version: int | None, options: GlobalOptions
) -> int:
    """Every group against the others; 0 whatever is found, since a lead is no verdict."""
    sorts = SORTS if asked.by is None else (asked.by,)
    found = find_patterns(store, wanted, sorts, options.gaming_days(), version)
    if options.json:
        print_json(_document(found))
    else:
        _show(found)
    return 0


def _document(found: Patterns) -> dict[str, Any]:
    return {
        "rounds": found.counted.rounds,
        "findings": found.counted.findings,
        "left_out": found.counted.left_out,
        "confidence": _decimal(found.confidence),
        "compared": len(found.lines),
        "correction": "holm",
        "about": NO_VERDICT,
        "groups": [_line_document(line) for line in found.lines],
    }


def _line_document(line: Line) -> dict[str, Any]:
    return {
        "by": line.group.by,
        "group": line.group.name,
        "what": line.kind,
        "rounds": line.group.rounds,
        "times": line.hits,
        "rate": _decimal(line.rate),
        "others_rate": None if line.others is None else _decimal(line.others),
        "low": _decimal(line.low),
        "high": _decimal(line.high),
        "chance": _chance_text(line.chance),
        "corrected": _chance_text(line.corrected),
        "lead": line.lead,
        "findings": line.group.findings,
        "difference_cents": line.group.difference_mc(line.kind) // MC_PER_CENT,
    }


def _show(found: Patterns) -> None:
    """Leads first. Where no money went wrong, there is no line of it."""
    rows = [
        (
            "lead" if line.lead else "-",
            line.group.by,
            line.group.name,
            line.kind,
            f"{line.hits:,}",
            f"{line.group.rounds:,}",
            _percent(line.rate),
            "-" if line.others is None else _percent(line.others),
            f"{_percent(line.low)}–{_percent(line.high)}",
            _in_words(line.chance),
            text(line.group.difference_mc(line.kind)),
        )
        for line in found.lines
        if line.hits or line.kind == FOUND
    ]
    if rows:
        headings = ("", "by", "group", "what", "times>", "rounds>", "%>", "others %>", "99 % interval>")
        print_columns((*headings, "by chance>", "difference>"), rows)
    leads = sum(line.lead for line in found.lines)
    counted = found.counted
    print_lines(
        f"{_several(counted.findings, 'finding')} in {_several(counted.rounds, 'live round')}; "
        f"{_several(leads, 'lead')}. By chance: how often at least as many would fall on these rounds, if "
        f"all fell on all rounds by lot. {_several(len(found.lines), 'figure')} looked at: a lead is what is "
        "rarer than 1 in 100 after all were corrected for that (Holm). The intervals (Clopper–Pearson) "
        "are of each figure by itself."
    )
    for sort, left_out in counted.left_out.items():
        if left_out:
            what = "seat of a live round" if sort == SEAT else "live round"
            print_lines(f"Not counted by {sort}: {_several(left_out, 'finding')} without a {what}.")
    print_lines(NO_VERDICT)


def _several(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _decimal(share: Fraction) -> str:
    """A share to nine digits behind the point."""
    billionths = round(share * _BILLION)
    return f"{billionths // _BILLION}.{billionths % _BILLION:09}"


def _chance_text(chance: Fraction) -> str:
    """A chance to six digits, never too low."""
    return str(_DIGITS.divide(Decimal(chance.numerator), Decimal(chance.denominator)))


def _percent(share: Fraction) -> str:
    """Per cent to three digits behind the point."""
    thousandths = round(share * 100_000)
    return f"{thousandths // 1_000}.{thousandths % 1_000:03}"


def _in_words(chance: Fraction) -> str:
    """One in so many; what is more than one in ten is nothing to be said."""
    if chance > _USUAL:
        return "usual"
    seldom = chance.denominator // chance.numerator
    return f"1 in {seldom:,}" if seldom < _SELDOM else f"under 1 in {_SELDOM:,}"
