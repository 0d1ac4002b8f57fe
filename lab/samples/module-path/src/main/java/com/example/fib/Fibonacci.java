package com.example.fib;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.Join;

/** Every call is a task, on the best device of the machine. */
public final class Fibonacci {
    record Fib(int n) {}

    public static void main(String[] arguments) {
        try (var device = Device.open();
                var forkJoin = ForkJoin.on(device, Layout.of(Fib.class), Join.sum())) {
            int result = forkJoin.compute(new Fib(20), (fib, fork) -> {
                if (fib.n() < 2) {
                    fork.complete(fib.n());
                } else {
                    fork.spawn(new Fib(fib.n() - 1));
                    fork.spawn(new Fib(fib.n() - 2));
                }
            });
            System.out.println("fibonacci " + result);
        }
    }
}
