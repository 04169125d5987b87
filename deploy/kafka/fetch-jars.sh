#!/usr/bin/env bash
# Copies the broker's jars into jars/ beside this script. The second call does nothing and needs no network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The stamp holds the pom it was made from: a changed pom fetches anew, a half-finished fetch counts for nothing.
stamp=jars/.fetched
if [[ -f $stamp ]] && cmp -s pom.xml "$stamp"; then
    exit 0
fi

command -v mvn >/dev/null || {
    echo "fetch-jars.sh: Maven is not installed. Type: make packages" >&2
    exit 2
}
echo "Fetching the Kafka broker's jars with Maven (once, about 45 MB) ..." >&2
rm -rf jars
mvn --quiet --batch-mode --file pom.xml dependency:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory=jars
cp pom.xml "$stamp"
