"""A worker that has dropped out of its group leaves, so that its supervisor starts it again.

Seen: after a broker was killed several times, Faust's consumer marked its coordinator dead and never asked
again. The process lived on and did nothing. So a thread of its own asks the broker whether this worker is in
its group; while the broker does not answer, it waits like everybody else.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

INTERVAL_S: Final = 5.0
PATIENCE_S: Final = 40.0
"""Longer than a session and a rebalance together."""

log = logging.getLogger("pitledger.watchdog")


class Watchdog(threading.Thread):
    """Calls `on_dropped_out` once this client has been missing from its group for too long."""

    def __init__(
        self, bootstrap: str, group: str, client_id: str, on_dropped_out: Callable[[], object]
    ) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._admin = AdminClient({"bootstrap.servers": bootstrap, "log_level": 0})
        self._group = group
        self._client_id = client_id
        self._on_dropped_out = on_dropped_out

    def run(self) -> None:
        """Ask now and then."""
        last_seen = time.monotonic()
        while True:
            time.sleep(INTERVAL_S)
            if self.is_member() is not False:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE_S:
                log.critical("not in the group %s any more; leaving, to be started again", self._group)
                self._on_dropped_out()
                return

    def is_member(self) -> bool | None:
        """Whether the broker counts this client among the group; None if it does not answer."""
        try:
            described = self._admin.describe_consumer_groups([self._group], request_timeout=INTERVAL_S)
            members = described[self._group].result().members
        except KafkaException:
            return None
        return any(member.client_id == self._client_id for member in members)
