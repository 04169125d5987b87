"""Which topics these are: Kafka gives each an id when it is made, and another when it is made anew.

Topics of the same name on a cluster that was wiped are other topics. Whatever is kept beside the brokers and
was made from the old ones is then of no use, however well its offsets seem to fit.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from typing import Any, Final

from kafka import KafkaAdminClient
from kafka.errors import KafkaError

from streams.errors import Trouble

_ANSWER_MS: Final = 5_000


class TopicIds:
    """The ids of some topics, over a connection that is kept: 1 ms an answer, where a new one costs 15.

    Any thread may ask.
    """

    def __init__(self, bootstrap: str, names: Sequence[str]) -> None:
        self._bootstrap = bootstrap
        self._names = sorted(names)
        self._admin: Any = None
        self._asking = threading.Lock()

    def now(self) -> str:
        """One text for all ids: another, if any of them is. `Trouble` where a topic is missing.

        Brokers older than 2.8 know no ids: then it is the same for ever.
        """
        with self._asking:
            try:
                found = self._connected().describe_topics(self._names)
            except KafkaError as error:
                self._let_go()
                raise Trouble(
                    f"Kafka at {self._bootstrap} does not say which topics it has ({error})"
                ) from error
        missing = [topic["name"] for topic in found if topic["error_code"]]
        if missing:
            raise Trouble(f"the brokers do not know {', '.join(missing)} yet")
        ids = sorted(f"{topic['name']}={topic['topic_id']}" for topic in found)
        return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:32]

    def close(self) -> None:
        """Let go of the connection."""
        with self._asking:
            self._let_go()

    def _connected(self) -> Any:
        if self._admin is None:
            self._admin = KafkaAdminClient(
                bootstrap_servers=self._bootstrap,
                bootstrap_timeout_ms=_ANSWER_MS,
                request_timeout_ms=_ANSWER_MS,
            )
        return self._admin

    def _let_go(self) -> None:
        admin, self._admin = self._admin, None
        if admin is not None:
            admin.close()


def topic_ids(bootstrap: str, names: Sequence[str]) -> str:
    """`TopicIds.now`, asked once."""
    ids = TopicIds(bootstrap, names)
    try:
        return ids.now()
    finally:
        ids.close()
