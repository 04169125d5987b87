"""An instance on either engine with its processors running, and the command line on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from tests.console.calling import pitledger
from tests.rig import LIMIT_S, POLL_S, Rig


class Engine:
    """An instance on one of the engines, and the command line on it."""

    def __init__(self, place: tuple[Any, ...], rig: Rig | None = None) -> None:
        self.place, self.rig = place, rig

    def call(self, *args: Any, **more: Any) -> Any:
        """A command; on Kafka one that is signed waits for its answer."""
        waiting = ("--wait", LIMIT_S) if self.rig and "--sign" in args else ()
        prefix = {"PITLEDGER_KAFKA_PREFIX": self.rig.prefix} if self.rig else {}
        return pitledger(*args, *waiting, *self.place, **prefix, **more)

    def feed(self, values: Iterable[bytes]) -> None:
        """Events that nobody has checked, appended as they are."""
        sealed = [seal_bytes(value) for value in values]
        if self.rig:
            self.rig.feed(sealed)
            return
        with Embedded(self.place[1]) as embedded:
            embedded.log.append(sealed)
            embedded.process()

    def link(self, until: Callable[[dict[str, Any]], Any], name: str | None = None) -> dict[str, Any]:
        """A link, or the only one, as `meters` shows it when it is as wanted; embedded it is so at once."""
        give_up = time.monotonic() + (LIMIT_S if self.rig else 0)
        while True:
            called = self.call("meters", *([] if name is None else [name]), "--json")
            links: list[dict[str, Any]] = called.document["links"] if called.code == 0 else []
            if links and until(links[0]):
                return links[0]
            assert time.monotonic() <= give_up, (links, self.rig.worker_logs() if self.rig else "")
            time.sleep(POLL_S)

    def settled(self, done: Callable[[Any], bool] = lambda called: called.code == 0) -> Any:
        """What `check` says, once it has nothing to say that workers would mend by and by."""
        give_up = time.monotonic() + (LIMIT_S if self.rig else 0)
        while not done(called := self.call("check")) and time.monotonic() <= give_up:
            time.sleep(POLL_S)
        return called
