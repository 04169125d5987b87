"""Fills in forms as people do: asks for the empty one, previews it, signs it."""

from __future__ import annotations

import re
from html import unescape

from tests.console.web.conftest import PASSWORD
from tests.console.web.visitor import Answered, Visitor

_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
_FORM = re.compile(r"<form method=\"post\" action=\"([^\"]+)\">(.*?)</form>", re.DOTALL)


def hidden(answered: Answered, step: str = "") -> dict[str, str]:
    """The hidden fields of the form of a page, of several the one of that step."""
    for _, inside in _FORM.findall(answered.text):
        found = {name: unescape(text) for name, text in _HIDDEN.findall(inside)}
        if not step or found.get("step") == step:
            return found
    raise AssertionError(f"no form for {step!r}: {answered.text[:2000]}")


def previewed(visitor: Visitor, path: str, **typed: str) -> Answered:
    """The preview of what is typed into the form of that address."""
    return visitor.ask(path, {**hidden(visitor.ask(path), "preview"), **typed})


def signed(visitor: Visitor, path: str, preview: Answered, password: str = PASSWORD) -> Answered:
    """What comes of signing a preview."""
    return visitor.ask(path, {**hidden(preview, "sign"), "password": password})


def recorded(visitor: Visitor, path: str, **typed: str) -> Answered:
    """What comes of filling in and signing."""
    return signed(visitor, path, previewed(visitor, path, **typed))
