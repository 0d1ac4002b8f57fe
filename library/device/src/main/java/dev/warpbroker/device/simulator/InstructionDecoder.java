package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Conversion.Rounding;
import dev.warpbroker.device.simulator.Instruction.AtomicUpdate;
import dev.warpbroker.device.simulator.Instruction.Quantifier;
import dev.warpbroker.device.simulator.Instruction.Route;
import dev.warpbroker.device.simulator.OperandResolver.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the text of one instruction into an {@link Instruction}. */
final class InstructionDecoder {
    private static final Pattern STATEMENT = Pattern.compile("(?:@(!?)(%[\\w$]+)\\s+)?([a-z][\\w.]*)\\s*(.*)");
    /** Commas, but not those within the braces of a vector. */
    private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*(?![^{]*})");

    private static final Pattern VECTOR = Pattern.compile("\\{\\s*(.*?)\\s*}");
    private static final int NO_ROW = -1;

    /** What one lane accesses at once, at most. */
    private static final int WIDEST_ACCESS = 16;

    private final OperandResolver resolver;
    private final Map<String, Integer> labels;

    // The instruction being decoded.
    private int line;
    private String text = "";
    private List<String> suffixes = List.of();
    private List<String> operands = List.of();

    InstructionDecoder(OperandResolver resolver, Map<String, Integer> labels) {
        this.resolver = resolver;
        this.labels = labels;
    }

    GuardedInstruction decode(int atLine, String statement, SourcePosition position) {
        line = atLine;
        text = statement;
        Matcher matcher = STATEMENT.matcher(statement);
        if (!matcher.matches()) {
            throw problem("not an instruction");
        }
        boolean expected = !"!".equals(matcher.group(1));
        var opcode = new ArrayList<>(List.of(matcher.group(3).split("\\.")));
        String name = opcode.removeFirst();
        suffixes = opcode;
        operands = matcher.group(4).isBlank()
                ? List.of()
                : List.of(SEPARATOR.split(matcher.group(4).strip()));
        try {
            int guard = matcher.group(2) == null ? GuardedInstruction.ALWAYS : resolver.source(matcher.group(2));
            return new GuardedInstruction(decode(name), guard, expected, line, text, position);
        } catch (PtxSyntaxException described) {
            throw described;
        } catch (IllegalArgumentException refused) {
            throw problem(name + ": " + refused.getMessage());
        }
    }

    private Instruction decode(String name) {
        return switch (name) {
            case "mov" -> move();
            case "ld" -> load();
            case "st" -> store();
            case "atom" -> atomic();
            case "fence", "membar" -> fence(name);
            case "bar", "barrier" -> barrier();
            case "activemask" -> activeMask();
            case "vote" -> vote();
            case "shfl" -> shuffle();
            case "match" -> match();
            case "nanosleep" -> sleep();
            case "bra" -> branch();
            case "ret", "exit" -> ended(new Instruction.Exit());
            case "trap" -> ended(new Instruction.Trap());
            case "setp" -> setPredicate();
            case "selp" -> select();
            case "cvt" -> convert();
            case "div", "rem" -> divide(name);
            case "mul" -> multiply();
            case "mad", "fma" -> multiplyAdd(name);
            case "shf" -> funnelShift();
            case "add", "sub", "and", "or", "xor", "shl", "shr", "min", "max", "copysign" -> binary(binaryOf(name));
            case "sin", "cos", "ex2", "lg2", "rsqrt" -> unary(approximationOf(name));
            case "neg", "abs", "not", "sqrt", "rcp", "popc", "clz", "brev", "bfind" -> unary(unaryOf(name));
            default -> throw problem("unknown instruction " + name);
        };
    }

    private LongBinaryOperator binaryOf(String name) {
        boolean exact = takeIf("rn");
        boolean propagateNaN = takeIf("NaN");
        PtxType type = takeOnlyType();
        if ((exact || propagateNaN) && !type.isFloat()) {
            throw problem("." + type.suffix() + " takes no float modifier");
        }
        return type.isFloat() ? floatBinary(name, type, propagateNaN) : integerBinary(name, type);
    }

    private LongBinaryOperator floatBinary(String name, PtxType type, boolean propagateNaN) {
        return switch (name) {
            case "add" -> FloatingPoint.binary(type, Float::sum, Double::sum);
            case "sub" -> FloatingPoint.binary(type, (a, b) -> a - b, (a, b) -> a - b);
            case "min", "max" -> FloatingPoint.extremum(type, name.equals("max"), propagateNaN);
            case "copysign" -> FloatingPoint.copySign(type);
            default -> throw problem("no floating-point " + name);
        };
    }

    private LongBinaryOperator integerBinary(String name, PtxType type) {
        return switch (name) {
            case "add" -> Long::sum;
            case "sub" -> (a, b) -> a - b;
            case "and" -> (a, b) -> a & b;
            case "or" -> (a, b) -> a | b;
            case "xor" -> (a, b) -> a ^ b;
            case "shl" -> IntegerArithmetic.shiftLeft(type);
            case "shr" -> IntegerArithmetic.shiftRight(type);
            case "min", "max" -> IntegerArithmetic.extremum(type, name.equals("max"));
            default -> throw problem("no integer " + name);
        };
    }

    /** Correctly rounded, where a GPU is off in the last bits. */
    private LongUnaryOperator approximationOf(String name) {
        if (!takeIf("approx") || takeOnlyType() != PtxType.F32) {
            throw problem("only the approximate form on floats (.approx.f32) is supported");
        }
        return FloatingPoint.unary(
                PtxType.F32,
                switch (name) {
                    case "sin" -> StrictMath::sin;
                    case "cos" -> StrictMath::cos;
                    case "ex2" -> a -> StrictMath.pow(2, a);
                    case "lg2" -> a -> StrictMath.log(a) / StrictMath.log(2);
                    case "rsqrt" -> a -> 1 / Math.sqrt(a);
                    default -> Math::sqrt;
                });
    }

    private LongUnaryOperator unaryOf(String name) {
        if (suffixes.contains("approx")) {
            return approximationOf(name);
        }
        boolean exact = takeIf("rn");
        PtxType type = takeOnlyType();
        if (exact && !type.isFloat()) {
            throw problem("." + type.suffix() + " takes no rounding");
        }
        return type.isFloat() ? floatUnary(name, type, exact) : integerUnary(name, type);
    }

    private LongUnaryOperator floatUnary(String name, PtxType type, boolean exact) {
        return switch (name) {
            case "neg" -> FloatingPoint.negate(type);
            case "abs" -> FloatingPoint.absolute(type);
            case "sqrt" -> FloatingPoint.unary(type, requireExact(exact, Math::sqrt));
            case "rcp" -> FloatingPoint.unary(type, requireExact(exact, a -> 1 / a));
            default -> throw problem("no floating-point " + name);
        };
    }

    private <T> T requireExact(boolean exact, T operation) {
        if (!exact) {
            throw problem("only the correctly rounded form (.rn) is supported");
        }
        return operation;
    }

    private LongUnaryOperator integerUnary(String name, PtxType type) {
        return switch (name) {
            case "neg" -> IntegerArithmetic.negate();
            case "abs" -> IntegerArithmetic.absolute(type);
            case "not" -> type == PtxType.PRED ? a -> a ^ 1 : a -> ~a;
            case "popc" -> IntegerArithmetic.populationCount(type);
            case "clz" -> IntegerArithmetic.leadingZeros(type);
            case "brev" -> IntegerArithmetic.reverse(type);
            case "bfind" -> IntegerArithmetic.highestBit(type);
            default -> throw problem("no integer " + name);
        };
    }

    private Instruction unary(LongUnaryOperator operation) {
        requireOperands(2);
        return new Instruction.Unary(target(0), source(1), operation);
    }

    private Instruction binary(LongBinaryOperator operation) {
        requireOperands(3);
        return new Instruction.Binary(target(0), source(1), source(2), operation);
    }

    private Instruction move() {
        PtxType type = takeOnlyType();
        requireOperands(2);
        String from = operands.get(1);
        if (from.equals("%clock64") || from.equals("%globaltimer")) {
            return new Instruction.Clock(target(0));
        }
        return new Instruction.Unary(target(0), resolver.sourceOrAddress(from), type::extend);
    }

    private Instruction setPredicate() {
        if (suffixes.size() != 2) {
            throw problem("setp takes one comparison and one type");
        }
        Comparison comparison = Comparison.ofSuffix(suffixes.removeFirst());
        return binary(comparison.on(takeOnlyType()));
    }

    private Instruction select() {
        PtxType type = takeOnlyType();
        requireOperands(4);
        return new Instruction.Ternary(
                target(0), source(1), source(2), source(3), (a, b, p) -> type.extend((p & 1) != 0 ? a : b));
    }

    private Instruction convert() {
        Rounding rounding = suffixes.isEmpty() ? null : Rounding.ofSuffix(suffixes.getFirst());
        boolean toIntegral = rounding != null && suffixes.removeFirst().endsWith("i");
        if (suffixes.size() != 2) {
            throw problem("cvt takes a rounding and two types");
        }
        PtxType to = type(suffixes.removeFirst());
        PtxType from = type(suffixes.removeFirst());
        boolean rounds = to.isFloat() != from.isFloat() || (to.isFloat() && to.bytes() < from.bytes());
        if (rounding == null && rounds) {
            throw problem("this conversion needs a rounding");
        }
        requireOperands(2);
        return new Instruction.Unary(
                target(0),
                source(1),
                Conversion.of(to, from, rounding == null ? Rounding.NEAREST : rounding, toIntegral));
    }

    private Instruction divide(String name) {
        boolean exact = takeIf("rn") || takeIf("approx");
        PtxType type = takeOnlyType();
        if (type.isFloat()) {
            if (name.equals("rem")) {
                throw problem("no floating-point rem");
            }
            return binary(
                    requireExact(exact || type.isWide(), FloatingPoint.binary(type, (a, b) -> a / b, (a, b) -> a / b)));
        }
        requireOperands(3);
        return new Instruction.Division(
                target(0),
                source(1),
                source(2),
                type,
                name.equals("div") ? IntegerArithmetic.divide(type) : IntegerArithmetic.remainder(type));
    }

    private Instruction multiply() {
        String form = takeForm();
        PtxType type = takeOnlyType();
        return binary(multiplication(form, type));
    }

    private LongBinaryOperator multiplication(String form, PtxType type) {
        if (type.isFloat()) {
            return FloatingPoint.binary(type, (a, b) -> a * b, (a, b) -> a * b);
        }
        return switch (form) {
            case "lo" -> (a, b) -> a * b;
            case "hi" -> IntegerArithmetic.multiplyHigh(type);
            case "wide" -> IntegerArithmetic.multiplyWide(type);
            default -> throw problem("an integer product needs .lo, .hi or .wide");
        };
    }

    private Instruction multiplyAdd(String name) {
        String form = takeForm();
        PtxType type = takeOnlyType();
        requireOperands(4);
        if (type.isFloat()) {
            return new Instruction.Ternary(
                    target(0),
                    source(1),
                    source(2),
                    source(3),
                    requireExact(form.equals("rn"), FloatingPoint.fma(type)));
        }
        if (name.equals("fma")) {
            throw problem("fma is for floats");
        }
        LongBinaryOperator product = multiplication(form, type);
        return new Instruction.Ternary(
                target(0), source(1), source(2), source(3), (a, b, c) -> product.applyAsLong(a, b) + c);
    }

    private String takeForm() {
        for (String form : List.of("lo", "hi", "wide", "rn")) {
            if (takeIf(form)) {
                return form;
            }
        }
        return "";
    }

    private Instruction funnelShift() {
        requireOperands(4);
        boolean left = switch (String.join(".", suffixes)) {
            case "l.wrap.b32" -> true;
            case "r.wrap.b32" -> false;
            default -> throw problem("only shf.l.wrap.b32 and shf.r.wrap.b32 are supported");
        };
        return new Instruction.Ternary(
                target(0),
                source(1),
                source(2),
                source(3),
                left ? IntegerArithmetic::funnelLeft : IntegerArithmetic::funnelRight);
    }

    private Instruction load() {
        requireOperands(2);
        if (takeIf("param")) {
            return loadParameter();
        }
        boolean constant = takeIf("nc");
        int elements = takeElements();
        Access access = takeAccess(MemoryOrder.WEAK);
        if (access.order().releases()) {
            throw problem("a load cannot release");
        }
        if (constant && (access.space() != AddressSpace.GLOBAL || access.order() != MemoryOrder.WEAK)) {
            throw problem("only weak loads of global memory are of memory that does not change");
        }
        Address address = address(1);
        if (elements > 1) {
            List<Integer> targets =
                    vector(0, elements, access).stream().map(resolver::target).toList();
            if (Set.copyOf(targets).size() < elements) {
                throw problem("a register is named twice");
            }
            return new Instruction.LoadVector(targets, address.base(), address.offset(), access, constant);
        }
        return new Instruction.Load(target(0), address.base(), address.offset(), access, constant);
    }

    /** {@return how many elements an access has} */
    private int takeElements() {
        return takeIf("v2") ? 2 : takeIf("v4") ? 4 : 1;
    }

    /** {@return the elements of a vector operand} */
    private List<String> vector(int operand, int elements, Access access) {
        if (access.order() != MemoryOrder.WEAK) {
            throw problem("only weak accesses have several elements here");
        }
        if (elements * access.type().bytes() > WIDEST_ACCESS) {
            throw problem("an access has at most %d bytes".formatted(WIDEST_ACCESS));
        }
        Matcher matcher = VECTOR.matcher(operands.get(operand));
        List<String> parts = matcher.matches() ? List.of(matcher.group(1).split("\\s*,\\s*", -1)) : List.of();
        if (parts.size() != elements) {
            throw problem("expected %d elements in %s".formatted(elements, operands.get(operand)));
        }
        return parts;
    }

    private Instruction loadParameter() {
        PtxType type = takeOnlyType();
        Address address = address(1);
        if (!resolver.isParameter(address.base())
                || address.offset() < 0
                || address.offset() + type.bytes() > Long.BYTES) {
            throw problem("not inside a parameter");
        }
        int shift = (int) address.offset() * Byte.SIZE;
        return new Instruction.Unary(target(0), address.base(), value -> type.extend(value >>> shift));
    }

    private Instruction store() {
        requireOperands(2);
        int elements = takeElements();
        Access access = takeAccess(MemoryOrder.WEAK);
        if (access.order().acquires()) {
            throw problem("a store cannot acquire");
        }
        Address address = address(0);
        if (elements > 1) {
            List<Integer> sources =
                    vector(1, elements, access).stream().map(resolver::source).toList();
            return new Instruction.StoreVector(address.base(), address.offset(), sources, access);
        }
        return new Instruction.Store(address.base(), address.offset(), source(1), access);
    }

    private Instruction atomic() {
        String operation = "";
        for (String name : List.of("add", "cas", "exch", "and", "or", "xor", "min", "max", "inc", "dec")) {
            if (takeIf(name)) {
                operation = name;
            }
        }
        boolean swaps = operation.equals("cas");
        Access access = takeAccess(MemoryOrder.RELAXED);
        if (access.type().bytes() < Integer.BYTES || access.space() == AddressSpace.LOCAL) {
            throw problem("atomics are 32 or 64 bits wide, in global or shared memory");
        }
        requireOperands(swaps ? 4 : 3);
        Address address = address(1);
        int first = source(2);
        return new Instruction.Atomic(
                target(0),
                address.base(),
                address.offset(),
                first,
                swaps ? source(3) : first,
                access,
                new AtomicUpdate(
                        access.type().isFloat()
                                ? floatAtomic(operation, access)
                                : IntegerArithmetic.atomic(operation, access.type()),
                        swaps));
    }

    private Instruction.TernaryOperation floatAtomic(String operation, Access access) {
        if (!operation.equals("add")) {
            throw problem("floating-point atomics only add");
        }
        return IntegerArithmetic.atomicSum(access.type(), access.space());
    }

    private Access takeAccess(MemoryOrder standard) {
        MemoryOrder order = standard;
        AddressSpace space = AddressSpace.GLOBAL;
        boolean blockScope = false;
        PtxType type = null;
        for (String suffix : suffixes) {
            switch (suffix) {
                case "weak" -> order = MemoryOrder.WEAK;
                case "relaxed", "volatile" -> order = MemoryOrder.RELAXED;
                case "acquire" -> order = MemoryOrder.ACQUIRE;
                case "release" -> order = MemoryOrder.RELEASE;
                case "acq_rel" -> order = MemoryOrder.ACQUIRE_RELEASE;
                case "cta" -> blockScope = true;
                case "gpu", "sys" -> blockScope = false;
                case "global" -> space = AddressSpace.GLOBAL;
                case "shared" -> space = AddressSpace.SHARED;
                case "local" -> space = AddressSpace.LOCAL;
                default -> type = type(suffix);
            }
        }
        if (type == null) {
            throw problem("no type");
        }
        return new Access(space, type, order, blockScope);
    }

    private Instruction fence(String name) {
        requireOperands(0);
        return switch (name + "." + String.join(".", suffixes)) {
            case "fence.sc.cta", "fence.sc.gpu", "fence.sc.sys", "membar.cta", "membar.gl", "membar.sys" ->
                new Instruction.Fence(true);
            case "fence.acq_rel.cta", "fence.acq_rel.gpu", "fence.acq_rel.sys" -> new Instruction.Fence(false);
            default -> throw problem("unknown form of " + name);
        };
    }

    private Instruction barrier() {
        requireOperands(1);
        String form = String.join(".", suffixes);
        if (form.equals("warp.sync")) {
            return new Instruction.WarpBarrier(source(0));
        }
        if (!form.equals("sync") || !operands.getFirst().matches("[01]")) {
            throw problem("only barriers 0 and 1 with all lanes of the block are supported");
        }
        return new Instruction.BlockBarrier(Integer.parseInt(operands.getFirst()));
    }

    private Instruction activeMask() {
        requireOperands(1);
        return new Instruction.ActiveMask(target(0));
    }

    private Instruction vote() {
        requireOperands(3);
        Quantifier quantifier = switch (String.join(".", suffixes)) {
            case "sync.ballot.b32" -> Quantifier.BALLOT;
            case "sync.any.pred" -> Quantifier.ANY;
            case "sync.all.pred" -> Quantifier.ALL;
            default -> throw problem("unknown form of vote");
        };
        return new Instruction.Vote(target(0), quantifier, source(1), source(2));
    }

    private Instruction shuffle() {
        requireOperands(5);
        if (suffixes.size() != 3
                || !suffixes.getFirst().equals("sync")
                || !suffixes.getLast().equals("b32")) {
            throw problem("unknown form of shfl");
        }
        String[] targets = operands.getFirst().split("\\|", -1);
        return new Instruction.Shuffle(
                resolver.target(targets[0].strip()),
                targets.length > 1 ? resolver.target(targets[1].strip()) : NO_ROW,
                route(suffixes.get(1)),
                source(1),
                source(2),
                source(3),
                source(4));
    }

    private static Route route(String suffix) {
        return switch (suffix) {
            case "idx" -> Route.IDX;
            case "up" -> Route.UP;
            case "down" -> Route.DOWN;
            case "bfly" -> Route.BFLY;
            default -> throw new IllegalArgumentException("no shuffle ." + suffix);
        };
    }

    private Instruction match() {
        requireOperands(3);
        if (!String.join(".", suffixes).equals("any.sync.b32")) {
            throw problem("only match.any.sync.b32 is supported");
        }
        return new Instruction.Match(target(0), source(1), source(2));
    }

    private Instruction sleep() {
        requireOperands(1);
        return new Instruction.Sleep(source(0));
    }

    private Instruction branch() {
        requireOperands(1);
        Integer destination = labels.get(operands.getFirst());
        if (destination == null) {
            throw problem("no label " + operands.getFirst());
        }
        return new Instruction.Branch(destination);
    }

    private Instruction ended(Instruction instruction) {
        requireOperands(0);
        return instruction;
    }

    private int target(int operand) {
        return resolver.target(operands.get(operand));
    }

    private int source(int operand) {
        return resolver.source(operands.get(operand));
    }

    private Address address(int operand) {
        return resolver.address(operands.get(operand));
    }

    private boolean takeIf(String suffix) {
        return suffixes.remove(suffix);
    }

    private PtxType takeType() {
        if (suffixes.isEmpty()) {
            throw problem("no type");
        }
        PtxType type = type(suffixes.removeFirst());
        if (type.isHalf()) {
            throw problem("half floats can only be converted");
        }
        return type;
    }

    private PtxType takeOnlyType() {
        PtxType type = takeType();
        if (!suffixes.isEmpty()) {
            throw problem("unknown modifier ." + suffixes.getFirst());
        }
        return type;
    }

    private PtxType type(String suffix) {
        PtxType type = PtxType.ofSuffix(suffix);
        if (type == null) {
            throw problem("unknown modifier ." + suffix);
        }
        return type;
    }

    private void requireOperands(int count) {
        if (operands.size() != count) {
            throw problem("expected " + count + " operands, found " + operands.size());
        }
    }

    private PtxSyntaxException problem(String what) {
        return new PtxSyntaxException(line, text, what);
    }
}
