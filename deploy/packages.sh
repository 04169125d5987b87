#!/usr/bin/env bash
# Installs the Debian packages that are missing for the named needs; where nothing is missing it does nothing.
# Without root, sudo or apt-get it stops and says what to type.
#
#   deploy/packages.sh python    Python 3.11 or newer that can make virtual environments
#   deploy/packages.sh java      Java 17 or newer with its compiler, and Maven
#   deploy/packages.sh strace    strace, which the tests kill SQLite's writes with
#   deploy/packages.sh hledger   hledger, which judges the journals that the ledger is exported as
#   deploy/packages.sh chromium  Chromium, which the tests open pages with
#   deploy/packages.sh --python  prints the Python that `make install` uses
set -euo pipefail

# The first Python that will do: python3 may be Debian's, pyenv's, or too old beside a newer one.
find_python() {
    local candidate
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

java_is_17_or_newer() {
    local version
    version=$(javac -version 2>&1) || return 1
    [[ $version =~ ^javac\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 17))
}

packages_for() {
    case $1 in
        python) find_python >/dev/null || echo python3 python3-venv ;;
        java)
            java_is_17_or_newer || echo default-jdk-headless
            command -v mvn >/dev/null || echo maven
            ;;
        strace) command -v strace >/dev/null || echo strace ;;
        hledger) command -v hledger >/dev/null || echo hledger ;;
        chromium) command -v chromium >/dev/null || echo chromium ;;
        *)
            echo "packages.sh: unknown need '$1' (python, java, strace, hledger, chromium)" >&2
            exit 2
            ;;
    esac
}

if [[ ${1:-} == --python ]]; then
    find_python || { echo "packages.sh: no Python 3.11 or newer with venv. Type: make packages" >&2; exit 2; }
    exit
fi

missing=()
for need in "$@"; do
    found=$(packages_for "$need")
    read -r -a found <<<"${found//$'\n'/ }"
    missing+=(${found[@]+"${found[@]}"})
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
    # -n: never wait for a password in the middle of a build.
    if sudo -n true 2>/dev/null; then
        as_root=(sudo -n)
    else
        as_root=(false)
    fi
fi
if [[ ${as_root[0]:-} == false ]] || ! command -v apt-get >/dev/null; then
    {
        echo "Missing here: ${missing[*]} (Debian's names). Type this as a user who may, then repeat the command:"
        echo "    sudo apt-get update && sudo apt-get install --yes --no-install-recommends ${missing[*]}"
    } >&2
    exit 2
fi
echo "Installing ${missing[*]} ..." >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update --quiet=2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}"

for need in "$@"; do
    still=$(packages_for "$need")
    [[ -z $still ]] || { echo "packages.sh: $need is still not there after installing ${missing[*]}" >&2; exit 2; }
done
