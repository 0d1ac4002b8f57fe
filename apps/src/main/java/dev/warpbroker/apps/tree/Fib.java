package dev.warpbroker.apps.tree;

/**
 * Fibonacci numbers by the definition, every call a task: the usual measure of what a task costs, since a call does nothing
 * but spawn two others.
 */
public final class Fib {
    /** The largest argument whose result fits an int. */
    public static final int MOST = 46;

    private Fib() {}

    /** The call fib(n). */
    public record Call(int n) {}

    /**
     * Refuses arguments without a result.
     *
     * @throws IllegalArgumentException if {@code n} is out of range
     */
    public static void check(int n) {
        if (n < 0 || n > MOST) {
            throw new IllegalArgumentException(
                    "fib of " + n + ": n is outside 0.." + MOST + ", whose results fit 32 bits; give a smaller n");
        }
    }

    /** {@return fib(n), computed by a loop} */
    public static int of(int n) {
        check(n);
        int one = 0;
        int next = 1;
        for (int i = 0; i < n; i++) {
            int sum = one + next;
            one = next;
            next = sum;
        }
        return one;
    }

    /** {@return the number of calls that fib(n) makes, itself among them} */
    public static long calls(int n) {
        check(n);
        long one = 1;
        long next = 1;
        for (int i = 1; i < n; i++) {
            long calls = one + next + 1;
            one = next;
            next = calls;
        }
        return next;
    }

    /** {@return fib(n), computed by recursion in the calling thread} */
    public static int sequentially(int n) {
        return n < 2 ? n : sequentially(n - 1) + sequentially(n - 2);
    }
}
