#!/usr/bin/env bash
# Builds the peer into target/: peer.jar and lib/. Without network once Maven has fetched what the pom names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# Offline first, so that building again after a change touches no network; online only where something is missing.
mvn --quiet --batch-mode --offline package >/dev/null 2>&1 || mvn --quiet --batch-mode package
touch target/.built
