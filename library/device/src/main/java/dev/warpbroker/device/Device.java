package dev.warpbroker.device;

import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.HostVisible;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.MachineCode;
import dev.warpbroker.device.backend.RemoteMemory;
import dev.warpbroker.device.backend.RunningKernel;
import dev.warpbroker.device.backend.RunningLane;
import dev.warpbroker.device.trace.TimeLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that runs kernels: the threads of this JVM, a simulator, or an NVIDIA GPU.
 *
 * <pre>{@code
 * try (Device device = Device.open()) {
 *     Ints squares = device.ints(1_000);
 *     device.run(Grid.threads(1_000), lane -> squares.set(lane.id(), lane.id() * lane.id()));
 *     System.out.println(squares.copyOut()[999]);
 * }
 * }</pre>
 *
 * <p>Launches of one device run one after the other, in the order they were made; a {@link DeviceStream} copies in the
 * background meanwhile. A device may be used by several host threads. Closing it waits for running launches and copies,
 * some seconds at most, and frees all memory.
 */
public final class Device implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(Device.class.getName());

    /** How long a device that is closed waits for launches before it cancels them. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    /** What HotSpot allocates as one array, if there is memory. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 2;

    private final Backend<Kernel, Lane, DeviceMemory> backend;
    private final DeviceProperties properties;
    private final DeviceOptions options;
    private final Streams streams;
    private final Holdings holdings = new Holdings();

    /** The kernel launched last by {@link #launch}, for which streams wait that are given something later. */
    private volatile @Nullable RunningKernel lastLaunch;

    /** The kernel launched last that stays. */
    private volatile @Nullable RunningKernel resident;

    /** Memory to free after the end of the kernel that stays: a GPU would wait for that. Guarded by itself. */
    private final List<Long> afterResident = new ArrayList<>();

    private volatile @Nullable String unusable;
    private volatile boolean closed;

    /** A kernel that is launched on this device. */
    private final class Call implements KernelCall<Kernel, Lane, DeviceMemory> {
        private final GridShape shape;
        private final Kernel kernel;

        Call(Grid grid, Kernel kernel) {
            this.shape = grid.shape();
            this.kernel = kernel;
        }

        @Override
        public GridShape shape() {
            return shape;
        }

        @Override
        public Kernel kernel() {
            return kernel;
        }

        @Override
        public Lane lane(RunningLane<Lane, DeviceMemory> running, int rank) {
            return new Lane(running, rank, shape);
        }

        @Override
        public void check(DeviceMemory memory) {
            checkHandle(memory);
        }
    }

    private Device(Backend<Kernel, Lane, DeviceMemory> backend, DeviceOptions options) {
        this.backend = backend;
        this.properties = DeviceProperties.of(backend.traits());
        this.options = options;
        var memory = backend.memory();
        streams = new Streams(this, memory != null && memory.copiesBesideKernels());
    }

    /** {@return the first GPU if there is one, else the JVM} */
    public static Device open() {
        return open(DeviceOptions.defaults());
    }

    /**
     * {@return the first GPU if there is one, else the JVM}
     *
     * @param lookup from the module that defines the kernels, so that the compiler may read their private final fields
     */
    public static Device open(Lookup lookup) {
        return open(DeviceOptions.defaults().withLookup(lookup));
    }

    /**
     * {@return the first GPU if there is one, else the JVM}
     *
     * @param options how the device treats kernels
     */
    public static Device open(DeviceOptions options) {
        return Providers.BACKENDS.gpus() > 0 ? cuda(0, options) : jvm(options);
    }

    /** {@return a device that runs kernels on threads of this JVM} */
    public static Device jvm() {
        return jvm(DeviceOptions.defaults());
    }

    /**
     * {@return a device that runs kernels on threads of this JVM}
     *
     * @param options where lines of {@link Lane#log} go; the others are for compiled kernels
     */
    public static Device jvm(DeviceOptions options) {
        return new Device(Providers.BACKENDS.jvm(options), options);
    }

    /**
     * {@return a deterministic simulator of a GPU that executes what the compiler emits}
     *
     * @param seed the same seed gives the same run
     */
    public static Device simulator(long seed) {
        return simulator(SimulatorOptions.seeded(seed), DeviceOptions.defaults());
    }

    /**
     * {@return a deterministic simulator of a GPU that executes what the compiler emits}
     *
     * @param simulation how lanes are scheduled and memory is ordered
     * @param options how the device treats kernels
     */
    public static Device simulator(SimulatorOptions simulation, DeviceOptions options) {
        return new Device(Providers.BACKENDS.simulator(simulation, options), options);
    }

    /**
     * {@return an NVIDIA GPU}
     *
     * @param ordinal the number of the GPU, from 0
     * @throws DeviceUnavailableException if there is none, or no driver, or no permission; it says which
     */
    public static Device cuda(int ordinal) {
        return cuda(ordinal, DeviceOptions.defaults());
    }

    /**
     * {@return an NVIDIA GPU}
     *
     * @param ordinal the number of the GPU, from 0
     * @param options how the device treats kernels
     * @throws DeviceUnavailableException if there is none, or no driver, or no permission; it says which
     */
    public static Device cuda(int ordinal, DeviceOptions options) {
        return new Device(Providers.BACKENDS.gpu(ordinal, options), options);
    }

    /** {@return the time line that this device was opened with, or null} */
    public @Nullable TimeLine timeLine() {
        return options.timeLine();
    }

    /** {@return what this device is} */
    public DeviceProperties properties() {
        return properties;
    }

    /**
     * {@return zeroed memory for {@code length} bytes}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Bytes bytes(long length) {
        checkAllocation("Bytes", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm("Bytes", length, Byte.BYTES, n -> new Bytes(this, new byte[n]), far -> new Bytes(this, far))
                : new Bytes(this, allocate(memory, "Bytes", length, Byte.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} 16-bit numbers: shorts, characters or half floats}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Shorts shorts(long length) {
        checkAllocation("Shorts", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm(
                        "Shorts",
                        length,
                        Short.BYTES,
                        n -> new Shorts(this, new short[n]),
                        far -> new Shorts(this, far))
                : new Shorts(this, allocate(memory, "Shorts", length, Short.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} ints}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Ints ints(long length) {
        checkAllocation("Ints", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm(
                        "Ints",
                        length,
                        Integer.BYTES,
                        n -> new Ints(this, new int[n], false),
                        far -> new Ints(this, far))
                : new Ints(this, allocate(memory, "Ints", length, Integer.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} ints that the host sees while kernels run, and that kernels see while
     * the host writes to it}
     *
     * <p>For a few words through which host and kernel talk: progress, requests, the wish to end. The host calls
     * {@code get} and {@code set} in any mode at any time and gets volatile accesses; kernels use opaque, acquire and
     * release, or volatile accesses. Read-modify-write operations are for kernels only, and are atomic among kernels
     * only: let each word have one side that writes it. Host copies and fills wait for launches as with other memory.
     * On a GPU this is memory of the host, so that an access from a kernel takes a microsecond or so.
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Ints hostInts(int length) {
        checkAllocation("Ints", length);
        var memory = backend.memory();
        return memory == null
                ? onHeap("Ints", length, Integer.BYTES, () -> new Ints(this, new int[length], true))
                : new Ints(this, allocateHostVisible(memory, "Ints", length, Integer.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} longs}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Longs longs(long length) {
        checkAllocation("Longs", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm(
                        "Longs",
                        length,
                        Long.BYTES,
                        n -> new Longs(this, new long[n], false),
                        far -> new Longs(this, far))
                : new Longs(this, allocate(memory, "Longs", length, Long.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} longs that the host sees while kernels run, and that kernels see while
     * the host writes to it} As {@link #hostInts}, but reads of the host acquire and its writes release, and are
     * volatile only where the method says so. A long is read and written at once: one that holds a value and the number
     * of the round in which it was written needs no other order.
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Longs hostLongs(int length) {
        checkAllocation("Longs", length);
        var memory = backend.memory();
        return memory == null
                ? onHeap("Longs", length, Long.BYTES, () -> new Longs(this, new long[length], true))
                : new Longs(this, allocateHostVisible(memory, "Longs", length, Long.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} floats}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Floats floats(long length) {
        checkAllocation("Floats", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm(
                        "Floats",
                        length,
                        Float.BYTES,
                        n -> new Floats(this, new float[n]),
                        far -> new Floats(this, far))
                : new Floats(this, allocate(memory, "Floats", length, Float.BYTES), length);
    }

    /**
     * {@return zeroed memory for {@code length} doubles}
     *
     * @param length how many elements
     * @throws DeviceMemoryException if there is not enough memory; the device stays usable
     */
    public Doubles doubles(long length) {
        checkAllocation("Doubles", length);
        var memory = backend.memory();
        return memory == null
                ? onJvm(
                        "Doubles",
                        length,
                        Double.BYTES,
                        n -> new Doubles(this, new double[n]),
                        far -> new Doubles(this, far))
                : new Doubles(this, allocate(memory, "Doubles", length, Double.BYTES), length);
    }

    /**
     * Runs a kernel and waits for its end.
     *
     * @param grid how many lanes there are, and in which blocks
     * @param kernel what the lanes run
     * @throws DeviceException if a lane threw
     */
    public void run(Grid grid, Kernel kernel) {
        launch(grid, kernel).join();
    }

    /**
     * Starts a kernel.
     *
     * @param grid how many lanes there are, and in which blocks
     * @param kernel what the lanes run
     * @return the launch; failures of the kernel are reported by its {@code join}
     * @throws KernelCompileException if the kernel contains something the device cannot run
     */
    public Launch launch(Grid grid, Kernel kernel) {
        awaitStreams();
        var event = LaunchEvent.begun(this, grid, kernel);
        var running = start(grid, kernel);
        lastLaunch = running;
        return new Launch(this, running, event);
    }

    RunningKernel start(Grid grid, Kernel kernel) {
        checkUsable();
        refuseBesideResident("another kernel");
        return backend.launch(new Call(grid, kernel));
    }

    /**
     * Starts a kernel that stays: one that serves the host through {@link #hostLongs} or {@link #hostInts} until the
     * host tells it to end, or cancels it. It begins after all launches and copies made before.
     *
     * <p>Nothing waits for it: host copies, fills and streams go on beside it. Other launches are refused until it has
     * ended, and there is one such kernel at a time. Memory that is closed meanwhile is freed after its end. Closing
     * the device cancels it.
     *
     * @param grid how many lanes there are, and in which blocks; leave room on a GPU, as fills need some
     * @param kernel what the lanes run
     * @return the launch; failures of the kernel are reported by its {@code join}
     * @throws IllegalStateException if such a kernel runs already
     * @throws KernelCompileException if the kernel contains something the device cannot run
     */
    public Launch launchResident(Grid grid, Kernel kernel) {
        awaitLaunches();
        synchronized (afterResident) {
            refuseBesideResident("a second kernel that stays");
            var event = LaunchEvent.begun(this, grid, kernel);
            var running = backend.launchResident(new Call(grid, kernel));
            resident = running;
            return new Launch(this, running, event);
        }
    }

    private void refuseBesideResident(String what) {
        if (hasResident()) {
            throw new IllegalStateException(
                    this + " cannot run " + what + " beside the one that stays (that of a DeviceExecutor, for"
                            + " example); close that first, let it do this work too, or open a"
                            + " second device");
        }
    }

    /** {@return whether there is a kernel that stays and has not ended} */
    private boolean hasResident() {
        var running = resident;
        if (running == null) {
            return false;
        }
        boolean interrupted = Thread.interrupted();
        try {
            return !running.await(0);
        } catch (InterruptedException _) {
            interrupted = true;
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Nullable
    RunningKernel lastLaunch() {
        return lastLaunch;
    }

    /** {@return a stream that copies and launches in the background} On a GPU copies of streams overlap kernels. */
    public DeviceStream stream() {
        checkUsable();
        return streams.open();
    }

    /**
     * {@return zeroed memory of the host, aligned to 64 bytes, that this device copies to and from at the full speed of
     * its link} On a GPU it is page-locked: other segments and arrays are first copied to such memory, piece by piece.
     * It is scarce, as it cannot be swapped out, and takes long to allocate: allocate it once. On other devices it is
     * ordinary native memory.
     *
     * @param bytes its size
     * @param arena when it is freed, which waits for copies; not with this device
     * @throws DeviceMemoryException if there is not enough memory
     */
    public MemorySegment pinned(long bytes, Arena arena) {
        checkUsable();
        if (bytes < 1) {
            throw new IllegalArgumentException(bytes + " bytes of pinned memory; the smallest size is 1");
        }
        var memory = backend.memory();
        try {
            return memory == null ? arena.allocate(bytes, RemoteMemory.PINNED_ALIGNMENT) : memory.pinned(bytes, arena);
        } catch (OutOfMemoryError full) {
            throw new DeviceMemoryException(
                    bytes + " bytes of host memory for copies with " + this + " are not to be had; ask for less", full);
        }
    }

    /**
     * {@return the most threads of a kernel, in blocks of {@code blockSize}, that can be on this device at once with
     * all the registers that it wants} In larger grids a kernel whose lanes wait for each other gets fewer registers,
     * if that helps to hold all of them.
     *
     * @param kernel what the lanes run
     * @param blockSize lanes of a block
     * @throws KernelCompileException if the kernel contains something the device cannot run
     */
    public int residentThreads(Kernel kernel, int blockSize) {
        checkUsable();
        return backend.residentThreads(kernel, blockSize);
    }

    /** {@return the bytes of all handles of this device that have not been closed} */
    public long heldBytes() {
        return holdings.bytes();
    }

    /**
     * {@return the PTX that the compiler makes of a kernel, with Java positions as comments}
     *
     * @param kernel what the lanes run
     */
    public String ptx(Kernel kernel) {
        return ptx(Grid.threads(properties.maxBlockSize()), kernel);
    }

    /**
     * {@return the PTX that the compiler makes of a kernel for grids like {@code grid}, with Java positions as
     * comments} Grids of one dimension have the same code, unless their blocks are smaller than a warp.
     *
     * @param grid how many lanes there are, and in which blocks
     * @param kernel what the lanes run
     */
    public String ptx(Grid grid, Kernel kernel) {
        return Providers.BACKENDS.ptx(kernel, grid.shape(), options);
    }

    /**
     * {@return what a kernel takes on this GPU} Compiles and loads it if need be.
     *
     * @param kernel what the lanes run
     * @throws UnsupportedOperationException if this device is no GPU
     * @throws KernelCompileException if the kernel contains something the device cannot run
     */
    public Resources resources(Kernel kernel) {
        var taken = machineCode("resources of a kernel are known").resources(kernel);
        return new Resources(taken.registers(), taken.sharedBytes(), taken.localBytes());
    }

    /**
     * {@return a kernel that another compiler made, to be run beside kernels in Java} Loads it.
     *
     * @param image PTX or a cubin
     * @param entry the name of the kernel in it, mangled if it is C++
     * @throws UnsupportedOperationException if this device is no GPU
     * @throws DeviceException if the driver refuses the image; the message shows its reason
     */
    public ForeignKernel foreignKernel(byte[] image, String entry) {
        return new ForeignKernel(
                this, machineCode("kernels of other compilers are").load(image, entry));
    }

    /**
     * Says whether {@link Launch#elapsed} is to be the time of the kernel alone from now on, without what the host
     * needs to hand a launch over. On a GPU each launch then runs after a delay of 300 microseconds, in which the host
     * gets ready; measure so what takes a few microseconds. Does nothing on other devices.
     *
     * @param on whether it is
     */
    public void timeKernelsAlone(boolean on) {
        checkOpen();
        var code = backend.machineCode();
        if (code != null) {
            code.timeKernelsAlone(on);
        }
    }

    private MachineCode<Kernel> machineCode(String what) {
        checkUsable();
        var code = backend.machineCode();
        if (code == null) {
            throw new UnsupportedOperationException(
                    what + " for NVIDIA GPUs only, and this device is " + this + "; open one with Device.cuda");
        }
        return code;
    }

    /**
     * {@return whether this device was not closed} It may have been made unusable by a failure; then launches say so.
     */
    public boolean isOpen() {
        return !closed;
    }

    /**
     * Waits for running launches and streams, and frees all memory. Launches that have not ended after ten seconds are
     * cancelled, and what streams have not begun then is not done: nobody can see their results any more. To let them
     * take longer, join them first. Closing twice does nothing.
     *
     * @throws LaunchStoppedException if a launch does not end even then; it says where its lanes are. The device is
     *     closed; its threads are left to themselves and do not keep the JVM from ending
     */
    @Override
    public void close() {
        close(CLOSING, Launch.GRACE);
    }

    void close(Duration patience, Duration grace) {
        if (closed) {
            return;
        }
        try {
            closeBackend(patience, grace);
        } finally {
            var timeLine = options.timeLine();
            if (timeLine != null) {
                timeLine.save();
            }
        }
    }

    private void closeBackend(Duration patience, Duration grace) {
        boolean stays = unusable == null && !endResident(grace);
        boolean idle = unusable != null || stays || streams.await(patience.toNanos());
        streams.abandon();
        String hanging = stays ? backend.whereabouts() : unusable == null ? endLaunches(patience, !idle, grace) : null;
        if (hanging == null && unusable == null) {
            streams.await(grace.toNanos());
        }
        streams.close();
        closed = true;
        backend.close();
        if (hanging != null) {
            throw new LaunchStoppedException(
                    "a launch on " + this + " did not end within " + patience
                            + ", and did not stop when it was cancelled; the device was closed without it. Loops that"
                            + " wait must pause with Backoff. "
                            + hanging,
                    null);
        }
    }

    /** Stops the kernel that stays, if there is one. {@return whether there is none any more} */
    private boolean endResident(Duration grace) {
        var running = resident;
        if (running == null || !hasResident()) {
            return true;
        }
        running.requestStop();
        boolean interrupted = Thread.interrupted();
        try {
            return running.await(grace.toNanos());
        } catch (InterruptedException _) {
            interrupted = true;
            return !hasResident();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** {@return where the lanes are of launches that do not end, or null if all have ended} */
    private @Nullable String endLaunches(Duration patience, boolean over, Duration grace) {
        if (backend.awaitLaunches(over ? 0 : patience.toNanos())) {
            return null;
        }
        LOGGER.log(
                Level.WARNING,
                "{0} is closed while a launch runs that has not ended within {1}: it is cancelled",
                this,
                patience);
        backend.stopLaunches();
        return backend.awaitLaunches(grace.toNanos()) ? null : backend.whereabouts();
    }

    /** Waits until all that streams were given is done, unless this device is not usable any more. */
    void awaitStreams() {
        if (unusable == null) {
            streams.await();
        }
    }

    void awaitLaunches() {
        checkUsable();
        streams.await();
        backend.awaitLaunches(Long.MAX_VALUE);
    }

    void markUnusable(String reason) {
        unusable = reason;
    }

    RemoteMemory memory() {
        checkUsable();
        var memory = backend.memory();
        if (memory == null) {
            throw new IllegalStateException(this + " keeps its memory in heap arrays");
        }
        return memory;
    }

    void free(DeviceMemory freed) {
        holdings.remove(freed);
        var memory = backend.memory();
        if (memory != null && unusable == null) {
            backend.awaitLaunches(Long.MAX_VALUE);
            synchronized (afterResident) {
                afterResident.add(freed.address());
                if (!hasResident()) {
                    afterResident.forEach(memory::free);
                    afterResident.clear();
                }
            }
        }
    }

    private void checkHandle(DeviceMemory memory) {
        var owner = memory.device();
        if (owner != this) {
            boolean alike = owner != null && owner.toString().equals(toString());
            throw new IllegalStateException("kernel launched on " + this + " captured " + memory
                    + (alike ? ", another device that was opened" : "")
                    + "; allocate the memory on the device that launches");
        }
        if (!memory.isOpen()) {
            throw memory.closedFailure();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(this + " was used after it was closed; keep it open until the last launch");
        }
    }

    private void checkUsable() {
        checkOpen();
        if (unusable != null) {
            throw new DeviceException(this + " is not usable any more: " + unusable + "; open a new device");
        }
    }

    private void checkAllocation(String kind, long length) {
        checkUsable();
        if (length < 1) {
            throw new IllegalArgumentException(kind + " of length " + length + "; the smallest is 1");
        }
    }

    /** Arrays hold what they can. */
    private <T extends DeviceMemory> T onJvm(
            String kind, long length, int bytesPerElement, IntFunction<T> inArray, Function<MemorySegment, T> outside) {
        if (length <= LONGEST_ARRAY) {
            return onHeap(kind, length, bytesPerElement, () -> inArray.apply((int) length));
        }
        long bytes = bytesOf(kind, length, bytesPerElement);
        try {
            T memory = outside.apply(Arena.ofAuto().allocate(bytes, Long.BYTES));
            holdings.add(memory);
            return memory;
        } catch (OutOfMemoryError full) {
            throw new DeviceMemoryException(
                    kind + "[" + length + "] needs " + bytes + " bytes of native memory, which this JVM did not get; "
                            + holdings.describe() + "; raise -XX:MaxDirectMemorySize, or ask for less",
                    full);
        }
    }

    private static long bytesOf(String kind, long length, int bytesPerElement) {
        if (length > Long.MAX_VALUE / bytesPerElement) {
            throw new IllegalArgumentException(kind + " of length " + length + "; no device has so much memory");
        }
        return length * bytesPerElement;
    }

    private <T extends DeviceMemory> T onHeap(String kind, long length, int bytesPerElement, Supplier<T> allocation) {
        try {
            T memory = allocation.get();
            holdings.add(memory);
            return memory;
        } catch (OutOfMemoryError heapFull) {
            String what = kind + "[" + length + "]";
            var runtime = Runtime.getRuntime();
            throw new DeviceMemoryException(
                    what + " needs " + length * bytesPerElement
                            + " bytes on the heap of this JVM, which has at most " + runtime.maxMemory() + ", "
                            + (runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory()) + " of them free; "
                            + holdings.describe() + "; raise -Xmx, close handles that are no longer needed, or make "
                            + what + " smaller",
                    heapFull);
        }
    }

    private long allocate(RemoteMemory memory, String kind, long length, int bytesPerElement) {
        long bytes = bytesOf(kind, length, bytesPerElement);
        String what = kind + "[" + length + "]";
        try {
            long address = memory.allocate(bytes, what);
            holdings.add(address, what, bytes);
            return address;
        } catch (DeviceMemoryException full) {
            throw withHoldings(full);
        }
    }

    private HostVisible allocateHostVisible(RemoteMemory memory, String kind, int length, int bytesPerElement) {
        long bytes = (long) length * bytesPerElement;
        String what = kind + "[" + length + "]";
        try {
            var words = memory.allocateHostVisible(bytes, what);
            holdings.add(words.address(), what + " of the host", bytes);
            return words;
        } catch (DeviceMemoryException full) {
            throw withHoldings(full);
        }
    }

    private DeviceMemoryException withHoldings(DeviceMemoryException full) {
        return new DeviceMemoryException(full.getMessage() + "; " + holdings.describe(), full.getCause());
    }

    @Override
    public String toString() {
        return properties.id();
    }

    /**
     * What the driver of a GPU says that a kernel takes.
     *
     * @param registers per thread
     * @param sharedBytes shared memory per block
     * @param localBytes local memory per thread: arrays, and registers that did not fit
     */
    public record Resources(int registers, int sharedBytes, int localBytes) {}
}
