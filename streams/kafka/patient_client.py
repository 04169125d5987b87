"""A client that waits while a broker is away: kafka-python's producer would ask it again and again instead.

The producer's thread asks its client for how many milliseconds a broker cannot be sent to, and sleeps so
long. kafka-python 3.0.12 answers in seconds, and 0 while it is connecting: a broker that takes connections
and does not answer costs a whole core. This answers what is asked, and never less than a moment: whatever
comes from a broker ends the sleep at once.
"""

from __future__ import annotations

from typing import Final

from kafka.net.compat import KafkaNetClient

LEAST_MS: Final = 20.0
"""A moment: so often at the most does the thread look again."""


class PatientClient(KafkaNetClient):  # type: ignore[misc]
    """For `KafkaProducer(kafka_client=…)`."""

    def connection_delay(self, node_id: object) -> float:
        """How many milliseconds to wait for a broker that is not ready."""
        seconds: float = super().connection_delay(node_id)
        return max(1000.0 * seconds, LEAST_MS)
