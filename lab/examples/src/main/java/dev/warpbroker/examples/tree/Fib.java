package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.jspecify.annotations.Nullable;

/**
 * Fibonacci numbers by the definition, every call a task: the usual measure of what a task costs, since a call does
 * nothing but spawn two others.
 */
public final class Fib implements TreeWork<Fib.Call, Integer> {
    /** The largest argument whose result fits an int. */
    public static final int MAX = 46;

    private static final Layout<Call> LAYOUT = Layout.of(Call.class);

    private final int n;
    private final TaskSum sum;

    /** The call fib(n). */
    public record Call(int n) {}

    /** @throws IllegalArgumentException if {@code n} is negative or larger than {@link #MAX} */
    public Fib(Device device, int n) {
        check(n);
        this.n = n;
        sum = TaskSum.on(device);
    }

    private static void check(int n) {
        if (n < 0 || n > MAX) {
            throw new IllegalArgumentException(
                    "fib of " + n + ": n is outside 0.." + MAX + ", whose results fit 32 bits; give one in that range");
        }
    }

    /** {@return fib(n), computed by a loop} */
    public static int of(int n) {
        check(n);
        int one = 0;
        int next = 1;
        for (int i = 0; i < n; i++) {
            int both = one + next;
            one = next;
            next = both;
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

    @Override
    public Layout<Call> layout() {
        return LAYOUT;
    }

    @Override
    public Call root() {
        return new Call(n);
    }

    @Override
    public void reset() {
        sum.clear();
    }

    @Override
    public TaskBody<Call, Spawner<Call>> body() {
        TaskSum total = sum;
        return (call, out) -> {
            if (call.n() < 2) {
                total.add(call.n());
            } else {
                out.spawn(new Call(call.n() - 1));
                out.spawn(new Call(call.n() - 2));
            }
        };
    }

    @Override
    public Integer collect() {
        return (int) sum.total();
    }

    @Override
    public Join<Integer> join() {
        return Join.sum();
    }

    @Override
    public TaskBody<Call, Fork<Call, Integer>> forkingBody() {
        return (call, fork) -> {
            if (call.n() < 2) {
                fork.complete(call.n());
            } else {
                fork.spawn(new Call(call.n() - 1));
                fork.spawn(new Call(call.n() - 2));
            }
        };
    }

    @Override
    public Integer onJavaPool(ForkJoinPool pool) {
        return pool.invoke(new JavaTask(n));
    }

    private static final class JavaTask extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int n;

        JavaTask(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            var forked = new JavaTask(n - 1);
            forked.fork();
            return new JavaTask(n - 2).compute() + forked.join();
        }
    }

    @Override
    public Integer sequentially() {
        return recursively(n);
    }

    private static int recursively(int n) {
        return n < 2 ? n : recursively(n - 1) + recursively(n - 2);
    }

    @Override
    public OptionalLong tasks(Integer result) {
        return OptionalLong.of(calls(n));
    }

    @Override
    public @Nullable String problem(Integer result) {
        return result == of(n) ? null : "fib(" + n + ") is " + of(n) + ", not " + result;
    }

    @Override
    public void close() {
        sum.close();
    }

    @Override
    public String toString() {
        return "fib(" + n + ")";
    }
}
