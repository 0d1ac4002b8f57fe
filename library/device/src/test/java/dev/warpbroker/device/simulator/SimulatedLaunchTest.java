package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Trace;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedLaunchTest {
    private static final FaultSite THROWN = new FaultSite(
            FaultSite.Kind.THROWN,
            "java.lang.IndexOutOfBoundsException",
            "index " + FaultSite.NUMBER + " of 10",
            new Trace(new StackTraceElement("Main", "run", "Main.java", 3), null));
    private static final FaultSite WAITING = new FaultSite(
            FaultSite.Kind.WAITING,
            "dev.warpbroker.device.LaunchStoppedException",
            "waiting for the slot's ticket",
            new Trace(new StackTraceElement("Queue", "await", "Queue.java", 8), null));

    /** Counts for ever in a register, so that it is no deadlock, and looks at the abort word. */
    private static final String WAIT_UNTIL_CANCELLED = """
            mov.u64 %rd5, 0;
        AWAIT:
            add.u64 %rd5, %rd5, 1;
            ld.relaxed.sys.global.u32 %r1, [%rd0];
            setp.eq.u32 %p0, %r1, 0;
            @%p0 bra AWAIT;
        """;

    private final SimulatedMemory memory = new SimulatedMemory();
    private final LaunchReport report = new LaunchReport(memory);

    @Test
    void aKernelThatEndsIsCompleted() throws InterruptedException {
        assertThat(outcome(launch(""))).isEqualTo(new Outcome.Completed());
    }

    @Test
    void whatALaneThrewIsReportedWithItsDetail() throws InterruptedException {
        Fault expected = new Fault(7, "java.lang.IndexOutOfBoundsException", "index 12 of 10", THROWN.trace(), null);
        assertThat(outcome(launch(fail(1, 7, 12)))).isEqualTo(new Outcome.Failed(expected));
    }

    @Test
    void whatALaneThrewComesBeforeWhatFollowedFromIt() throws InterruptedException {
        assertThat(outcome(launch(fail(1, 0, 12) + "trap;\n")))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.fault().exceptionType()).isEqualTo(THROWN.exceptionType()));
    }

    @Test
    void theReportIsClearedForTheNextLaunch() throws InterruptedException {
        outcome(launch(fail(1, 7, 12)));
        assertThat(outcome(launch(""))).isEqualTo(new Outcome.Completed());
    }

    @Test
    void aCancelledKernelSaysWhatItWaitedFor() throws InterruptedException {
        var launch = launch(WAIT_UNTIL_CANCELLED + fail(2, 0, 0));
        assertThat(launch.await(Duration.ofMillis(20).toNanos())).isFalse();
        launch.requestStop();
        assertThat(outcome(launch))
                .isEqualTo(new Outcome.Stopped(
                        new Fault(0, WAITING.exceptionType(), "waiting for the slot's ticket", WAITING.trace(), null)));
    }

    @Test
    void whatALaneMissesOfOneThatWasStoppedIsNoReason() throws InterruptedException {
        var launch = launch(WAIT_UNTIL_CANCELLED + fail(2, 0, 0) + "add.u64 %rd6, %rd7, 1;\n");
        launch.requestStop();
        assertThat(outcome(launch))
                .isEqualTo(new Outcome.Stopped(
                        new Fault(0, WAITING.exceptionType(), "waiting for the slot's ticket", WAITING.trace(), null)));
    }

    @Test
    void whatALaneMissesIsTheReasonIfNoneWasStopped() throws InterruptedException {
        var launch = launch(WAIT_UNTIL_CANCELLED + "add.u64 %rd6, %rd7, 1;\n");
        launch.requestStop();
        assertThat(outcome(launch))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.fault().exceptionType()).endsWith("UndefinedValue"));
    }

    @Test
    void aKernelThatIgnoresTheAbortWordIsCutOff() throws InterruptedException {
        var launch = launch("""
                mov.u64 %rd5, 0;
                //@ Main.spin(Main.java:5)
            LOOP:
                add.u64 %rd5, %rd5, 1;
                bra LOOP;
            """);
        launch.requestStop();
        assertThat(outcome(launch))
                .isInstanceOfSatisfying(
                        Outcome.Stopped.class,
                        stopped -> assertThat(stopped.waiting())
                                .isNotNull()
                                .satisfies(fault -> assertThat(fault.trace())
                                        .containsExactly(new StackTraceElement("Main", "spin", "Main.java", 5))));
    }

    private SimulatedLaunch launch(String body) {
        var simulation = new Simulation(
                PtxProgram.parse(Ptx.module("", body)),
                memory,
                SimulatorOptions.seeded(1).adversarial(),
                GridShape.flat(1, 1),
                0,
                new long[] {report.control()},
                false);
        var launch = new SimulatedLaunch(simulation, report, List.of(THROWN, WAITING), null);
        Thread.ofPlatform().daemon().start(launch);
        return launch;
    }

    private static Outcome outcome(SimulatedLaunch launch) throws InterruptedException {
        assertThat(launch.await(Long.MAX_VALUE)).isTrue();
        return launch.outcome();
    }

    /** What the compiler emits for a lane that ends early. */
    private String fail(int siteNumber, int lane, int detail) {
        return """
            mov.u64 %%rd1, %d;
            st.global.u32 [%%rd1+4], %d;
            st.global.u64 [%%rd1+8], %d;
            st.release.sys.global.u32 [%%rd1], %d;
            """.formatted(report.address(), lane, detail, siteNumber);
    }
}
