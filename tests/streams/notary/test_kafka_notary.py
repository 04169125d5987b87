"""The notary on Kafka: several partitions, forks, foreign bytes and repeats; checkpoints in a topic."""

import shutil

import msgpack
import pytest

from events.topics import CHECKPOINTS, EVENTS, METERS, QUARANTINE
from streams.kafka.topics import create_topics, partition_of
from streams.notary.folder import RECORD_FILE
from streams.notary.leaves import series_of_entry
from streams.notary.notary import WillNotSign
from streams.notary.tlog.checkpoints import open_checkpoint
from streams.notary.tlog.notes import read_verifier_key
from streams.notary.tlog.tiles import bundle
from streams.read_model import check
from tests.console.calling import pitledger
from tests.go_judge import GOOD, answers
from tests.streams.kafka.kafka_topic import read_all, write
from tests.streams.notary.embedded_log import entries_of
from tests.streams.notary.test_cosignatures import asked
from tests.streams.notary.witnessing import serving
from tests.streams.sealed_events import Chains, sealed

PARTITIONS = 3


@pytest.fixture
def place(broker, topic_prefix, tmp_path):
    create_topics(broker.bootstrap, topic_prefix, PARTITIONS)
    return Place(broker, topic_prefix, tmp_path / "notary")


class Place:
    """Topics on the broker, and the directory of their notary."""

    def __init__(self, broker, prefix, data):
        self.broker, self.prefix, self.data, self.folder = broker, prefix, data, data / "audit"

    def write(self, topic, *records):
        """Keys and values, each where its key belongs."""
        for key, value in records:
            partition = partition_of(key, PARTITIONS)
            write(self.broker.bootstrap, self.prefix + topic, [(key.encode(), value)], partition)

    def call(self, *args):
        """`pitledger audit` on it."""
        where = ("--kafka", self.broker.bootstrap, "--data", self.data)
        return pitledger("audit", *args, *where, PITLEDGER_KAFKA_PREFIX=self.prefix)

    def notes(self):
        """What is in the topic of checkpoints."""
        return [
            record
            for partition in range(PARTITIONS)
            for record in read_all(self.broker.bootstrap, self.prefix + CHECKPOINTS, partition)
        ]


def test_what_is_on_kafka_is_notarised_once_and_published(place):
    chains = Chains()
    events = chains.take([f"table:T-{number % 4}" for number in range(40)])
    meters = [chains.next("meter:L1").value for _ in range(5)]
    fork = sealed("table:T-0", 10, events[32].hash, body=b"\x90")
    place.write(EVENTS, *((event.stream, event.value) for event in events))
    place.write(EVENTS, ("table:T-0", events[0].value), ("table:T-0", fork.value), ("table:T-1", b"poison"))
    place.write(METERS, *(("L1", value) for value in [*meters, *meters[2:]]))
    place.write(QUARANTINE, ("table:T-0", fork.value))

    vkey = read_verifier_key(place.call("init", "--json").document["vkey"])
    first = place.call("checkpoint")
    assert first.code == 0, first.err
    note = first.out.encode()

    checkpoint = open_checkpoint(note, [vkey])
    entries = entries_of(place.folder, checkpoint.size)
    in_log = [entry for entry in entries if series_of_entry(entry)]
    wrapped = sorted(msgpack.unpackb(entry)["kind"] for entry in entries if not series_of_entry(entry))
    assert sorted(in_log) == sorted([*(event.value for event in events), *meters])
    for stream in ("table:T-0", "table:T-1", "table:T-2", "table:T-3"):
        order = [entry for entry in in_log if series_of_entry(entry)[0] == stream]
        assert order == [event.value for event in events if event.stream == stream]
    assert wrapped == ["fork", "quarantined", "unreadable"]
    question = {"Kind": "tiles", "Vkey": vkey.text, "Content": note, "Folder": str(place.folder)}
    assert answers([question | {"Expected": bundle(entries)}]) == [GOOD]
    assert [(record.key, record.value) for record in place.notes()] == [(vkey.name.encode(), note)]

    assert place.call("checkpoint").out.encode() == note
    place.write(EVENTS, ("table:T-0", chains.next("table:T-0").value))
    second = place.call("checkpoint").out.encode()
    assert open_checkpoint(second, [vkey]).size == checkpoint.size + 1
    assert [record.value for record in place.notes()] == [note, second]


def test_an_old_copy_of_the_folder_is_known_by_what_the_topic_has(place):
    chains = Chains()
    place.write(EVENTS, *((event.stream, event.value) for event in chains.take(["table:T-0"] * 3)))
    place.call("init")
    place.call("checkpoint")
    kept = {name: (place.folder / name).read_bytes() for name in (RECORD_FILE, "checkpoint")}
    tiles = {path: path.read_bytes() for path in place.folder.glob("tile/**/*") if path.is_file()}
    place.write(EVENTS, ("table:T-0", chains.next("table:T-0").value))
    place.call("checkpoint")
    for name, content in kept.items():
        (place.folder / name).write_bytes(content)
    for path, content in tiles.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    refused = place.call("checkpoint")

    assert refused.code == 2
    assert "a checkpoint over 4 entries was published, and the record is of 3" in refused.err
    assert WillNotSign.__name__ not in refused.err


def test_what_others_write_into_the_topic_of_checkpoints_stops_nobody(place):
    place.write(EVENTS, ("table:T-0", Chains().next("table:T-0").value))
    begun = place.call("init", "--json").document
    forged = f"{begun['origin']}\n9\n{'A' * 43}=\n\n— {begun['origin']} AAAAAAAA\n".encode()
    place.write(CHECKPOINTS, (begun["origin"], forged), (begun["origin"], b"\xff"))
    signed = place.call("checkpoint")
    assert signed.code == 0, signed.err
    assert open_checkpoint(signed.out.encode(), [read_verifier_key(begun["vkey"])]).size == 1


def test_what_is_in_the_topic_is_cosigned_and_a_lost_folder_is_known_by_the_witness(place, tmp_path):
    chains = Chains()
    place.write(EVENTS, *((event.stream, event.value) for event in chains.take(["table:T-0"] * 3)))
    vkey = read_verifier_key(place.call("init", "--json").document["vkey"])
    shutil.copytree(place.folder, tmp_path / "copy")
    with serving(tmp_path / "w", [vkey]) as witness:
        (tmp_path / "policy").write_text(f"witness w {witness.key.text} {witness.url}\nquorum w\n")
        assert place.call("policy", tmp_path / "policy").code == 0
        signed = place.call("checkpoint", "--json")
        assert (signed.code, signed.document["cosigned_by"]) == (0, ["w"]), signed.err
        note = signed.document["checkpoint"].encode()
        assert answers([asked(note, witness.key.text, vkey.text)]) == [GOOD]
        assert [record.value for record in place.notes()] == [note]
        assert place.call("checkpoint").out.encode() == note
        assert [record.value for record in place.notes()] == [note]

        shutil.rmtree(place.folder)
        shutil.copytree(tmp_path / "copy", place.folder)
        refused = place.call("checkpoint")
        assert refused.code == 2
        assert "a checkpoint over 3 entries was published, and the record is of 0" in refused.err
    assert check._CHECKPOINT.fullmatch(note), "it is at home in its topic"
