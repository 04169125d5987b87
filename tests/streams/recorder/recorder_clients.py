"""What devices and people send to a recorder, as Hypothesis draws it: drafts, their times and source ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st

from events.jsonform import Draft
from events.vocabulary.desk import GamingDayClosed, NoteRecorded
from streams.clock import GamingDays
from streams.recorder.recorder import draft
from tests.streams.recorder.table_drafts import AT, SIGNED, UNIT, LinkDrafts, TableDrafts

TABLE, DESK, LINKS = "T-1", "desk:shift", ("L-1", "L-2")
STREAMS = (f"table:{TABLE}", *(f"link:{link}" for link in LINKS), DESK)
SECOND = 1_000_000
HOUR, DAY, YEAR = 3_600 * SECOND, 86_400 * SECOND, 365 * 86_400 * SECOND

SEATS = st.integers(1, 3)
SELECTIONS = st.sampled_from([LINKS, ("L-1",), ("L-2",), ("L-2", "L-1"), ()])
OFF = st.sampled_from(
    [0, 0, 0, 5 * SECOND, -5 * SECOND, 3 * HOUR, -3 * HOUR, 26 * HOUR, -26 * HOUR, YEAR, -YEAR]
)
DAYS = st.sampled_from(["today", "today", "yesterday", "tomorrow", "next year"])
MODES = st.sampled_from(["live", "live", "live", "test", "training"])
IDS = st.sampled_from(["next", "next", "next", "skip", "late", "other source", "text", "none"])
ROUNDS = st.sampled_from(["its own"] * 6 + ["the one before", "none", "another"])
TABLE_ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["open", "select", "select"]), SELECTIONS),
    st.just(("refused select",)),
    st.sampled_from([("open_round",)] * 2 + [("no_more_bets",)] * 2),
    st.sampled_from([("lock_out",), ("close_round",), ("close",), ("deal",), ("void",)]),
    *[
        st.tuples(
            st.just("wager"),
            SEATS,
            st.sampled_from(["progressive", "progressive", "progressive", "progressive_2", "ante"]),
            st.sampled_from([UNIT, UNIT, UNIT, UNIT, UNIT + 1]),
            st.sampled_from(["value_chip", "value_chip", "value_chip", "plaque"]),
        )
    ]
    * 3,
    st.tuples(st.just("withdraw"), SEATS, st.sampled_from([UNIT, UNIT // 2])),
    st.tuples(st.sampled_from(["claim", "pay", "validate"]), SEATS, st.sampled_from(LINKS)),
    st.tuples(st.just("end_day"), DAYS),
)
LINK_ACTIONS = st.tuples(
    st.sampled_from(["open", "open", "open", "close", "change", "retire", "unsigned", "close_day"]),
    st.sampled_from(LINKS),
    DAYS,
)
DESK_ACTIONS = st.tuples(st.sampled_from(["note", "close_day"]), DAYS)
DRAFTS = st.tuples(
    st.one_of(
        *[st.tuples(st.just("table"), TABLE_ACTIONS)] * 5,
        *[st.tuples(st.just("link"), LINK_ACTIONS)] * 2,
        st.tuples(st.just("desk"), DESK_ACTIONS),
    ),
    MODES,
    OFF,
    IDS,
    ROUNDS,
)


class Clients:
    """What devices and people send: bodies by `table_drafts`, times and ids by what is drawn."""

    def __init__(self, days: GamingDays) -> None:
        self.sent: list[Draft] = []
        self._days = days
        self._table = TableDrafts(TABLE)
        self._links = {link: LinkDrafts(link) for link in LINKS}
        self._last: dict[tuple[str, str], int] = defaultdict(int)
        self._skipped: dict[str, list[int]] = defaultdict(list)
        self._texts = 0

    def draft(self, what: Any, mode: str, off_us: int, id_: str, round_: str, *, now_us: int) -> Draft:
        """A draft of something new that happened."""
        kind, action = what
        made: Draft = getattr(self, f"_{kind}_draft")(action, now_us)
        if made.round is not None:
            made = made._replace(round=self._round(made.round, round_))
        made = made._replace(occurred_at_us=now_us + off_us, mode=mode)
        made = made._replace(source_id=self._source_id(made.stream, id_))
        self.sent.append(made)
        return made

    def _round(self, own: str, which: str) -> str | None:
        before = f"{TABLE}-{max(1, self._table.rounds - 1)}"
        return {"its own": own, "the one before": before, "none": None, "another": "R-0"}[which]

    def _source_id(self, stream: str, how: str) -> str | None:
        if how == "none":
            return None
        if how == "text":
            self._texts += 1
            return f"case 7/{self._texts}"
        if how == "late" and self._skipped[stream]:
            return f"dev-7#{self._skipped[stream].pop(0)}"
        source = "dev-8" if how == "other source" else "dev-7"
        if how == "skip":
            self._last[stream, source] += 2
            self._skipped[stream] += [self._last[stream, source] - 1, self._last[stream, source]]
        self._last[stream, source] += 1
        return f"{source}#{self._last[stream, source]}"

    def _table_draft(self, action: Any, now_us: int) -> Draft:
        table = self._table
        match action:
            case ("open" | "select" as how, links):
                table.links = links
                made: Draft = getattr(table, how)()
            case ("refused select",):
                made = table.select(payout_limit_mc=UNIT)
            case ("deal",):
                made = table.deal(1)
            case ("wager", seat, wager, amount, by):
                made = table.wager(seat, wager, amount, by)
            case ("claim", seat, link):
                made = table.claim(seat, link)
            case ("pay" | "validate" as how, seat, link):
                made = getattr(table, how)(3, seat, link)
            case ("end_day", day):
                made = table.end_day(self._day(day, now_us))
            case (how, *rest):
                made = getattr(table, how)(*rest)
        return made

    def _link_draft(self, action: Any, now_us: int) -> Draft:
        how, link, day = action
        drafts = self._links[link]
        if how == "unsigned":
            return drafts.close(signed_by=())
        if how == "close_day":
            return drafts.close_day(self._day(day, now_us))
        made: Draft = getattr(drafts, how)()
        return made

    def _desk_draft(self, action: Any, now_us: int) -> Draft:
        how, day = action
        body: Any = NoteRecorded(subject="T-1", text="spilled drink")
        if how == "close_day":
            signed = {"missing_tables": (), "signed_by": SIGNED, "reason": "end of day"}
            body = GamingDayClosed(day=self._day(day, now_us), **signed)
        return draft(DESK, body, occurred_at_us=AT, actor="F-3")

    def _day(self, which: str, now_us: int) -> str:
        by = {"today": 0, "yesterday": -DAY, "tomorrow": DAY, "next year": YEAR}
        return self._days(now_us + by[which])


def probes(stream: str, now_us: int) -> Iterator[Draft]:
    """Drafts whose fate shows what is known of a stream, in every mode."""
    table, link = TableDrafts(TABLE), LinkDrafts()
    kind = stream.partition(":")[0]
    drafts: list[Draft] = []
    if kind == "table":
        for wager in ("progressive", "progressive_2"):
            drafts += [table.wager(seat, wager) for seat in (1, 2, 3)]
        drafts += [table.no_more_bets(), table.close_round(), table.close(), table.void(L_1=(1, 2, 3))]
        drafts += [table.no_more_bets()._replace(round="R-0"), table.open_round(), table.select()]
        drafts += [table.validate(3, 1, name) for name in LINKS] + [table.end_day()]
        drafts += [table.claim(1, name) for name in LINKS] + [table.pay(3, 1, name) for name in LINKS]
    elif kind == "link":
        drafts = [link.open(), link.close(), link.change(), link.retire(), link.close_day()]
    for mode in ("live", "test", "training"):
        for each in drafts:
            yield each._replace(stream=stream, mode=mode, occurred_at_us=now_us)
