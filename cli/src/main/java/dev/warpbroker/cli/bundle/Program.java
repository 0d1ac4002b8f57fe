package dev.warpbroker.cli.bundle;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A modular program.
 *
 * @param jars its modules and those of its libraries
 * @param mainModule where it starts
 * @param mainClass where it starts
 */
record Program(List<Path> jars, String mainModule, String mainClass) {
    /** What the libraries without a module descriptor (those of the progress bar) need of the JDK. */
    private static final Set<String> FOR_AUTOMATIC_MODULES = Set.of("java.logging");

    Program {
        jars = List.copyOf(jars);
    }

    /** {@return the program that is running} */
    static Program running() {
        var main = Program.class.getModule();
        if (!main.isNamed()) {
            throw new IllegalStateException("a bundle is made of modules, and this program runs on the class path;"
                    + " run ./warpbroker bundle from a checkout");
        }
        var jars = ModuleLayer.boot().configuration().modules().stream()
                .map(ResolvedModule::reference)
                .flatMap(reference -> reference.location().stream())
                .filter(location -> "file".equals(location.getScheme()))
                .map(Path::of)
                .sorted()
                .toList();
        return new Program(jars, main.getName(), "dev.warpbroker.cli.Main");
    }

    /** {@return the modules of the JDK that the program needs} */
    Set<String> systemModules() {
        var jdk = ModuleFinder.ofSystem();
        var needed = Configuration.resolve(
                        ModuleFinder.of(jars.toArray(Path[]::new)),
                        List.of(Configuration.empty()),
                        jdk,
                        Set.of(mainModule))
                .modules();
        var names = new TreeSet<String>();
        for (var module : needed) {
            if (jdk.find(module.name()).isPresent()) {
                names.add(module.name());
            } else if (module.reference().descriptor().isAutomatic()) {
                names.addAll(FOR_AUTOMATIC_MODULES);
            }
        }
        return names;
    }
}
