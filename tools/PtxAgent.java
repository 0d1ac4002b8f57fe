import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Agent of a JVM that runs Warpbroker: it writes each PTX text that the compiler makes to a folder, one file for each
 * text.
 *
 * <p>The compiler hands on its result as a record with components {@code String entry} and {@code String ptx}. The
 * agent adds a call to the constructor of that record. With the argument {@code sim,FOLDER} instead of {@code FOLDER},
 * {@code Device.open} opens a simulator.
 */
final class PtxAgent {
    /** The system property with the receiver of texts: the added code can refer to nothing but the JDK. */
    private static final String RECEIVER = "warpbroker.ptx-pin";

    private static final String PTX = "ptx";
    private static final ClassDesc SYSTEM = ClassDesc.of(System.class.getName());
    private static final ClassDesc PROPERTIES = ClassDesc.of(Properties.class.getName());
    private static final ClassDesc CONSUMER = ClassDesc.of(Consumer.class.getName());
    private static final ClassDesc DEVICE = ClassDesc.of("dev.warpbroker.device.Device");
    private static final ClassDesc SIMULATION = ClassDesc.of("dev.warpbroker.device.SimulatorOptions");
    private static final MethodTypeDesc OPEN =
            MethodTypeDesc.of(DEVICE, ClassDesc.of("dev.warpbroker.device.DeviceOptions"));

    private PtxAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        boolean simulated = arguments.startsWith("sim,");
        var folder = Path.of(simulated ? arguments.substring(4) : arguments);
        Consumer<String> receiver = ptx -> keep(folder, ptx);
        System.getProperties().put(RECEIVER, receiver);
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    Module module,
                    ClassLoader loader,
                    String name,
                    Class<?> old,
                    ProtectionDomain domain,
                    byte[] code) {
                boolean isOurs = name != null && name.startsWith("dev/warpbroker/");
                return isOurs ? changed(ClassFile.of().parse(code), simulated) : null;
            }
        });
    }

    private static synchronized void keep(Path folder, String ptx) {
        var file = folder.resolve(UUID.nameUUIDFromBytes(ptx.getBytes()) + ".ptx");
        try {
            if (Files.notExists(file)) {
                Files.writeString(file, ptx);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** {@return whether objects of a class are what the compiler hands on} */
    private static boolean isCompiledKernel(ClassModel type) {
        var components = components(type);
        return ConstantDescs.CD_String.equals(components.get(PTX))
                && ConstantDescs.CD_String.equals(components.get("entry"));
    }

    /** {@return the types of the components of a record, in order; empty for other classes} */
    private static Map<String, ClassDesc> components(ClassModel type) {
        var components = new LinkedHashMap<String, ClassDesc>();
        type.findAttribute(Attributes.record())
                .ifPresent(record -> record.components()
                        .forEach(each -> components.put(each.name().stringValue(), each.descriptorSymbol())));
        return components;
    }

    /** The classes that the agent changes, if {@code Device.open} opens a simulator. */
    static final int PLACES = 2;

    /** {@return the bytecode of a class with what the agent adds, or null if that is nothing} */
    static byte[] changed(ClassModel type, boolean simulated) {
        if (isCompiledKernel(type)) {
            var constructor = MethodTypeDesc.of(
                    ConstantDescs.CD_void, List.copyOf(components(type).values()));
            return withCalls(
                    type,
                    method -> method.methodName().equalsString(ConstantDescs.INIT_NAME)
                            && method.methodTypeSymbol().equals(constructor),
                    code -> handOn(code, List.copyOf(components(type).keySet())));
        }
        if (simulated && type.thisClass().asSymbol().equals(DEVICE)) {
            return withCalls(
                    type,
                    method -> method.methodName().equalsString("open")
                            && method.methodTypeSymbol().equals(OPEN),
                    code -> code.lconst_1()
                            .invokestatic(SIMULATION, "seeded", MethodTypeDesc.of(SIMULATION, ConstantDescs.CD_long))
                            .aload(0)
                            .invokestatic(DEVICE, "simulator", OPEN.insertParameterTypes(0, SIMULATION))
                            .areturn());
        }
        return null;
    }

    /** Gives the receiver the text that the constructor of the record was given. */
    private static void handOn(CodeBuilder code, List<String> components) {
        code.invokestatic(SYSTEM, "getProperties", MethodTypeDesc.of(PROPERTIES))
                .ldc(RECEIVER)
                .invokevirtual(PROPERTIES, "get", MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                .checkcast(CONSUMER)
                .aload(1 + components.indexOf(PTX))
                .invokeinterface(CONSUMER, "accept", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
    }

    /** {@return a class that does something more at the beginning of some methods, or null if it has none of them} */
    private static byte[] withCalls(ClassModel type, Predicate<MethodModel> where, Consumer<CodeBuilder> more) {
        if (type.methods().stream().noneMatch(where)) {
            return null;
        }
        var added = new CodeTransform() {
            @Override
            public void atStart(CodeBuilder code) {
                more.accept(code);
            }

            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                code.with(element);
            }
        };
        return ClassFile.of().transformClass(type, ClassTransform.transformingMethodBodies(where, added));
    }
}
