"""Where a worker keeps the state of its partitions: RocksDB under Faust, and nothing but a cache.

A database that cannot be opened or read is thrown away, and Faust fills it again from the changelog; what
that misses is read from the log. Nobody need delete anything by hand.

It relies on Faust's inside, on a pinned version and under test: `Store._open_for_partition` opens the
database of a partition, and `offset_key` is where Faust keeps how far the changelog was read.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import Any, Final, NoReturn

from faust.stores import STORES
from faust.stores.rocksdb import Store

from streams.engines.worker_log import EXIT_TROUBLE, exit_now
from streams.errors import Trouble

SCHEME: Final = "pitledger-state"
URL: Final = f"{SCHEME}://"
"""For Faust: the store to use."""
KEY: Final = b"state"
"""Where a state table has the state of its source: each partition has a database of its own."""
KEY_OF_LINKS: Final = b"links"
"""Where the examiner's has that of its second source."""
_NOT_DAMAGE: Final = (
    "lock file",
    "lock hold",
    "no space left",
    "permission denied",
    "read-only file system",
    "too many open files",
)
"""What RocksDB says where the files are whole: another process has them, or the machine lets us down."""

log = logging.getLogger("pitledger.state")


class StateStore(Store):  # type: ignore[misc]
    """Faust's store on RocksDB, which replaces a database that is damaged."""

    def _open_for_partition(self, partition: int) -> Any:
        try:
            return self._opened(partition)
        except Exception as error:
            if any(said in str(error).lower() for said in _NOT_DAMAGE):
                raise
            path = self.partition_path(partition)
            log.warning("%s: thrown away and made again, because it is damaged (%s)", path, error)
            _throw_away(path)
            return self._opened(partition)

    def _set(self, key: bytes, value: bytes | None) -> None:
        try:
            super()._set(key, value)
        except Exception as error:
            raise Trouble(f"the state cannot be stored ({error})") from error

    def apply_changelog_batch(self, *args: Any, **more: Any) -> None:
        """Take what the changelog has. Faust would only log that it cannot, and recover for ever."""
        try:
            super().apply_changelog_batch(*args, **more)
        except Exception as error:  # noqa: BLE001 - RocksDB raises nothing more exact
            _leave(error)

    def set_persisted_offset(self, tp: Any, offset: int) -> None:
        """Note how far the changelog was read. Where that fails while Faust stops, it would never end."""
        try:
            super().set_persisted_offset(tp, offset)
        except Exception as error:  # noqa: BLE001
            _leave(error)

    def _opened(self, partition: int) -> Any:
        """The database, once all that it holds can be read."""
        database = super()._open_for_partition(partition)
        try:
            for key in (KEY, KEY_OF_LINKS, self.offset_key):
                database.get(key)
            int(database.get(self.offset_key) or 0)
        except Exception:
            database.close()
            raise
        return database


def _leave(error: Exception) -> NoReturn:
    log.critical("the state cannot be written (%s); leaving, to be started again", error)
    exit_now(EXIT_TROUBLE)


def _throw_away(path: Path) -> None:
    """Whatever is where a database should be, which may be a file or a link that leads nowhere."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


STORES.aliases[SCHEME] = f"{__name__}:{StateStore.__name__}"
