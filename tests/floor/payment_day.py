"""A floor's day with payments short, over, twice and for nothing, and what accounting must say about it.

What is due is worked out from the table's own events and from what was planted, cent by cent, without the
ledger: then every report is held against it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from events.body import decode_body
from events.envelope import Event, read_header
from events.topics import EVENTS
from floor.casino import Casino, House
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.table.deck import STUB, Deck
from floor.table.table import DayOf
from floor.trouble.erring import conduct
from floor.trouble.mistake import Planted
from floor.trouble.mistakes import awards
from games.cards import parse
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.rebuild import all_of, build
from streams.sqlite.file import LOG_FILE
from tests.console.calling import Called, pitledger
from tests.floor.watched import FACILITY
from tests.ledger_judges import bean_check, hledger_check, posted

GAMES = ("high_card_flush", "texas_holdem_bonus")
HANDS = {2: "4h 5h 6h 7h 8h 9h Kc", 3: "Ah Kh", "community": "Qh Jh Th"}
"""Six cards in sequence in one game, a royal flush on the Flop in the other."""
PAYMENTS = (
    awards.award_of_a_wrong_amount,
    awards.award_overpaid,
    awards.award_paid_twice,
    awards.award_paid_by_two_slips,
    awards.award_paid_to_another_too,
    awards.award_paid_for_a_link_never_fed,
)
"""Short, over, twice by one slip and by two, and for nothing, in a link's book and in a table's own."""


class LuckyNowAndThen(Deck):
    """A deck that gives boxes the hands of `HANDS` in one of so many shuffles."""

    def __init__(self, name: str, back_colour: str, every: int) -> None:
        super().__init__(name, back_colour)
        self.every = every
        self.shuffles = 0

    def shuffle(self, *args: Any) -> Any:
        """Shuffle, and count it."""
        self.shuffles += 1
        return super().shuffle(*args)

    def deal(self, to: Any, cards: int = 1) -> Any:
        """The cards of a hand as long as they are in the stub: luck, not magic."""
        stub = self.piles[STUB]
        chosen = _WANTED.get(to, ()) if self.shuffles % self.every == 0 else ()
        for turn, card in enumerate([c for c in chosen if c in stub][:cards], 1):
            here = stub.index(card)
            stub[here], stub[-turn] = stub[-turn], stub[here]
        return super().deal(to, cards)


_WANTED = {to: [parse(name) for name in cards.split()] for to, cards in HANDS.items()}


@dataclass(frozen=True)
class PaymentNight(Night):
    """A night whose people err about payments and nothing else, and are lucky in one of so many rounds."""

    every: int = 30

    def casino(self, house: House, day_of: DayOf, only: Any = None, ledger: Any = None, *keep: Any) -> Casino:
        """As any night, with these decks and these mistakes."""
        casino = super().casino(house, day_of, only, lambda _planted: None, *keep)
        for table in casino.tables:
            table.make_deck = partial(LuckyNowAndThen, every=self.every)
            table.conduct = conduct(table, self.seed, self.rates, ledger, PAYMENTS)
        return casino


def play(data: Path, night: PaymentNight, processes: int = 1) -> list[Planted]:
    """Play such a day into an embedded instance; gives what was planted."""
    planted: list[Planted] = []
    with Embedded(data) as embedded:
        for rows in made(night, FACILITY, GamingDays(), processes, planted.append):
            embedded.log.append(as_sealed(rows))
        embedded.process(models=False, examine=False)  # no report of money rests on findings
        source = SqliteSource(data / LOG_FILE)
        build(source, embedded.store, all_of(source), lambda _done, _total: None, processes)
    return planted


# --- what is due ------------------------------------------------------------------------------------------

Book = str
Place = tuple[str, int]
"""A table and the number of a payment in its stream."""


@dataclass(slots=True)
class Due:
    """What accounting must say: each payment, what is owed, and the sums of the day."""

    settled: dict[Place, int] = field(default_factory=dict)
    beyond: dict[Place, tuple[Book, int, str]] = field(default_factory=dict)
    repeated: set[Place] = field(default_factory=set)
    owed: dict[tuple[str, int], int] = field(default_factory=dict)
    """By table and claim."""
    cash: Counter[tuple[str, Book, str]] = field(default_factory=Counter)
    """By gaming day, book and table."""
    house_money: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By gaming day and account."""
    named: dict[Place, str] = field(default_factory=dict)
    """The payment of each mistake, and its kind."""


def due(events: Iterable[Event], planted: Sequence[Planted]) -> Due:
    """From the events of the tables, and what was planted in which round."""
    found = Due()
    mistakes: dict[tuple[str, str | None], list[Planted]] = defaultdict(list)
    for each in planted:  # two seats may win in one round, and both be paid wrong
        mistakes[each.table, each.round].append(each)
    claims: dict[tuple[str, int], str] = {}
    claimed: set[tuple[str, str | None, int, str]] = set()
    slips: set[tuple[str, str]] = set()
    for event in events:
        body: Any = decode_body(event) if event.type in _READ else None
        match event.type:
            case "progressive_claimed":
                claims[event.owner, event.seq] = body.wager
                seats = (body.seat, *body.sharing_seats)
                claimed |= {(event.owner, event.round, seat, body.wager) for seat in seats}
            case "progressive_paid":
                again = (event.owner, body.slip) in slips or body.slip.endswith("/2")
                slips.add((event.owner, body.slip))
                of_round = mistakes.get((event.owner, event.round), [])
                of_wager = [each for each in of_round if each.wager == claims[event.owner, body.claim_seq]]
                mistake = _mistake(of_wager, body.seat, again=again)
                if again:
                    assert mistake is not None, "nobody else pays twice"
                    of_round.remove(mistake)
                    _pay_again(found, event, body, mistake)
                else:
                    _pay(found, event, body, mistake)
            case "envy_paid":
                found.house_money[event.gaming_day, "envy"] += body.amount_mc
            case "wager_settled":
                own = (event.owner, event.round, body.seat, body.wager)
                if body.paid_mc and _is_progressive(body.wager) and own not in claimed:
                    found.house_money[event.gaming_day, "fixed_awards"] += body.paid_mc
    return found


_READ = frozenset({"progressive_claimed", "progressive_paid", "envy_paid", "wager_settled"})


def _mistake(candidates: Sequence[Planted], seat: int, *, again: bool) -> Planted | None:
    """The mistake that a payment shows: about its own seat, or of one more payment, to whomever it went."""
    fitting = [each for each in candidates if (each.kind in _OF_THE_AMOUNT) is not again]
    of_seat = [each for each in fitting if each.seat == seat]
    return next(iter(of_seat or (fitting if again else ())), None)


_OF_THE_AMOUNT = frozenset({"award_of_a_wrong_amount", "award_overpaid"})


def _is_progressive(wager: str) -> bool:
    return wager == "progressive" or wager.startswith("fchb_")


def _pay(found: Due, event: Event, body: Any, mistake: Planted | None) -> None:
    """A payment of what was locked, or a dollar less or more."""
    place, mc = (event.owner, event.seq), body.amount_mc
    found.cash[event.gaming_day, body.link, event.owner] += mc
    found.settled[place] = mc
    if mistake is None:
        return
    if mistake.kind == "award_of_a_wrong_amount":
        found.named[place] = mistake.kind
        found.owed[event.owner, body.claim_seq] = mistake.due_mc - mc
    elif mistake.kind == "award_overpaid":
        found.named[place] = mistake.kind
        found.settled[place] = mistake.due_mc
        found.beyond[place] = (body.link, mc - mistake.due_mc, "too_much")


def _pay_again(found: Due, event: Event, body: Any, mistake: Planted) -> None:
    """A payment that the mistake added: the same slip, another slip, another seat, another link."""
    place, mc = (event.owner, event.seq), body.amount_mc
    found.named[place] = mistake.kind
    if mistake.kind == "award_paid_twice":
        found.repeated.add(place)
        return
    own_book = mistake.kind == "award_paid_for_a_link_never_fed"
    book = f"table:{event.owner}" if own_book else body.link
    reason = "too_much" if mistake.kind == "award_paid_by_two_slips" else "no_award"
    found.settled[place] = 0
    found.beyond[place] = (book, mc, reason)
    found.cash[event.gaming_day, book, event.owner] += mc


# --- what accounting says ---------------------------------------------------------------------------------


def wrong_in(data: Path, planted: Sequence[Planted], journals: Path) -> Iterator[str]:
    """Where a report does not say what is due, in words."""
    with Embedded(data) as embedded:
        expected = due((read_header(record.value) for record in embedded.log.read(EVENTS, 0, 0)), planted)
    if len(expected.named) != len(planted):
        yield f"{len(planted)} mistakes were planted, {len(expected.named)} payments show one"
    yield from _wrong_hits(expected, _call(data, "ledger", "hits").document)
    yield from _wrong_liability(expected, _call(data, "ledger", "liability"))
    trial = _call(data, "ledger", "trial")
    yield from _wrong_trial(expected, trial)
    yield from _wrong_days(expected, data)
    yield from _wrong_check(expected, _call(data, "check"))
    yield from _wrong_journals(data, trial.document, journals)


def _call(data: Path, *args: str) -> Called:
    return pitledger(*args, "--data", data, "--json")


def _differ(what: str, found: Any, expected: Any) -> Iterator[str]:
    if found != expected:
        yield f"{what}: {found!r:.300} instead of {expected!r:.300}"


def _wrong_hits(expected: Due, document: dict[str, Any]) -> Iterator[str]:
    meter = [hit for hit in document["hits"] if hit["kind"] == "meter"]
    payments = [payment for hit in meter for payment in hit["payments"]]
    payments += document["payments_for_no_award"]
    settled = {(each["table"], each["payment_seq"]): each["settled_mc"] for each in payments}
    yield from _differ("hits, settled", settled, expected.settled)
    beyond = {
        (each["table"], each["payment_seq"]): (each["book"], each["beyond_mc"], each["reason"])
        for each in payments
        if each["beyond_mc"]
    }
    yield from _differ("hits, beyond entitlement", beyond, expected.beyond)
    repeated = {(each["table"], each["payment_seq"]) for each in document["repeated_slips"]}
    yield from _differ("hits, slips that came again", repeated, expected.repeated)
    part = {
        (hit["table"], hit["claim_seq"]): sum(owed["amount_mc"] for owed in hit["owed"])
        for hit in meter
        if hit["status"] == "part_paid"
    }
    yield from _differ("hits, part paid", part, expected.owed)
    house_mc = sum(hit["paid_mc"] for hit in document["hits"] if hit["kind"] != "meter")
    yield from _differ("hits, house money", house_mc, sum(expected.house_money.values()))


def _wrong_liability(expected: Due, called: Called) -> Iterator[str]:
    yield from _differ("liability, exit code", called.code, 0)
    document = called.document
    payments = [payment for book in document["beyond_entitlement"] for payment in book["payments"]]
    beyond = {
        (each["table"], each["payment_seq"]): (each["book"], each["beyond_mc"], each["reason"])
        for each in payments
    }
    yield from _differ("liability, beyond entitlement", beyond, expected.beyond)
    sums: Counter[str] = Counter()
    for book, mc, _ in expected.beyond.values():
        sums[book] += mc
    accounts = {each["book"]: each["amount_mc"] for each in document["beyond_entitlement"]}
    yield from _differ("liability, by book", accounts, dict(sums))
    owed = {
        (award["table"], award["claim_seq"]): award["owed_mc"]
        for link in document["links"]
        for award in link["awards"]
    }
    yield from _differ("liability, owed", owed, expected.owed)
    payable_mc = sum(link["payable_mc"] for link in document["links"])
    yield from _differ("liability, payable", payable_mc, sum(expected.owed.values()))


def _wrong_trial(expected: Due, called: Called) -> Iterator[str]:
    yield from _differ("trial, exit code", called.code, 0)
    balance: Counter[str] = Counter()
    for each in called.document["accounts"]:
        balance[each["account"]] += each["balance_mc"]
    paid_mc = sum(expected.cash.values()) + sum(expected.house_money.values())
    yield from _differ("trial, paid", balance["paid"], -paid_mc)
    yield from _differ("trial, payable", balance["payable"], -sum(expected.owed.values()))
    beyond_mc = sum(mc for _, mc, _ in expected.beyond.values())
    yield from _differ("trial, beyond entitlement", balance["beyond_entitlement"], beyond_mc)
    yield from _differ("trial, in all", called.document["total_mc"], 0)


def _wrong_days(expected: Due, data: Path) -> Iterator[str]:
    cash: dict[tuple[str, str, str], int] = {}
    house: Counter[tuple[str, str]] = Counter()
    for day in sorted({day for day, *_ in (*expected.cash, *expected.house_money)}):
        document = _call(data, "day", day).document
        for each in document["cash"]:
            cash[day, each["book"], each["table"]] = each["settled_mc"] + each["beyond_mc"]
        for each in document["house_money"]:
            house[day, each["account"]] += each["amount_mc"]
    yield from _differ("day, cash", cash, dict(expected.cash))
    yield from _differ("day, house money", house, expected.house_money)


def _wrong_check(expected: Due, called: Called) -> Iterator[str]:
    yield from _differ("check, problems", called.document["problems"], [])
    yield from _differ("check, exit code", called.code, 0)
    sums: dict[str, list[int]] = defaultdict(list)
    for book, mc, _ in expected.beyond.values():
        sums[book].append(mc)
    notes = {
        note["place"]: note["detail"]
        for note in called.document["notes"]
        if not note["place"].startswith("finding:")  # not examined: still to be issued
    }
    yield from _differ("check, books with a note", sorted(notes), sorted(sums))
    for book, amounts in sums.items():
        words = f"${sum(amounts) // 100_000:,}.{sum(amounts) // 1_000 % 100:02d} beyond entitlement"
        count = f"{len(amounts):,} payment{'s' * (len(amounts) != 1)}"
        if not (words in notes.get(book, "") and count in notes.get(book, "")):
            yield f"check, {book}: {notes.get(book)!r} instead of {words}, {count}"


def _wrong_journals(data: Path, trial: dict[str, Any], journals: Path) -> Iterator[str]:
    exported = _call(data, "ledger", "export", "--out", str(journals))
    yield from _differ("journals, exit code", exported.code, 0)
    yield from _differ("bean-check", bean_check(journals / "ledger.beancount"), "")
    yield from _differ("hledger", hledger_check(journals / "ledger.journal"), "")
    balance: dict[tuple[str, str], tuple[int, int]] = {}
    for each in trial["accounts"]:
        key = (each["book"], each["account"])
        mc, nano = balance.get(key, (0, 0))
        balance[key] = (mc + each["balance_mc"], nano + each["nano"])
    yield from _differ("journals, balances", posted(journals / "parquet", "book", "account"), balance)


def summary(planted: Sequence[Planted]) -> str:
    """How many of each were planted."""
    return json.dumps(Counter(each.kind for each in planted))
