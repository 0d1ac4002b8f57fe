package dev.warpbroker.compiler;

import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

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

    private transient long begun;

    static CompilationEvent begun() {
        var event = new CompilationEvent();
        event.begun = System.nanoTime();
        event.begin();
        return event;
    }

    /** @param timeLine gets it, too, unless it is null */
    void end(CompiledKernel compiled, @Nullable TimeLine timeLine) {
        end();
        if (shouldCommit()) {
            kernel = compiled.entry();
            size = compiled.ptx().length();
            commit();
        }
        if (timeLine != null) {
            timeLine.add(new HostSpan(
                    HostSpan.Kind.COMPILATION,
                    "host",
                    compiled.entry(),
                    begun,
                    System.nanoTime(),
                    Map.of("characters of PTX", compiled.ptx().length())));
        }
    }
}
