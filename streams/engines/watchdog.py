"""A worker that has dropped out of its group, or whose topics were made anew under it, leaves, so that its
supervisor starts it again.

Seen: after a broker was killed several times, Faust's consumer marked its coordinator dead and never asked
again. The process lived on and did nothing. So a thread of its own asks the broker whether this worker is in
its group; while the broker does not answer, it waits like everybody else.

It asks with aiokafka, over a connection of its own each time: librdkafka's admin client ended the whole
process now and then when the broker went away while a question was under way.

Topics that were made anew have the same names and the same offsets: what is in memory is of the old ones, and
what comes would be taken for repeats. Only their ids tell, and only kafka-python asks for those.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

from streams.errors import Trouble
from streams.kafka.topic_ids import topic_ids

INTERVAL_S: Final = 5.0
ANSWER_S: Final = 5.0
"""How long a broker may take to answer."""
PATIENCE_S: Final = 40.0
"""Longer than a session and a rebalance together."""

log = logging.getLogger("pitledger.watchdog")


class Watchdog(threading.Thread):
    """Calls `leave` once this client has been missing from its group too long, or its topics are others."""

    def __init__(
        self,
        bootstrap: str,
        group: str,
        client_id: str,
        topics: Sequence[str],
        leave: Callable[[], object],
    ) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._servers = bootstrap
        self._group = group
        self._client_id = client_id
        self._topics = topics
        self._leave = leave

    def run(self) -> None:
        """Ask now and then."""
        last_seen, first_ids = time.monotonic(), self.ids()
        while True:
            time.sleep(INTERVAL_S)
            is_member = self.is_member()
            ids = None if is_member is None else self.ids()
            first_ids = first_ids or ids
            if is_member is not False:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE_S:
                log.critical("not in the group %s any more; leaving, to be started again", self._group)
                self._leave()
                return
            if ids != first_ids and ids is not None:
                log.critical("its topics were made anew; leaving, to be started again")
                self._leave()
                return

    def ids(self) -> str | None:
        """Which topics they are that this worker reads and writes; None where nobody can tell."""
        try:
            return topic_ids(self._servers, self._topics)
        except Trouble:
            return None

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
