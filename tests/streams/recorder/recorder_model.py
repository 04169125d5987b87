"""What a recorder owes to whoever sends it drafts, written from the design and not from its code.

The model is given each draft with its answer and the moment by the recorder's clock. It knows by itself what
must have become of it: a new fact, a refusal, or the answer of before. It holds all events that must be in
the log, and what follows from them: rounds, wagers taken, legs, links that are open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgpack

from events.body import decode_body
from events.envelope import NO_PREV, Event, encode, event_hash
from events.jsonform import Draft
from streams.recorder.recorder import Recorded
from tests.streams.recorder.recorder_rounds import (
    Link,
    Mode,
    Round,
    as_pairs,
    follow_round,
    legs_of,
    wagers_to,
)
from tests.streams.recorder.table_drafts import RULEBOOK, UNIT

REFUSALS = {"record_refused", "wager_refused", "table_refused", "link_change_refused"}
LINK_CHANGES = {"link_opened", "link_terms_changed", "link_closed", "link_retired"}
DAYS_ENDED = {"table_day_ended", "link_day_closed", "gaming_day_closed"}
BROUGHT_BY_SYSTEM = {"legs", "leg", "control_seq", "selections_seq", "stamps", "shown", "seen", "claimed_by"}
"""Fields that the recorder fills in: of these the model looks at legs, offers and claimers, where due."""
OF_A_ROUND = {"rulebook", "rulebook_sha256", "progressives", "left"}
"""Fields that the recorder fills in where a round opens."""


@dataclass
class Answered:
    """The first draft that came under a source id, what became of it, and other contents, refused."""

    content: tuple[Any, ...]
    event: Event
    refused: dict[str, Event] = field(default_factory=dict)


def content(draft: Draft) -> tuple[Any, ...]:
    """What makes two drafts the same."""
    return (draft.type, draft.occurred_at_us, draft.round, draft.actor, draft.mode, draft.body)


class RecorderModel:
    """All that must be in the log, and why."""

    def __init__(self, facility: str, day_of: Callable[[int], str]) -> None:
        self.facility = facility
        self.events: list[Event] = []
        self.values: list[bytes] = []
        """The bytes that the log must hold, in order."""
        self._day_of = day_of
        self._streams: dict[str, list[Event]] = {}
        self._sent: dict[tuple[str, int], tuple[Any, ...]] = {}
        """By stream and number, the content of the draft that the event was recorded for."""
        self._hashes: dict[str, bytes] = {}
        self._answers: dict[tuple[str, str], Answered] = {}
        self._modes: dict[tuple[str, str], Mode] = {}
        self._links: dict[str, Link] = {}
        self._legs: dict[tuple[str, str], int] = {}
        self._owed: dict[str, dict[str, str]] = {}
        """By table, the links that it left and owes a marker, each with its day."""

    def head(self, stream: str) -> tuple[int, bytes]:
        """The number and the hash of a stream's last event."""
        return len(self._streams.get(stream, ())), self._hashes.get(stream, NO_PREV)

    def judge(
        self,
        draft: Draft,
        answer: object,
        now_us: int,
        *,
        may_be_stored: bool = False,
        planned_after: int | None = None,
    ) -> None:
        """Hold the answer to a draft against what is due.

        `may_be_stored`: whether it says "recorded before" is open. An append met trouble and the draft was
        sent again; or the other recorder was in charge, and has recorded the very same bytes.
        `planned_after`: a recorder that may have been away took this number for the last of the stream.
        """
        assert isinstance(answer, Recorded), f"{draft} was not recorded: {answer!r}"
        assert answer.seq == answer.event.seq
        before = None if draft.source_id is None else self._answers.get((draft.stream, draft.source_id))
        if before is None:
            assert may_be_stored or not answer.existed, f"{answer.event} was not sent before"
            if draft.source_id is None and self._is_the_others(draft, answer, planned_after):
                return
            self._judge_new(draft, answer, now_us)
        elif before.content == content(draft):
            assert answer.event == before.event, f"{draft.source_id} was recorded twice"
            assert answer.existed or may_be_stored
            assert answer.refused == (before.event.type != draft.type)
        else:
            self._judge_conflict(draft, answer, before, now_us, may_be_stored=may_be_stored)

    def _is_the_others(self, draft: Draft, answer: Recorded, planned_after: int | None) -> bool:
        """Whether the other recorder has recorded the same, with the same bytes at the same number.

        It was sent twice without an id, happened and was recorded in one microsecond, and nothing shows that
        it was two facts. Only who believed that the stream ended just before can come to write that number.
        """
        event, so_far = answer.event, self._streams.get(draft.stream, [])
        if planned_after is None or event.seq != planned_after + 1 or event.seq > len(so_far):
            return False
        assert event == so_far[event.seq - 1], f"{event} took the place of {so_far[event.seq - 1]}"
        assert content(draft) == self._sent[draft.stream, event.seq], f"{draft} was lost: {event} answers it"
        return True

    def _judge_new(self, draft: Draft, answer: Recorded, now_us: int) -> None:
        event = answer.event
        self._judge_envelope(draft, event, now_us)
        reasons = self._refused_for(draft, now_us)
        if reasons == {"day_not_begun"} and draft.mode != "live" and event.type == draft.type:
            reasons = set()  # a test ends no day: it may be recorded
        if reasons:
            assert event.type in REFUSALS, f"{draft.type} had to be refused: {reasons}"
            code = getattr(decode_body(event), "code", None)
            assert code is None or code in reasons, f"{code} is not among {reasons}"
        else:
            assert event.type == draft.type, f"{draft} was refused: {decode_body(event)}"
            self._judge_body(draft, event)
        assert answer.refused == bool(reasons)
        self._take(event, draft)
        if draft.source_id is not None:
            self._answers[draft.stream, draft.source_id] = Answered(content(draft), event)

    def _judge_conflict(
        self, draft: Draft, answer: Recorded, before: Answered, now_us: int, *, may_be_stored: bool
    ) -> None:
        """Other content under a known source id: one refusal, that names what is recorded under it."""
        sent = [draft.type, draft.occurred_at_us, draft.round, draft.actor, draft.mode, draft.body]
        digest = sha256(msgpack.packb(sent)).hexdigest()
        refusal: Any = decode_body(answer.event)
        assert answer.refused
        assert answer.event.type == "record_refused"
        assert (refusal.code, refusal.attempted_source_id) == ("duplicate", draft.source_id)
        assert (refusal.existing_seq, refusal.attempted_sha256) == (before.event.seq, digest)
        if digest in before.refused:
            assert answer.existed
            assert answer.event == before.refused[digest]
            return
        assert may_be_stored or not answer.existed
        self._judge_envelope(draft._replace(source_id=None), answer.event, now_us)
        before.refused[digest] = answer.event
        self._take(answer.event, draft)

    def _judge_envelope(self, draft: Draft, event: Event, now_us: int) -> None:
        """Number, chain, both clocks, the gaming day of the earlier one; what the client sent is kept."""
        so_far = self._streams.get(draft.stream, [])
        last_us, last_day = (so_far[-1].recorded_at_us, so_far[-1].gaming_day) if so_far else (0, "")
        seq, digest = self.head(draft.stream)
        assert (event.facility, event.stream, event.seq, event.prev) == (
            self.facility,
            draft.stream,
            seq + 1,
            digest,
        )
        assert event.recorded_at_us == max(last_us, now_us), "recorded_at is ours, and never goes back"
        earlier_us = min(event.occurred_at_us, event.recorded_at_us)
        assert event.gaming_day == max(last_day, self._day_of(earlier_us))
        assert event.gaming_day <= self._day_of(event.recorded_at_us), "of a day that had not begun"
        sent = (draft.occurred_at_us, draft.round, draft.actor, draft.mode)
        assert (event.occurred_at_us, event.round, event.actor, event.mode) == sent
        own = f"recorder#{event.seq}"
        assert event.source_id == (own if draft.source_id is None else draft.source_id)

    # What may be refused

    def _refused_for(self, draft: Draft, now_us: int) -> set[str]:
        """The codes by any of which the draft must be refused; none where it is a fact."""
        body: Any = decode_body(draft)
        if draft.type in DAYS_ENDED and body.day > self._day_of(now_us):
            return {"day_not_begun"}
        if draft.type == "wager_placed":
            return self._wager_problems(self._mode(draft.stream, draft.mode), draft, body)
        if draft.type == "round_opened" and draft.round is not None:
            return {"other"} if draft.round == self._mode(draft.stream, draft.mode).round.id else set()
        if draft.type in ("table_opened", "selections_changed") and body.payout_limit_mc is not None:
            return {"payout_limit_below_floor"}
        if draft.stream.startswith("link:") and draft.mode == "live":
            return self._link_problems(draft, body)
        return set()

    def _link_problems(self, draft: Draft, body: Any) -> set[str]:
        link = self._links.get(draft.stream.partition(":")[2])
        live = link is not None and link.open
        closed_first = draft.type in ("link_opened", "link_terms_changed", "link_retired")
        signed_by = getattr(body, "signed_by", None)
        unsigned = signed_by is not None and len({signature.badge for signature in signed_by}) < 2
        return {"live"} if live and closed_first else {"unsigned"} if unsigned else set()

    def _wager_problems(self, mode: Mode, draft: Draft, body: Any) -> set[str]:
        """What is not the system's to take is a fact; the rest by what the round was opened under alone."""
        round_, live = mode.round, draft.mode == "live"
        in_round = round_.open and round_.named(draft.round)
        by: Mode | Round = round_ if in_round else mode
        link = by.offers.get(body.wager)
        if link is None and body.wager != "progressive":
            return set()
        if live and not by.table_open:
            return {"table_closed"}
        if link is None:
            return {"not_offered"} if by.rulebook else set()
        if not in_round:
            return {"no_round"}
        problems = set()
        if round_.locked:
            problems.add("lock_out")
        if body.wager == "progressive" and body.instrument != "value_chip":
            problems.add("not_value_chip")
        if body.amount_mc != UNIT:
            problems.add("other_unit")
        if (body.seat, body.wager) in round_.taken:
            problems.add("duplicate")
        if live:
            problems |= self._link_refuses(round_, link)
        return problems

    def _link_refuses(self, round_: Round, link: str) -> set[str]:
        found = round_.found.get(link)
        if found is None:
            return {"link_unknown"}
        if not found.open:
            return {"link_not_live"}
        offered = {wager for wager, to in round_.offers.items() if to == link}
        return set() if "progressive" in offered else {"other_terms"}

    # What is filled in

    def _judge_body(self, draft: Draft, event: Event) -> None:
        """The fact is as it was sent; what the system added is what is due."""
        sent: Any = decode_body(draft)
        kept: Any = decode_body(event)
        of_round = OF_A_ROUND if event.type == "round_opened" else set()
        for name in sent.__struct_fields__:
            if name not in BROUGHT_BY_SYSTEM | of_round:
                assert getattr(kept, name) == getattr(sent, name), f"{name} of {event}"
        if event.type == "progressive_claimed":
            # Without a register, which this model has none of, the actor claims, and the round's dealer too.
            assert set(kept.claimed_by) == (
                {event.actor, *self._dealer(event)} if event.mode == "live" else set()
            )
        legs = legs_of(event)
        if event.mode != "live":
            assert not legs, "only live events carry legs"
        elif event.stream.startswith("table:"):
            self._judge_legs(self._mode(event.stream, "live"), event, kept, set(dict(legs)))
        if event.type == "round_opened":
            mode = self._mode(event.stream, event.mode)
            assert {offer.wager: offer.link for offer in kept.progressives} == mode.offers
            for offer in kept.progressives if event.mode == "live" else ():
                self._judge_offer(event.stream, offer)
            shown = {left.link: left.legs_sent for left in kept.left}
            live = event.mode == "live" and mode.rulebook
            left = {*self._owed.get(event.stream, ()), *self._feeds(mode)} - {*mode.offers.values()}
            assert shown == {link: self._legs.get((event.stream, link), 0) for link in left if live}

    def _dealer(self, claim: Event) -> set[str]:
        """Who deals the claim's round, if that is the last live one of its table."""
        opened = [
            event
            for event in self._streams.get(claim.stream, [])
            if event.type == "round_opened" and event.mode == "live"
        ]
        if not opened or opened[-1].round != claim.round:
            return set()
        body: Any = decode_body(opened[-1])
        return {body.dealer}

    def _judge_offer(self, stream: str, offer: Any) -> None:
        """A round shows how many legs its links were sent, and what their own streams had of them."""
        assert offer.legs_sent == self._legs.get((stream, offer.link), 0)
        link = self._links.get(offer.link)
        assert (offer.found is None) == (link is None)
        if link is not None:
            assert (offer.found.open, offer.found.control_seq) == (link.open, link.seq)

    def _judge_legs(self, mode: Mode, event: Event, body: Any, links: set[str]) -> None:
        round_ = mode.round
        named, of_round = round_.named(event.round), set(round_.offers.values())
        fed = self._fed_by(event.stream)
        if event.type in ("bets_closed", "round_closed", "round_opened", "table_closed"):
            named = named or event.type in ("round_opened", "table_closed")
            unsent = {link: wagers for link in of_round if (wagers := wagers_to(round_, link))}
            sent = {leg.link: as_pairs(leg.wagers) for leg in body.legs}
            due = unsent if named else {}
            assert {link: wagers for link, wagers in sent.items() if wagers} == due, "wagers lost or doubled"
            if event.type != "bets_closed":
                assert {leg.round for leg in body.legs} <= {round_.id}
                assert links == set(due)
            else:
                assert links == of_round if named else not links
        elif event.type == "round_voided":
            assert links >= of_round if named else links <= fed
            unfed = {(leg.link, seat) for leg in body.legs for seat in leg.unfed}
            returned = {(leg.link, seat) for leg in body.legs for seat in leg.seats}
            unsent_seats = {(round_.offers[wager], seat) for seat, wager in round_.taken}
            assert unfed == (returned & unsent_seats if named else set())
        elif event.type.startswith("progressive_"):
            assert bool(links) == (body.link in fed), "a leg to a link that the table never fed"
        elif event.type in ("table_opened", "selections_changed"):
            assert links >= set(mode.offers.values()) | {offer.link for offer in body.progressives}
        elif event.type == "table_day_ended":
            assert links >= set(mode.offers.values())

    def _fed_by(self, stream: str) -> set[str]:
        """The links that a table feeds, or has ever sent a leg."""
        mode = self._mode(stream, "live")
        of_round = set(mode.round.offers.values()) if mode.round.open else set()
        return {link for of, link in self._legs if of == stream} | set(mode.offers.values()) | of_round

    # What follows

    def _take(self, event: Event, draft: Draft) -> None:
        value = encode(event)
        self.events.append(event)
        self.values.append(value)
        self._sent[event.stream, event.seq] = content(draft)
        self._streams.setdefault(event.stream, []).append(event)
        self._hashes[event.stream] = event_hash(value)
        for link, leg in legs_of(event):
            last = self._legs.get((event.stream, link), 0)
            assert leg == last + 1, f"the legs of {event.stream} to {link} go from {last} to {leg}"
            self._legs[event.stream, link] = leg
        kind, _, name = event.stream.partition(":")
        if kind == "link" and event.mode == "live" and event.type in LINK_CHANGES:
            if event.type == "link_opened" or name in self._links:
                self._links[name] = Link(open=event.type == "link_opened", seq=event.seq)
        elif kind == "table":
            mode = self._mode(event.stream, event.mode)
            before = self._feeds(mode)
            self._follow_table(mode, event)
            if event.mode == "live":
                self._follow_owed(event, before, self._feeds(mode))

    def _feeds(self, mode: Mode) -> set[str]:
        """The links that a table feeds: those of its open round too."""
        return {*mode.offers.values(), *(mode.round.offers.values() if mode.round.open else ())}

    def _follow_owed(self, event: Event, before: set[str], now: set[str]) -> None:
        """The links that a table feeds no more and owes a marker of the day in which it last did, or in which
        they were last sent something; a marker ends all days up to its own."""
        owed = self._owed.setdefault(event.stream, {})
        if event.type == "table_day_ended":
            ended: Any = decode_body(event)
            for link in [link for link, day in owed.items() if day <= ended.day]:
                del owed[link]
            return
        for link in before | {link for link, _ in legs_of(event)} | owed.keys():
            if link in now:
                owed.pop(link, None)
            elif link in before or link in dict(legs_of(event)):
                owed[link] = max(event.gaming_day, owed.get(link, ""))

    def _mode(self, stream: str, mode: str) -> Mode:
        return self._modes.setdefault((stream, mode), Mode())

    def _follow_table(self, mode: Mode, event: Event) -> None:
        body: Any = decode_body(event)
        match event.type:
            case "table_opened" | "selections_changed":
                mode.table_open = mode.table_open or event.type == "table_opened"
                mode.offers = {offer.wager: offer.link for offer in body.progressives}
                mode.rulebook = body.rulebook
            case "round_opened":
                found = {link: self._links[link] for link in mode.offers.values() if link in self._links}
                mode.round = Round(
                    event.round, mode.table_open, dict(mode.offers), found, mode.rulebook, open=True
                )
            case "table_closed":
                mode.table_open = False
                mode.round.open = False
                mode.round.taken.clear()
            case _ if mode.round.named(event.round):
                follow_round(mode.round, event.type, body)


assert RULEBOOK.startswith("678a"), "its one progressive wager is called progressive, and takes value chips"
