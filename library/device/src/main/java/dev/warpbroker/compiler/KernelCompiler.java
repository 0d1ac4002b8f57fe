package dev.warpbroker.compiler;

import dev.warpbroker.compiler.bytecode.ClassFiles;
import dev.warpbroker.compiler.bytecode.LambdaReader;
import dev.warpbroker.compiler.bytecode.Linker;
import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Captures;
import dev.warpbroker.compiler.capture.Fact;
import dev.warpbroker.compiler.capture.GridForm;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.capture.TableRegistry;
import dev.warpbroker.compiler.frontend.Translator;
import dev.warpbroker.compiler.frontend.Translator.CapturedArgument;
import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.ControlFlow;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Optimizer;
import dev.warpbroker.compiler.ir.Verifier;
import dev.warpbroker.compiler.ir.WideAccesses;
import dev.warpbroker.compiler.ptx.PtxEmitter;
import dev.warpbroker.device.Block;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.backend.Traits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles kernels, and remembers what it compiled.
 *
 * <p>Compiled code is kept by the method of the kernel and the facts about captured values that were baked into it: a
 * kernel with the same code and the same constants, but other memory, is bound to it without compiling again. A
 * captured number that keeps changing becomes a parameter after a few launches. The code of the {@value #MAX_KERNELS}
 * kernels that were used last is kept, of each for the {@value #MAX_FORMS} latest sets of constants. Not thread-safe.
 */
public final class KernelCompiler {
    private static final Logger LOGGER = System.getLogger(KernelCompiler.class.getName());
    private static final String RUN = "(Ldev/warpbroker/device/Lane;)V";

    private static final int WARP_SIZE = 32;

    /**
     * How often a kernel is compiled for other constants, all else alike, before numbers that differ become parameters.
     */
    private static final int PATIENCE = 4;

    /** Forms of one kernel that are kept; the oldest is forgotten. */
    private static final int MAX_FORMS = 64;

    /** Kernels whose code is kept; the one that was not used for longest is forgotten. */
    static final int MAX_KERNELS = 1024;

    private final DeviceOptions options;
    private final int blockSharedBytes;
    private final ClassFiles classFiles = new ClassFiles();
    private final TableRegistry tables;
    private final RecentlyUsed<Form, List<Specialization>> compiled;

    /** A kernel for grids of a form. */
    private record Form(KernelMethod method, GridForm grid) {}

    private record KernelMethod(Class<?> owner, String name, String descriptor) {}

    /**
     * Code for certain captured values.
     *
     * @param facts what is true of those values, each readable if the ones before it hold
     */
    private record Specialization(CompiledKernel code, List<Fact> facts) {
        boolean fits(Captures captures) {
            for (Fact fact : facts) {
                if (!fact.holds(captures)) {
                    return false;
                }
            }
            return true;
        }

        /**
         * {@return the numbers that keep this code from fitting, and its parameters; none if more than numbers differ}
         */
        Set<CapturePath> differingNumbers(Captures captures) {
            var differing = new HashSet<CapturePath>();
            for (Fact fact : facts) {
                if (!fact.holds(captures)) {
                    if (!(fact instanceof Fact.Equals(CapturePath path, Object value)) || !isNumber(value)) {
                        return Set.of();
                    }
                    differing.add(path);
                }
            }
            for (KernelParameter parameter : code.parameters()) {
                if (parameter instanceof KernelParameter.CapturedNumber(CapturePath path)) {
                    differing.add(path);
                }
            }
            return differing;
        }
    }

    /** A kernel taken apart: its method, and what goes into the method's parameters before the lane. */
    private record Dissected(KernelMethod method, List<CapturedArgument> arguments) {}

    /** Compiles for a device with as much shared memory as any. */
    public KernelCompiler(DeviceOptions options) {
        this(options, Traits.MAX_SHARED_BYTES);
    }

    /** @param blockSharedBytes the most shared memory that a block of the device can have */
    public KernelCompiler(DeviceOptions options, int blockSharedBytes) {
        this(options, blockSharedBytes, MAX_KERNELS);
    }

    /** @param maxKernels how many kernels are remembered */
    KernelCompiler(DeviceOptions options, int blockSharedBytes, int maxKernels) {
        this.compiled = new RecentlyUsed<>(maxKernels);
        this.options = options;
        this.tables = new TableRegistry(options.lookup());
        this.blockSharedBytes = blockSharedBytes;
    }

    /**
     * Compiles a kernel, whether it was compiled before or not.
     *
     * @throws KernelCompileException if it contains something that cannot be compiled
     */
    public CompiledKernel compile(Kernel kernel) {
        Dissected dissected = dissect(kernel);
        return specialize(dissected, Set.of(), captures(dissected, GridForm.FLAT, WARP_SIZE))
                .code();
    }

    /**
     * {@return compiled code for a kernel, with the memory that it captured, for launches with whole warps}
     *
     * @throws KernelCompileException if it contains something that cannot be compiled
     */
    public BoundKernel bind(Kernel kernel) {
        return bind(kernel, GridForm.FLAT, WARP_SIZE);
    }

    /**
     * {@return compiled code for a kernel, with the memory that it captured}
     *
     * @param form that of the launch
     * @param blockSize of the launch; one smaller than a warp makes full warps smaller
     * @throws KernelCompileException if it contains something that cannot be compiled
     */
    public BoundKernel bind(Kernel kernel, GridForm form, int blockSize) {
        Dissected dissected = dissect(kernel);
        Captures captures = captures(dissected, form, Math.min(WARP_SIZE, blockSize));
        List<Specialization> known = compiled.get(new Form(dissected.method(), form), _ -> new ArrayList<>());
        for (Specialization specialization : known) {
            if (specialization.fits(captures)) {
                return new BoundKernel(specialization.code(), specialization.facts(), captures);
            }
        }
        Specialization specialization = specialize(dissected, known, captures);
        if (known.size() == MAX_FORMS) {
            known.removeFirst();
        }
        known.addLast(specialization);
        return new BoundKernel(specialization.code(), specialization.facts(), captures);
    }

    private Captures captures(Dissected kernel, GridForm form, int warpSize) {
        return new Captures(
                kernel.arguments().stream().map(CapturedArgument::object).toArray(),
                options.lookup(),
                form,
                warpSize,
                tables);
    }

    /** With numbers that kept changing as parameters, unless the kernel needs them as constants. */
    private Specialization specialize(Dissected kernel, List<Specialization> known, Captures captures) {
        Set<CapturePath> changing = changingNumbers(known, captures);
        if (!changing.isEmpty()) {
            try {
                return specialize(kernel, changing, captures);
            } catch (KernelCompileException e) {
                LOGGER.log(Level.DEBUG, "a changing number must be a constant: {0}", e.getMessage());
            }
        }
        return specialize(kernel, Set.of(), captures);
    }

    /** {@return the numbers that have kept changing} */
    private static Set<CapturePath> changingNumbers(List<Specialization> known, Captures captures) {
        var changing = new HashSet<CapturePath>();
        int alike = 0;
        for (Specialization specialization : known) {
            Set<CapturePath> differing = specialization.differingNumbers(captures);
            changing.addAll(differing);
            alike += differing.isEmpty() ? 0 : 1;
        }
        return alike < PATIENCE ? Set.of() : changing;
    }

    private static boolean isNumber(@Nullable Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character;
    }

    private Specialization specialize(Dissected kernel, Set<CapturePath> variables, Captures captures) {
        var event = CompilationEvent.begun();
        KernelMethod key = kernel.method();
        MethodCode method = Objects.requireNonNull(
                classFiles.declared(key.owner(), key.name(), key.descriptor()), () -> "no method " + key);
        Translator.Translation translation =
                Translator.translate(classFiles, captures, options, variables, method, kernel.arguments());
        Optimizer.optimize(translation.entry());
        List<KernelParameter> parameters = translation.parameters();
        Set<WideAccesses.Distinct> distinct =
                WideAccesses.combine(translation.entry(), index -> isMemory(parameters.get(index)));
        Verifier.verify(translation.entry());
        long shared = MemoryLimits.check(translation.entry(), blockSharedBytes);
        boolean dynamic = shared > Block.MAX_SHARED_BYTES;
        String entryName = entryName(key);
        String ptx = PtxEmitter.emit(
                entryName,
                translation.entry(),
                translation.parameters().size(),
                new PtxEmitter.Convention(
                        translation.controlParameter(),
                        translation.reportParameter(),
                        captures.form().isFlat(),
                        dynamic,
                        translation.logParameter(),
                        options.logLines()));
        var code = new CompiledKernel(
                entryName,
                ptx,
                withoutUnusedTables(translation.parameters(), translation.entry()),
                translation.sites(),
                translation.waits(),
                dynamic ? (int) shared : 0,
                translation.logSites());
        event.end(code, options.timeLine());
        var facts = new ArrayList<>(translation.facts());
        for (WideAccesses.Distinct pair : distinct) {
            facts.add(new Fact.Same(
                    memory(parameters.get(pair.smaller())), memory(parameters.get(pair.larger())), false));
        }
        return new Specialization(code, facts);
    }

    /** {@return whether a parameter is the address of an allocation} */
    private static boolean isMemory(KernelParameter parameter) {
        return parameter instanceof KernelParameter.Memory || parameter instanceof KernelParameter.Table;
    }

    /** {@return the path to memory that is written, which no table is} */
    private static CapturePath memory(KernelParameter parameter) {
        return ((KernelParameter.Memory) parameter).path();
    }

    /** What is read of a table is known only after dead code was removed; the others need not be on the device. */
    private static List<KernelParameter> withoutUnusedTables(List<KernelParameter> parameters, BasicBlock entry) {
        if (parameters.stream().noneMatch(KernelParameter.Table.class::isInstance)) {
            return parameters;
        }
        var used = new HashSet<Integer>();
        for (BasicBlock block : new ControlFlow(entry).order()) {
            for (Node node : block.nodes()) {
                if (node.instruction() instanceof Instruction.Parameter(int index)) {
                    used.add(index);
                }
            }
        }
        var result = new ArrayList<KernelParameter>();
        for (int i = 0; i < parameters.size(); i++) {
            boolean unused = parameters.get(i) instanceof KernelParameter.Table && !used.contains(i);
            result.add(unused ? new KernelParameter.Unused() : parameters.get(i));
        }
        return result;
    }

    /** PTX names have letters, digits and underscores only. */
    private static String entryName(KernelMethod method) {
        return (method.owner().getSimpleName() + "_" + method.name()).replaceAll("[^A-Za-z0-9_]", "_");
    }

    private Dissected dissect(Kernel kernel) {
        if (!LambdaReader.isLambda(kernel)) {
            MethodCode run = Objects.requireNonNull(classFiles.resolve(kernel.getClass(), "run", RUN));
            return new Dissected(
                    new KernelMethod(run.owner(), "run", RUN), List.of(new CapturedArgument(kernel, Object.class)));
        }
        SerializedLambda lambda = LambdaReader.read(kernel);
        if (lambda == null) {
            throw new KernelCompileException(
                    "the kernel is a lambda that cannot be read: something it captured may refuse serialisation",
                    "make the kernel a record that implements Kernel",
                    List.of());
        }
        return dissect(kernel, lambda);
    }

    private Dissected dissect(Kernel kernel, SerializedLambda lambda) {
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(lambda.getImplMethodSignature());
        var arguments = new ArrayList<CapturedArgument>();
        boolean isStatic = lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            int parameter = isStatic ? i : i - 1;
            Class<?> declared = parameter < 0 ? Object.class : declaredType(type.parameterType(parameter));
            arguments.add(new CapturedArgument(lambda.getCapturedArg(i), declared));
        }
        if (lambda.getImplMethodName().equals("<init>") || type.parameterCount() == 0) {
            throw new KernelCompileException(
                    "the kernel is a reference to " + lambda.getImplClass().replace('/', '.') + "::"
                            + lambda.getImplMethodName(),
                    "write a lambda: lane -> …",
                    List.of());
        }
        Class<?> owner = Linker.resolve(kernel.getClass(), lambda.getImplClass());
        if (isStatic) {
            return new Dissected(method(owner, lambda), arguments);
        }
        Object receiver = lambda.getCapturedArg(0);
        if (receiver instanceof Kernel referred && LambdaReader.isLambda(referred)) {
            return dissect(referred);
        }
        return new Dissected(method(overriding(receiver.getClass(), owner, lambda), lambda), arguments);
    }

    private static KernelMethod method(Class<?> owner, SerializedLambda lambda) {
        return new KernelMethod(owner, lambda.getImplMethodName(), lambda.getImplMethodSignature());
    }

    /**
     * {@return the class whose method a reference to a method of {@code named} calls on an object of class
     * {@code type}}
     */
    private Class<?> overriding(Class<?> type, Class<?> named, SerializedLambda lambda) {
        String name = lambda.getImplMethodName();
        String descriptor = lambda.getImplMethodSignature();
        MethodCode declared = classFiles.declared(named, name, descriptor);
        if (declared != null && declared.isPrivate()) {
            return named;
        }
        MethodCode called = classFiles.resolve(type, name, descriptor);
        return called == null ? named : called.owner();
    }

    private static Class<?> declaredType(ClassDesc type) {
        return type.isPrimitive() ? Linker.primitive(type) : Object.class;
    }
}
