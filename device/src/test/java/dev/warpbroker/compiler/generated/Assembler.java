package dev.warpbroker.compiler.generated;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/** NVIDIA's assembler, where it is installed. */
final class Assembler implements AutoCloseable {
    private static final String ARCHITECTURE = "sm_90";

    private final Path ptxas;
    private final ExecutorService processes =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

    private Assembler(Path ptxas) {
        this.ptxas = ptxas;
    }

    static Optional<Assembler> onPath() {
        var path = System.getenv().getOrDefault("PATH", "");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .map(folder -> Path.of(folder, "ptxas"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Assembler::new);
    }

    /** {@return what the assembler says against each text that it rejects, by its place in the list} */
    Map<Integer, String> rejections(List<String> ptx) {
        var running = new ArrayList<Future<Optional<String>>>();
        ptx.forEach(text -> running.add(processes.submit(() -> rejection(text))));
        var rejections = new TreeMap<Integer, String>();
        for (int i = 0; i < running.size(); i++) {
            int place = i;
            await(running.get(i)).ifPresent(message -> rejections.put(place, message));
        }
        return rejections;
    }

    private static Optional<String> await(Future<Optional<String>> running) {
        try {
            return running.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ptxas was running", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("ptxas could not be run", e.getCause());
        }
    }

    private Optional<String> rejection(String text) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("ptxas");
        try {
            var source = Files.writeString(folder.resolve("kernel.ptx"), text);
            var object = folder.resolve("kernel.o");
            var process = new ProcessBuilder(
                            ptxas.toString(),
                            "-arch=" + ARCHITECTURE,
                            "--compile-only",
                            source.toString(),
                            "-o",
                            object.toString())
                    .redirectErrorStream(true)
                    .start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        processes.shutdown();
    }
}
