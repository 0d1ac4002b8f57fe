package dev.warpbroker.examples.tree;

/**
 * SHA-1 (FIPS 180-4) of one short message, in kernel Java.
 *
 * <p>All rounds are written out, so that on a GPU the message schedule stays in registers: in a loop its words would be
 * an array with a variable index, which lies in memory. No protection against anything; the benchmark wants its
 * randomness.
 */
final class Sha1 {
    private static final int H0 = 0x6745_2301;
    private static final int H1 = 0xefcd_ab89;
    private static final int H2 = 0x98ba_dcfe;
    private static final int H3 = 0x1032_5476;
    private static final int H4 = 0xc3d2_e1f0;
    private static final int K0 = 0x5a82_7999;
    private static final int K1 = 0x6ed9_eba1;
    private static final int K2 = 0x8f1b_bcdc;
    private static final int K3 = 0xca62_c1d6;
    private static final int END_OF_MESSAGE = 0x8000_0000;

    private Sha1() {}

    /** The five words of a digest. */
    record Digest(int word0, int word1, int word2, int word3, int word4) {}

    /** {@return the digest of the 20 bytes of five words} */
    static Digest of(int word0, int word1, int word2, int word3, int word4) {
        return digest(word0, word1, word2, word3, word4, END_OF_MESSAGE, 0, 5 * Integer.SIZE);
    }

    /** {@return the digest of the 24 bytes of a digest and one more word} */
    static Digest of(int word0, int word1, int word2, int word3, int word4, int word5) {
        return digest(word0, word1, word2, word3, word4, word5, END_OF_MESSAGE, 6 * Integer.SIZE);
    }

    private static Digest digest(
            int word0, int word1, int word2, int word3, int word4, int word5, int word6, int length) {
        int w0 = word0;
        int w1 = word1;
        int w2 = word2;
        int w3 = word3;
        int w4 = word4;
        int w5 = word5;
        int w6 = word6;
        int w7 = 0;
        int w8 = 0;
        int w9 = 0;
        int w10 = 0;
        int w11 = 0;
        int w12 = 0;
        int w13 = 0;
        int w14 = 0;
        int w15 = length;
        int a = H0;
        int b = H1;
        int c = H2;
        int d = H3;
        int e = H4;

        e += Integer.rotateLeft(a, 5) + choose(b, c, d) + w0 + K0;
        b = Integer.rotateLeft(b, 30);
        d += Integer.rotateLeft(e, 5) + choose(a, b, c) + w1 + K0;
        a = Integer.rotateLeft(a, 30);
        c += Integer.rotateLeft(d, 5) + choose(e, a, b) + w2 + K0;
        e = Integer.rotateLeft(e, 30);
        b += Integer.rotateLeft(c, 5) + choose(d, e, a) + w3 + K0;
        d = Integer.rotateLeft(d, 30);
        a += Integer.rotateLeft(b, 5) + choose(c, d, e) + w4 + K0;
        c = Integer.rotateLeft(c, 30);
        e += Integer.rotateLeft(a, 5) + choose(b, c, d) + w5 + K0;
        b = Integer.rotateLeft(b, 30);
        d += Integer.rotateLeft(e, 5) + choose(a, b, c) + w6 + K0;
        a = Integer.rotateLeft(a, 30);
        c += Integer.rotateLeft(d, 5) + choose(e, a, b) + w7 + K0;
        e = Integer.rotateLeft(e, 30);
        b += Integer.rotateLeft(c, 5) + choose(d, e, a) + w8 + K0;
        d = Integer.rotateLeft(d, 30);
        a += Integer.rotateLeft(b, 5) + choose(c, d, e) + w9 + K0;
        c = Integer.rotateLeft(c, 30);
        e += Integer.rotateLeft(a, 5) + choose(b, c, d) + w10 + K0;
        b = Integer.rotateLeft(b, 30);
        d += Integer.rotateLeft(e, 5) + choose(a, b, c) + w11 + K0;
        a = Integer.rotateLeft(a, 30);
        c += Integer.rotateLeft(d, 5) + choose(e, a, b) + w12 + K0;
        e = Integer.rotateLeft(e, 30);
        b += Integer.rotateLeft(c, 5) + choose(d, e, a) + w13 + K0;
        d = Integer.rotateLeft(d, 30);
        a += Integer.rotateLeft(b, 5) + choose(c, d, e) + w14 + K0;
        c = Integer.rotateLeft(c, 30);
        e += Integer.rotateLeft(a, 5) + choose(b, c, d) + w15 + K0;
        b = Integer.rotateLeft(b, 30);
        w0 = schedule(w13, w8, w2, w0);
        d += Integer.rotateLeft(e, 5) + choose(a, b, c) + w0 + K0;
        a = Integer.rotateLeft(a, 30);
        w1 = schedule(w14, w9, w3, w1);
        c += Integer.rotateLeft(d, 5) + choose(e, a, b) + w1 + K0;
        e = Integer.rotateLeft(e, 30);
        w2 = schedule(w15, w10, w4, w2);
        b += Integer.rotateLeft(c, 5) + choose(d, e, a) + w2 + K0;
        d = Integer.rotateLeft(d, 30);
        w3 = schedule(w0, w11, w5, w3);
        a += Integer.rotateLeft(b, 5) + choose(c, d, e) + w3 + K0;
        c = Integer.rotateLeft(c, 30);

        w4 = schedule(w1, w12, w6, w4);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w4 + K1;
        b = Integer.rotateLeft(b, 30);
        w5 = schedule(w2, w13, w7, w5);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w5 + K1;
        a = Integer.rotateLeft(a, 30);
        w6 = schedule(w3, w14, w8, w6);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w6 + K1;
        e = Integer.rotateLeft(e, 30);
        w7 = schedule(w4, w15, w9, w7);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w7 + K1;
        d = Integer.rotateLeft(d, 30);
        w8 = schedule(w5, w0, w10, w8);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w8 + K1;
        c = Integer.rotateLeft(c, 30);
        w9 = schedule(w6, w1, w11, w9);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w9 + K1;
        b = Integer.rotateLeft(b, 30);
        w10 = schedule(w7, w2, w12, w10);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w10 + K1;
        a = Integer.rotateLeft(a, 30);
        w11 = schedule(w8, w3, w13, w11);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w11 + K1;
        e = Integer.rotateLeft(e, 30);
        w12 = schedule(w9, w4, w14, w12);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w12 + K1;
        d = Integer.rotateLeft(d, 30);
        w13 = schedule(w10, w5, w15, w13);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w13 + K1;
        c = Integer.rotateLeft(c, 30);
        w14 = schedule(w11, w6, w0, w14);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w14 + K1;
        b = Integer.rotateLeft(b, 30);
        w15 = schedule(w12, w7, w1, w15);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w15 + K1;
        a = Integer.rotateLeft(a, 30);
        w0 = schedule(w13, w8, w2, w0);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w0 + K1;
        e = Integer.rotateLeft(e, 30);
        w1 = schedule(w14, w9, w3, w1);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w1 + K1;
        d = Integer.rotateLeft(d, 30);
        w2 = schedule(w15, w10, w4, w2);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w2 + K1;
        c = Integer.rotateLeft(c, 30);
        w3 = schedule(w0, w11, w5, w3);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w3 + K1;
        b = Integer.rotateLeft(b, 30);
        w4 = schedule(w1, w12, w6, w4);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w4 + K1;
        a = Integer.rotateLeft(a, 30);
        w5 = schedule(w2, w13, w7, w5);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w5 + K1;
        e = Integer.rotateLeft(e, 30);
        w6 = schedule(w3, w14, w8, w6);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w6 + K1;
        d = Integer.rotateLeft(d, 30);
        w7 = schedule(w4, w15, w9, w7);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w7 + K1;
        c = Integer.rotateLeft(c, 30);

        w8 = schedule(w5, w0, w10, w8);
        e += Integer.rotateLeft(a, 5) + majority(b, c, d) + w8 + K2;
        b = Integer.rotateLeft(b, 30);
        w9 = schedule(w6, w1, w11, w9);
        d += Integer.rotateLeft(e, 5) + majority(a, b, c) + w9 + K2;
        a = Integer.rotateLeft(a, 30);
        w10 = schedule(w7, w2, w12, w10);
        c += Integer.rotateLeft(d, 5) + majority(e, a, b) + w10 + K2;
        e = Integer.rotateLeft(e, 30);
        w11 = schedule(w8, w3, w13, w11);
        b += Integer.rotateLeft(c, 5) + majority(d, e, a) + w11 + K2;
        d = Integer.rotateLeft(d, 30);
        w12 = schedule(w9, w4, w14, w12);
        a += Integer.rotateLeft(b, 5) + majority(c, d, e) + w12 + K2;
        c = Integer.rotateLeft(c, 30);
        w13 = schedule(w10, w5, w15, w13);
        e += Integer.rotateLeft(a, 5) + majority(b, c, d) + w13 + K2;
        b = Integer.rotateLeft(b, 30);
        w14 = schedule(w11, w6, w0, w14);
        d += Integer.rotateLeft(e, 5) + majority(a, b, c) + w14 + K2;
        a = Integer.rotateLeft(a, 30);
        w15 = schedule(w12, w7, w1, w15);
        c += Integer.rotateLeft(d, 5) + majority(e, a, b) + w15 + K2;
        e = Integer.rotateLeft(e, 30);
        w0 = schedule(w13, w8, w2, w0);
        b += Integer.rotateLeft(c, 5) + majority(d, e, a) + w0 + K2;
        d = Integer.rotateLeft(d, 30);
        w1 = schedule(w14, w9, w3, w1);
        a += Integer.rotateLeft(b, 5) + majority(c, d, e) + w1 + K2;
        c = Integer.rotateLeft(c, 30);
        w2 = schedule(w15, w10, w4, w2);
        e += Integer.rotateLeft(a, 5) + majority(b, c, d) + w2 + K2;
        b = Integer.rotateLeft(b, 30);
        w3 = schedule(w0, w11, w5, w3);
        d += Integer.rotateLeft(e, 5) + majority(a, b, c) + w3 + K2;
        a = Integer.rotateLeft(a, 30);
        w4 = schedule(w1, w12, w6, w4);
        c += Integer.rotateLeft(d, 5) + majority(e, a, b) + w4 + K2;
        e = Integer.rotateLeft(e, 30);
        w5 = schedule(w2, w13, w7, w5);
        b += Integer.rotateLeft(c, 5) + majority(d, e, a) + w5 + K2;
        d = Integer.rotateLeft(d, 30);
        w6 = schedule(w3, w14, w8, w6);
        a += Integer.rotateLeft(b, 5) + majority(c, d, e) + w6 + K2;
        c = Integer.rotateLeft(c, 30);
        w7 = schedule(w4, w15, w9, w7);
        e += Integer.rotateLeft(a, 5) + majority(b, c, d) + w7 + K2;
        b = Integer.rotateLeft(b, 30);
        w8 = schedule(w5, w0, w10, w8);
        d += Integer.rotateLeft(e, 5) + majority(a, b, c) + w8 + K2;
        a = Integer.rotateLeft(a, 30);
        w9 = schedule(w6, w1, w11, w9);
        c += Integer.rotateLeft(d, 5) + majority(e, a, b) + w9 + K2;
        e = Integer.rotateLeft(e, 30);
        w10 = schedule(w7, w2, w12, w10);
        b += Integer.rotateLeft(c, 5) + majority(d, e, a) + w10 + K2;
        d = Integer.rotateLeft(d, 30);
        w11 = schedule(w8, w3, w13, w11);
        a += Integer.rotateLeft(b, 5) + majority(c, d, e) + w11 + K2;
        c = Integer.rotateLeft(c, 30);

        w12 = schedule(w9, w4, w14, w12);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w12 + K3;
        b = Integer.rotateLeft(b, 30);
        w13 = schedule(w10, w5, w15, w13);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w13 + K3;
        a = Integer.rotateLeft(a, 30);
        w14 = schedule(w11, w6, w0, w14);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w14 + K3;
        e = Integer.rotateLeft(e, 30);
        w15 = schedule(w12, w7, w1, w15);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w15 + K3;
        d = Integer.rotateLeft(d, 30);
        w0 = schedule(w13, w8, w2, w0);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w0 + K3;
        c = Integer.rotateLeft(c, 30);
        w1 = schedule(w14, w9, w3, w1);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w1 + K3;
        b = Integer.rotateLeft(b, 30);
        w2 = schedule(w15, w10, w4, w2);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w2 + K3;
        a = Integer.rotateLeft(a, 30);
        w3 = schedule(w0, w11, w5, w3);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w3 + K3;
        e = Integer.rotateLeft(e, 30);
        w4 = schedule(w1, w12, w6, w4);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w4 + K3;
        d = Integer.rotateLeft(d, 30);
        w5 = schedule(w2, w13, w7, w5);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w5 + K3;
        c = Integer.rotateLeft(c, 30);
        w6 = schedule(w3, w14, w8, w6);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w6 + K3;
        b = Integer.rotateLeft(b, 30);
        w7 = schedule(w4, w15, w9, w7);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w7 + K3;
        a = Integer.rotateLeft(a, 30);
        w8 = schedule(w5, w0, w10, w8);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w8 + K3;
        e = Integer.rotateLeft(e, 30);
        w9 = schedule(w6, w1, w11, w9);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w9 + K3;
        d = Integer.rotateLeft(d, 30);
        w10 = schedule(w7, w2, w12, w10);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w10 + K3;
        c = Integer.rotateLeft(c, 30);
        w11 = schedule(w8, w3, w13, w11);
        e += Integer.rotateLeft(a, 5) + parity(b, c, d) + w11 + K3;
        b = Integer.rotateLeft(b, 30);
        w12 = schedule(w9, w4, w14, w12);
        d += Integer.rotateLeft(e, 5) + parity(a, b, c) + w12 + K3;
        a = Integer.rotateLeft(a, 30);
        w13 = schedule(w10, w5, w15, w13);
        c += Integer.rotateLeft(d, 5) + parity(e, a, b) + w13 + K3;
        e = Integer.rotateLeft(e, 30);
        w14 = schedule(w11, w6, w0, w14);
        b += Integer.rotateLeft(c, 5) + parity(d, e, a) + w14 + K3;
        d = Integer.rotateLeft(d, 30);
        w15 = schedule(w12, w7, w1, w15);
        a += Integer.rotateLeft(b, 5) + parity(c, d, e) + w15 + K3;
        c = Integer.rotateLeft(c, 30);

        return new Digest(H0 + a, H1 + b, H2 + c, H3 + d, H4 + e);
    }

    private static int schedule(int x, int y, int z, int old) {
        return Integer.rotateLeft(x ^ y ^ z ^ old, 1);
    }

    private static int choose(int x, int y, int z) {
        return z ^ (x & (y ^ z));
    }

    private static int parity(int x, int y, int z) {
        return x ^ y ^ z;
    }

    private static int majority(int x, int y, int z) {
        return (x & y) | (z & (x | y));
    }
}
