"""The read API in words that programs understand: OpenAPI, made of the pages that are declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from console.web.entry.roles import in_words
from console.web.page import Page

_ERRORS = {
    "400": "What was asked cannot be meant; `error` says what to write instead.",
    "401": "Nobody has signed in.",
    "403": "Not for this role; `error` names those that may.",
    "404": "There is nothing of that name.",
    "503": "The instance cannot be read now; `error` says why, and what to do.",
}


def describe(pages: Sequence[Page], prefix: str) -> dict[str, Any]:
    """The description of all addresses below the prefix."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pitledger",
            "version": "1",
            "description": "What the pages of the console show, in the shape of the commands' `--json`. "
            "Amounts ending in `_mc` are integer millicents, times are UTC.",
        },
        "components": {
            "schemas": {"Error": {"type": "object", "properties": {"error": {"type": "string"}}}},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "session"}},
        },
        "security": [{"session": []}],
        "paths": {_path(page, prefix): {"get": _operation(page)} for page in pages},
    }


def _path(page: Page, prefix: str) -> str:
    address = "/home" if page.address == "/" else page.address
    return prefix + address.replace(":path}", "}")


def _operation(page: Page) -> dict[str, Any]:
    places = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in page.places
    ]
    params = [
        {"name": param.name, "in": "query", "description": param.about, "schema": _schema(param.choices)}
        for param in page.params
    ]
    said = f"{page.about} For {in_words(page.roles)}."
    same = f" As `pitledger {page.command} --json`." if page.command else ""
    return {
        "operationId": page.name.replace(" ", "_"),
        "description": said + same,
        "parameters": [*places, *params],
        "responses": {
            "200": {"description": page.about, "content": {"application/json": {"schema": {}}}},
            **{status: _error(words) for status, words in _ERRORS.items()},
        },
    }


def _schema(choices: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", **({"enum": list(choices)} if choices else {})}


def _error(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
