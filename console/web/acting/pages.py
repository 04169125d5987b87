"""The pages of second signatures: addresses, and whose they are."""

from __future__ import annotations

from typing import Final

from console.web.acting import requests_page
from console.web.page import Page

SIGNATURE: Final = Page(
    name="signature",
    address="/signatures/{number}",
    about="A second signature that was asked for: the exact events, and what has changed since.",
    show=requests_page.signature_request,
)
SIGNATURES: Final = (
    Page(
        name="signatures",
        address="/signatures",
        about="Second signatures that were asked for.",
        show=requests_page.signatures,
        is_list=True,
    ),
    SIGNATURE,
)
