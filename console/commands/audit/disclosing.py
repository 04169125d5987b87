"""Whom an export discloses: on record, with a badge and a reason, before the bag is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import many, one
from console.calls.names import person, something, words
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.vault.whom import disclosed, found
from console.exports.openings import Disclosed
from console.exports.writing import CannotExport
from console.instances.instance import require_instance
from console.recording.clerk import open_clerk
from events.envelope import stream_name

EVERYBODY: Final = "all"


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosing:
    """Whose openings go into the bag, by whom and why; without any of it nobody's."""

    disclose: Annotated[
        tuple[str, ...],
        many(something, "WHOM", "say in the bag who this is: a reference, a label, or all; several times"),
    ] = ()
    by: Annotated[str | None, one(person, "BADGE", "with --disclose: who does this")] = None
    reason: Annotated[str | None, one(words, "TEXT", "with --disclose: why; it stays on record")] = None

    def asked(self, to: str, tables: Sequence[str], options: GlobalOptions) -> Disclosed | None:
        """The openings that may go into the bag `to`, once that is on record; None where it was refused.

        `tables` are those that the bag is to be of, which must be there.
        """
        if not self.disclose:
            if self.by or self.reason:
                raise WrongCall("--by and --reason belong to --disclose")
            return Disclosed(())
        if not self.by or not self.reason:
            raise WrongCall(
                "--disclose needs --by BADGE and --reason TEXT: it is on record who does it, and why"
            )
        require_instance(options.location())
        with open_clerk(options) as clerk:
            for table in tables:
                if clerk.log.head(stream_name("table", table)) is None:
                    raise CannotExport(
                        f"--tables {table}: there is no event of that table. Nothing was disclosed."
                    )
            vault = clerk.vault
            kept = [*vault.kept()] if EVERYBODY in self.disclose else []
            kept += [each for whom in self.disclose if whom != EVERYBODY for each in found(vault, whom)]
            openings = [each.opening for each in kept]
            return Disclosed(openings) if disclosed(clerk, openings, to, self.by, self.reason) else None


NOBODY: Final = Disclosing()
