package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A queue that another compiler compiled. Launched like ours: all its threads are resident. */
final class PeerContender implements Contender {
    private final PeerQueue peer;
    private final IntQueue lender;
    private final Grid grid;
    private final Longs sums;
    private final Ints failures;

    /** @param lender the queue whose memory the peer works on */
    PeerContender(PeerQueue peer, IntQueue lender, Device device, Grid grid) {
        this.peer = peer;
        this.lender = lender;
        this.grid = grid;
        sums = device.longs(grid.threads());
        failures = device.ints(1);
    }

    @Override
    public String label() {
        return peer.file().toString();
    }

    /** A kernel of another compiler cannot be cancelled. */
    @Override
    public long run(Duration limit) {
        lender.clear();
        return peer.kernel().run(grid, true, peer.queue(), address(sums), address(failures));
    }

    /** The peer adds up what it dequeued; more cannot be seen from outside. */
    @Override
    public Checked check(Duration limit) {
        sums.fill(0);
        failures.fill(0);
        run(limit);
        long threads = grid.threads();
        long sum = Arrays.stream(sums.copyOut()).sum();
        long expected = PeerQueue.PAIRS * (threads * (threads + 1) / 2);
        int failed = failures.copyOut()[0];
        return new Checked(List.of(new CheckResult(
                "sum",
                failed == 0 && sum == expected,
                "failed pairs " + failed + ", sum " + sum + ", expected " + expected)));
    }

    @Override
    public void close() {
        sums.close();
        failures.close();
    }

    private static MemorySegment address(DeviceMemory memory) {
        return MemorySegment.ofArray(new long[] {memory.address()});
    }
}
