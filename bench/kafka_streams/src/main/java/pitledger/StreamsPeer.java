package pitledger;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * What Kafka Streams needs to read a topic and keep, per key, the number of records and the sum of their lengths in
 * RocksDB with a changelog: the same aggregate, by the library that does this for a living.
 *
 * <p>The time runs from the first record processed to the last, so that neither the start of the JVM nor joining the
 * group counts. It knows nothing of what the records mean.
 */
public final class StreamsPeer {
    private static final String STORE = "totals";
    private static final String USAGE = "usage: StreamsPeer BOOTSTRAP TOPIC COUNT CACHE(on|off) THREADS [LIMIT_SECONDS]";

    /** Counts over all tasks, whatever thread they run in. */
    private static final class Progress {
        final AtomicLong events = new AtomicLong();
        final AtomicLong bytes = new AtomicLong();
        final AtomicLong firstNanos = new AtomicLong();
        final AtomicLong lastNanos = new AtomicLong();
        final CountDownLatch done = new CountDownLatch(1);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final long expected;

        Progress(long expected) {
            this.expected = expected;
        }

        void starts() {
            if (firstNanos.get() == 0) {
                firstNanos.compareAndSet(0, System.nanoTime());
            }
        }

        void processed(int length) {
            bytes.addAndGet(length);
            if (events.incrementAndGet() == expected) {
                lastNanos.set(System.nanoTime());
                done.countDown();
            }
        }
    }

    /** count and sum of lengths as two big-endian longs under the record's key. */
    private static final class Totals implements Processor<byte[], byte[], Void, Void> {
        private final Progress progress;
        private KeyValueStore<byte[], byte[]> store;

        Totals(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            progress.starts();
            byte[] before = store.get(record.key());
            long count = 0;
            long length = 0;
            if (before != null) {
                ByteBuffer stored = ByteBuffer.wrap(before);
                count = stored.getLong();
                length = stored.getLong();
            }
            byte[] after = new byte[2 * Long.BYTES];
            ByteBuffer.wrap(after).putLong(count + 1).putLong(length + record.value().length);
            store.put(record.key(), after);
            progress.processed(record.value().length);
        }
    }

    private static Topology topology(String topic, boolean cache, Progress progress) {
        StoreBuilder<KeyValueStore<byte[], byte[]>> store =
                Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(STORE), Serdes.ByteArray(), Serdes.ByteArray());
        store = (cache ? store.withCachingEnabled() : store.withCachingDisabled()).withLoggingEnabled(Map.of());
        return new Topology()
                .addSource("source", topic)
                .addProcessor("totals", () -> new Totals(progress), "source")
                .addStateStore(store, "totals");
    }

    private static Properties settings(String bootstrap, boolean cache, int threads, Path state) {
        Properties settings = new Properties();
        // A new name each time: no offsets and no changelog of an earlier run.
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "peer-" + UUID.randomUUID());
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        if (!cache) {
            settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        }
        settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        return settings;
    }

    /** The number of records that the stores account for: the work timed was work done. */
    private static long stored(KafkaStreams streams) {
        long sum = 0;
        try (KeyValueIterator<byte[], byte[]> totals =
                streams.store(StoreQueryParameters.fromNameAndType(
                                STORE, QueryableStoreTypes.<byte[], byte[]>keyValueStore()))
                        .all()) {
            while (totals.hasNext()) {
                sum += ByteBuffer.wrap(totals.next().value).getLong();
            }
        }
        return sum;
    }

    private static void removeTree(Path root) throws java.io.IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 5 || args.length > 6) {
            System.err.println(USAGE);
            System.exit(2);
        }
        Progress progress = new Progress(Long.parseLong(args[2]));
        boolean cache = args[3].equals("on");
        int threads = Integer.parseInt(args[4]);
        long limitSeconds = args.length == 6 ? Long.parseLong(args[5]) : 600;

        Path state = Files.createTempDirectory("pitledger-streams-");
        KafkaStreams streams =
                new KafkaStreams(topology(args[1], cache, progress), settings(args[0], cache, threads, state));
        streams.setUncaughtExceptionHandler(error -> {
            progress.failure.set(error);
            progress.done.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
        boolean ended = progress.done.await(limitSeconds, TimeUnit.SECONDS);
        Throwable failure = progress.failure.get();
        long stored = ended && failure == null ? stored(streams) : 0;
        streams.close(Duration.ofSeconds(30));
        removeTree(state);

        if (stored < progress.expected) {
            System.err.printf("%d of %d events processed, %d stored%n", progress.events.get(), progress.expected, stored);
            System.err.println(failure != null ? failure : ended ? "" : "stopped after " + limitSeconds + " s");
            System.exit(1);
        }
        double seconds = (progress.lastNanos.get() - progress.firstNanos.get()) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "{\"events\":%d,\"bytes\":%d,\"seconds\":%.6f,\"events_per_s\":%.1f}%n",
                progress.expected,
                progress.bytes.get(),
                seconds,
                progress.expected / seconds);
    }

    private StreamsPeer() {}
}
