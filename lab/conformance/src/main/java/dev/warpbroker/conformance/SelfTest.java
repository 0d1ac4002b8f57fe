package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Shows that a device runs kernel Java as the JVM does.
 *
 * <pre>{@code
 * try (Device device = Device.simulator(1)) {
 *     for (Case each : SelfTest.cases()) {
 *         Outcome outcome = SelfTest.run(each, device);
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>A case with {@link Case#boundsChecks} needs a device that was opened with bounds checks; all others run on any.
 * Every case leaves the device usable, also those whose kernel fails.
 */
public final class SelfTest {
    private SelfTest() {}

    /** {@return all cases, grouped by feature} */
    public static List<Case> cases() {
        return Stream.of(
                        IntegerCases.cases(),
                        FloatingPointCases.cases(),
                        MathCases.cases(),
                        ControlFlowCases.cases(),
                        RecordCases.cases(),
                        SealedCases.cases(),
                        EnumCases.cases(),
                        EqualityCases.cases(),
                        LambdaCases.cases(),
                        ChoiceCases.cases(),
                        DispatchCases.cases(),
                        CaptureCases.cases(),
                        ObjectCases.cases(),
                        ArrayCases.cases(),
                        SortingCases.cases(),
                        TableCases.cases(),
                        LocalValueCases.cases(),
                        MemoryCases.cases(),
                        NarrowMemoryCases.cases(),
                        HandleCases.cases(),
                        LayoutCases.cases(),
                        CopyCases.cases(),
                        CooperationCases.cases(),
                        TextbookCases.cases(),
                        ExceptionCases.cases(),
                        GridCases.cases(),
                        FaultCases.cases(),
                        ResidencyCases.cases(),
                        QueueCases.cases(),
                        DequeCases.cases(),
                        StackCases.cases(),
                        SchedulerCases.cases(),
                        ForkJoinCases.cases(),
                        TaskGraphCases.cases(),
                        GroupTaskCases.cases(),
                        FaultRuns.cases(),
                        GroupForkCases.cases(),
                        TraceCases.cases(),
                        HostCases.cases(),
                        BfsCases.cases(),
                        PathsCases.cases(),
                        PageRankCases.cases(),
                        ComponentsCases.cases(),
                        ThesisCases.cases(),
                        RenderCases.cases(),
                        ProgramCases.cases())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return how {@code device} did in {@code tested}; every failure is in the outcome, none is thrown} */
    public static Outcome run(Case tested, Device device) {
        long start = System.nanoTime();
        String detail = "";
        boolean passed = true;
        try {
            tested.check().on(device);
        } catch (Mismatch mismatch) {
            passed = false;
            detail = String.valueOf(mismatch.getMessage());
        } catch (RuntimeException | LinkageError failure) {
            passed = false;
            detail = stackTrace(failure);
        }
        return new Outcome(tested.name(), passed, detail, Duration.ofNanos(System.nanoTime() - start));
    }

    private static String stackTrace(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
