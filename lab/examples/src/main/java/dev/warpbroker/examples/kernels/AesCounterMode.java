package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES (FIPS 197) in counter mode (NIST SP 800-38A), with the S-box and the four tables of Daemen and Rijmen's proposal:
 * a lane for each block of a text under one 256-bit key, then a lane for each packet under a 128-bit key of its own.
 * The JDK's {@link Cipher} says what must come out.
 */
final class AesCounterMode implements KernelExample {
    private static final int BLOCK = 16;
    private static final int PACKET = 44;

    private static final byte[] SBOX = new byte[256];

    /** Row r: substitution, and the column of MixColumns for byte r of a word. */
    private static final int[][] T = new int[4][256];

    private static final int[] ROUND_CONSTANTS = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1B, 0x36};

    static {
        int p = 1;
        int q = 1;
        do {
            p = p ^ timesTwo(p);
            q ^= q << 1;
            q ^= q << 2;
            q ^= q << 4;
            q &= 0xFF;
            if ((q & 0x80) != 0) {
                q ^= 0x09;
            }
            SBOX[p] = (byte) (q ^ rotated(q, 1) ^ rotated(q, 2) ^ rotated(q, 3) ^ rotated(q, 4) ^ 0x63);
        } while (p != 1);
        SBOX[0] = 0x63;
        for (int i = 0; i < 256; i++) {
            int s = SBOX[i] & 0xFF;
            int twice = timesTwo(s);
            int word = twice << 24 | s << 16 | s << 8 | twice ^ s;
            for (int row = 0; row < 4; row++) {
                T[row][i] = Integer.rotateRight(word, 8 * row);
            }
        }
    }

    private static int timesTwo(int x) {
        return (x << 1 ^ ((x & 0x80) != 0 ? 0x1B : 0)) & 0xFF;
    }

    private static int rotated(int x, int by) {
        return (x << by | x >>> 8 - by) & 0xFF;
    }

    /** A cipher with its key schedule. */
    private static final class Aes {
        private final int rounds;
        private final int[] roundKeys;

        Aes(byte[] key) {
            int words = key.length / 4;
            rounds = words + 6;
            roundKeys = new int[4 * (rounds + 1)];
            for (int i = 0; i < roundKeys.length; i++) {
                if (i < words) {
                    roundKeys[i] = bigEndian(key[4 * i], key[4 * i + 1], key[4 * i + 2], key[4 * i + 3]);
                    continue;
                }
                int word = roundKeys[i - 1];
                if (i % words == 0) {
                    word = substituted(Integer.rotateLeft(word, 8)) ^ ROUND_CONSTANTS[i / words - 1] << 24;
                } else if (words > 6 && i % words == 4) {
                    word = substituted(word);
                }
                roundKeys[i] = roundKeys[i - words] ^ word;
            }
        }

        int[] encrypt(int[] block) {
            int[] state = new int[4];
            for (int i = 0; i < 4; i++) {
                state[i] = block[i] ^ roundKeys[i];
            }
            for (int round = 1; round < rounds; round++) {
                int[] next = new int[4];
                for (int i = 0; i < 4; i++) {
                    next[i] = T[0][state[i] >>> 24]
                            ^ T[1][state[(i + 1) % 4] >>> 16 & 0xFF]
                            ^ T[2][state[(i + 2) % 4] >>> 8 & 0xFF]
                            ^ T[3][state[(i + 3) % 4] & 0xFF]
                            ^ roundKeys[4 * round + i];
                }
                state = next;
            }
            int[] last = new int[4];
            for (int i = 0; i < 4; i++) {
                int shifted = state[i] & 0xFF000000
                        | state[(i + 1) % 4] & 0x00FF0000
                        | state[(i + 2) % 4] & 0x0000FF00
                        | state[(i + 3) % 4] & 0x000000FF;
                last[i] = substituted(shifted) ^ roundKeys[4 * rounds + i];
            }
            return last;
        }

        private static int substituted(int word) {
            return bigEndian(SBOX[word >>> 24], SBOX[word >>> 16 & 0xFF], SBOX[word >>> 8 & 0xFF], SBOX[word & 0xFF]);
        }

        private static int bigEndian(byte a, byte b, byte c, byte d) {
            return a << 24 | (b & 0xFF) << 16 | (c & 0xFF) << 8 | d & 0xFF;
        }
    }

    /** A counter of 128 bits. */
    private record Counter(long high, long low) {
        Counter plus(int n) {
            long sum = low + n;
            return new Counter(Long.compareUnsigned(sum, low) < 0 ? high + 1 : high, sum);
        }

        int[] words() {
            return new int[] {(int) (high >>> 32), (int) high, (int) (low >>> 32), (int) low};
        }
    }

    private static void crypt(Aes aes, Counter counter, Bytes text, int from, int to) {
        int[] stream = aes.encrypt(counter.words());
        for (int i = from; i < to; i++) {
            int at = i - from;
            text.set(i, (byte) (text.get(i) ^ stream[at / 4] >>> 24 - 8 * (at % 4)));
        }
    }

    private static void cryptPacket(Bytes keys, Bytes packets, int packet) {
        byte[] key = new byte[16];
        for (int i = 0; i < key.length; i++) {
            key[i] = keys.get(packet * key.length + i);
        }
        var aes = new Aes(key);
        var counter = new Counter(packet, 0);
        int end = (packet + 1) * PACKET;
        for (int from = packet * PACKET; from < end; from += BLOCK) {
            crypt(aes, counter, packets, from, Math.min(from + BLOCK, end));
            counter = counter.plus(1);
        }
    }

    /** What is encrypted, made from a seed; the low half of the counter overflows on the way. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Input(byte[] text, byte[] key, Counter first, byte[] packets, byte[] keys) {
        static Input of(int blocks) {
            var random = new SplittableRandom(blocks);
            byte[] text = random(random, blocks * BLOCK - 3);
            var first = new Counter(random.nextLong(), -blocks / 2);
            int packets = blocks / 4;
            byte[] key = random(random, 32);
            return new Input(text, key, first, random(random, packets * PACKET), random(random, packets * 16));
        }

        private static byte[] random(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
    }

    @Override
    public String name() {
        return "AES in counter mode";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(100, 20_000, 400_000);
    }

    @Override
    public Object run(Device device, int blocks) {
        var input = Input.of(blocks);
        int packetCount = input.packets.length / PACKET;
        try (Bytes text = device.bytes(input.text.length);
                Bytes packets = device.bytes(input.packets.length);
                Bytes keys = device.bytes(input.keys.length)) {
            text.copyIn(input.text);
            packets.copyIn(input.packets);
            keys.copyIn(input.keys);
            var aes = new Aes(input.key);
            var first = input.first;
            device.run(Grid.threads(blocks), lane -> {
                int from = lane.id() * BLOCK;
                crypt(aes, first.plus(lane.id()), text, from, Math.min(from + BLOCK, text.length()));
            });
            device.run(Grid.threads(packetCount), lane -> cryptPacket(keys, packets, lane.id()));
            return new byte[][] {text.copyOut(), packets.copyOut()};
        }
    }

    @Override
    public Object expected(int blocks) {
        var input = Input.of(blocks);
        byte[] packets = new byte[input.packets.length];
        for (int i = 0; i < packets.length / PACKET; i++) {
            byte[] key = Arrays.copyOfRange(input.keys, 16 * i, 16 * i + 16);
            byte[] packet = Arrays.copyOfRange(input.packets, PACKET * i, PACKET * i + PACKET);
            System.arraycopy(reference(key, new Counter(i, 0), packet), 0, packets, PACKET * i, PACKET);
        }
        return new byte[][] {reference(input.key, input.first, input.text), packets};
    }

    private static byte[] reference(byte[] key, Counter first, byte[] text) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            byte[] iv = new byte[BLOCK];
            for (int i = 0; i < BLOCK; i++) {
                iv[i] = (byte) ((i < 8 ? first.high : first.low) >>> 56 - 8 * (i % 8));
            }
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
            return cipher.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
