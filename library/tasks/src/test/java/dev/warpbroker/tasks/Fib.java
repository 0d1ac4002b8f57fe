package dev.warpbroker.tasks;

import dev.warpbroker.tasks.forkjoin.Fork;

/** A Fibonacci number as a task, by its definition. */
record Fib(int n) {
    static final TaskBody<Fib, Fork<Fib, Integer>> FIB = (fib, fork) -> {
        if (fib.n() < 2) {
            fork.complete(fib.n());
        } else {
            fork.spawn(new Fib(fib.n() - 1));
            fork.spawn(new Fib(fib.n() - 2));
        }
    };

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
