package dev.warpbroker.compiler;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** What Java Flight Recorder gets of a compilation. */
@Name("dev.warpbroker.Compilation")
@Label("Kernel compilation")
@Category("Warpbroker")
@Description("A kernel that was compiled from bytecode to PTX")
final class CompilationEvent extends Event {
    @Label("Kernel")
    String kernel = "";

    @Label("Characters of PTX")
    int size;

    static CompilationEvent begun() {
        var event = new CompilationEvent();
        event.begin();
        return event;
    }

    void end(CompiledKernel compiled) {
        end();
        if (shouldCommit()) {
            kernel = compiled.entry();
            size = compiled.ptx().length();
            commit();
        }
    }
}
