"""`pitledger topics`: create the topics on Kafka, once, with the settings that a log of evidence needs."""

from __future__ import annotations

import argparse
from typing import Any

from console.instance import place
from console.output import print_json
from console.worker import kafka_of


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("topics", help="create the topics on Kafka, or check them")
    parser.add_argument("--partitions", type=int, default=8, help="set once, never changed (default: 8)")
    parser.add_argument("--replication", type=int, default=1, help="replicas of every topic (real: 3)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Create what is missing; refuse what is there and unfit."""
    bootstrap, prefix = kafka_of(place(args))
    from streams.kafka.topics import create_topics  # noqa: PLC0415 - only what is needed is imported

    created = create_topics(bootstrap, prefix, args.partitions, args.replication)
    if args.json:
        print_json({"created": created})
    else:
        print(f"created: {', '.join(created)}" if created else "all topics are there and fit")
    return 0
