package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Kernel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles source text in memory. */
final class SourceCompiler {
    private final JavaCompiler javac;
    private final List<String> options;

    SourceCompiler() {
        javac = ToolProvider.getSystemJavaCompiler();
        options = List.of("-proc:none", "-g", "-nowarn", "-classpath", libraryPath());
    }

    private static String libraryPath() {
        try {
            return Path.of(Kernel.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot find the library's own classes", e);
        }
    }

    /** Some source is not Java. */
    static final class SourceException extends Exception {
        private static final long serialVersionUID = 1;

        SourceException(String message) {
            super(message);
        }
    }

    /** {@return a loader of all classes of the programs} */
    ClassLoader compile(List<GeneratedProgram> programs) throws SourceException {
        return compile(
                programs.stream().collect(Collectors.toMap(GeneratedProgram::binaryName, GeneratedProgram::source)));
    }

    /**
     * {@return a loader of all classes of some sources}
     *
     * @param texts the sources by the names of their classes
     */
    ClassLoader compile(Map<String, String> texts) throws SourceException {
        var problems = new DiagnosticCollector<JavaFileObject>();
        var sources = texts.entrySet().stream()
                .map(each -> new Source(each.getKey(), each.getValue()))
                .toList();
        try (var files = new MemoryFiles(javac.getStandardFileManager(problems, Locale.ROOT, null))) {
            if (!javac.getTask(null, files, problems, options, null, sources).call()) {
                throw new SourceException(problems.getDiagnostics().stream()
                        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                        .map(each -> each.toString())
                        .collect(Collectors.joining("\n")));
            }
            return new MemoryLoader(files.classes());
        } catch (IOException e) {
            throw new IllegalStateException("cannot close javac's files", e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String binaryName, String text) {
            super(URI.create("memory:///" + binaryName.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class ClassFile extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassFile(String binaryName) {
            super(URI.create("memory:///" + binaryName.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ClassFile> files = new HashMap<>();

        MemoryFiles(JavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            return files.computeIfAbsent(className, ClassFile::new);
        }

        Map<String, byte[]> classes() {
            return files.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, file -> file.getValue().bytes.toByteArray()));
        }
    }

    /** Serves class files also as resources, which is how the kernel compiler reads them. */
    private static final class MemoryLoader extends ClassLoader {
        private final Map<String, byte[]> classes;

        MemoryLoader(Map<String, byte[]> classes) {
            super(Kernel.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            byte[] bytes = name.endsWith(".class")
                    ? classes.get(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    : null;
            return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
        }
    }
}
