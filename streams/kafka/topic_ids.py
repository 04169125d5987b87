"""Which topics these are: Kafka gives each an id when it is made, and another when it is made anew.

Topics of the same name on a cluster that was wiped are other topics. Whatever is kept beside the brokers and
was made from the old ones is then of no use, however well its offsets seem to fit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from kafka import KafkaAdminClient
from kafka.errors import KafkaError

from streams.errors import Trouble

_ANSWER_MS: Final = 5_000


def topic_ids(bootstrap: str, names: Sequence[str]) -> str:
    """One text for the ids of all these topics: another, if any of them is. `Trouble` where one is missing.

    Brokers older than 2.8 know no ids: then it is the same for ever.
    """
    try:
        admin = KafkaAdminClient(bootstrap_servers=bootstrap, bootstrap_timeout_ms=_ANSWER_MS)
        try:
            found = admin.describe_topics(sorted(names))
        finally:
            admin.close()
    except KafkaError as error:
        raise Trouble(f"Kafka at {bootstrap} does not say which topics it has ({error})") from error
    missing = [topic["name"] for topic in found if topic["error_code"]]
    if missing:
        raise Trouble(f"the brokers do not know {', '.join(missing)} yet")
    ids = sorted(f"{topic['name']}={topic['topic_id']}" for topic in found)
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:32]
