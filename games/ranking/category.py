"""The categories of hands as paytables name them; which there are is each ranking's own."""

from enum import IntEnum


class Category(IntEnum):
    """A kind of hand, lowest first."""

    @property
    def key(self) -> str:
        """The name in lower case, as in a paytable: `full_house`."""
        return self.name.lower()
