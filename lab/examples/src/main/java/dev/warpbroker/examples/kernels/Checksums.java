package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Longs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * CRC-32 (ISO 3309, four bytes a step by tables as in zlib), Adler-32 (RFC 1950) and xxHash64 (Yann Collet, 2012) of
 * many chunks of a file, a lane for each chunk. The JDK's {@link CRC32} and {@link Adler32} say what must come out, and
 * a second xxHash64 over a {@link ByteBuffer}.
 */
final class Checksums implements KernelExample {
    private static final int CHUNK = 600;
    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ADLER_MODULUS = 65521;

    /** How many bytes can be added before the sums of Adler-32 might overflow. */
    private static final int ADLER_RUN = 5552;

    private static final long PRIME1 = 0x9E3779B185EBCA87L;
    private static final long PRIME2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME3 = 0x165667B19E3779F9L;
    private static final long PRIME4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME5 = 0x27D4EB2F165667C5L;

    /** Row k advances the CRC by a byte that k further bytes follow. */
    private static final int[][] CRC_TABLES = crcTables();

    private static int[][] crcTables() {
        int[][] tables = new int[4][256];
        for (int i = 0; i < 256; i++) {
            int crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ POLYNOMIAL : crc >>> 1;
            }
            tables[0][i] = crc;
        }
        for (int k = 1; k < 4; k++) {
            for (int i = 0; i < 256; i++) {
                int shorter = tables[k - 1][i];
                tables[k][i] = tables[0][shorter & 0xFF] ^ shorter >>> 8;
            }
        }
        return tables;
    }

    /** A part of the file. */
    private record Chunk(Bytes file, int from, int length) {
        int unsigned(int i) {
            return file.getUnsigned(from + i);
        }

        int littleEndianInt(int i) {
            return unsigned(i) | unsigned(i + 1) << 8 | unsigned(i + 2) << 16 | unsigned(i + 3) << 24;
        }

        long littleEndianLong(int i) {
            return Integer.toUnsignedLong(littleEndianInt(i)) | (long) littleEndianInt(i + 4) << 32;
        }
    }

    /** The running state of xxHash64 over stripes of 32 bytes. */
    private static final class Stripes {
        private final long[] lanes = new long[4];

        Stripes(long seed) {
            lanes[0] = seed + PRIME1 + PRIME2;
            lanes[1] = seed + PRIME2;
            lanes[2] = seed;
            lanes[3] = seed - PRIME1;
        }

        void add(Chunk chunk, int from) {
            for (int i = 0; i < lanes.length; i++) {
                lanes[i] = mixed(lanes[i], chunk.littleEndianLong(from + 8 * i));
            }
        }

        long digest() {
            long hash = 0;
            int[] rotations = {1, 7, 12, 18};
            for (int i = 0; i < lanes.length; i++) {
                hash += Long.rotateLeft(lanes[i], rotations[i]);
            }
            for (long lane : lanes) {
                hash = (hash ^ mixed(0, lane)) * PRIME1 + PRIME4;
            }
            return hash;
        }

        private static long mixed(long lane, long input) {
            return Long.rotateLeft(lane + input * PRIME2, 31) * PRIME1;
        }
    }

    @Override
    public String name() {
        return "checksums";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(40, 2_000, 20_000);
    }

    @Override
    public Object run(Device device, int chunks) {
        byte[] content = file(chunks);
        try (Bytes file = device.bytes(content.length);
                Longs sums = device.longs(3L * chunks)) {
            file.copyIn(content);
            device.run(Grid.threads(chunks), lane -> {
                int from = lane.id() * CHUNK;
                var chunk = new Chunk(file, from, Math.min(CHUNK, file.length() - from));
                sums.set(3L * lane.id(), crc32(chunk));
                sums.set(3 * lane.id() + 1, adler32(chunk));
                sums.set(3 * lane.id() + 2, xxHash64(chunk, lane.id()));
            });
            return sums.copyOut();
        }
    }

    private static long crc32(Chunk chunk) {
        int crc = ~0;
        int i = 0;
        for (; i + 4 <= chunk.length; i += 4) {
            crc ^= chunk.littleEndianInt(i);
            crc = CRC_TABLES[3][crc & 0xFF]
                    ^ CRC_TABLES[2][crc >>> 8 & 0xFF]
                    ^ CRC_TABLES[1][crc >>> 16 & 0xFF]
                    ^ CRC_TABLES[0][crc >>> 24];
        }
        for (; i < chunk.length; i++) {
            crc = CRC_TABLES[0][(crc ^ chunk.unsigned(i)) & 0xFF] ^ crc >>> 8;
        }
        return Integer.toUnsignedLong(~crc);
    }

    private static long adler32(Chunk chunk) {
        int low = 1;
        int high = 0;
        for (int from = 0; from < chunk.length; from += ADLER_RUN) {
            for (int i = from; i < Math.min(chunk.length, from + ADLER_RUN); i++) {
                low += chunk.unsigned(i);
                high += low;
            }
            low %= ADLER_MODULUS;
            high %= ADLER_MODULUS;
        }
        return (long) high << 16 | low;
    }

    private static long xxHash64(Chunk chunk, long seed) {
        int i = 0;
        long hash = seed + PRIME5;
        if (chunk.length >= 32) {
            var stripes = new Stripes(seed);
            for (; i + 32 <= chunk.length; i += 32) {
                stripes.add(chunk, i);
            }
            hash = stripes.digest();
        }
        hash += chunk.length;
        for (; i + 8 <= chunk.length; i += 8) {
            hash = Long.rotateLeft(hash ^ Stripes.mixed(0, chunk.littleEndianLong(i)), 27) * PRIME1 + PRIME4;
        }
        if (i + 4 <= chunk.length) {
            hash ^= Integer.toUnsignedLong(chunk.littleEndianInt(i)) * PRIME1;
            hash = Long.rotateLeft(hash, 23) * PRIME2 + PRIME3;
            i += 4;
        }
        for (; i < chunk.length; i++) {
            hash = Long.rotateLeft(hash ^ chunk.unsigned(i) * PRIME5, 11) * PRIME1;
        }
        hash = (hash ^ hash >>> 33) * PRIME2;
        hash = (hash ^ hash >>> 29) * PRIME3;
        return hash ^ hash >>> 32;
    }

    @Override
    public Object expected(int chunks) {
        byte[] content = file(chunks);
        long[] sums = new long[3 * chunks];
        for (int i = 0; i < chunks; i++) {
            int length = Math.min(CHUNK, content.length - i * CHUNK);
            var crc = new CRC32();
            crc.update(content, i * CHUNK, length);
            var adler = new Adler32();
            adler.update(content, i * CHUNK, length);
            sums[3 * i] = crc.getValue();
            sums[3 * i + 1] = adler.getValue();
            sums[3 * i + 2] = xxHash64(ByteBuffer.wrap(content, i * CHUNK, length), i);
        }
        return sums;
    }

    private static long xxHash64(ByteBuffer input, long seed) {
        input.order(ByteOrder.LITTLE_ENDIAN);
        int length = input.remaining();
        long hash = seed + PRIME5;
        if (length >= 32) {
            long a = seed + PRIME1 + PRIME2;
            long b = seed + PRIME2;
            long c = seed;
            long d = seed - PRIME1;
            while (input.remaining() >= 32) {
                a = Long.rotateLeft(a + input.getLong() * PRIME2, 31) * PRIME1;
                b = Long.rotateLeft(b + input.getLong() * PRIME2, 31) * PRIME1;
                c = Long.rotateLeft(c + input.getLong() * PRIME2, 31) * PRIME1;
                d = Long.rotateLeft(d + input.getLong() * PRIME2, 31) * PRIME1;
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            for (long each : new long[] {a, b, c, d}) {
                hash = (hash ^ Long.rotateLeft(each * PRIME2, 31) * PRIME1) * PRIME1 + PRIME4;
            }
        }
        hash += length;
        while (input.remaining() >= 8) {
            hash ^= Long.rotateLeft(input.getLong() * PRIME2, 31) * PRIME1;
            hash = Long.rotateLeft(hash, 27) * PRIME1 + PRIME4;
        }
        if (input.remaining() >= 4) {
            hash ^= (input.getInt() & 0xFFFFFFFFL) * PRIME1;
            hash = Long.rotateLeft(hash, 23) * PRIME2 + PRIME3;
        }
        while (input.hasRemaining()) {
            hash ^= (input.get() & 0xFF) * PRIME5;
            hash = Long.rotateLeft(hash, 11) * PRIME1;
        }
        hash = (hash ^ hash >>> 33) * PRIME2;
        hash = (hash ^ hash >>> 29) * PRIME3;
        return hash ^ hash >>> 32;
    }

    /** The last chunk is short. */
    private static byte[] file(int chunks) {
        byte[] content = new byte[chunks * CHUNK - 589];
        new SplittableRandom(chunks).nextBytes(content);
        return content;
    }
}
