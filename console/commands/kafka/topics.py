"""`pitledger topics`: create the topics on Kafka, once, with the settings that a log of evidence needs."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import number
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.instances.instance import brokers
from console.instances.kafka_address import require_answering
from console.printing.lines import print_row
from console.printing.output import print_json


def topics(
    *,
    partitions: Annotated[
        int | None,
        number(
            "of every topic; set once, never changed (default: as the topics that are there, or 8)",
            least=1,
            most=10_000,
        ),
    ] = None,
    replication: Annotated[
        int | None,
        number(
            "replicas of every topic (default: as the topics that are there, or 1; for real 3)",
            least=1,
            most=100,
        ),
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Create the topics that are missing; refuse those that are there and unfit.

    Examples:
        pitledger topics --kafka 127.0.0.1:9092
        pitledger topics --kafka broker-1:9092,broker-2:9092 --partitions 8 --replication 3
    """
    bootstrap, prefix = brokers(options.location())
    require_answering(bootstrap)
    from streams.kafka.topics import create_topics  # noqa: PLC0415 - slow to import

    created = create_topics(bootstrap, prefix, partitions, replication)
    if options.json:
        print_json({"created": created})
    else:
        print_row(f"created: {', '.join(created)}" if created else "all topics are there and fit")
    return 0
