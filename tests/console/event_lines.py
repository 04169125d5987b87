"""Lines of events as a client would write them, for tests of import and export."""

import json

from msgpack import unpackb

from events.jsonform import JSON_FIELDS, Draft
from events.times import time_text
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts


def line_of(draft: Draft, **changes) -> str:
    """A draft as one line of JSON; what it lacks is absent."""
    value = dict(zip(JSON_FIELDS, draft, strict=True))
    value["occurred_at"] = time_text(draft.occurred_at_us)
    value["body"] = unpackb(draft.body)
    return json.dumps({name: field for name, field in {**value, **changes}.items() if field is not None})


def a_shift(tables: int = 3, rounds: int = 4, *, own_ids: bool = False) -> list[str]:
    """A link and some tables that play at the same time, line by line."""
    drafts = [LinkDrafts().open()]
    floor = [TableDrafts(f"HCF-{number:02d}") for number in range(1, tables + 1)]
    drafts += [table.open() for table in floor]
    for _ in range(rounds):
        drafts += [table.open_round() for table in floor]
        drafts += [table.wager(seat, "ante") for table in floor for seat in (1, 2, 3)]
        drafts += [table.wager(2) for table in floor]
        drafts += [table.no_more_bets() for table in floor]
        drafts += [table.deal(seat, n) for n in range(1, 4) for table in floor for seat in (1, 2, 3)]
        drafts += [table.close_round() for table in floor]
    return [line_of(draft if own_ids else draft._replace(source_id=None)) for draft in drafts]
