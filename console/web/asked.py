"""A request as a page sees it: who asks, what for, and where to look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from console.calls.wrong_call import WrongCall
from console.web.declared import Declared
from console.web.entry.accounts import Account
from console.web.entry.roles import Role
from console.web.entry.sessions import Session
from console.web.frame.lists import Column, Listed, Row, Ways, listed
from console.web.frame.places import address
from console.web.frame.settings import AS_IT_COMES, Settings
from console.web.site import Site
from streams.log import Log
from streams.read_model.store import ReadStore


@dataclass(slots=True)
class Asked:
    """One request. `places` are the names in its address, `params` what was asked, read."""

    site: Site
    page: Declared
    session: Session
    places: Mapping[str, str]
    typed: Mapping[str, str]
    """What was asked, as it was typed; what was left empty is not there."""
    params: Mapping[str, Any]
    open_: ExitStack
    form: str = "html"
    """As what it goes out: `html`, `json` or `csv`."""
    _store: ReadStore | None = None
    _log: Log | None = None
    now_us: int = field(default=0)
    settings: Settings = AS_IT_COMES
    pins: Sequence[str] = ()
    """The addresses that the browser keeps."""

    @property
    def account(self) -> Account:
        """Who asks."""
        assert self.session.account is not None
        return self.session.account

    @property
    def role(self) -> Role:
        """As what."""
        return self.account.role

    @property
    def store(self) -> ReadStore:
        """The read model, opened once a request; all of a page is as of one moment."""
        if self._store is None:
            self._store = self.open_.enter_context(self.site.store())
            self.open_.enter_context(self._store.at_one_moment())
        return self._store

    @property
    def log(self) -> Log:
        """The log, opened once a request."""
        if self._log is None:
            self._log = self.open_.enter_context(self.site.log())
        return self._log

    def get(self, name: str) -> Any:
        """What was asked by a name, read; None where nothing was."""
        return self.params.get(name)

    def prefixed(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """Names behind a prefix, and what was typed for each."""
        return tuple(
            (name.removeprefix(prefix), text) for name, text in self.typed.items() if name.startswith(prefix)
        )

    def listed(self, columns: Sequence[Column], rows: Sequence[Row], nothing: str, ways: Ways = ()) -> Listed:
        """A list with what every list may be asked."""
        given = (self.typed.get(name, "") for name in ("sort", "after", "q"))
        sort, after, words = given
        try:
            return listed(columns, rows, sort=sort, after=after, words=words, nothing=nothing, ways=ways)
        except ValueError as error:
            raise WrongCall(str(error)) from error

    # --- addresses ----------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """The address of this page without what was asked."""
        return address(self.page.address, **self.places)

    def here(self, form: str = "", **changed: str | None) -> str:
        """This page, as it was asked but for what is changed (None: left out); or its `.csv`, `.json`."""
        asked = {**self.typed, **{name: text for name, text in changed.items() if text is not None}}
        for name, text in changed.items():
            if text is None:
                asked.pop(name, None)
        if "after" not in changed:
            asked.pop("after", None)
        return f"{self.path}{form}{'?' if asked else ''}{urlencode(asked)}"
