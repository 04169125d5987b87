"""`pitledger worker NAME`: one of the four applications on Kafka, in a process of its own.

A supervisor starts a worker again when it exits; nothing is lost by that.
"""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from console.calls.arguments import number
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.instances.instance import brokers, require_own_directory
from console.printing.output import print_message


def worker(
    name: Annotated[
        Literal["router", "keeper", "examiner", "sinks"], Parameter(help="which of the four applications")
    ],
    /,
    *,
    replication: Annotated[
        int, number("replicas of its changelog topic (1; for real 3)", least=1, most=100)
    ] = 1,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Run one application on Kafka until it is stopped.

    Examples:
        pitledger worker keeper --kafka 127.0.0.1:9092
    """
    where = options.location()
    require_own_directory(where)
    bootstrap, prefix = brokers(where)
    from events.topics import EVENTS  # noqa: PLC0415 - only what is needed is imported
    from projections.examining.check_list import EXAMINER  # noqa: PLC0415
    from streams.engines.worker import SESSION_S, WorkerSettings  # noqa: PLC0415 - Faust takes a second
    from streams.engines.worker import run as run_worker  # noqa: PLC0415
    from streams.kafka.log import KafkaLog  # noqa: PLC0415
    from streams.kafka.topics import least_session_s, require_replicas  # noqa: PLC0415

    log = KafkaLog(bootstrap, prefix=prefix)
    try:
        log.require_as_many_partitions()
        partitions = log.partitions(EVENTS)
    finally:
        log.close()
    if name != "sinks":  # they have no changelog
        app = EXAMINER if name == "examiner" else name
        require_replicas(bootstrap, f"{prefix}{app}-state-changelog", replication)
    session_s = max(SESSION_S, least_session_s(bootstrap))
    if session_s > SESSION_S:
        print_message(
            f"The brokers grant no session below {session_s:g} s: so long nobody works for a worker that was "
            f"killed. Set group.min.session.timeout.ms to {SESSION_S * 1000:.0f} there."
        )
    run_worker(name, WorkerSettings(bootstrap, where.data, prefix, partitions, replication, session_s))
    return 0
