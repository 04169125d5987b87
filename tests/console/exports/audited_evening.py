"""An evening with everything that moves money, recorded, decided, audited and exported with its ledger.

Two links: awards that are paid, too much and too little, rejected with a later one corrected, and voided;
wagers returned; money adjusted and transferred; payments mended; fixed awards, envy, and a day that ends.
"""

from __future__ import annotations

from pathlib import Path

from console.exports.verify_bag import Key, read_key
from tests.console.accounting_floor import (
    SEVEN,
    SIGNED,
    SIX,
    Floor,
    claims,
    envy,
    paid,
    rejected,
    settled,
    shows,
    validated,
)
from tests.console.calling import pitledger

LATE = "2026-03-01T22:00:00Z"
"""Two rounds come so much later that all that was before must have been decided."""


def by_two(**fields: object) -> dict[str, object]:
    """What two people signed for."""
    return {**fields, "signed_by": SIGNED, "reason": "counted again"}


def play_evening(data: Path) -> None:
    """The evening; everything is recorded by the recorder and decided by the keeper."""
    floor = Floor(data)
    floor.opens_link("HCF")
    floor.opens_link("WEST")
    for table, link in (("T1", "HCF"), ("T2", "HCF"), ("T3", "WEST")):
        floor.opens_table(table, link)
    for _ in range(3):
        floor.plays("T1", (1, 2, 3), settled(1), settled(2, 5_000_000), envy(3, 2, 700_000))
        floor.plays("T3", (4, 5))
    _pays(floor)
    _rejects(floor)
    _voids(floor)
    _by_hand(floor)
    floor.at(LATE)
    floor.ends_day("T1", "2026-03-01")
    floor.plays("T2", (6,), envy(6, 1, 100_000))
    floor.plays("T1", (6,), envy(6, 1, 100_000))


def _pays(floor: Floor) -> None:
    """An award that is paid in part, then too much; one of the whole meter."""
    claim = floor.claims("T1", 1, SIX)
    floor.follows("T1", validated(claim, 1), paid(claim, 1, 1_000_000_000, slip="S-1"))
    floor.follows("T1", paid(claim, 1, 600_000_000, slip="S-2"))
    whole = floor.claims("T3", 2, SEVEN, "WEST")
    floor.follows("T3", paid(whole, 2, 4_000_000, "WEST", slip="S-3"), validated(whole, 2, "WEST"))
    floor.plays("T3", (1,))
    mend = by_two(table="T3", payment_seq=whole + 1, outcome="never_happened", amount_mc=None, document="C-1")
    floor.say("link:WEST", ("payment_corrected", mend))


def _rejects(floor: Floor) -> None:
    """The first of two awards goes back, so the second is more; then one that is paid goes back."""
    first, second = floor.claims("T1", 1, SIX), floor.claims("T2", 2, SIX)
    floor.follows("T2", validated(second, 2))
    floor.follows("T1", rejected(first, 1))
    floor.follows("T2", validated(second, 2), paid(second, 2, 1_000_000, slip="S-4"))
    floor.follows("T2", rejected(second, 2))


def _voids(floor: Floor) -> None:
    """A round is void: its award and its wagers go back."""
    floor.plays("T1", (1, 2), shows(1, SIX), claims(1, SIX))
    void = {"reason": "a card too many", "section": "678a.13(c)", "ruled_by": "F-1"}
    legs = {"legs": [{"link": "HCF", "leg": 0, "seats": [1, 2]}]}
    floor.follows("T1", ("round_voided", {**void, **legs}))


def _by_hand(floor: Floor) -> None:
    """Adjusted, transferred, a payment written off."""
    change = {"meter": "progressive", "account": "primary", "amount_mc": -230_000}
    floor.say("link:HCF", ("link_adjusted", by_two(**change, document="A-1")))
    sent = {**change, "amount_mc": 90_000_000, "to_link": "WEST", "to_meter": "progressive"}
    floor.say("link:HCF", ("link_transferred", by_two(**sent)))
    floor.say("link:HCF", ("link_transferred", by_two(**{**sent, "to_meter": "nowhere"})))


def audited_evening(folder: Path) -> tuple[Path, Key, Path]:
    """The bag of the evening, the log's key, and the instance that it was made from."""
    data, bag = folder / "data", folder / "bag"
    play_evening(data)
    key = pitledger("audit", "init", "--data", data, "--json").document["vkey"]
    done = pitledger("audit", "export", "--data", data, "--out", bag)
    assert done.code == 0, done.err
    return bag, read_key(key), data
