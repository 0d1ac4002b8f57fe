package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Grid;
import java.util.Locale;

/** A kind of generated programs. */
enum Family {
    /** All of kernel Java but handles as values. Nothing of it may be refused. */
    STATEMENTS,
    /** The same with handles as values, and with objects that hold them. */
    HANDLES,
    /** Arrays made before the launch, and StrictMath. Nothing of it may be refused. */
    TABLES,
    /** Much code: long chains of steps, many calls, large arrays. */
    LARGE,
    /** Types that contain themselves, built in loops. */
    RECURSIVE,
    /** Exceptions thrown and caught, and what there is to compare objects. */
    CONTROL,
    /** Lanes that work together, on grids of one to three dimensions. Nothing of it may be refused. */
    GROUPS,
    /** Narrow memory, additions to floating-point memory, long indices, neighbours. Nothing of it may be refused. */
    MEMORY,
    /** Arrays and mutable objects as values. */
    LOCALS,
    /** Narrow numbers, operands with effects, classes that override. */
    CLASSES;

    static Family named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    GeneratedProgram generate(long seed) {
        return switch (this) {
            case STATEMENTS -> ProgramGenerator.generate(seed);
            case HANDLES -> ProgramGenerator.withHandles(seed);
            case TABLES -> ProgramGenerator.withTables(seed);
            case LARGE -> LargePrograms.generate(seed);
            case RECURSIVE -> RecursivePrograms.generate(seed);
            case CONTROL -> ControlPrograms.generate(seed);
            case GROUPS -> GroupPrograms.generate(seed);
            case MEMORY -> MemoryPrograms.generate(seed);
            case LOCALS -> LocalPrograms.generate(seed);
            case CLASSES -> ClassPrograms.generate(seed);
        };
    }

    /** {@return the grid that a program of this family runs on} */
    Grid grid(long seed) {
        return this == GROUPS ? GroupPrograms.grid(seed) : new Grid(ProgramMemory.LANES, 32);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
