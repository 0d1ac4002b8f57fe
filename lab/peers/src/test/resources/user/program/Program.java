package program;

import dev.warpbroker.concurrent.RingBlockingQueue;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.queue.BrokerQueue;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.Join;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** Prints what kernels of the user compute, on the JVM and compiled. The argument `lookup`: the package is not open. */
public final class Program {
    private record Fib(int n) {}

    private record Point(int x, float y) {}

    private record Fill(Ints out, int first) implements Kernel {
        @Override
        public void run(Lane lane) {
            out.set(lane.id(), first + lane.id());
        }
    }

    private final boolean lookup;

    private Program(boolean lookup) {
        this.lookup = lookup;
    }

    public static void main(String[] args) throws InterruptedException {
        var program = new Program(List.of(args).contains("lookup"));
        var options = DeviceOptions.defaults();
        var compiling = program.lookup ? options.withLookup(MethodHandles.lookup()) : options;
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(SimulatorOptions.seeded(1), compiling);
                var best = program.lookup ? Device.open(MethodHandles.lookup()) : Device.open()) {
            program.run("jvm", jvm);
            program.run("simulator", simulator);
            program.run("best", best);
        }
        var queue = new RingBlockingQueue<String>(4);
        queue.put("taken");
        System.out.println("queue: " + queue.take() + ", " + queue.poll());
    }

    private <E> Layout<E> layout(Class<E> type) {
        return lookup ? Layout.of(MethodHandles.lookup(), type) : Layout.of(type);
    }

    private void run(String name, Device device) {
        System.out.println(name + ": lambda " + lambda(device) + ", record " + record(device) + ", elements "
                + elements(device) + ", fork and join " + forkAndJoin(device) + ", scheduler " + scheduled(device)
                + ", fault " + fault(device));
    }

    private static long lambda(Device device) {
        try (var queue = BrokerQueue.ints(device, 1 << 10);
                var sum = device.longs(1)) {
            device.run(Grid.threads(100), lane -> {
                queue.enqueue(plusOne(lane.id()));
                sum.getAndAdd(0, queue.dequeue().value());
            });
            return sum.copyOut()[0];
        }
    }

    private static int plusOne(int value) {
        return value + 1;
    }

    private static int record(Device device) {
        try (var out = device.ints(64)) {
            device.run(Grid.threads(64), new Fill(out, 5));
            return out.copyOut()[63];
        }
    }

    private int elements(Device device) {
        try (var queue = ElementQueue.of(QueueKind.BQ, device, 64, layout(Point.class))) {
            device.run(Grid.threads(40), lane -> queue.enqueue(new Point(lane.id(), 0.5f)));
            return queue.drain().stream().mapToInt(Point::x).sum();
        }
    }

    private int forkAndJoin(Device device) {
        try (var forkJoin = ForkJoin.on(device, layout(Fib.class), Join.sum())) {
            return forkJoin.compute(new Fib(10), (fib, fork) -> {
                if (fib.n() < 2) {
                    fork.complete(fib.n());
                } else {
                    fork.spawn(new Fib(fib.n() - 1));
                    fork.spawn(new Fib(fib.n() - 2));
                }
            });
        }
    }

    private long scheduled(Device device) {
        try (var scheduler = Scheduler.on(device, layout(Fib.class))) {
            return scheduler
                    .run(List.of(new Fib(5)), (fib, out) -> {
                        for (int i = 0; i < fib.n(); i++) {
                            out.spawn(new Fib(i));
                        }
                    })
                    .executed();
        }
    }

    private static String fault(Device device) {
        try (var out = device.ints(1)) {
            device.run(Grid.threads(1), lane -> out.set(0, 1 / lane.id()));
            return "none";
        } catch (DeviceException expected) {
            var fault = expected.fault();
            return fault == null ? "unknown" : fault.exceptionType();
        }
    }
}
