"""Topics that were made anew at the same address: workers with the files of the old ones skip nothing.

What a worker keeps has the offsets of the old topics, and the new ones have the same offsets again. Seen
before this was judged: with the same files, router and keeper took live events for repeats and said nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from streams.engines.worker_log import EXIT_TROUBLE
from tests.kafka_broker import Broker
from tests.rig import NAMES, Rig, create_anew
from tests.traffic import traffic

OLD = list(traffic(90, tables=1, links=1))
ALL = (*NAMES, "examiner")


def play(rig: Rig) -> None:
    for name in ALL:
        rig.start(name)
    rig.feed(OLD)
    rig.wait()
    rig.wait_acknowledged()


@pytest.mark.parametrize(
    "new",
    [
        list(traffic(40, tables=1, links=1, floor="N-")),
        OLD,
        list(traffic(250, tables=1, links=1, floor="N-")),
    ],
    ids=["fewer events than before", "the same events", "more events than before"],
)
def test_workers_that_start_again_work_on_all_of_it(
    broker: Broker, topic_prefix: str, tmp_path: Path, new: list
) -> None:
    """The same events again: every offset and byte fits, but nothing of what follows from them is there."""
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        play(rig)
        assert [worker.stop() for worker in rig.workers] == [0] * len(ALL)
    create_anew(broker, topic_prefix)
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as anew:
        anew.feed(new)
        for name in ALL:
            anew.start(name)
        anew.wait()
        router, keeper, sinks, _ = anew.workers

        assert anew.workers == [worker for worker in anew.workers if worker.running], "nobody had to leave"
        assert "thrown away (topics of this worker were made anew since)" in router.log.read_text()
        assert "thrown away (topics of this worker were made anew since)" in keeper.log.read_text()
        assert "is not of the log beside it" in sinks.log.read_text()


FEWER = list(traffic(40, tables=1, links=1, floor="N-"))
AND_A_TABLE_THAT_BEGAN_LATE = list(traffic(200, tables=1, links=1, floor="N-")) + list(
    traffic(40, tables=1, links=1, floor="M-")
)


@pytest.mark.parametrize(
    "new", [FEWER, AND_A_TABLE_THAT_BEGAN_LATE], ids=["fewer events than before", "more events than before"]
)
def test_workers_that_run_meanwhile_leave_and_work_on_all_of_it(
    broker: Broker, topic_prefix: str, tmp_path: Path, new: list
) -> None:
    """Of more events the sinks took what was beyond their positions for new, and the last one fitted."""
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        play(rig)
        before = list(rig.workers)
        create_anew(broker, topic_prefix)
        with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as anew:
            anew.workers, rig.workers = rig.workers, []
            anew.feed(new)
            assert [worker.wait(60) for worker in before] == [EXIT_TROUBLE] * len(ALL)
            anew.wait()

            assert anew.worker_logs().count("its topics were made anew") >= len(ALL)
