"""A floor's hour on Kafka while workers are killed and paused: meters, awards and streams as they must be.

`make faults NAME=floor-workers` runs the same with fifty faults.
"""

from __future__ import annotations

from pathlib import Path

from tests.faults.floor import kill_and_pause_workers
from tests.kafka_broker import Broker
from tests.rig import Rig


def test_an_hour_of_the_floor_survives_kills_and_pauses_of_workers(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=8) as rig:
        kill_and_pause_workers(rig, broker, 3, seed=20_261_116)
