"""The terms of a link, as `open` and `change` take them: the rulebook, and what the house may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec.structs import replace

from console.calls.arguments import amount, many, of_meter, one, percent, some
from console.calls.wrong_call import WrongCall
from events.body import body_fields
from events.vocabulary.links import LinkOpened
from games import registry, rulebook
from games.chapter import ONLY
from projections.recording.link_rules import link_terms


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a link runs by. Seed, reseed and rate are the rulebook's, but for 678a@2015-proposed."""

    rulebook: Annotated[str, Parameter(metavar="R", help="the text that fixes the meters: 678a@2019-11-02")]
    paytable: Annotated[str, Parameter(metavar="X", help="the letter of the progressive paytable, or `only`")]
    unit: Annotated[int, one(some(amount), "AMOUNT", "the one amount that the link takes: 5.00")]
    wager: Annotated[
        str | None, Parameter(metavar="W", help="the wager that feeds it, where there are several")
    ] = None
    limit: Annotated[
        tuple[tuple[str, int], ...],
        many(
            of_meter(amount),
            "METER=AMOUNT",
            "the most on display; what exceeds it goes to the meter's overflow",
        ),
    ] = ()
    guard: Annotated[
        int,
        one(amount, "AMOUNT", "the most that one round at one table can stake; more feeds nothing"),
    ] = 0
    seed: Annotated[
        int | None, one(amount, "AMOUNT", "the initial amount, where the text leaves it free")
    ] = None
    reseed: Annotated[int | None, one(amount, "AMOUNT", "the reset amount, likewise; the seed if absent")] = (
        None
    )
    rate: Annotated[
        int | None, one(percent, "PERCENT", "the incrementation rate, where the text leaves it free")
    ] = None

    def fields(self) -> dict[str, Any]:
        """The parameter set of the rulebook, with what the house may set."""
        limits = dict(self.limit)
        if len(limits) < len(self.limit):
            raise WrongCall("--limit: a meter is named twice: give it one limit")
        terms = link_terms(
            LinkOpened,
            self.rulebook,
            self.paytable,
            self.wager or _only_wager(self.rulebook, self.paytable),
            self.unit,
            seed_mc=self.seed,
            primary_bp=self.rate,
            limits_mc=limits,
            guard_mc=self.guard,
        )
        if self.reseed is not None:
            meters = tuple(replace(meter, reseed_mc=self.reseed) for meter in terms.meters)
            terms = replace(terms, meters=meters)
        return body_fields(terms)


def _only_wager(name: str, paytable: str) -> str:
    """The first wager that feeds meters by this paytable: a letter is selected, `only` the chapter's own."""
    game = registry.by_name(rulebook.by_name(name).game)
    fixed = paytable == ONLY
    feeding = (w.name for w in game.wagers if w.progressive and (w.paytable is None) == fixed)
    return next(feeding, "progressive")
