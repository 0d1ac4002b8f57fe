package dev.warpbroker.graphs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a graph as they are in memory: {@link GraphFormat#BINARY}. All numbers are little-endian.
 *
 * <pre>
 *      0  8 bytes   89 57 42 47 0D 0A 1A 0A, so that a transfer as text is noticed
 *      8  int       version, 1
 *     12  int       flags: 1 undirected, 2 with weights
 *     16  long      number of vertices, n
 *     24  long      number of edges, m
 *     32  3 ints    checksums of offsets, targets and weights
 *     44  int       bytes of the name
 *     48  int       CRC-32C of all of the header before this, and of the name
 *     52            the name in UTF-8, then zeros up to a multiple of 64
 *         n+1 ints  offsets of the rows
 *         m ints    targets
 *         m ints    weights, if there are any
 * </pre>
 *
 * The checksum of an array is the CRC-32C of the CRC-32Cs of its blocks of 2^20 bytes, so that all processors can
 * compute it. Blocks are read into buffers and copied: a mapped file that becomes shorter would end the JVM.
 */
final class BinaryGraph {
    static final byte[] MAGIC = {(byte) 0x89, 'W', 'B', 'G', '\r', '\n', 0x1A, '\n'};
    static final int VERSION = 1;

    private static final int UNDIRECTED = 1;
    private static final int WEIGHTED = 2;
    private static final int SUMS_AT = 32;
    private static final int SUM_AT = 48;
    private static final int NAME_AT = 52;
    private static final int LONGEST_NAME = 1 << 12;
    private static final int ALIGNMENT = 64;
    private static final int BLOCK = 1 << 20;
    private static final int BLOCK_INTS = BLOCK / Integer.BYTES;

    private BinaryGraph() {}

    /** Does something with a block of an array, of which a thread has the buffer for itself. */
    private interface BlockAction {
        /** @param position of the block, in bytes, from the beginning of the array */
        void run(ByteBuffer buffer, long position, int from, int count) throws IOException;
    }

    /** What a file begins with. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Header(int flags, long vertices, long edges, int[] sums, String name, int bytes) {
        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        long offsetsAt() {
            return bytes;
        }

        long targetsAt() {
            return offsetsAt() + (vertices + 1) * Integer.BYTES;
        }

        long weightsAt() {
            return targetsAt() + edges * Integer.BYTES;
        }

        long fileBytes() {
            return weightsAt() + (has(WEIGHTED) ? edges * Integer.BYTES : 0);
        }
    }

    /** Writes a graph to an empty file. */
    static void write(FileChannel file, Graph graph, int @Nullable [] weights) throws IOException {
        byte[] name = shortened(graph.name());
        int flags = (graph.undirected() ? UNDIRECTED : 0) | (weights == null ? 0 : WEIGHTED);
        int[] sums = new int[3];
        var header = new Header(flags, graph.vertices(), graph.edges(), sums, graph.name(), headerBytes(name.length));
        sums[0] = write(file, header.offsetsAt(), graph.offsets());
        sums[1] = write(file, header.targetsAt(), graph.targets());
        sums[2] = weights == null ? 0 : write(file, header.weightsAt(), weights);
        writeAll(file, encoded(header, name), 0);
    }

    private static byte[] shortened(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LONGEST_NAME
                ? bytes
                : name.substring(0, LONGEST_NAME / 4).getBytes(StandardCharsets.UTF_8);
    }

    private static int headerBytes(int nameLength) {
        return Math.ceilDiv(NAME_AT + nameLength, ALIGNMENT) * ALIGNMENT;
    }

    private static ByteBuffer encoded(Header header, byte[] name) {
        var buffer = littleEndian(ByteBuffer.allocate(header.bytes()))
                .put(MAGIC)
                .putInt(VERSION)
                .putInt(header.flags())
                .putLong(header.vertices())
                .putLong(header.edges());
        for (int sum : header.sums()) {
            buffer.putInt(sum);
        }
        buffer.putInt(name.length).put(NAME_AT, name);
        return buffer.putInt(headerSum(buffer.array(), name.length)).clear();
    }

    /** {@return the checksum of a header, which is not part of it} */
    static int headerSum(byte[] header, int nameLength) {
        var sum = new CRC32C();
        sum.update(header, 0, SUM_AT);
        sum.update(header, NAME_AT, nameLength);
        return (int) sum.getValue();
    }

    private static int write(FileChannel file, long at, int[] values) throws IOException {
        int[] sums = new int[Math.ceilDiv(values.length, BLOCK_INTS)];
        forBlocks(values.length, _ -> {}, (buffer, position, from, count) -> {
            buffer.asIntBuffer().put(values, from, count);
            sums[from / BLOCK_INTS] = sum(buffer);
            writeAll(file, buffer, at + position);
        });
        return sum(sums);
    }

    private static void writeAll(FileChannel file, ByteBuffer buffer, long at) throws IOException {
        while (buffer.hasRemaining()) {
            file.write(buffer, at + buffer.position());
        }
    }

    private static ByteBuffer littleEndian(ByteBuffer buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int sum(ByteBuffer block) {
        var sum = new CRC32C();
        sum.update(block.duplicate());
        return (int) sum.getValue();
    }

    /** {@return the checksum of an array, of those of its blocks} */
    static int sum(int[] blocks) {
        var buffer = littleEndian(ByteBuffer.allocate(blocks.length * Integer.BYTES));
        buffer.asIntBuffer().put(blocks);
        return sum(buffer);
    }

    /** Goes through the blocks of an array with all processors; {@code progress} is told bytes by this thread only. */
    private static void forBlocks(int length, LongConsumer progress, BlockAction action) throws IOException {
        int blocks = Math.ceilDiv(length, BLOCK_INTS);
        var next = new AtomicInteger();
        int others = Math.max(0, Math.min(blocks, ForkJoinPool.getCommonPoolParallelism() + 1) - 1);
        var tasks = IntStream.range(0, others)
                .mapToObj(_ -> ForkJoinPool.commonPool().submit(() -> work(next, length, _ -> {}, action)))
                .toList();
        try {
            work(next, length, progress, action);
            tasks.forEach(ForkJoinTask::join);
        } catch (UncheckedIOException failed) {
            throw Objects.requireNonNull(failed.getCause());
        }
    }

    private static void work(AtomicInteger next, int length, LongConsumer progress, BlockAction action) {
        int blocks = Math.ceilDiv(length, BLOCK_INTS);
        var buffer = littleEndian(ByteBuffer.allocateDirect(Math.min(length, BLOCK_INTS) * Integer.BYTES));
        for (int block = next.getAndIncrement(); block < blocks; block = next.getAndIncrement()) {
            int from = block * BLOCK_INTS;
            int count = Math.min(length - from, BLOCK_INTS);
            try {
                action.run(buffer.clear().limit(count * Integer.BYTES), (long) block * BLOCK, from, count);
            } catch (IOException failed) {
                next.set(blocks);
                throw new UncheckedIOException(failed);
            }
            progress.accept((long) block * BLOCK);
        }
    }

    /** {@return whether a file is binary} */
    static boolean begins(LineInput in) throws IOException {
        return in.startsWith(MAGIC);
    }

    /**
     * {@return the graph in a file}
     *
     * @throws Graph.FormatException if the file is damaged
     */
    static Rows.Made read(LineInput in, GraphReader.Weights weights) throws IOException {
        var header = header(in);
        if (weights == GraphReader.Weights.ALL && !header.has(WEIGHTED)) {
            throw GraphReader.noWeights(in.file(), 0);
        }
        if (in.isPlainFile() && in.size() != header.fileBytes()) {
            throw wrong(
                    in,
                    "the file has " + in.size() + " bytes, and should have " + header.fileBytes() + "; it is "
                            + (in.size() < header.fileBytes() ? "truncated" : "damaged"));
        }
        Rows.checkHeap(header.name(), header.vertices(), header.edges());
        int[] offsets = new int[(int) header.vertices() + 1];
        int[] targets = new int[(int) header.edges()];
        read(in, header.offsetsAt(), offsets, header.sums()[0], "offsets");
        read(in, header.targetsAt(), targets, header.sums()[1], "targets");
        int[] kept = null;
        if (header.has(WEIGHTED) && weights != GraphReader.Weights.NONE) {
            kept = new int[(int) header.edges()];
            read(in, header.weightsAt(), kept, header.sums()[2], "weights");
        }
        if (!in.isPlainFile() && (kept != null || !header.has(WEIGHTED)) && in.read(1).length > 0) {
            throw wrong(in, "more follows after " + header.fileBytes() + " bytes, which it should have; it is damaged");
        }
        in.progress(in.size());
        var graph = new Graph(header.name(), offsets, targets, header.has(UNDIRECTED));
        check(in, graph, kept);
        return new Rows.Made(graph, kept);
    }

    private static Header header(LineInput in) throws IOException {
        byte[] begin = in.read(NAME_AT);
        if (begin.length < MAGIC.length || !Arrays.equals(begin, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw wrong(
                    in, "this is no binary graph: it does not begin with the bytes that mark one; convert makes one");
        }
        if (begin.length < NAME_AT) {
            throw wrong(in, "the file ends within its header; it is truncated");
        }
        var buffer = littleEndian(ByteBuffer.wrap(begin));
        int version = buffer.getInt(8);
        if (version != VERSION) {
            throw wrong(
                    in,
                    "the file has version " + version + ", and this program knows version " + VERSION
                            + (version > VERSION
                                    ? " only; take a newer program, or convert the graph again"
                                    : " only"));
        }
        int nameLength = buffer.getInt(SUM_AT - Integer.BYTES);
        if (nameLength < 0 || nameLength > LONGEST_NAME) {
            throw wrong(in, "the header is damaged: the name has " + nameLength + " bytes");
        }
        int rest = headerBytes(nameLength) - NAME_AT;
        byte[] name = in.read(rest);
        if (name.length < rest) {
            throw wrong(in, "the file ends within its header; it is truncated");
        }
        byte[] whole = Arrays.copyOf(begin, NAME_AT + rest);
        System.arraycopy(name, 0, whole, NAME_AT, rest);
        if (buffer.getInt(SUM_AT) != headerSum(whole, nameLength)) {
            throw wrong(in, "the header is damaged: its checksum is not that of its bytes");
        }
        int flags = buffer.getInt(12);
        if ((flags & ~(UNDIRECTED | WEIGHTED)) != 0) {
            throw wrong(in, "the header has flags " + flags + ", of which this program does not know all");
        }
        long vertices = buffer.getLong(16);
        long edges = buffer.getLong(24);
        if (vertices < 0 || vertices > Graph.MAX_VERTICES || edges < 0 || edges > Graph.MAX_EDGES) {
            throw wrong(
                    in,
                    "the header has " + vertices + " vertices and " + edges + " edges, and a graph can have 0.."
                            + Graph.MAX_VERTICES + " and 0.." + Graph.MAX_EDGES);
        }
        int[] sums = {buffer.getInt(SUMS_AT), buffer.getInt(SUMS_AT + 4), buffer.getInt(SUMS_AT + 8)};
        return new Header(
                flags, vertices, edges, sums, new String(name, 0, nameLength, StandardCharsets.UTF_8), whole.length);
    }

    private static void read(LineInput in, long at, int[] values, int expected, String what) throws IOException {
        int[] sums = new int[Math.ceilDiv(values.length, BLOCK_INTS)];
        if (in.isPlainFile()) {
            forBlocks(values.length, bytes -> in.progress(at + bytes), (buffer, position, from, count) -> {
                in.readAt(at + position, buffer);
                sums[from / BLOCK_INTS] = sum(buffer.rewind());
                buffer.asIntBuffer().get(values, from, count);
            });
        } else {
            for (int from = 0; from < values.length; from += BLOCK_INTS) {
                int count = Math.min(values.length - from, BLOCK_INTS);
                byte[] bytes = in.read(count * Integer.BYTES);
                if (bytes.length < count * Integer.BYTES) {
                    throw wrong(in, "the file ends within its " + what + "; it is truncated");
                }
                var buffer = littleEndian(ByteBuffer.wrap(bytes));
                sums[from / BLOCK_INTS] = sum(buffer);
                buffer.asIntBuffer().get(values, from, count);
            }
        }
        if (sum(sums) != expected) {
            throw wrong(in, "the file is damaged: the checksum of its " + what + " is not that of its bytes");
        }
    }

    private static void check(LineInput in, Graph graph, int @Nullable [] weights) throws Graph.FormatException {
        try {
            graph.checkOffsets();
            graph.checkTargets();
        } catch (IllegalArgumentException wrong) {
            throw wrong(in, "the file holds no graph: " + wrong.getMessage());
        }
        if (weights != null) {
            int negative = Arrays.stream(weights).parallel().min().orElse(0);
            if (negative < 0) {
                throw wrong(in, "the file holds no graph: a weight is " + negative + ", and weights are at least 0");
            }
        }
    }

    private static Graph.FormatException wrong(LineInput in, String reason) {
        return new Graph.FormatException(in.file(), 0, reason);
    }
}
