"""A worker that has dropped out of its group leaves, so that its supervisor starts it again.

Seen: after a broker was killed several times, Faust's consumer marked its coordinator dead and never asked
again. The process lived on and did nothing. So a thread of its own asks the broker whether this worker is in
its group; while the broker does not answer, it waits like everybody else.

It asks with aiokafka, over a connection of its own each time: librdkafka's admin client ended the whole
process now and then when the broker went away while a question was under way.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

INTERVAL_S: Final = 5.0
ANSWER_S: Final = 5.0
"""How long a broker may take to answer."""
PATIENCE_S: Final = 40.0
"""Longer than a session and a rebalance together."""

log = logging.getLogger("pitledger.watchdog")


class Watchdog(threading.Thread):
    """Calls `on_dropped_out` once this client has been missing from its group for too long."""

    def __init__(
        self, bootstrap: str, group: str, client_id: str, on_dropped_out: Callable[[], object]
    ) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._servers = bootstrap
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
            groups = asyncio.run(asyncio.wait_for(self._described(), ANSWER_S))
        except (KafkaError, OSError, TimeoutError):
            return None
        (error, _, _, _, _, members, *_) = groups[0]
        if error:  # a broker that has just started does not know its groups yet
            return None
        return any(client_id == self._client_id for _, client_id, *_ in members)

    async def _described(self) -> Any:
        admin = AIOKafkaAdminClient(
            bootstrap_servers=self._servers.split(","), request_timeout_ms=int(ANSWER_S * 1000)
        )
        try:
            await admin.start()
            (described,) = await admin.describe_consumer_groups([self._group])
            return described.groups
        finally:
            await admin.close()
