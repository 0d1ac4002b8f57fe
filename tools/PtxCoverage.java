import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * The kernels in the bytecode of Warpbroker, as far as bytecode shows them: lambdas and references to methods that
 * become a {@code Kernel}, and classes that implement it. They are named by class and method.
 */
final class PtxCoverage {
    private static final String KERNEL = "dev/warpbroker/device/Kernel";

    /** The end of the chain of calls that led to an instruction: the method of the kernel. */
    private static final Pattern KERNEL_METHOD = Pattern.compile("(?m)//@ (?:.* (?:<|=) )?([\\w.$]+)\\([^()<]*\\)$");

    private final TreeMap<String, ClassModel> classes = new TreeMap<>();

    /** @param modules a folder with the archives of Warpbroker */
    PtxCoverage(Path modules) throws IOException {
        try (var files = Files.newDirectoryStream(modules, "warpbroker-*.jar")) {
            for (Path file : files) {
                read(file);
            }
        }
        long places = classes.values().stream()
                .filter(type -> PtxAgent.changed(type, true) != null)
                .count();
        if (places != PtxAgent.PLACES || !classes.containsKey(KERNEL)) {
            throw new IllegalStateException(
                    "in " + modules + " there is no " + KERNEL + ", or tools/PtxAgent.java finds " + places
                            + " places instead of " + PtxAgent.PLACES + "; change it and tools/PtxCoverage.java");
        }
    }

    private void read(Path archive) throws IOException {
        try (var jar = new ZipFile(archive.toFile())) {
            for (var entry : jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList()) {
                var type = ClassFile.of().parse(jar.getInputStream(entry).readAllBytes());
                classes.put(type.thisClass().asInternalName(), type);
            }
        }
    }

    /** {@return the method of the kernel that PTX is made of; empty if no instruction has a position} */
    static String method(String ptx) {
        var found = KERNEL_METHOD.matcher(ptx);
        return found.find() ? found.group(1) : "";
    }

    /** {@return the kernels of the bytecode} */
    Set<String> kernels() {
        var kernels = new TreeSet<String>();
        classes.forEach((name, type) -> {
            for (var method : type.methods()) {
                method.code().ifPresent(code -> code.forEach(element -> addLambda(element, kernels)));
                if (method.methodName().equalsString("run") && method.code().isPresent() && isKernel(name)) {
                    kernels.add(named(name, "run"));
                }
            }
        });
        return kernels;
    }

    private void addLambda(CodeElement element, Set<String> kernels) {
        if (element instanceof InvokeDynamicInstruction made
                && made.typeSymbol().returnType().isClassOrInterface()
                && isKernel(made.typeSymbol().returnType().descriptorString().replaceAll("^L|;$", ""))
                && made.invokedynamic().bootstrap().arguments().get(1) instanceof MethodHandleEntry implementation) {
            var method = implementation.reference();
            kernels.add(named(method.owner().asInternalName(), method.name().stringValue()));
        }
    }

    private boolean isKernel(String name) {
        ClassModel type = classes.get(name);
        return name.equals(KERNEL)
                || type != null && type.interfaces().stream().anyMatch(parent -> isKernel(parent.asInternalName()))
                || type != null
                        && type.superclass()
                                .filter(parent -> isKernel(parent.asInternalName()))
                                .isPresent();
    }

    private static String named(String type, String method) {
        return type.replace('/', '.') + "." + method;
    }
}
