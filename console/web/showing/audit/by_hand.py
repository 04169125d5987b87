"""The lines that an outsider types to check a proof with `openssl` and a shell alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from streams.notary.tlog.notes import VerifierKey

_DER = r"\060\052\060\005\006\003\053\145\160\003\041\000"
"""What stands before the 32 bytes of an Ed25519 key in DER."""


def signature_lines(name: str, key: VerifierKey) -> list[str]:
    """That the checkpoint in a `.tlog-proof` is signed by the key."""
    return [
        f"key='{key.text}'",
        f"sed '1,/^$/d' {name}.tlog-proof > checkpoint",
        "sed '/^$/,$d' checkpoint > text",
        f"grep -F -m 1 -- '— {key.name} ' checkpoint | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature",
        "printf '%s' \"$key\" | cut -d + -f 3- | base64 -d | tail -c 32 > public",
        f"(printf '{_DER}'; cat public) > public.der",
        "openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey public.der -in text -sigfile signature",
    ]


def path_lines(name: str, leaf_index: int, size: int, path: Sequence[bytes]) -> list[str]:
    """That the event leads to the root of that checkpoint, hash by hash."""
    lines = [
        f"sha256sum {name}.event",
        f"(printf '\\000'; cat {name}.event) | openssl dgst -sha256 -binary > node",
    ]
    for is_left, each in _sides(leaf_index, size, path):
        beside = f"printf '{b64encode(each).decode()}' | base64 -d"
        pair = f"{beside}; cat node" if is_left else f"cat node; {beside}"
        lines.append(f"(printf '\\001'; {pair}) | openssl dgst -sha256 -binary > next; mv next node")
    return [*lines, '[ "$(base64 < node)" = "$(sed -n 3p text)" ] && echo included']


def _sides(leaf_index: int, size: int, path: Sequence[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Each hash of a path, and whether it stands at the left (RFC 9162, 2.1.3.2)."""
    at, last = leaf_index, size - 1
    for each in path:
        if at % 2 or at == last:
            yield True, each
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            yield False, each
        at, last = at // 2, last // 2
