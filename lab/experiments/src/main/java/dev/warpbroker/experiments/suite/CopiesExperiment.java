package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code copies}: how fast memory of the host goes to a device and back, by kinds of memory, what is won if
 * copies overlap kernels, and what if lanes access the words of a record at once. On a GPU beside what the driver
 * itself reaches with page-locked memory.
 */
final class CopiesExperiment implements Experiment {
    private static final Option<List<Long>> BYTES = Option.list(
            Long.class, "--bytes", "N", "Sizes of copies (default: 64 KiB to 1 GiB on a GPU, 1 MiB elsewhere).");
    private static final Option<Integer> REPETITIONS =
            Option.number("--reps", "N", "Timed repetitions (default: 11 on a GPU, 3 elsewhere).");
    private static final Option<Integer> CHUNKS =
            Option.number("--chunks", "N", "Chunks of the pipeline (default: 48 on a GPU, 6 elsewhere).");
    private static final Option<Integer> CHUNK_BYTES = Option.number(
            "--chunk-bytes", "N", "Size of a chunk of the pipeline (default: 16 MiB on a GPU, 64 KiB elsewhere).");
    private static final Option<Integer> RECORDS =
            Option.number("--records", "N", "Records that kernels copy (default: 33554432 on a GPU, 1024 elsewhere).");
    private static final Option<Integer> STREAMS = Option.number(
                    "--streams", "N", "Streams of the pipeline (default: ${DEFAULT-VALUE}).")
            .preset("4");

    private static final Field SIZE = Field.parameter("bytes");

    /** How often the kernel of the pipeline scrambles an element. */
    private static final Field ROUNDS = Field.parameter("rounds");

    /** The driver's time over ours: above 1, ours is faster. */
    private static final Field OF_DRIVER = Field.observed("ofDriver");

    /** How many times faster than one after the other. */
    private static final Field SPEEDUP = Field.observed("speedup");

    private static final String TO = ", to the device";
    private static final String FROM = ", from the device";
    private static final String OVERLAPPING = "pipeline, overlapping";
    private static final int WARM_UPS = 2;
    private static final int BLOCK = 256;
    private static final int DIRECTIONS = 2;

    /** Words of a record. */
    private static final int WORDS = 4;

    @Override
    public String name() {
        return "copies";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Copies to the device and from it: pinned memory, heap arrays, native memory and a mapped file; on a"
                        + " GPU beside the driver's own copy of page-locked memory, in turn.",
                "Then a pipeline of copy, kernel and copy, chunk by chunk: one after the other, and overlapping on"
                        + " streams. The kernel is made to take as long as a copy.",
                "Last, kernels that copy records of four words within the device: word by word, and at once, which the"
                        + " compiler does where it knows that records are aligned.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(BYTES, REPETITIONS, CHUNKS, CHUNK_BYTES, STREAMS, RECORDS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        boolean gpu = DeviceKind.of(device.properties()) == DeviceKind.GPU;
        var sizes =
                chosen.or(BYTES, gpu ? List.of(1L << 16, 1L << 20, 1L << 24, 1L << 28, 1L << 30) : List.of(1L << 20));
        int repetitions = chosen.or(REPETITIONS, gpu ? 11 : 3);
        int chunks = chosen.or(CHUNKS, gpu ? 48 : 6);
        int chunkBytes = chosen.or(CHUNK_BYTES, gpu ? 1 << 24 : 1 << 16);
        int streams = chosen.of(STREAMS);
        MeasuringEffort.requireAtLeast(1, "repetitions", repetitions);
        MeasuringEffort.requireAtLeast(1, "chunks", chunks);
        MeasuringEffort.requireAtLeast(Integer.BYTES, "bytes of a chunk", chunkBytes);
        MeasuringEffort.requireAtLeast(1, "streams", streams);
        int records = chosen.or(RECORDS, gpu ? 1 << 25 : 1 << 10);
        MeasuringEffort.requireAtLeast(1, "records", records);
        for (long size : sizes) {
            if (size < Integer.BYTES || size % Integer.BYTES != 0 || size / Integer.BYTES > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        size + " bytes; sizes are multiples of 4, at least 4, and below 8 GiB");
            }
        }
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                sizes.size() * DIRECTIONS + 2,
                measuring -> {
                    var turns = new Turns(device, repetitions, measuring);
                    for (long size : sizes) {
                        copies(turns, size, gpu);
                    }
                    pipelines(turns, chunks, chunkBytes / Integer.BYTES, streams);
                    records(turns, records);
                },
                List.of());
    }

    /**
     * Something that takes turns with others.
     *
     * @param name what records call it
     * @param parameters of its record
     * @param nanos does it once; how long that took
     * @param wrong what is wrong after that; empty if nothing is, null if nothing is checked
     * @param ratio of the first one's time to its own; null if that is not recorded
     */
    private record Work(
            String name,
            Map<String, Object> parameters,
            LongSupplier nanos,
            @Nullable Supplier<String> wrong,
            @Nullable Field ratio) {}

    private record Turns(Device device, int repetitions, Measuring measuring) {
        /** Times some works in turn, unless an earlier run has, and hands over the records of all. */
        void measure(String what, int warmUps, long operations, List<Work> works) {
            measuring.progress().at(what);
            var known = works.stream()
                    .map(work -> measuring.earlier().find(work.name(), work.parameters()))
                    .toList();
            long[][] times = new long[works.size()][repetitions];
            String[] wrong = new String[works.size()];
            Arrays.fill(wrong, "");
            for (int round = -warmUps; round < repetitions; round++) {
                for (int i = 0; i < times.length; i++) {
                    if (known.get(i).isEmpty()) {
                        times[i][Math.max(0, round)] = works.get(i).nanos().getAsLong();
                        var check = works.get(i).wrong();
                        wrong[i] = check == null || !wrong[i].isEmpty() ? wrong[i] : check.get();
                    }
                }
            }
            double first = known.getFirst()
                    .map(Measurement::nanoseconds)
                    .orElseGet(() -> Statistics.of(times[0]))
                    .median();
            for (int i = 0; i < times.length; i++) {
                var work = works.get(i);
                var time = Statistics.of(times[i]);
                var check = new CheckResult("results", wrong[i].isEmpty(), wrong[i]);
                measuring.record(known.get(i)
                        .orElseGet(() -> Measurement.now(
                                        "copies",
                                        device.properties(),
                                        work.name(),
                                        work.parameters(),
                                        time,
                                        operations,
                                        work.wrong() == null ? List.of() : List.of(check))
                                .with(
                                        work.ratio() == null
                                                ? Map.of()
                                                : Map.ofEntries(work.ratio().is(first / time.median())),
                                        null)));
            }
            measuring.progress().step();
        }
    }

    private static long nanos(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    private static void copies(Turns turns, long bytes, boolean gpu) throws IOException {
        var device = turns.device();
        Path path = Files.createTempFile("warpbroker-copies", ".data");
        try (var arena = Arena.ofShared();
                var memory = device.ints((int) (bytes / Integer.BYTES));
                var driver = gpu ? new DriverCopies(ordinal(device), bytes) : null;
                var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var in = new ArrayList<Work>();
            var out = new ArrayList<Work>();
            if (driver != null) {
                in.add(copy("driver, page-locked memory" + TO, bytes, driver::in, null));
                out.add(copy("driver, page-locked memory" + FROM, bytes, driver::out, null));
            }
            var kinds = new LinkedHashMap<String, MemorySegment>();
            kinds.put("pinned segment", device.pinned(bytes, arena));
            kinds.put("heap array", MemorySegment.ofArray(new int[(int) (bytes / Integer.BYTES)]));
            kinds.put("native segment", arena.allocate(bytes).fill((byte) 1));
            kinds.put(
                    "mapped file",
                    channel.map(MapMode.READ_WRITE, 0, bytes, arena).fill((byte) 1));
            kinds.forEach((kind, segment) -> {
                var ratio = gpu ? OF_DRIVER : null;
                in.add(copy(kind + TO, bytes, () -> memory.copyIn(segment), ratio));
                out.add(copy(kind + FROM, bytes, () -> memory.copyOut(segment), ratio));
            });
            turns.measure(Quantity.bytes(bytes) + TO, WARM_UPS, bytes, in);
            turns.measure(Quantity.bytes(bytes) + FROM, WARM_UPS, bytes, out);
        } finally {
            Files.delete(path);
        }
    }

    private static Work copy(String name, long bytes, Runnable copy, @Nullable Field ratio) {
        return new Work(name, Map.ofEntries(SIZE.is(bytes)), () -> nanos(copy), null, ratio);
    }

    private static int ordinal(Device device) {
        String id = device.properties().id();
        return Integer.parseInt(id.substring(id.lastIndexOf(':') + 1));
    }

    private static void pipelines(Turns turns, int chunks, int lanes, int streams) {
        var device = turns.device();
        var memories = new ArrayList<Ints>();
        try (var arena = Arena.ofShared()) {
            var source = device.pinned((long) chunks * lanes * Integer.BYTES, arena);
            var target = device.pinned(source.byteSize(), arena);
            for (long i = 0; i < source.byteSize() / Integer.BYTES; i++) {
                source.setAtIndex(ValueLayout.JAVA_INT, i, (int) i);
            }
            for (int i = 0; i < streams; i++) {
                memories.add(device.ints(lanes));
            }
            var pipeline = new Pipeline(device, chunks, lanes, memories, source, target);
            // A copy and the kernel are timed anew in each run, so the result may differ from that of an earlier one.
            var earlier = turns.measuring().earlier();
            int rounds = earlier.rows().stream()
                    .filter(ROUNDS::isIn)
                    .map(ROUNDS::whole)
                    .filter(some -> earlier.find(OVERLAPPING, pipeline.parameters(streams, some))
                            .isPresent())
                    .findFirst()
                    .orElseGet(pipeline::roundsOfACopy);
            turns.measure(
                    "pipeline",
                    1,
                    DIRECTIONS * source.byteSize(),
                    List.of(
                            pipeline.work("pipeline, one after the other", 1, rounds, pipeline::oneAfterTheOther),
                            pipeline.work(OVERLAPPING, streams, rounds, pipeline::overlapping)));
        } finally {
            memories.forEach(Ints::close);
        }
    }

    /** Copies in, kernels and copies out, chunk by chunk; a stream has a memory of its own. */
    private record Pipeline(
            Device device, int chunks, int lanes, List<Ints> memories, MemorySegment source, MemorySegment target) {
        Map<String, Object> parameters(int streams, int rounds) {
            return Map.of("bytes", source.byteSize(), "chunks", chunks, "streams", streams, ROUNDS.name(), rounds);
        }

        Work work(String name, int streams, int rounds, IntConsumer run) {
            return new Work(
                    name,
                    parameters(streams, rounds),
                    () -> {
                        target.fill((byte) 0);
                        return nanos(() -> run.accept(rounds));
                    },
                    () -> firstWrong(rounds),
                    SPEEDUP);
        }

        /** {@return how many rounds of the kernel take as long as the copy of a chunk} */
        int roundsOfACopy() {
            var memory = memories.getFirst();
            var chunk = chunk(source, 0);
            long copy = shortest(5, () -> memory.copyIn(chunk));
            int rounds = 1;
            while (rounds < 1 << 20 && kernelNanos(2 * rounds) < copy) {
                rounds *= 2;
            }
            return rounds;
        }

        private long kernelNanos(int rounds) {
            return shortest(3, () -> device.run(grid(), kernel(memories.getFirst(), rounds)));
        }

        private static long shortest(int times, Runnable work) {
            return LongStream.generate(() -> nanos(work)).limit(times).min().orElseThrow();
        }

        private Grid grid() {
            return Grid.threads(lanes).withBlockSize(Math.min(BLOCK, lanes));
        }

        private static Kernel kernel(Ints memory, int rounds) {
            return lane -> memory.set(lane.id(), scrambled(memory.get(lane.id()), rounds));
        }

        private MemorySegment chunk(MemorySegment all, int number) {
            long bytes = (long) lanes * Integer.BYTES;
            return all.asSlice(number * bytes, bytes);
        }

        void oneAfterTheOther(int rounds) {
            var memory = memories.getFirst();
            for (int i = 0; i < chunks; i++) {
                memory.copyIn(chunk(source, i));
                device.run(grid(), kernel(memory, rounds));
                memory.copyOut(chunk(target, i));
            }
        }

        void overlapping(int rounds) {
            var opened = new ArrayList<DeviceStream>();
            try {
                memories.forEach(_ -> opened.add(device.stream()));
                for (int i = 0; i < chunks; i++) {
                    var stream = opened.get(i % opened.size());
                    var memory = memories.get(i % opened.size());
                    stream.copyIn(memory, chunk(source, i));
                    stream.launch(grid(), kernel(memory, rounds));
                    stream.copyOut(memory, chunk(target, i));
                }
            } finally {
                opened.forEach(DeviceStream::close);
            }
        }

        private String firstWrong(int rounds) {
            long all = target.byteSize() / Integer.BYTES;
            for (long i = 0; i < all; i += 1 + all / 100_000) {
                int found = target.getAtIndex(ValueLayout.JAVA_INT, i);
                if (found != scrambled((int) i, rounds)) {
                    return "element " + i + " is " + found + "; must be " + scrambled((int) i, rounds);
                }
            }
            return "";
        }
    }

    /** Copies within the device by kernels, a record of four words by each lane. */
    private static void records(Turns turns, int records) {
        var device = turns.device();
        try (var source = device.ints(Math.multiplyExact(WORDS, records));
                var target = device.ints(source.length());
                var begin = device.ints(1)) {
            var grid = Grid.threads(records);
            device.run(grid, lane -> {
                int at = WORDS * lane.id();
                source.set(at, at);
                source.set(at + 1, ~at);
                source.set(at + 2, at + 2);
                source.set(at + 3, 3);
            });
            long bytes = (long) WORDS * Integer.BYTES * records;
            Map<String, Object> parameters = Map.ofEntries(SIZE.is(bytes));
            Supplier<String> wrong = () -> firstWrong(target);
            // Where records begin is known when the kernel runs, and not before.
            LongSupplier single =
                    () -> kernelNanos(device, grid, lane -> copy(source, target, WORDS * lane.id() + begin.get(0)));
            LongSupplier atOnce = () -> kernelNanos(device, grid, lane -> copy(source, target, WORDS * lane.id()));
            turns.measure(
                    "records",
                    WARM_UPS,
                    DIRECTIONS * bytes,
                    List.of(
                            new Work("records of 16 bytes, word by word", parameters, single, wrong, SPEEDUP),
                            new Work("records of 16 bytes, at once", parameters, atOnce, wrong, SPEEDUP)));
        }
    }

    private static long kernelNanos(Device device, Grid grid, Kernel kernel) {
        var launch = device.launch(grid, kernel);
        launch.join();
        return launch.elapsed().toNanos();
    }

    private static void copy(Ints source, Ints target, int at) {
        int x = source.get(at);
        int y = source.get(at + 1);
        int z = source.get(at + 2);
        int w = source.get(at + 3);
        target.set(at, x);
        target.set(at + 1, y);
        target.set(at + 2, z);
        target.set(at + 3, w);
    }

    /** Checks the last record, and clears it. */
    private static String firstWrong(Ints target) {
        int at = target.length() - WORDS;
        int[] found = target.copyOut(at, WORDS);
        target.copyIn(new int[WORDS], at);
        int[] expected = {at, ~at, at + 2, 3};
        return Arrays.equals(found, expected)
                ? ""
                : "the last record is " + Arrays.toString(found) + "; must be " + Arrays.toString(expected);
    }

    private static int scrambled(int value, int rounds) {
        int x = value;
        for (int i = 0; i < rounds; i++) {
            x = x * 1_664_525 + 1_013_904_223;
            x ^= x >>> 15;
        }
        return x;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("what", Measurement::structure),
                        Column.number("bytes", row -> Quantity.bytes((long) SIZE.number(row))),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.rate("bytes"),
                        Column.significant("of the driver's", OF_DRIVER),
                        Column.significant("speedup", SPEEDUP),
                        Column.text("remark", row -> row.passed() ? "" : Column.check(row))),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, row -> row.structure() + row.parameters());
        return new Section(
                "copies: " + evidence.device(),
                List.of(
                        new Part.Captioned(
                                "Copies between host and device, by kind of memory", table(evidence.latest())),
                        evidence.notes(Measurement::structure, List.of(), List.of())));
    }
}
