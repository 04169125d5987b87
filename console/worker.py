"""`pitledger worker` and `pitledger topics`: the engine on Kafka, one process an application.

A supervisor starts a worker again when it exits; nothing is lost by that.
"""

from __future__ import annotations

import argparse
from typing import Any

from console.instance import Place, place
from streams.errors import LogError
from streams.kafka.topics import DEFAULT_PREFIX

NAMES = ("router", "keeper", "sinks")


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("worker", help="run router, keeper or sinks on Kafka")
    parser.add_argument("name", choices=NAMES, help="which of the three applications")
    parser.add_argument(
        "--replication", type=int, default=1, help="replicas of the changelog topics (real: 3)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run one application until it is stopped."""
    where = place(args)
    bootstrap, prefix = kafka_of(where)
    from events.topics import EVENTS  # noqa: PLC0415 - only what is needed is imported
    from streams.engines.worker import Where  # noqa: PLC0415 - Faust takes a second to import
    from streams.engines.worker import run as run_worker  # noqa: PLC0415
    from streams.kafka.log import KafkaLog  # noqa: PLC0415

    log = KafkaLog(bootstrap, prefix=prefix)
    try:
        partitions = log.partitions(EVENTS)
    finally:
        log.close()
    run_worker(args.name, Where(bootstrap, where.data, prefix, partitions, args.replication))
    return 0


def kafka_of(where: Place) -> tuple[str, str]:
    """The brokers and the prefix of the topics; without brokers the call is wrong."""
    if where.kafka is None:
        raise LogError("this command works on Kafka: say where with --kafka HOST:PORT")
    return where.kafka, where.prefix or DEFAULT_PREFIX
