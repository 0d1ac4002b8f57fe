package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * SHA3-256 (FIPS 202, the sponge Keccak of Bertoni, Daemen, Peeters and Van Assche) of many messages of different
 * lengths, a lane for each, with the state as a square of 64-bit words as the standard draws it. The JDK's
 * {@link MessageDigest} says what must come out.
 */
final class Sha3 implements KernelExample {
    private static final int DIGEST = 32;
    private static final int RATE = 136;

    private static final long[] ROUND_CONSTANTS = {
        0x0000000000000001L, 0x0000000000008082L, 0x800000000000808AL, 0x8000000080008000L,
        0x000000000000808BL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
        0x000000000000008AL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000AL,
        0x000000008000808BL, 0x800000000000008BL, 0x8000000000008089L, 0x8000000000008003L,
        0x8000000000008002L, 0x8000000000000080L, 0x000000000000800AL, 0x800000008000000AL,
        0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L
    };

    /** How far rho rotates the word at x, y. */
    private static final int[][] ROTATIONS = {
        {0, 36, 3, 41, 18}, {1, 44, 10, 45, 2}, {62, 6, 43, 15, 61}, {28, 55, 25, 21, 56}, {27, 20, 39, 8, 14}
    };

    /** A sponge that takes bytes in and gives a digest. */
    private static final class Sponge {
        private long[][] state = new long[5][5];
        private int position;

        void absorb(byte value) {
            xor(position, value);
            position++;
            if (position == RATE) {
                permute();
                position = 0;
            }
        }

        void finish() {
            xor(position, (byte) 0x06);
            xor(RATE - 1, (byte) 0x80);
            permute();
        }

        byte digestByte(int i) {
            int word = i / 8;
            return (byte) (state[word % 5][word / 5] >>> 8 * (i % 8));
        }

        private void xor(int at, byte value) {
            int word = at / 8;
            state[word % 5][word / 5] ^= (value & 0xFFL) << 8 * (at % 8);
        }

        private void permute() {
            for (long constant : ROUND_CONSTANTS) {
                theta();
                state = chi(rhoAndPi());
                state[0][0] ^= constant;
            }
        }

        private void theta() {
            long[] parity = new long[5];
            for (int x = 0; x < 5; x++) {
                for (long word : state[x]) {
                    parity[x] ^= word;
                }
            }
            for (int x = 0; x < 5; x++) {
                long change = parity[(x + 4) % 5] ^ Long.rotateLeft(parity[(x + 1) % 5], 1);
                for (int y = 0; y < 5; y++) {
                    state[x][y] ^= change;
                }
            }
        }

        private long[][] rhoAndPi() {
            long[][] moved = new long[5][5];
            for (int x = 0; x < 5; x++) {
                for (int y = 0; y < 5; y++) {
                    moved[y][(2 * x + 3 * y) % 5] = Long.rotateLeft(state[x][y], ROTATIONS[x][y]);
                }
            }
            return moved;
        }

        private static long[][] chi(long[][] words) {
            long[][] result = new long[5][5];
            for (int x = 0; x < 5; x++) {
                for (int y = 0; y < 5; y++) {
                    result[x][y] = words[x][y] ^ ~words[(x + 1) % 5][y] & words[(x + 2) % 5][y];
                }
            }
            return result;
        }
    }

    /** Messages one after the other, the first of them empty, some exactly as long as the rate of the sponge. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Messages(byte[] content, int[] starts) {
        static Messages of(int count) {
            var random = new SplittableRandom(count);
            int[] starts = new int[count + 1];
            for (int i = 1; i < count; i++) {
                int length = i % 5 == 0 ? RATE * random.nextInt(3) : random.nextInt(300);
                starts[i + 1] = starts[i] + length;
            }
            byte[] content = new byte[starts[count]];
            random.nextBytes(content);
            return new Messages(content, starts);
        }
    }

    @Override
    public String name() {
        return "SHA-3";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(40, 3_000, 50_000);
    }

    @Override
    public Object run(Device device, int count) {
        var messages = Messages.of(count);
        try (Bytes content = device.bytes(messages.content.length);
                Ints starts = device.ints(messages.starts.length);
                Bytes digests = device.bytes((long) count * DIGEST)) {
            content.copyIn(messages.content);
            starts.copyIn(messages.starts);
            device.run(Grid.threads(count), lane -> {
                var sponge = new Sponge();
                for (int i = starts.get(lane.id()); i < starts.get(lane.id() + 1); i++) {
                    sponge.absorb(content.get(i));
                }
                sponge.finish();
                for (int i = 0; i < DIGEST; i++) {
                    digests.set(lane.id() * DIGEST + i, sponge.digestByte(i));
                }
            });
            return digests.copyOut();
        }
    }

    @Override
    public Object expected(int count) {
        var messages = Messages.of(count);
        byte[] digests = new byte[count * DIGEST];
        try {
            var digest = MessageDigest.getInstance("SHA3-256");
            for (int i = 0; i < count; i++) {
                int from = messages.starts[i];
                digest.update(messages.content, from, messages.starts[i + 1] - from);
                System.arraycopy(digest.digest(), 0, digests, i * DIGEST, DIGEST);
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        return digests;
    }
}
