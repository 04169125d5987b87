"""Checkpoints published on Kafka too, in the topic `checkpoints`: the folder of a notary may be an old copy.

The key of a record is the log's origin, its value the signed note.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kafka import KafkaProducer
from kafka.errors import KafkaError

from events.topics import CHECKPOINTS
from streams.errors import Trouble
from streams.kafka.partition import PartitionReader
from streams.kafka.patient_client import PatientClient
from streams.kafka.topics import partition_of
from streams.notary.publishing import CheckpointFile
from streams.notary.tlog.checkpoints import open_checkpoint
from streams.notary.tlog.notes import BadNote, Signer, VerifierKey

_LOOKED_AT: Final = 4_096
"""Records from the end of the topic in which the last checkpoint is looked for."""
_TIMEOUT_S: Final = 30.0


class CheckpointTopic:
    """The topic, and the file beside the tiles."""

    def __init__(self, folder: Path, key: VerifierKey, bootstrap: str, prefix: str) -> None:
        self._file = CheckpointFile(folder)
        self._key = key
        self._bootstrap = bootstrap
        self._topic = prefix + CHECKPOINTS

    def published(self) -> list[bytes]:
        """The last in the file, and the last in the topic; what others wrote there is none of ours."""
        return [*self._file.published(), *self._in_topic()]

    def require_current(self, signers: list[Signer]) -> None:
        """What is in the topic is among what was published; nobody else is asked."""

    def publish(self, checkpoint: bytes) -> bytes:
        """Send it to the topic, then put it into the file, where it is not yet."""
        if self._in_topic() != [checkpoint]:
            self._send(checkpoint)
        return self._file.publish(checkpoint)

    def _in_topic(self) -> list[bytes]:
        reader = PartitionReader(self._bootstrap, timeout=_TIMEOUT_S)
        try:
            partition = self._partition(reader)
            end = reader.end(self._topic, partition)
            found = []
            for records in reader.read(self._topic, partition, max(0, end - _LOOKED_AT), end):
                found += [record.value for record in records if self._is_ours(record.key, record.value)]
            return found[-1:]
        finally:
            reader.close()

    def _is_ours(self, key: bytes | None, value: bytes | None) -> bool:
        if key != self._key.name.encode() or value is None:
            return False
        try:
            open_checkpoint(value, [self._key])
        except BadNote:
            return False
        return True

    def _partition(self, reader: PartitionReader) -> int:
        return partition_of(self._key.name, reader.partitions(self._topic))

    def _send(self, checkpoint: bytes) -> None:
        reader = PartitionReader(self._bootstrap, timeout=_TIMEOUT_S)
        try:
            partition = self._partition(reader)
        finally:
            reader.close()
        try:
            producer = KafkaProducer(
                bootstrap_servers=self._bootstrap,
                acks="all",
                enable_idempotence=True,
                max_block_ms=int(_TIMEOUT_S * 1000),
                allow_auto_create_topics=False,
                kafka_client=PatientClient,
            )
            try:
                producer.send(
                    self._topic, key=self._key.name.encode(), value=checkpoint, partition=partition
                ).get(timeout=2 * _TIMEOUT_S)
            finally:
                producer.close(timeout=0)
        except KafkaError as error:
            raise Trouble(
                f"{self._topic} on {self._bootstrap} did not take the checkpoint: {error}. Call this "
                "again: it is published then."
            ) from error
