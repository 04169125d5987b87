"""The settings for real, on three real brokers: one may be lost; with two lost nothing is acknowledged."""

import subprocess
import time
import uuid
from base64 import urlsafe_b64encode
from contextlib import closing
from pathlib import Path

import pytest
from confluent_kafka import Producer
from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType, NewTopic
from kafka.errors import TopicDeletionDisabledError

from tests.kafka_broker import READY, free_ports

KAFKA = Path(__file__).parents[2] / "deploy" / "kafka"
SETTINGS = KAFKA / "production" / "server.properties"
NODES = (1, 2, 3)
JAVA = ("java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", f"{KAFKA}/jars/*")


def kafka_id():
    while (drawn := urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")).startswith("-"):
        pass
    return drawn


def write_settings(directory, node, ports, controller_ports):
    """The production file with the lines that differ per machine, as README.md says, for one machine."""
    listeners = f"CLIENT://127.0.0.1:{ports[node]},CONTROLLER://127.0.0.1:{controller_ports[node]}"
    own = {
        "node.id": node,
        "listeners": listeners,
        "advertised.listeners": listeners,
        "broker.rack": node,
        "log.dirs": directory / f"node-{node}",
        "controller.quorum.bootstrap.servers": ",".join(f"127.0.0.1:{controller_ports[n]}" for n in NODES),
        # Three brokers on one small machine: less room for the cleaner's buffer, less waiting when one dies.
        "log.cleaner.dedupe.buffer.size": 8 << 20,
        "broker.session.timeout.ms": 3000,
        "broker.heartbeat.interval.ms": 500,
    }
    path = directory / f"node-{node}.properties"
    path.write_text(SETTINGS.read_text() + "\n" + "".join(f"{key}={value}\n" for key, value in own.items()))
    return path


@pytest.fixture
def cluster(tmp_path):
    """Node number to (client address, process), set up by the steps of deploy/kafka/README.md."""
    drawn = free_ports(2 * len(NODES))
    ports = dict(zip(NODES, drawn[:3], strict=True))
    controller_ports = dict(zip(NODES, drawn[3:], strict=True))
    cluster_id = kafka_id()
    controllers = ",".join(f"{n}@127.0.0.1:{controller_ports[n]}:{kafka_id()}" for n in NODES)
    settings = {n: write_settings(tmp_path, n, ports, controller_ports) for n in NODES}
    for path in settings.values():
        ids = ("--cluster-id", cluster_id, "--initial-controllers", controllers)
        command = [*JAVA, "kafka.tools.StorageTool", "format", "--config", path, *ids]
        subprocess.run(command, check=True, capture_output=True)
    logs = {n: tmp_path / f"node-{n}.log" for n in NODES}
    processes = {
        n: subprocess.Popen(
            [*JAVA, f"-Dorg.slf4j.simpleLogger.logFile={logs[n]}", "kafka.Kafka", settings[n]]
        )
        for n in NODES
    }
    try:
        for n in NODES:
            while not (logs[n].exists() and READY in logs[n].read_text()):
                assert processes[n].poll() is None, logs[n].read_text()[-4000:]
                time.sleep(0.1)
        yield {n: (f"127.0.0.1:{ports[n]}", processes[n]) for n in NODES}
    finally:
        for process in processes.values():
            process.kill()
            process.wait()


def send(bootstrap, value, delivery_s):
    """The offset that a value was acknowledged at; None if it was not, in that time.

    Not by kafka-python: its producer closes without a limit of time when the brokers do not answer.
    """
    told = []
    producer = Producer(
        {"bootstrap.servers": ",".join(bootstrap), "acks": "all", "delivery.timeout.ms": delivery_s * 1000}
    )
    producer.produce(
        "events", value, partition=0, on_delivery=lambda error, message: told.append((error, message))
    )
    producer.flush(delivery_s + 30)
    ((error, message),) = told
    return message.offset() if error is None else None


def test_one_machine_may_be_lost_and_with_two_lost_nothing_is_acknowledged(cluster):
    bootstrap = [address for address, _ in cluster.values()]
    with closing(KafkaAdminClient(bootstrap_servers=bootstrap)) as admin:
        admin.create_topics([NewTopic("events", 1)], wait_for_metadata=True)
        [topic] = admin.describe_topics(["events"])
        [partition] = topic["partitions"]
        assert sorted(partition["replica_nodes"]) == [1, 2, 3]
        resource = ConfigResource(ConfigResourceType.TOPIC, "events")
        found = admin.describe_configs([resource], config_filter="all")["topic"]["events"]
        assert found["min.insync.replicas"]["value"] == "2"
        assert found["unclean.leader.election.enable"]["value"] == "false"
        assert found["retention.ms"]["value"] == "-1"
        with pytest.raises(TopicDeletionDisabledError):
            admin.delete_topics(["events"])

    assert send(bootstrap, b"all three", 60) == 0
    leader = partition["leader_id"]
    first, second = [n for n in NODES if n != leader]
    cluster[first][1].kill()
    assert send(bootstrap, b"one lost", 60) == 1
    cluster[second][1].kill()
    assert send(bootstrap, b"two lost", 8) is None
