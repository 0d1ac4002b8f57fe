package dev.warpbroker.device.simulator;

import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.simulator.Instruction.WarpWide;
import dev.warpbroker.device.simulator.LaneGroup.State;
import dev.warpbroker.device.simulator.SimulationFault.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One launch: schedules the lanes of a grid over a program.
 *
 * <p>Lanes of a warp that are at the same instruction form a group and execute together. Again and again a warp and one
 * of its groups are picked at random and run for a random number of instructions. Groups that meet join, mostly; now
 * and then a group is split for no reason, as a device may do. So nothing can be learnt from one run about the order of
 * lanes, and everything about the run from its seed.
 */
final class Simulation {
    /** Threads that are on the device at once. */
    static final int RESIDENT_THREADS = 4096;

    /** How long lanes that can do nothing but wait are given if the host could help them. */
    private static final long HOST_PATIENCE_NANOS = 10_000_000_000L;

    private final PtxProgram program;
    private final GuardedInstruction[] code;
    private final GridShape shape;
    private final int dynamicSharedBytes;
    private final int blocks;
    private final int blockSize;
    private final long[] arguments;
    private final SimulatorOptions options;
    private final SimulatedMemory global;
    private final MemoryModel memory;
    private final DataPath dataPath;
    private final WarpOperations warpOperations;
    private final SplittableRandom random;
    private final SchedulingPolicy policy;
    private final List<SimulatedBlock> resident = new ArrayList<>();
    private final ReadyWarps ready = new ReadyWarps();
    private final StallDetector stalls;
    private final StopRequest stop = new StopRequest();
    private final boolean seesHost;

    /** Whether the kernel serves the host until that ends it: then it may wait, and go on, for any time. */
    private final boolean stays;

    private int startedBlocks;
    private int liveLanes;

    /** Lanes that have ended, and barriers that were passed. */
    private long events;

    private long steps;

    /** @param stays whether the kernel serves the host until that ends it */
    Simulation(
            PtxProgram program,
            SimulatedMemory global,
            SimulatorOptions options,
            GridShape shape,
            int dynamicSharedBytes,
            long[] arguments,
            boolean stays) {
        if (arguments.length != program.parameters()) {
            throw new IllegalArgumentException(program.entry() + " has " + program.parameters() + " parameters, got "
                    + arguments.length + " arguments");
        }
        this.program = program;
        this.code = program.code().toArray(GuardedInstruction[]::new);
        this.global = global;
        this.options = options;
        this.shape = shape;
        this.dynamicSharedBytes = dynamicSharedBytes;
        this.blocks = shape.blocks();
        this.blockSize = shape.blockSize();
        this.arguments = arguments.clone();
        this.stays = stays;
        this.seesHost = Arrays.stream(arguments).anyMatch(global::isHostVisible);
        this.random = new SplittableRandom(options.seed());
        this.policy = new SchedulingPolicy(random);
        this.memory = switch (options.memory()) {
            case SEQUENTIAL -> new SequentialMemory();
            case ADVERSARIAL -> new AdversarialMemory(random.split());
        };
        this.stalls = new StallDetector(memory);
        this.dataPath = new DataPath(program, global);
        this.warpOperations = new WarpOperations(program, dataPath, memory);
    }

    /** {@return how many blocks of a size can be on the device at once} */
    static int residentBlocks(int blockSize) {
        return RESIDENT_THREADS / (Math.ceilDiv(blockSize, SimulatedWarp.SIZE) * SimulatedWarp.SIZE);
    }

    /** {@return how the launch ended} */
    Outcome run() {
        return run(null);
    }

    /**
     * {@return how the launch ended}
     *
     * @param log read meanwhile, or null
     */
    Outcome run(@Nullable SimulatedLog log) {
        HostTurns turns = global.hostTurns();
        turns.begin(memory);
        try {
            if (log != null) {
                log.begin(memory);
            }
            startBlocks();
            while (!resident.isEmpty()) {
                runSlice();
                turns.pass();
                if (log != null) {
                    log.slicePassed();
                }
                if (stop.serve(global, memory, steps)) {
                    return new Outcome.Stopped(describe(census().fault(Kind.LIVELOCK, "cut off by the host")));
                }
            }
            return new Outcome.Completed();
        } catch (SimulationFault fault) {
            return new Outcome.Failed(describe(fault));
        } finally {
            if (log != null) {
                log.end();
            }
            turns.end();
        }
    }

    private Fault describe(SimulationFault fault) {
        return new Fault(
                shape.idAt(fault.place()),
                fault.kind().exceptionType(),
                fault.getMessage(),
                program.at(fault.instruction()).position().trace(),
                null);
    }

    private LaneCensus census() {
        return new LaneCensus(program, shape, resident);
    }

    GridShape shape() {
        return shape;
    }

    /** {@return the number of instructions that all lanes together have executed} */
    long steps() {
        return steps;
    }

    /**
     * Asks for the end of the launch, from any thread: stores 1 to the abort word, and cuts the lanes off if they have
     * not ended some time later.
     */
    void requestStop(long abortWord) {
        stop.request(abortWord);
        global.hostTurns().wake();
    }

    private void startBlocks() {
        while (startedBlocks < blocks && resident.size() < residentBlocks(blockSize)) {
            startBlock(startedBlocks++);
        }
    }

    private void startBlock(int index) {
        var block = new SimulatedBlock(index, program.variables(), dynamicSharedBytes, random);
        for (int first = 0; first < blockSize; first += SimulatedWarp.SIZE) {
            int size = Math.min(SimulatedWarp.SIZE, blockSize - first);
            var warp = new SimulatedWarp(block, program, index * blockSize + first, size, memory);
            warp.initialise(arguments, first / SimulatedWarp.SIZE, shape);
            block.add(warp);
            ready.update(warp);
        }
        liveLanes += blockSize;
        resident.add(block);
    }

    private void runSlice() {
        if (ready.size() == 0) {
            throw census().fault(Kind.DEADLOCK, "no lane can go on");
        }
        SimulatedWarp warp = policy.pickWarp(ready);
        LaneGroup group = policy.pickGroup(warp);
        stalls.observe(warp, group);
        runGroup(warp, group);
        ready.update(warp);
        checkProgress();
    }

    private void checkProgress() {
        memory.advance(steps);
        if (steps > options.stepLimit() && !stays) {
            throw census().fault(
                            Kind.LIVELOCK,
                            "not ended after " + options.stepLimit()
                                    + " instructions, the limit in SimulatorOptions.stepLimit");
        }
        long progress = memory.changes() + dataPath.localChanges() + events;
        if (stalls.isStalled(progress, steps, liveLanes, resident) && !isHelpedByHost()) {
            throw census().fault(Kind.DEADLOCK, "all lanes wait or repeat themselves, and memory does not change");
        }
    }

    /** Lanes that are stuck may be waiting for the host. {@return whether it changed something, or wants the end} */
    private boolean isHelpedByHost() {
        if (!seesHost || stop.isRequested()) {
            return false;
        }
        boolean helped = global.hostTurns().awaitHost(HOST_PATIENCE_NANOS);
        while (stays && !helped && !Thread.currentThread().isInterrupted()) {
            helped = global.hostTurns().awaitHost(HOST_PATIENCE_NANOS);
        }
        return helped;
    }

    private void runGroup(SimulatedWarp warp, LaneGroup group) {
        int slice = policy.sliceLength();
        for (int executed = 0; executed < slice; executed++) {
            if (!step(warp, group)) {
                return;
            }
            if (warp.groups().size() > 1 && policy.meet()) {
                warp.merge(group);
            }
        }
    }

    /** {@return whether the group may execute its next instruction at once} */
    private boolean step(SimulatedWarp warp, LaneGroup group) {
        GuardedInstruction next = code[group.next];
        int lanes = executing(warp, group, next);
        steps += Integer.bitCount(group.lanes);
        if (lanes == 0) {
            group.next++;
            return true;
        }
        if (next.instruction() instanceof Instruction.Data data) {
            dataPath.execute(warp, lanes, group.next, data, steps);
            group.next++;
            return true;
        }
        if (next.instruction() instanceof Instruction.Branch(int destination)) {
            goTo(destination, warp, group, lanes);
            return true;
        }
        stopAt(next.instruction(), warp, splitOff(warp, group, lanes));
        return false;
    }

    private int executing(SimulatedWarp warp, LaneGroup group, GuardedInstruction next) {
        if (next.guard() == GuardedInstruction.ALWAYS) {
            return group.lanes;
        }
        dataPath.requireValue(warp, next.guard(), group.lanes, group.next);
        return warp.lanesWhere(next.guard(), next.expected(), group.lanes);
    }

    private static void goTo(int destination, SimulatedWarp warp, LaneGroup group, int lanes) {
        splitOff(warp, group, lanes).next = destination;
    }

    /** Lets the lanes whose guard is false go on. {@return the group of the others} */
    private static LaneGroup splitOff(SimulatedWarp warp, LaneGroup group, int lanes) {
        LaneGroup part = warp.split(group, lanes);
        if (part != group) {
            group.next++;
        }
        return part;
    }

    private void stopAt(Instruction instruction, SimulatedWarp warp, LaneGroup group) {
        switch (instruction) {
            case Instruction.Sleep(int nanos) -> {
                dataPath.requireValue(warp, nanos, group.lanes, group.next);
                group.next++;
            }
            case Instruction.Exit _ -> end(warp, group);
            case Instruction.Trap _ ->
                throw new SimulationFault(
                        Kind.TRAP,
                        warp.place(Integer.numberOfTrailingZeros(group.lanes)),
                        group.next,
                        "the kernel executed trap");
            case Instruction.BlockBarrier(int number) -> {
                group.state = State.AT_BLOCK_BARRIER;
                group.members = number;
                completeBarrier(warp.block());
            }
            case WarpWide operation -> warpOperations.arrive(warp, group, operation);
            case Instruction.Data _, Instruction.Branch _ ->
                throw new IllegalStateException(instruction + " does not stop a group");
        }
    }

    private void end(SimulatedWarp warp, LaneGroup group) {
        int count = Integer.bitCount(group.lanes);
        warp.end(group);
        liveLanes -= count;
        events += count;
        SimulatedBlock block = warp.block();
        if (block.liveLanes() == 0) {
            resident.remove(block);
            startBlocks();
        } else {
            warpOperations.complete(warp);
            completeBarrier(block);
        }
    }

    private void completeBarrier(SimulatedBlock block) {
        if (block.isBarrierComplete()) {
            block.releaseBarrier(memory);
            events++;
            block.warps().forEach(ready::update);
        }
    }
}
