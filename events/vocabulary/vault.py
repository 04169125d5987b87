"""The vault of personal data: who had openings of references disclosed, or forgotten, and why.

What was opened is in no event: here, too, people who are not staff are named by their references.
"""

from __future__ import annotations

from typing import Annotated, Final

from events.body import Body, event_types_on
from events.kinds import Badge, Count, Several, Sha256, Text
from events.vocabulary.terms import Reason, Stamps

VAULT: Final = "desk:vault"
"""The stream on which it stands what was done with the vault."""
LISTED_AT_MOST: Final = 256
"""References that one event lists."""

_of_commands = event_types_on(VAULT, by_system=True)

_Listed = Annotated[Several[Sha256], "The references, in order; none where there are more than 256."]
_Digest = Annotated[Sha256, "SHA-256 over the references in order, each with a line feed."]


@_of_commands("openings_disclosed")
class OpeningsDisclosed(Body):
    """Somebody was shown, or handed in a bag, whom references stand for. It is recorded first."""

    references: _Listed
    count: Annotated[Count, "How many there are."]
    sha256: _Digest
    to: Annotated[Text, "Where they went: the screen, or the folder of a bag."]
    reason: Reason
    disclosed_by: Badge
    stamps: Stamps = ()


@_of_commands("openings_forgotten")
class OpeningsForgotten(Body):
    """The openings of a person are deleted for good: no hash changes, and nobody can open the references.

    It is recorded first, of more than 256 references in several events. A copy of the vault that was put back
    is held against these.
    """

    references: Annotated[Several[Sha256], "The references of the person and the accounts, in order."]
    reason: Reason
    forgotten_by: Badge
    stamps: Stamps = ()
