#!/usr/bin/env bash
# Runs one Kafka broker (KRaft, no ZooKeeper) in the foreground: formats its directory the first time, then becomes
# the broker's own process, so that the caller's PID is the broker's and SIGKILL hits the broker itself.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: start.sh [--data DIR] [--port N] [--controller-port N] [--config FILE] [--set KEY=VALUE]... [--with-pid PID]

  --data DIR            where everything is kept            (KAFKA_DATA, default var/kafka in the project)
  --port N              for clients, on 127.0.0.1           (KAFKA_PORT, default 9092)
  --controller-port N   for the controller, on 127.0.0.1    (KAFKA_CONTROLLER_PORT, default 9093)
  --config FILE         settings to start from              (default: server.properties beside this script)
  --set KEY=VALUE       one more setting, over those of the file; may be repeated
  --with-pid PID        end with that process: a broker for tests must not outlive them

Memory: KAFKA_HEAP (default 512m). The log is DIR/broker.log; the settings in force are DIR/server.properties.
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${KAFKA_DATA:-$here/../../var/kafka}
port=${KAFKA_PORT:-9092}
controller_port=${KAFKA_CONTROLLER_PORT:-9093}
config=$here/server.properties
with_pid=
settings=()

while (($#)); do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --data | --port | --controller-port | --config | --set | --with-pid)
            (($# > 1)) || { echo "start.sh: $1 needs a value" >&2; exit 2; } ;;&
        --data) data=$2; shift 2 ;;
        --port) port=$2; shift 2 ;;
        --controller-port) controller_port=$2; shift 2 ;;
        --config) config=$2; shift 2 ;;
        --set) settings+=("$2"); shift 2 ;;
        --with-pid) with_pid=$2; shift 2 ;;
        *) echo "start.sh: unknown argument $1" >&2; usage >&2; exit 2 ;;
    esac
done

[[ -f $here/jars/.fetched ]] || { echo "start.sh: the jars are missing. Type: make jars" >&2; exit 2; }
command -v java >/dev/null || { echo "start.sh: Java 17 or newer is not installed. Type: make packages" >&2; exit 2; }

mkdir -p "$data"
data=$(cd "$data" && pwd)

# Of two lines with the same key the last one counts (java.util.Properties), so what depends on the call goes last.
{
    cat "$config"
    printf '\n# Added by start.sh\n'
    printf '%s\n' \
        "log.dirs=$data/topics" \
        "listeners=CLIENT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port" \
        "advertised.listeners=CLIENT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port" \
        "controller.quorum.voters=1@127.0.0.1:$controller_port" \
        ${settings[@]+"${settings[@]}"}
} >"$data/server.properties"

java_command=(
    java -cp "$here/jars/*" -XX:-UsePerfData
    -Dorg.slf4j.simpleLogger.logFile="$data/broker.log"
    -Dorg.slf4j.simpleLogger.showDateTime=true
    -Dorg.slf4j.simpleLogger.dateTimeFormat="yyyy-MM-dd HH:mm:ss,SSS"
    -Dorg.slf4j.simpleLogger.levelInBrackets=true
)

if [[ ! -f $data/topics/meta.properties ]]; then
    # A cluster id is 22 characters of URL-safe base64; a leading '-' would be taken for an option.
    cluster_id=$(head -c 16 /dev/urandom | base64 | tr '+/' 'ab' | cut -c 1-22)
    # Only the bytecode compiler that starts fast: this process lives for a second.
    "${java_command[@]}" -XX:TieredStopAtLevel=1 kafka.tools.StorageTool format \
        --cluster-id "$cluster_id" --config "$data/server.properties" >&2
    # StorageTool and broker both truncate the log file on opening it.
    mv -f "$data/broker.log" "$data/format.log" 2>/dev/null || true
fi
mv -f "$data/broker.log" "$data/broker.previous.log" 2>/dev/null || true

if [[ -n $with_pid ]]; then
    broker_pid=$$
    (
        exec </dev/null >/dev/null 2>&1
        while kill -0 "$broker_pid"; do
            kill -0 "$with_pid" || kill -KILL "$broker_pid"
            sleep 1
        done
    ) &
fi

echo "Kafka comes up on 127.0.0.1:$port; its log: $data/broker.log" >&2
# shellcheck disable=SC2086 # KAFKA_OPTS, as Kafka's own scripts have it, are several options
exec "${java_command[@]}" -Xms128m -Xmx"${KAFKA_HEAP:-512m}" -XX:+ExitOnOutOfMemoryError ${KAFKA_OPTS:-} \
    kafka.Kafka "$data/server.properties"
