"""The ledger of a load before judges: what was played is what it says, and what is exported holds.

The load counted while it was played, so what must be in the ledger follows from the terms of its links alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from console.main import main
from streams.engines.embedded import Embedded
from streams.read_model.ledger import trial_balance
from streams.read_model.store import READ_FILE, ReadStore
from tests.ledger_judges import bean_check, frictionless_validate, hledger_check, posted
from tests.ledger_load import LINKS, LinkedPlay, Load

JOURNALS: Final[dict[str, Callable[[Path], str]]] = {
    "ledger.beancount": bean_check,
    "ledger.journal": hledger_check,
}
"""Each journal and its judge."""
_POSTING: Final = re.compile(r"^( +[A-Z]\S*  )(-?\d+)( (?:MILLICENT|NANODOLLAR).*\n)$")
BY_ACCOUNT: Final = ("book", "account", "meter")


class Trial(NamedTuple):
    """A load that was played and exported."""

    data: Path
    out: Path
    load: Load


class Counted(NamedTuple):
    """Wagers of a link: as they were played, and as its contributions show them."""

    played: int
    found: int


def play_and_export(folder: Path, wagers: int, hits: int) -> Trial:
    """Play the load through the embedded engine and export the ledger in every form."""
    data, out = folder / "data", folder / "export"
    with Embedded(data) as embedded:
        load = LinkedPlay(embedded).play(wagers, hits)
    code = main(["--data", str(data), "ledger", "export", "--out", str(out)])
    assert code == 0, "the export failed: see above"
    return Trial(data, out, load)


def wagers_found(trial: Trial) -> dict[str, Counted]:
    """By link, the wagers that were not returned and those that the contributions add up to.

    A wager adds unit times rate to the meters, in 1/10,000 of a millicent to the last one.
    """
    sums = posted(trial.out / "parquet", "book", "account")
    counts = {}
    for link in LINKS:
        mc, nano = sums[link.name, "contributions"]
        found, rest = divmod(mc * 10_000 + nano, link.unit_mc * link.rate_bp)
        assert rest == 0, f"{link.name}: {rest}/10,000 mc of the contributions are no wager's"
        counts[link.name] = Counted(trial.load.wagers[link.name] - trial.load.returned[link.name], found)
    return counts


def problems(trial: Trial) -> Iterator[str]:
    """Everything that does not hold, in words."""
    store = ReadStore(trial.data / READ_FILE, writable=False)
    try:
        balances = {key: tuple(money) for key, money in trial_balance(store).items()}
        awards = store.rows("SELECT count(*) AS awards, sum(status = 'returned') AS returned FROM awards")[0]
        refused = store.rows("SELECT link, attempted, reason FROM refusals")
    finally:
        store.close()
    load = trial.load
    yield from (f"refused: {row}" for row in refused)
    if (awards["awards"], awards["returned"]) != (load.hits, load.rejected):
        yield f"{load.hits} hits, {load.rejected} of them rejected, but awards: {awards}"
    sums = posted(trial.out / "parquet", *BY_ACCOUNT)
    if sums != balances:
        yield f"DuckDB adds up to {sums}, the trial balance says {balances}"
    by_account = posted(trial.out / "parquet", "book", "account")
    for account, owed in (("paid", load.paid_mc), ("payable", load.locked_mc)):
        for link in LINKS:
            found, due = by_account.get((link.name, account), (0, 0)), (-owed[link.name], 0)
            if found != due:
                yield f"{link.name}: {account} is {found}, not {due}"
    for name, judge in JOURNALS.items():
        if said := judge(trial.out / name):
            yield f"{name}: {said[:500]}"
    if said := frictionless_validate(trial.out / "csv"):
        yield f"csv: {said[:500]}"


def accepted_with_one_unit_more(trial: Trial, name: str, number: int) -> bool:
    """Whether the judge of a journal misses that its posting of that number has one unit more."""
    changed = trial.out.with_name(f"changed-{name}")
    postings = 0
    with (trial.out / name).open(encoding="utf-8") as source, changed.open("w", encoding="utf-8") as target:
        for line in source:
            match = _POSTING.match(line)
            postings += bool(match)
            if match and postings == number:
                target.write(f"{match[1]}{int(match[2]) + 1}{match[3]}")
            else:
                target.write(line)
    assert postings >= number, f"{name} has {postings} postings only"
    said = JOURNALS[name](changed)
    changed.unlink()
    return not said
