"""Real failures at a small count: meters equal the pure fold, nothing lost, nothing counted twice.

`make faults` runs the same scenarios in full.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.faults.kafka import Scenario, kill_broker, kill_workers, make_zombies, refuse_changelog
from tests.faults.outages import outages
from tests.kafka_broker import Broker
from tests.rig import Rig


@pytest.mark.parametrize(
    ("scenario", "count"),
    [
        pytest.param(kill_workers, 4, id="workers killed"),
        pytest.param(make_zombies, 1, id="zombies"),
        pytest.param(refuse_changelog, 1, id="changelog refused"),
        pytest.param(partial(outages, lengths=(5,)), 1, id="broker gone"),
    ],
)
def test_meters_equal_the_fold_after(
    scenario: Scenario, count: int, broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        scenario(rig, broker, count, seed=20_261_116)


def test_meters_equal_the_fold_after_the_broker_was_killed_under_workers_at_work(
    broker: Broker, topic_prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        kill, decided = broker.kill, 0

        def note_and_kill() -> None:
            nonlocal decided
            decided = sum(map(len, rig.meters().values()))
            monkeypatch.setattr(broker, "kill", kill)  # a restart kills too, and then nobody answers
            kill()

        monkeypatch.setattr(broker, "kill", note_and_kill)
        kill_broker(rig, broker, 1, seed=20_261_116)

        assert decided, "the keeper had not joined when the broker was killed"
