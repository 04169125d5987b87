"""What the meters of a link displayed at a moment, without all else that is known of them."""

import pytest

from events.envelope import decode, read_header
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.log import EVENTS, seal
from streams.read_model.queries.meters import amounts_then, link_meters
from tests.console.commands.test_meters_then import Night as LinkNight


def told(store, link, at_us):
    return {each.meter: each.amount_mc for known in link_meters(store, link, at_us) for each in known.meters}


@pytest.fixture(params=["a floor", "a night of one link"])
def instance(request, tmp_path):
    with Embedded(tmp_path) as opened:
        if request.param == "a floor":
            for rows in made(Night(4, 5, rounds=4), "PA-01", GamingDays()):
                opened.log.append(as_sealed(rows))
        else:
            for stage in LinkNight().stages():
                opened.log.append([seal(decode(value)) for value in stage])
        opened.process(examine=False)
        yield opened


def test_amounts_are_those_that_the_meters_show_at_every_moment(instance):
    moments = sorted({read_header(record.value).recorded_at_us for record in instance.log.read(EVENTS, 0, 0)})
    links = [known.link.link for known in link_meters(instance.store)]
    seen = set()
    for link in links:
        for at_us in (moments[0] - 1, *moments[:: max(1, len(moments) // 40)], moments[-1], moments[-1] + 1):
            amounts = amounts_then(instance.store, link, at_us)
            assert amounts == told(instance.store, link, at_us)
            seen.add(tuple(amounts.items()))
    assert len(seen) > 3 * len(links), "they were different at different moments"
    assert amounts_then(instance.store, "nobody's", moments[-1]) == {}
