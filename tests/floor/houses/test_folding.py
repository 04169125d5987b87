"""The house without a log: the bytes and the meters of an embedded instance, at any length of batch."""

import hashlib

from events.topics import LINKS, METERS
from floor import casino
from floor.casino import Casino
from floor.guests import Guests
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from tests.floor.watched import FACILITY, lucky, played

HCF = ("high_card_flush",)
SIX = "4h 5h 6h 7h 8h 9h Kc"


def folded(deck, tables=3, rounds=40, seed=1):
    """Digest of the events, and what went to `links` and `meters`."""
    digest, decided, days = hashlib.sha256(), [], GamingDays()
    house = FoldingHouse(
        FACILITY,
        days,
        lambda sealed: digest.update(b"".join(event.value for event in sealed)),
        decided.extend,
    )
    plan = lay_out(seed, tables, HCF)
    at = plan.tables(START_US, days)
    for table in at:
        table.make_deck = deck
    Casino(house, at, plan.links, Stop(rounds), guests=Guests(seed)).run()
    topics = {topic: [out.value for out in decided if out.topic == topic] for topic in (LINKS, METERS)}
    return digest.hexdigest(), topics


def test_it_gives_the_bytes_of_an_embedded_instance_and_the_same_decisions(tmp_path):
    deck = lucky({2: SIX})
    with played(tmp_path, deck=deck, games=HCF) as embedded:
        digest, decided = folded(deck)

        assert digest == embedded.digest
        for topic, values in decided.items():
            assert values == [record.value for record in embedded.embedded.log.read(topic, 0, 0)]
            assert len(values) > 100


def test_how_much_is_recorded_at_once_changes_nothing(monkeypatch):
    deck = lucky({2: SIX})
    expected = folded(deck, rounds=10)

    monkeypatch.setattr(casino, "RECORDED_AT_ONCE", 7)

    assert folded(deck, rounds=10) == expected
