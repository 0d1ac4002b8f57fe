package dev.warpbroker.peers;

import dev.warpbroker.concurrent.RingBlockingQueue;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleBiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures versions of {@link RingBlockingQueue} in one process, in turn: each is loaded by a class loader of its own,
 * together with the loop that uses it, so that the JVM compiles each as if it were alone.
 *
 * <p>The speed of a queue changes by a third from process to process, because the JVM compiles it differently and its
 * memory lies elsewhere. Therefore give one version twice: the difference between the two shows how large a difference
 * to another version must be to mean anything. And run several processes.
 *
 * <p>Prints a line for each load, with the median rate of each version. Nothing is recorded.
 */
@Command(
        name = "side-by-side",
        description = "Measures versions of RingBlockingQueue in one process, in turn.",
        mixinStandardHelpOptions = true)
public final class SideBySide implements Callable<Integer> {
    /** Iterations of each version, for each load, that do not count. */
    private static final int WARM_UPS = 6;

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "THREADS",
            required = true,
            converter = Load.Converter.class,
            description = "1, 2, 4, 8 ... 128 (pairs) and 1+1, 2+2, 4+4 ... 64+64 (producers+consumers).")
    private List<Load> loads = List.of();

    @Option(
            names = "--millis",
            paramLabel = "N",
            defaultValue = "50",
            description = "How long an iteration takes (default: ${DEFAULT-VALUE}).")
    private int millis;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Iterations of each version (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Parameters(
            paramLabel = "CLASSES",
            arity = "1..*",
            description = "Folders or jars with the classes of dev.warpbroker.concurrent of each version.")
    private List<Path> versions = List.of();

    private SideBySide() {}

    public static void main(String... arguments) {
        System.exit(new CommandLine(new SideBySide()).execute(arguments));
    }

    /**
     * Loads the classes of one version, and {@link RingThreads}, itself. Everything else comes from the loader of the
     * application. The files of the version are searched before those of this module.
     */
    private static final class Loader extends URLClassLoader {
        Loader(Path version) throws IOException {
            super(
                    new URL[] {
                        version.toUri().toURL(),
                        SideBySide.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    SideBySide.class.getClassLoader());
        }

        /**
         * Does not ask the parent first for the classes in question, unlike other loaders: the parent knows classes of
         * the same names. The prefix of {@link RingThreads} also covers its nested classes.
         */
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("dev.warpbroker.concurrent.") || name.startsWith(RingThreads.class.getName())) {
                synchronized (getClassLoadingLock(name)) {
                    var loaded = findLoadedClass(name);
                    return loaded != null ? loaded : findClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }
    }

    @Override
    public Integer call() throws IOException, ReflectiveOperationException {
        for (var load : loads) {
            System.out.println(load + " " + measure(load));
        }
        return 0;
    }

    /**
     * Measures all versions under one load. They are loaded anew for each load, so that a load does not run code that
     * the JVM has compiled for another one.
     *
     * <p>Each round runs one iteration of each version, in an order that changes from round to round: no version always
     * runs after the same other one. The orders are random, but the same in every process.
     */
    private String measure(Load load) throws IOException, ReflectiveOperationException {
        var crews = new ArrayList<ToDoubleBiFunction<Integer, Boolean>>();
        for (var version : versions) {
            crews.add(crew(version));
        }
        var rates = new ArrayList<List<Double>>();
        crews.forEach(_ -> rates.add(new ArrayList<>()));
        var order = new ArrayList<Integer>();
        for (int i = 0; i < crews.size(); i++) {
            order.add(i);
        }
        var random = new Random(1);
        for (int round = -WARM_UPS; round < rounds; round++) {
            Collections.shuffle(order, random);
            for (int i : order) {
                double rate = crews.get(i).applyAsDouble(load.threads(), load.apart());
                if (round >= 0) {
                    rates.get(i).add(rate);
                }
            }
        }
        var line = new StringBuilder();
        for (int i = 0; i < crews.size(); i++) {
            var sorted = rates.get(i).stream().sorted().toList();
            line.append("  %s %.1f M/s".formatted(versions.get(i).getFileName(), sorted.get(sorted.size() / 2) / 1e6));
        }
        return line.toString();
    }

    /** {@return the threads of one version: an instance of the class that a new loader has for {@link RingThreads}} */
    @SuppressWarnings({"unchecked", "resource"}) // open as long as its classes are in use
    private ToDoubleBiFunction<Integer, Boolean> crew(Path version) throws IOException, ReflectiveOperationException {
        var constructor =
                new Loader(version).loadClass(RingThreads.class.getName()).getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        return (ToDoubleBiFunction<Integer, Boolean>) constructor.newInstance(millis);
    }
}
