"""What a reading command shows is right, or it says how far behind it is, whoever was interrupted.

Some of what `make faults NAME=interrupted-reads` does a hundred times.
"""

from __future__ import annotations

from pathlib import Path

from tests.faults.interrupted import WAYS, interrupted_embedded
from tests.faults.interrupted_workers import interrupted_workers
from tests.kafka_broker import Broker
from tests.rig import Rig

SEED = 20_261_117


def test_while_import_or_floor_is_interrupted(tmp_path: Path) -> None:
    met = interrupted_embedded(tmp_path, len(WAYS), SEED)

    assert met["right"], met


def test_while_a_worker_is_interrupted(broker: Broker, topic_prefix: str, tmp_path: Path) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        met = interrupted_workers(rig, 2, SEED)

    assert met["right"], met
