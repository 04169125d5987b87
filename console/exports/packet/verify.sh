#!/bin/sh
# Checks this packet with what every Debian has: sh, openssl, coreutils (sha256sum, base64, od …), sed, grep, find, cmp.
#
#     sh verify.sh VKEY
#
# VKEY is the public key of the audit log, from whoever answers for it, and not from this packet.
# Exit code 0: all of it holds. 1: something does not, and the line says what. 2: the call was wrong.
set -eu
LC_ALL=C
export LC_ALL

bad() {
    printf 'bad: %s\n' "$*"
    exit 1
}

wrong_call() {
    printf 'verify.sh: %s\nCall it like this: sh verify.sh NAME+KEYID+BASE64\n' "$*" >&2
    exit 2
}

# --- small things -----------------------------------------------------------------------------------------

# A number without leading zeros that a shell can count with.
is_number() {
    case $1 in
        0) return 0 ;;
        '' | 0* | *[!0-9]*) return 1 ;;
    esac
    [ "${#1}" -le 18 ]
}

# The bytes of base64 in its one form: in ($1) as text, out ($2) as a file.
decode() {
    printf '%s' "$1" | base64 -d > "$2" 2> /dev/null || return 1
    [ "$(base64 -w 0 < "$2")" = "$1" ]
}

# SHA-256 of what comes in, as 32 bytes.
digest() {
    openssl dgst -sha256 -binary
}

hex() {
    od -An -v -tx1 | tr -d ' \n'
}

# How msgpack begins a text, and the text; how it writes a number.
text_in_hex() {
    if [ "${#1}" -lt 32 ]; then
        printf '%02x' $((160 + ${#1}))
    else
        printf 'd9%02x' "${#1}"
    fi
    printf '%s' "$1" | hex
}

number_in_hex() {
    if [ "$1" -lt 128 ]; then printf '%02x' "$1"
    elif [ "$1" -lt 256 ]; then printf 'cc%02x' "$1"
    elif [ "$1" -lt 65536 ]; then printf 'cd%04x' "$1"
    elif [ "$1" -lt 4294967296 ]; then printf 'ce%08x' "$1"
    else printf 'cf%016x' "$1"
    fi
}

# --- the key ----------------------------------------------------------------------------------------------

[ $# -eq 1 ] || wrong_call 'one key is due'
key=$1
case $0 in
    */*) cd "${0%/*}" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

name=${key%%+*}
rest=${key#*+}
id=${rest%%+*}
decode "${rest#*+}" "$work/typed" || wrong_call "$key is not a key"
[ "$(head -c 1 "$work/typed" | hex)" = 01 ] && [ "$(wc -c < "$work/typed")" -eq 33 ] ||
    wrong_call "$key is not an Ed25519 key"
tail -c 32 "$work/typed" > "$work/public"
[ "$({ printf '%s\n\001' "$name"; cat "$work/public"; } | sha256sum | cut -c 1-8)" = "$id" ] ||
    wrong_call "$key does not have the id $id"
{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; cat "$work/public"; } > "$work/public.der"

# --- the files --------------------------------------------------------------------------------------------

sed 's/^[0-9a-f]*  //' SHA256SUMS | sort > "$work/listed"
# A name with a line feed could pass for a line of this script.
[ -z "$(find . -name '*[[:cntrl:]]*')" ] || bad 'there is a name with control characters'
find . ! -type d ! -path ./SHA256SUMS | sed 's/^\.\///' | sort > "$work/there"
cmp -s "$work/listed" "$work/there" || bad 'SHA256SUMS: it does not list what is here, and nothing else'
sha256sum --check --strict --quiet SHA256SUMS 2> "$work/said" ||
    bad "SHA256SUMS: a file does not have its hash: $(cat "$work/said")"
printf '%s\n' "$key" | cmp -s - vkey || bad 'vkey: this packet is of another key than the one given'
printf 'files: %s, as SHA256SUMS says\n' "$(wc -l < "$work/there")"

# --- the checkpoint ---------------------------------------------------------------------------------------

origin=$(sed -n 1p checkpoint)
size=$(sed -n 2p checkpoint)
root=$(sed -n 3p checkpoint)
printf '%s\n%s\n%s\n' "$origin" "$size" "$root" > "$work/text"
tail -n +5 checkpoint > "$work/lines"
{ cat "$work/text"; printf '\n'; cat "$work/lines"; } | cmp -s - checkpoint ||
    bad 'checkpoint: it is not three lines, a blank one and signatures'
[ "$origin" = "$name" ] || bad "checkpoint: it is of $origin, and the key of $name"
is_number "$size" && [ "$size" -gt 0 ] || bad 'checkpoint: there are no entries'

signed=no
while IFS= read -r line; do
    case $line in
        "— $name "*) ;;
        *) continue ;;
    esac
    decode "${line#"— $name "}" "$work/signed" || bad 'checkpoint: a signature is not base64'
    [ "$(head -c 4 "$work/signed" | hex)" = "$id" ] || continue
    [ "$(wc -c < "$work/signed")" -eq 68 ] || bad 'checkpoint: the signature is not one of Ed25519'
    tail -c 64 "$work/signed" > "$work/signature"
    openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/public.der" \
        -in "$work/text" -sigfile "$work/signature" > /dev/null 2>&1 ||
        bad 'checkpoint: the signature is not good'
    signed=yes
done < "$work/lines"
[ "$signed" = yes ] || bad "checkpoint: the key $name+$id has not signed it"
printf 'checkpoint: %s, %s entries, signed\n' "$origin" "$size"

# --- each entry: in the tree, under its name, and behind the one before -------------------------------------

# The proof $2 leads from the entry $1 to the root.
check_included() {
    index=$(sed -n '2s/^index //p' "$2")
    is_number "$index" && [ "$index" -lt "$size" ] || bad "$2: it names no index of the log"
    at=$index
    last=$((size - 1))
    sed '1,2d;/^$/,$d' "$2" > "$work/hashes"
    # 32 bytes each, in the one form that base64 has for them.
    ! grep -q -v -x '[A-Za-z0-9+/]\{42\}[AEIMQUYcgkosw048]=' "$work/hashes" || bad "$2: a hash is not base64"
    node=$work/node
    next=$work/next
    { printf '\000'; cat "$1"; } | digest > "$node"
    while IFS= read -r hash; do
        [ "$last" -ne 0 ] || bad "$2: it has too many hashes"
        if [ $((at % 2)) -eq 1 ] || [ "$at" -eq "$last" ]; then
            { printf '\001'; printf '%s' "$hash" | base64 -d; cat "$node"; } | digest > "$next"
            while [ $((at % 2)) -eq 0 ] && [ "$at" -ne 0 ]; do
                at=$((at / 2))
                last=$((last / 2))
            done
        else
            { printf '\001'; cat "$node"; printf '%s' "$hash" | base64 -d; } | digest > "$next"
        fi
        swap=$node node=$next next=$swap
        at=$((at / 2))
        last=$((last / 2))
    done < "$work/hashes"
    {
        printf 'c2sp.org/tlog-proof@v1\nindex %s\n' "$index"
        cat "$work/hashes"
        printf '\n'
        cat checkpoint
    } | cmp -s - "$2" || bad "$2: it is not an index, hashes, a blank line and the checkpoint"
    [ "$last" -eq 0 ] && [ "$(base64 -w 0 < "$node")" = "$root" ] || bad "$1: it is not at index $index of the log"
}

# An event begins with an array of 14: facility, stream, number, hash of the event before.
check_named() {
    found=$(head -c 700 "$1" | hex)
    case $found in
        9ed9*)
            length=$(printf '%d' "0x$(printf '%s' "$found" | cut -c 5-6)")
            skip=6
            ;;
        9e[ab]*)
            length=$(($(printf '%d' "0x$(printf '%s' "$found" | cut -c 3-4)") - 160))
            skip=4
            ;;
        *) bad "$1: it is not an event" ;;
    esac
    due=$(text_in_hex "$stream")$(number_in_hex "$seq")c420
    found=$(printf '%s' "$found" | cut -c "$((skip + 2 * length + 1))-")
    case $found in
        "$due"*) ;;
        *) bad "$1: it is not $stream number $seq" ;;
    esac
    before=$(printf '%s' "${found#"$due"}" | cut -c 1-64)
}

entries=0 chained=0 run='' runs=''
last_stream='' last_seq=0 last_hash=''
for event in entries/*.event; do
    [ -f "$event" ] || bad 'entries: there are none, so nothing was shown'
    proof=${event%.event}.tlog-proof
    [ -f "$proof" ] || bad "$proof: it is missing"
    check_included "$event" "$proof"
    base=${event#entries/}
    base=${base%.event}
    stream=${base%-*}
    stream=${stream%%-*}:${stream#*-}
    seq=$(printf '%s' "${base##*-}" | sed 's/^0*//')
    is_number "$seq" || bad "$event: its name has no number"
    check_named "$event"
    if [ "$stream" = "$last_stream" ] && [ "$seq" -eq $((last_seq + 1)) ]; then
        [ "$before" = "$last_hash" ] || bad "$event: it does not follow from the event before it"
        chained=$((chained + 1))
    else
        runs="$runs$run"
        first=$seq
    fi
    run="
  $stream $first to $seq"
    last_stream=$stream last_seq=$seq
    last_hash=$(sha256sum < "$event" | cut -c 1-64)
    entries=$((entries + 1))
done
for proof in entries/*; do
    case $proof in
        *.event) ;;
        *.tlog-proof) [ -f "${proof%.tlog-proof}.event" ] || bad "$proof: its event is missing" ;;
        *) bad "$proof: it is neither an event nor a proof" ;;
    esac
done
printf 'entries: %s, each in the tree that was signed\n' "$entries"
printf 'chains: %s name the hash of the one before; without a gap are%s\n' "$chained" "$runs$run"

# --- the rulebook -----------------------------------------------------------------------------------------

if [ -f rulebook.toml ]; then
    hash=$(sha256sum < rulebook.toml | cut -c 1-64)
    grep -q -F "$hash" entries/table-*.event || bad 'rulebook.toml: no event of the table names its hash'
    printf 'rulebook: the events of the table name its hash\n'
fi
printf 'good: everything above holds\n'
