package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
    private static final String PREFIX = "dev.warpbroker.device.simulator.";
    private static final String JAVA_POSITION = "//@ Queue.poll(Queue.java:8) < app.Main.lambda$run$0(Main.java:21)\n";

    @Test
    void readingARegisterThatWasNeverWrittenFails() {
        Fault fault = Ptx.body(JAVA_POSITION + "add.u32 %r1, %r2, 1;\n").fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "UndefinedValue");
        assertThat(fault.message()).contains("add.u32 %r1, %r2, 1", "%r2");
    }

    @Test
    void aRegisterWrittenByOneLaneIsStillUnwrittenInTheOthers() {
        String body = """
            setp.eq.u32 %p0, %r0, 5;
            @%p0 mov.u32 %r1, 1;
            st.global.u32 [%rd0], %r1;
            """;
        Fault fault = Ptx.body(body).grid(1, 32).fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "UndefinedValue");
        assertThat(fault.lane()).isNotEqualTo(5);
    }

    @Test
    void aGuardThatWasNeverWrittenFails() {
        assertThat(Ptx.body("@%p7 mov.u32 %r1, 1;\n").fault().message()).contains("%p7");
    }

    @Test
    void numbersInAPositionStandForItsCallers() {
        String positions = """
            //@ #1 = app.Queue.poll(Queue.java:8) < app.Main.lambda$run$0(Main.java:21)
            //@ #2 = app.Ring.slot(Ring.java:4) < #1
            //@ app.Slot.read(Slot.java:2) < #2
            """;
        assertThat(Ptx.body(positions + "add.u32 %r1, %r2, 1;\n").fault().trace())
                .extracting(StackTraceElement::toString)
                .containsExactly(
                        "app.Slot.read(Slot.java:2)",
                        "app.Ring.slot(Ring.java:4)",
                        "app.Queue.poll(Queue.java:8)",
                        "app.Main.lambda$run$0(Main.java:21)");
    }

    @Test
    void theTraceComesFromThePositionComment() {
        assertThat(Ptx.body(JAVA_POSITION + "trap;\n").fault().trace())
                .containsExactly(
                        new StackTraceElement("Queue", "poll", "Queue.java", 8),
                        new StackTraceElement("app.Main", "lambda$run$0", "Main.java", 21));
    }

    @Test
    void aTrapNamesItsLane() {
        Fault fault =
                Ptx.body("setp.eq.u32 %p0, %r0, 70;\n@%p0 trap;\n").grid(2, 64).fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "Trap");
        assertThat(fault.lane()).isEqualTo(70);
    }

    @Test
    void anAccessPastAnAllocationNamesTheNearestOne() {
        Fault fault = Ptx.body("ld.global.u32 %r1, [%rd0+65536];\n").fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "BadMemoryAccess");
        assertThat(fault.message()).contains("out", "65536 bytes", "byte 65536");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "before an allocation | ld.global.u32 %r1, [%rd0-4]; | byte -4",
                "that straddles the end | ld.global.u64 %rd1, [%rd0+65532]; | 8 bytes",
                "to null | mov.u64 %rd1, 0; st.global.u32 [%rd1], 1; | 0x0",
                "that is misaligned | ld.global.u32 %r1, [%rd0+2]; | not a multiple of 4"
            })
    void anAccessFails(String kind, String body, String message) {
        assertThat(Ptx.body(body).fault().message()).as(kind).contains(message);
    }

    @Test
    void sharedMemoryEndsAtItsVariable() {
        String variables = ".shared .align 4 .b8 first[8];\n.shared .align 4 .b8 second[8];\n";
        assertThat(Ptx.withVariables(variables, "st.shared.u32 [first+8], 1;\n")
                        .fault()
                        .message())
                .contains("shared address", "first");
    }

    @Test
    void aSharedAddressIsNoGlobalAddress() {
        assertThat(Ptx.withVariables(
                                ".shared .align 4 .b8 first[8];", "mov.u64 %rd1, first;\nst.global.u32 [%rd1], 1;\n")
                        .fault()
                        .exceptionType())
                .isEqualTo(PREFIX + "BadMemoryAccess");
    }

    @Test
    void theQuotientOfADivisionByZeroMayNotBeUsed() {
        String divide = "mov.u32 %r1, 0;\ndiv.s32 %r2, 7, %r1;\n";
        Ptx.body(divide).run();
        assertThat(Ptx.body(divide + "add.s32 %r3, %r2, 1;\n").fault().message())
                .contains("division by zero");
    }

    @Test
    void aMaskWithoutItsCallerFails() {
        Fault fault = Ptx.body("bar.warp.sync 0xfffffffe;\n").grid(1, 32).fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "BadWarpMask");
        assertThat(fault.lane()).isZero();
    }

    @Test
    void lanesThatWaitForEachOtherInDifferentPlacesAreADeadlock() {
        String body = """
                setp.lt.u32 %p0, %r0, 16;
                @%p0 bra LOW;
                //@ Reduce.sum(Reduce.java:10)
                bar.warp.sync 0xffffffff;
                bra DONE;
            LOW:
                //@ Reduce.sum(Reduce.java:14)
                activemask.b32 %r1;
                setp.ne.u32 %p1, %r1, 0;
                vote.sync.ballot.b32 %r2, %p1, 0xffffffff;
            DONE:
            """;
        Fault fault = Ptx.body(body).grid(1, 32).fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "Deadlock");
        assertThat(fault.message())
                .contains("16 lanes at Reduce.sum(Reduce.java:10) (waiting for the lanes of mask 0xffffffff)")
                .contains("16 lanes at Reduce.sum(Reduce.java:14)", "first lane 16");
    }

    @Test
    void lanesThatSpinOnAValueNobodyWritesAreADeadlock() {
        String body = """
                setp.eq.u32 %p1, %r0, 0;
                @%p1 bra DONE;
                //@ BrokerQueue.awaitTicket(BrokerQueue.java:88)
            AWAIT:
                ld.relaxed.gpu.global.u32 %r1, [%rd0];
                setp.eq.u32 %p0, %r1, 0;
                nanosleep.u32 8;
                @%p0 bra AWAIT;
            DONE:
            """;
        for (var options : new SimulatorOptions[] {
            SimulatorOptions.seeded(1), SimulatorOptions.seeded(1).adversarial()
        }) {
            Fault fault = Ptx.body(body).grid(1, 32).options(options).fault();
            assertThat(fault.exceptionType()).isEqualTo(PREFIX + "Deadlock");
            assertThat(fault.message())
                    .contains("31 lanes at BrokerQueue.awaitTicket(BrokerQueue.java:88), first lane 1");
        }
    }

    @Test
    void aLongComputationIsNoDeadlock() {
        String body = """
                mov.u32 %r1, 0;
            LOOP:
                ld.global.u32 %r2, [%rd0];
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p0, %r1, 50000;
                @%p0 bra LOOP;
                st.global.u32 [%rd0], %r1;
            """;
        assertThat(Ptx.body(body).grid(1, 2).run().intAt(0)).isEqualTo(50_000);
    }

    @Test
    void aLaneThatNeverEndsRunsIntoTheStepLimit() {
        String body = """
                mov.u64 %rd1, 0;
                //@ Main.spin(Main.java:3)
            LOOP:
                add.u64 %rd1, %rd1, 1;
                bra LOOP;
            """;
        Fault fault = Ptx.body(body)
                .options(SimulatorOptions.seeded(1).withStepLimit(100_000))
                .fault();
        assertThat(fault.exceptionType()).isEqualTo(PREFIX + "Livelock");
        assertThat(fault.message()).contains("100000 instructions", "1 lane at Main.spin(Main.java:3)");
    }
}
