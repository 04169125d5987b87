"""The topics of a log on Kafka: their names, their settings, and which partition a stream belongs to.

The log is the truth, so a topic that would ever delete a record, rewrite its time or spread the streams in
another way is refused before anything is written to it. What this module must not know: what is in a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType
from kafka.errors import KafkaError, TopicAlreadyExistsError
from kafka.partitioner.default import murmur2

from projections.records import MISPLACED, Chunk
from streams.errors import LogError, Trouble
from streams.log import TOPICS

DEFAULT_PREFIX: Final = "pitledger."
PARTITIONS: Final = 8
"""Of topics for which nobody has chosen a number."""
MAX_BATCH_BYTES: Final = 1_048_588
"""What the broker takes as one record batch (Kafka's own default); our producer fills about half of it."""

_MISPLACED: Final = MISPLACED.encode()
_KEY_AT_MOST: Final = 1_024
"""A longer key is none of ours, wherever it is."""
_LEAST_SESSION: Final = "group.min.session.timeout.ms"
_KAFKAS_LEAST_S: Final = 6.0
_UNKNOWN_TOPIC: Final = 3
_ADMIN_TIMEOUT_MS: Final = 30_000


def partition_of(key: str, partitions: int) -> int:
    """The partition of a key by murmur2, as Java, kafka-python and librdkafka's `murmur2_random` have it."""
    return _partition_of(key.encode(), partitions)


@lru_cache(maxsize=65_536)
def _partition_of(key: bytes, partitions: int) -> int:
    return int(murmur2(key) & 0x7FFFFFFF) % partitions


def placed_key(key: bytes | None, partition: int, partitions: int) -> bytes | None:
    """The key of a record, marked where the record is in a partition that its key does not belong to.

    A stream or a link is in one partition: elsewhere anybody could begin it a second time. Folds know one
    partition, so whoever reads from Kafka says so, and they find that no stream and no link is called so.
    """
    if key is None or len(key) > _KEY_AT_MOST or _partition_of(key, partitions) == partition:
        return key
    return _MISPLACED + key


def placed(chunk: Chunk, partition: int, partitions: int) -> Chunk:
    """A chunk with its keys marked where they do not belong."""
    assert chunk.keys is not None
    marked = {key: placed_key(key, partition, partitions) for key in set(chunk.keys)}  # few, of many records
    if all(key == of for key, of in marked.items()):
        return chunk
    return chunk._replace(keys=[marked[key] for key in chunk.keys])


def topic_settings(replication: int) -> dict[str, str]:
    """The settings of one of our topics: nothing is deleted, times are the producer's, no unclean leader."""
    return {
        "cleanup.policy": "delete",
        "retention.ms": "-1",
        "retention.bytes": "-1",
        "message.timestamp.type": "CreateTime",
        "min.insync.replicas": str(max(1, replication - 1)),
        "max.message.bytes": str(MAX_BATCH_BYTES),
        "unclean.leader.election.enable": "false",
    }


_AT_LEAST: Final = frozenset({"min.insync.replicas", "max.message.bytes"})
"""Settings where more than we ask for is fine; all others must be equal."""


def create_topics(
    bootstrap: str,
    prefix: str = DEFAULT_PREFIX,
    partitions: int | None = 1,
    replication: int | None = 1,
    client: Mapping[str, Any] | None = None,
) -> list[str]:
    """Create the topics that are missing and return their names; refuse those that are there but unfit.

    The number of partitions is set here, once: with another number the streams would change partitions and
    lose their order. None is for as many partitions, or replicas, as the topics that are there have, or where
    there are none `PARTITIONS` and one. `client` is for the connection (TLS, SASL), under the names of
    kafka-python.
    """
    if min(PARTITIONS if partitions is None else partitions, 1 if replication is None else replication) < 1:
        raise LogError(f"{partitions} partitions and {replication} replicas asked for: both are at least 1.")
    try:
        admin = KafkaAdminClient(bootstrap_servers=bootstrap, **(client or {}))
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} cannot be reached ({error}). Is the broker running?") from error
    try:
        return _create_missing(admin, prefix, partitions, replication)
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} would not create or describe the topics: {error}") from error
    finally:
        admin.close()


def require_as_many_partitions(bootstrap: str, counts: Mapping[str, int]) -> None:
    """Refuse topics of which one has been given more partitions than the others since: its keys would be
    looked for where they are not, and a stream would begin anew. A topic that is missing has none.
    """
    there = {topic: count for topic, count in counts.items() if count}
    if len(set(there.values())) > 1:
        told = ", ".join(f"{topic} {count}" for topic, count in sorted(there.items()))
        raise LogError(
            f"Kafka at {bootstrap}: the topics do not have the same number of partitions ({told}). It is set "
            "once, and partitions cannot be taken away: make topics with another PITLEDGER_KAFKA_PREFIX, and "
            "import there what `pitledger export-events` writes."
        )


def least_session_s(bootstrap: str, client: Mapping[str, Any] | None = None) -> float:
    """The shortest session that the brokers grant a member of a group; Kafka's own where they do not say."""
    try:
        admin = KafkaAdminClient(bootstrap_servers=bootstrap, **(client or {}))
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} cannot be reached ({error}). Is the broker running?") from error
    try:
        node = admin.describe_cluster()["brokers"][0]["broker_id"]
        broker = ConfigResource(ConfigResourceType.BROKER, str(node))
        configs = admin.describe_configs([broker], config_filter="all")["broker"][str(node)]
        return int(configs[_LEAST_SESSION]["value"]) / 1000
    except (KafkaError, LookupError):
        return _KAFKAS_LEAST_S
    finally:
        admin.close()


def require_replicas(
    bootstrap: str, topic: str, replication: int, client: Mapping[str, Any] | None = None
) -> None:
    """Refuse a topic that is to be made with more replicas than there are brokers: Faust waits for ever."""
    try:
        admin = KafkaAdminClient(bootstrap_servers=bootstrap, **(client or {}))
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} cannot be reached ({error}). Is the broker running?") from error
    try:
        (found,) = admin.describe_topics([topic])
        brokers = len(admin.describe_cluster()["brokers"])
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} would not describe its topics: {error}") from error
    finally:
        admin.close()
    if found["error_code"] == _UNKNOWN_TOPIC and brokers < replication:
        raise LogError(
            f"{topic} is to have {replication} replicas, and {brokers} broker{'s' * (brokers != 1)} can be "
            "reached. Start the others, or ask for fewer with --replication."
        )


def _create_missing(
    admin: Any, prefix: str, asked_partitions: int | None, asked_replication: int | None
) -> list[str]:
    found = admin.describe_topics([prefix + topic for topic in TOPICS])
    missing = [each["name"] for each in found if each["error_code"] == _UNKNOWN_TOPIC]
    there = [each for each in found if each["name"] not in missing]
    partitions, replication = asked_partitions, asked_replication
    if partitions is None:
        partitions = max((len(each["partitions"]) for each in there), default=PARTITIONS)
    if replication is None:
        replication = max(1, min(map(_replicas, there), default=1))
    _refuse_unfit(admin, there, partitions, replication)
    created = [name for name in missing if _create(admin, name, partitions, replication)]
    if len(created) < len(missing):
        # Somebody else created the rest meanwhile, perhaps with other settings than ours.
        raced = [name for name in missing if name not in created]
        _refuse_unfit(admin, admin.describe_topics(raced), partitions, replication)
    if missing:
        admin.wait_for_topics(missing, timeout_ms=_ADMIN_TIMEOUT_MS)
    return created


def _create(admin: Any, name: str, partitions: int, replication: int) -> bool:
    settings = topic_settings(replication)
    options = {"num_partitions": partitions, "replication_factor": replication, "configs": settings}
    try:
        admin.create_topics({name: options}, timeout_ms=_ADMIN_TIMEOUT_MS)
    except TopicAlreadyExistsError:
        return False
    return True


def _refuse_unfit(admin: Any, found: list[dict[str, Any]], partitions: int, replication: int) -> None:
    if not found:
        return
    resources = [ConfigResource(ConfigResourceType.TOPIC, each["name"]) for each in found]
    configs = admin.describe_configs(resources, config_filter="all")["topic"]
    problems: list[str] = []
    for each in found:
        name = each["name"]
        replicas = _replicas(each)
        if len(each["partitions"]) != partitions:
            problems.append(f"{name} has {len(each['partitions'])} partitions, not {partitions}")
        if replicas < replication:
            problems.append(f"{name} has {replicas} replicas, not {replication}")
        for setting, wanted in topic_settings(replication).items():
            value = str(configs[name][setting]["value"])
            fits: Callable[[str, str], bool] = _at_least if setting in _AT_LEAST else str.__eq__
            if not fits(value, wanted):
                problems.append(f"{name} has {setting}={value}, not {wanted}")
    if problems:
        raise LogError(
            f"These topics cannot hold the log: {'; '.join(problems)}. Set them right with kafka-configs, or "
            "use another prefix; the number of partitions can never change once there are events."
        )


def _replicas(described: dict[str, Any]) -> int:
    """How many replicas each partition of a topic has at least."""
    return min((len(part["replica_nodes"]) for part in described["partitions"]), default=0)


def _at_least(value: str, wanted: str) -> bool:
    return int(value) >= int(wanted)
