package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MachineOperator;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Order;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.SpecialRegister;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Block;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.FastMath;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Shorts;
import dev.warpbroker.device.Warp;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Methods that the machine has instructions for. */
final class Intrinsics {
    /** Replaces a call: takes its arguments, pushes its result. */
    private interface Intrinsic {
        void apply(Interpreter in, List<Value> arguments);
    }

    private static final Map<String, Intrinsic> TABLE = new HashMap<>();

    /** Methods of lanes whose bodies call nothing but methods that are here; they are inlined. */
    private static final Set<String> COMPOSED = Set.of(
            "Warp.shuffle",
            "Warp.any",
            "Warp.all",
            "Warp.leader",
            "Warp.isLeader",
            "Warp.rank",
            "Warp.aggregatedAdd",
            "Backoff.patient",
            "Backoff.pause",
            "Backoff.stopIfCancelled");

    static {
        lane();
        warp();
        block();
        waiting();
        fences();
        integers();
        floatingPoint();
        additions();
        approximations();
        requireAllOf(Lane.class, Warp.class, Block.class, Backoff.class, FastMath.class);
    }

    private Intrinsics() {}

    /**
     * Every method of these classes is here, or in terms of others that are. The bodies that the JVM runs are for one
     * lane: inlined, they would be wrong without a word.
     */
    private static void requireAllOf(Class<?>... owners) {
        for (Class<?> owner : owners) {
            for (Method method : owner.getDeclaredMethods()) {
                if (!method.isSynthetic()
                        && !Modifier.isPrivate(method.getModifiers())
                        && !TABLE.containsKey(key(owner, signature(method)))
                        && !COMPOSED.contains(owner.getSimpleName() + "." + method.getName())) {
                    throw new IllegalStateException(
                            method + " has no intrinsic, and is not said to be composed of others");
                }
            }
        }
    }

    private static String signature(Method method) {
        return method.getName()
                + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString();
    }

    /** {@return whether the call was replaced} */
    static boolean apply(Interpreter in, Calls.Call call) {
        if (!call.isStatic() && isHandle(call.owner())) {
            return MemoryAccess.apply(in, call);
        }
        Intrinsic intrinsic = TABLE.get(key(call.owner(), call.name() + call.descriptor()));
        if (intrinsic == null) {
            return false;
        }
        intrinsic.apply(in, call.arguments());
        return true;
    }

    private static boolean isHandle(Class<?> type) {
        return DeviceMemory.class.isAssignableFrom(type);
    }

    private static String key(Class<?> owner, String signature) {
        return owner.getName() + "." + signature;
    }

    private static void add(Class<?> owner, String signature, Intrinsic intrinsic) {
        if (Arrays.stream(owner.getDeclaredMethods())
                .noneMatch(method -> signature(method).equals(signature))) {
            throw new IllegalStateException("intrinsic for " + key(owner, signature) + ", which does not exist");
        }
        TABLE.put(key(owner, signature), intrinsic);
    }

    /** A method that is one operation on its arguments, with a result of the type of the first. */
    private static void operation(Class<?> owner, String signature, Operator operator) {
        add(owner, signature, (in, arguments) -> in.push(in.code().compute(operator, operands(in, arguments))));
    }

    private static void operation(Class<?> owner, String signature, Operator operator, Type result) {
        add(owner, signature, (in, arguments) -> in.push(in.code().compute(operator, result, operands(in, arguments))));
    }

    private static Operand[] operands(Interpreter in, List<Value> arguments) {
        return arguments.stream().map(in::scalar).toArray(Operand[]::new);
    }

    private static void special(Class<?> owner, String signature, SpecialRegister register) {
        add(owner, signature, (in, _) -> in.push(in.code().special(register)));
    }

    /** A number that is another one in grids of more than one dimension. */
    private static void place(
            Class<?> owner,
            String signature,
            Function<Compilation, Operand> inRow,
            Function<LanePlaces, Operand> inBox) {
        add(owner, signature, (in, _) -> {
            LanePlaces places = in.compilation().places();
            in.push(places == null ? inRow.apply(in.compilation()) : inBox.apply(places));
        });
    }

    private static void place(
            Class<?> owner, String signature, SpecialRegister inRow, Function<LanePlaces, Operand> inBox) {
        add(owner, signature, (in, _) -> {
            LanePlaces places = in.compilation().places();
            in.push(places == null ? in.code().special(inRow) : inBox.apply(places));
        });
    }

    private static Operand argument(Interpreter in, List<Value> arguments, int index) {
        return in.scalar(arguments.get(index));
    }

    // ---- lanes ----

    private static void lane() {
        add(Lane.class, "current()Ldev/warpbroker/device/Lane;", (in, _) -> in.push(Value.LaneView.LANE));
        add(Lane.class, "id()I", (in, _) -> in.push(in.compilation().laneId()));
        add(Lane.class, "count()I", (in, _) -> in.push(in.compilation().threads()));
        place(Lane.class, "x()I", Compilation::laneId, LanePlaces::x);
        place(Lane.class, "y()I", _ -> Constant.of(0), LanePlaces::y);
        place(Lane.class, "z()I", _ -> Constant.of(0), LanePlaces::z);
        place(Lane.class, "width()I", Compilation::threads, LanePlaces::gridWidth);
        place(Lane.class, "height()I", _ -> Constant.of(1), LanePlaces::gridHeight);
        place(Lane.class, "depth()I", _ -> Constant.of(1), LanePlaces::gridDepth);
        add(Lane.class, "warp()Ldev/warpbroker/device/Warp;", (in, _) -> in.push(Value.LaneView.WARP));
        add(Lane.class, "block()Ldev/warpbroker/device/Block;", (in, _) -> in.push(Value.LaneView.BLOCK));
        add(Lane.class, "gridBarrier()V", (in, _) -> gridBarrier(in));
        add(
                Lane.class,
                "log(Ljava/lang/String;[Ljava/lang/Object;)V",
                (in, arguments) -> Logging.log(in, arguments.get(1), arguments.get(2)));
        special(Lane.class, "nanoTime()J", SpecialRegister.NANO_TIME);
    }

    private static void gridBarrier(Interpreter in) {
        Compilation compilation = in.compilation();
        compilation.markWaiting();
        compilation.parameter(new KernelParameter.Control());
        int site = compilation.site(
                FaultSite.Kind.WAITING,
                LaunchStoppedException.class.getName(),
                "waiting for all lanes of the launch at a grid barrier",
                in.position());
        in.code()
                .append(new Instruction.GridBarrier(
                        compilation.zeroedVariable("grid barrier", 3L * Integer.BYTES), site));
    }

    private static void warp() {
        add(Warp.class, "size()I", (in, _) -> in.push(in.compilation().warpSize()));
        add(Warp.class, "allLanes()I", (in, _) -> in.push(allLanes(in)));
        special(Warp.class, "lane()I", SpecialRegister.LANE_IN_WARP);
        special(Warp.class, "lanesBelow()I", SpecialRegister.LANES_BELOW);
        add(Warp.class, "activeMask()I", (in, _) -> in.push(in.code().machine(MachineOperator.ACTIVE_MASK)));
        add(Warp.class, "ballot(IZ)I", (in, arguments) -> {
            Operand predicate = argument(in, arguments, 2);
            boolean never = predicate instanceof Constant constant && constant.intValue() == 0;
            in.push(
                    never
                            ? Constant.of(0)
                            : in.code().machine(MachineOperator.BALLOT, argument(in, arguments, 1), predicate));
        });
        add(
                Warp.class,
                "shuffle(III)I",
                (in, arguments) -> in.push(shuffle(
                        in, argument(in, arguments, 1), argument(in, arguments, 2), argument(in, arguments, 3))));
        add(Warp.class, "shuffle(IJI)J", Intrinsics::shuffleLong);
        add(
                Warp.class,
                "synchronize(I)V",
                (in, arguments) -> in.code().machine(MachineOperator.WARP_BARRIER, argument(in, arguments, 1)));
    }

    /** All ones, shifted right by the lanes of a warp that the block does not have from this warp on. */
    private static Operand allLanes(Interpreter in) {
        var code = in.code();
        LanePlaces places = in.compilation().places();
        Operand lane = places == null ? code.special(SpecialRegister.THREAD_IN_BLOCK) : places.laneInBlock();
        Operand warpBegin = code.compute(Operator.SUBTRACT, lane, code.special(SpecialRegister.LANE_IN_WARP));
        Operand fromWarpOn = code.compute(Operator.SUBTRACT, in.compilation().blockLanes(), warpBegin);
        Operand lanes = code.compute(Operator.MINIMUM, fromWarpOn, Constant.of(Integer.SIZE));
        Operand missing = code.compute(Operator.SUBTRACT, Constant.of(Integer.SIZE), lanes);
        return code.compute(Operator.SHIFT_RIGHT_UNSIGNED, Constant.of(-1), missing);
    }

    private static Operand shuffle(Interpreter in, Operand mask, Operand value, Operand source) {
        return in.code().machine(MachineOperator.SHUFFLE, mask, value, source);
    }

    private static void shuffleLong(Interpreter in, List<Value> arguments) {
        Operand mask = argument(in, arguments, 1);
        Operand value = argument(in, arguments, 2);
        Operand source = argument(in, arguments, 3);
        var code = in.code();
        Operand low = shuffle(in, mask, code.compute(Operator.CONVERT, Type.INT, value), source);
        Operand upper = code.compute(Operator.SHIFT_RIGHT_UNSIGNED, value, Constant.of(Integer.SIZE));
        Operand high = shuffle(in, mask, code.compute(Operator.CONVERT, Type.INT, upper), source);
        in.push(code.compute(
                Operator.OR,
                code.compute(
                        Operator.SHIFT_LEFT,
                        code.compute(Operator.CONVERT, Type.LONG, high),
                        Constant.of(Integer.SIZE)),
                code.compute(Operator.EXTEND_UNSIGNED, Type.LONG, low)));
    }

    private static void block() {
        place(Block.class, "index()I", SpecialRegister.BLOCK_INDEX, LanePlaces::blockIndex);
        place(Block.class, "count()I", SpecialRegister.BLOCK_COUNT, LanePlaces::blockCount);
        add(Block.class, "size()I", (in, _) -> in.push(in.compilation().blockLanes()));
        place(Block.class, "fullSize()I", SpecialRegister.BLOCK_SIZE, LanePlaces::blockSize);
        place(Block.class, "lane()I", SpecialRegister.THREAD_IN_BLOCK, LanePlaces::laneInBlock);
        special(Block.class, "x()I", SpecialRegister.BLOCK_INDEX);
        special(Block.class, "y()I", SpecialRegister.BLOCK_Y);
        special(Block.class, "z()I", SpecialRegister.BLOCK_Z);
        special(Block.class, "countX()I", SpecialRegister.BLOCK_COUNT);
        special(Block.class, "countY()I", SpecialRegister.BLOCK_ROWS);
        special(Block.class, "countZ()I", SpecialRegister.BLOCK_LAYERS);
        place(Block.class, "laneX()I", SpecialRegister.THREAD_IN_BLOCK, LanePlaces::laneX);
        place(Block.class, "laneY()I", _ -> Constant.of(0), LanePlaces::laneY);
        place(Block.class, "laneZ()I", _ -> Constant.of(0), LanePlaces::laneZ);
        place(Block.class, "width()I", Compilation::blockLanes, LanePlaces::width);
        place(Block.class, "height()I", _ -> Constant.of(1), LanePlaces::height);
        place(Block.class, "depth()I", _ -> Constant.of(1), LanePlaces::depth);
        special(Block.class, "fullWidth()I", SpecialRegister.BLOCK_SIZE);
        special(Block.class, "fullHeight()I", SpecialRegister.BLOCK_HEIGHT);
        special(Block.class, "fullDepth()I", SpecialRegister.BLOCK_DEPTH);
        special(Block.class, "multiprocessor()I", SpecialRegister.MULTIPROCESSOR);
        add(Block.class, "barrier()V", (in, _) -> in.code().machine(MachineOperator.BLOCK_BARRIER));
        shared("sharedBytes", Bytes.class, MemoryType.BYTE);
        shared("sharedShorts", Shorts.class, MemoryType.SHORT);
        shared("sharedInts", Ints.class, MemoryType.INT);
        add(Block.class, "zeroedInts(Ljava/lang/Object;I)Ldev/warpbroker/device/Ints;", Intrinsics::zeroed);
        shared("sharedLongs", Longs.class, MemoryType.LONG);
        shared("sharedFloats", Floats.class, MemoryType.FLOAT);
        shared("sharedDoubles", Doubles.class, MemoryType.DOUBLE);
    }

    private static void shared(String name, Class<?> kind, MemoryType element) {
        add(Block.class, name + "(I)L" + kind.getName().replace('.', '/') + ";", (in, arguments) -> {
            Constant length = sharedLength(argument(in, arguments, 1));
            var place = List.of("shared", in.frame().context(), in.index());
            var variable = in.compilation().variable(place, Space.SHARED, length.longValue() * element.bytes());
            in.push(sharedHandle(in, kind, variable, length));
        });
    }

    private static Value sharedHandle(Interpreter in, Class<?> kind, Variable variable, Constant length) {
        Operand base = in.compilation().addressOf(in.code(), variable);
        return new Value.Handle(kind, Space.SHARED, Scope.BLOCK, false, base, Constant.of(length.longValue()));
    }

    private static Constant sharedLength(Operand operand) {
        if (!(operand instanceof Constant length)) {
            throw new Refusal(
                    "shared memory whose length is not a constant", "use a constant or a captured final variable");
        }
        if (length.intValue() < 1) {
            throw new Refusal("shared memory of length " + length.intValue(), "use a length of at least 1");
        }
        return length;
    }

    private static void zeroed(Interpreter in, List<Value> arguments) {
        Constant length = sharedLength(argument(in, arguments, 2));
        if (arguments.get(1) instanceof Value.Captured(var _, var path)) {
            var variable = in.compilation()
                    .zeroedVariable(List.of("zeroed", path), length.longValue() * MemoryType.INT.bytes());
            in.push(sharedHandle(in, Ints.class, variable, length));
        } else {
            in.push(Value.Null.NULL);
        }
    }

    // ---- fences ----

    private static void fences() {
        fence("fullFence()V", MachineOperator.FENCE_SEQUENTIAL);
        fence("acquireFence()V", MachineOperator.FENCE_ACQUIRE_RELEASE);
        fence("releaseFence()V", MachineOperator.FENCE_ACQUIRE_RELEASE);
    }

    private static void fence(String signature, MachineOperator operator) {
        add(VarHandle.class, signature, (in, _) -> in.code().machine(operator));
    }

    // ---- additions ----

    private static void additions() {
        for (String order : List.of("", "AcqRel", "Relaxed")) {
            add(
                    KernelAtomics.class,
                    "add" + order + "(Ldev/warpbroker/device/Floats;JF)F",
                    (in, arguments) -> MemoryAccess.addAtOnce(in, "getAndAdd" + order, arguments));
        }
    }

    // ---- waiting ----

    private static void waiting() {
        for (String signature : List.of("sleep(I)V", "rest(I)V")) {
            add(
                    Backoff.class,
                    signature,
                    (in, arguments) -> in.code().machine(MachineOperator.SLEEP, argument(in, arguments, 0)));
        }
        add(Backoff.class, "lanes()I", (in, _) -> in.push(in.compilation().threads()));
        add(Backoff.class, "stopIfCancelled(ZLjava/lang/String;)V", (in, arguments) -> {
            if (!(arguments.get(1) instanceof Value.Captured(String waitingFor, var _))) {
                throw new Refusal("a pause whose text is not a constant", "use a string literal");
            }
            Compilation compilation = in.compilation();
            compilation.markWaiting();
            Operand control = compilation.parameter(new KernelParameter.Control());
            Operand abort = in.code()
                    .append(new Instruction.LoadIf(
                            Condition.signed(Comparison.NE, argument(in, arguments, 0), Constant.of(0)),
                            MemoryType.INT,
                            new Access(Space.GLOBAL, Order.RELAXED, Scope.SYSTEM),
                            control));
            int site = compilation.site(
                    FaultSite.Kind.WAITING,
                    LaunchStoppedException.class.getName(),
                    "waiting for " + waitingFor,
                    in.position());
            in.code()
                    .append(new Instruction.Check(
                            Condition.signed(Comparison.EQ, abort, Constant.of(0)), site, Constant.of(0L)));
        });
    }

    // ---- numbers ----

    private static void integers() {
        for (var box : List.of(Integer.class, Long.class)) {
            String type = box == Integer.class ? "I" : "J";
            operation(box, "bitCount(" + type + ")I", Operator.BIT_COUNT, Type.INT);
            operation(box, "numberOfLeadingZeros(" + type + ")I", Operator.LEADING_ZEROS, Type.INT);
            operation(box, "numberOfTrailingZeros(" + type + ")I", Operator.TRAILING_ZEROS, Type.INT);
            operation(box, "reverse(" + type + ")" + type, Operator.REVERSE_BITS);
            operation(box, "compareUnsigned(" + type + type + ")I", Operator.COMPARE_UNSIGNED, Type.INT);
            unsignedDivision(box, "divideUnsigned(" + type + type + ")" + type, Operator.DIVIDE_UNSIGNED);
            unsignedDivision(box, "remainderUnsigned(" + type + type + ")" + type, Operator.REMAINDER_UNSIGNED);
            operation(Math.class, "min(" + type + type + ")" + type, Operator.MINIMUM);
            operation(Math.class, "max(" + type + type + ")" + type, Operator.MAXIMUM);
            operation(Math.class, "abs(" + type + ")" + type, Operator.ABSOLUTE);
        }
        operation(Integer.class, "toUnsignedLong(I)J", Operator.EXTEND_UNSIGNED, Type.LONG);
        operation(Math.class, "multiplyHigh(JJ)J", Operator.MULTIPLY_HIGH);
        operation(Math.class, "unsignedMultiplyHigh(JJ)J", Operator.MULTIPLY_HIGH_UNSIGNED);
    }

    private static void unsignedDivision(Class<?> owner, String signature, Operator operator) {
        add(owner, signature, (in, arguments) -> {
            Operand[] operands = operands(in, arguments);
            in.checkDivisor(operands[1]);
            if (!in.isEnded()) {
                in.push(in.code().compute(operator, operands));
            }
        });
    }

    private static void floatingPoint() {
        operation(Float.class, "floatToRawIntBits(F)I", Operator.REINTERPRET, Type.INT);
        operation(Float.class, "intBitsToFloat(I)F", Operator.REINTERPRET, Type.FLOAT);
        operation(Double.class, "doubleToRawLongBits(D)J", Operator.REINTERPRET, Type.LONG);
        operation(Double.class, "longBitsToDouble(J)D", Operator.REINTERPRET, Type.DOUBLE);
        operation(KernelMath.class, "fromHalf(I)F", Operator.HALF_TO_FLOAT, Type.FLOAT);
        operation(KernelMath.class, "toHalf(F)I", Operator.FLOAT_TO_HALF, Type.INT);
        operation(Math.class, "abs(F)F", Operator.ABSOLUTE);
        operation(Math.class, "abs(D)D", Operator.ABSOLUTE);
        operation(Math.class, "fma(FFF)F", Operator.FUSED_MULTIPLY_ADD);
        operation(Math.class, "fma(DDD)D", Operator.FUSED_MULTIPLY_ADD);
        for (var owner : List.of(Math.class, StrictMath.class)) {
            operation(owner, "sqrt(D)D", Operator.SQUARE_ROOT);
            operation(owner, "floor(D)D", Operator.FLOOR);
            operation(owner, "ceil(D)D", Operator.CEILING);
            operation(owner, "rint(D)D", Operator.ROUND_TO_EVEN);
        }
    }

    private static void approximations() {
        operation(FastMath.class, "sin(F)F", Operator.APPROXIMATE_SINE);
        operation(FastMath.class, "cos(F)F", Operator.APPROXIMATE_COSINE);
        operation(FastMath.class, "sqrt(F)F", Operator.APPROXIMATE_SQUARE_ROOT);
        operation(FastMath.class, "rsqrt(F)F", Operator.APPROXIMATE_RECIPROCAL_SQUARE_ROOT);
        operation(FastMath.class, "divide(FF)F", Operator.APPROXIMATE_QUOTIENT);
        add(FastMath.class, "tan(F)F", (in, arguments) -> {
            Operand x = argument(in, arguments, 0);
            in.push(in.code()
                    .compute(
                            Operator.APPROXIMATE_QUOTIENT,
                            in.code().compute(Operator.APPROXIMATE_SINE, x),
                            in.code().compute(Operator.APPROXIMATE_COSINE, x)));
        });
        add(FastMath.class, "exp(F)F", (in, arguments) -> in.push(exponential(in, argument(in, arguments, 0), 1)));
        add(FastMath.class, "log(F)F", (in, arguments) -> {
            Operand logarithm =
                    in.code().compute(Operator.APPROXIMATE_LOGARITHM_TO_BASE_TWO, argument(in, arguments, 0));
            in.push(in.code().compute(Operator.MULTIPLY, logarithm, Constant.of((float) Math.log(2))));
        });
        add(FastMath.class, "pow(FF)F", (in, arguments) -> {
            Operand logarithm =
                    in.code().compute(Operator.APPROXIMATE_LOGARITHM_TO_BASE_TWO, argument(in, arguments, 0));
            Operand exponent = in.code().compute(Operator.MULTIPLY, logarithm, argument(in, arguments, 1));
            in.push(in.code().compute(Operator.APPROXIMATE_POWER_OF_TWO, exponent));
        });
        add(FastMath.class, "tanh(F)F", (in, arguments) -> {
            Operand one = Constant.of(1f);
            Operand above = in.code().compute(Operator.ADD, exponential(in, argument(in, arguments, 0), 2), one);
            Operand rest = in.code().compute(Operator.APPROXIMATE_QUOTIENT, Constant.of(2f), above);
            in.push(in.code().compute(Operator.SUBTRACT, one, rest));
        });
    }

    /** {@return e to the power of a multiple of a number} */
    private static Operand exponential(Interpreter in, Operand x, int factor) {
        var scale = Constant.of((float) (factor / Math.log(2)));
        return in.code().compute(Operator.APPROXIMATE_POWER_OF_TWO, in.code().compute(Operator.MULTIPLY, x, scale));
    }
}
