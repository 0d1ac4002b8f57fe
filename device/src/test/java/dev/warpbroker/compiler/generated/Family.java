package dev.warpbroker.compiler.generated;

import java.util.Locale;
import java.util.function.LongFunction;

/** A kind of generated programs. */
enum Family {
    /** All of kernel Java but handles as values. Nothing of it may be refused. */
    STATEMENTS(ProgramGenerator::generate),
    /** The same with handles as values, and with objects that hold them. */
    HANDLES(ProgramGenerator::withHandles),
    /** Much code: long chains of steps, many calls, large arrays. */
    LARGE(LargePrograms::generate),
    /** Types that contain themselves, built in loops. */
    RECURSIVE(RecursivePrograms::generate);

    private final LongFunction<GeneratedProgram> generator;

    Family(LongFunction<GeneratedProgram> generator) {
        this.generator = generator;
    }

    static Family named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    GeneratedProgram generate(long seed) {
        return generator.apply(seed);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
