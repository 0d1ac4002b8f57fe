package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JitLogTest {
    private static final String PTX = """
        .version 8.3
        //@ Ring.slot(Ring.java:88) < Kernels.lambda$pairs$0(Kernels.java:20)
            add.s32 %r1, %r2, 1;
            frob.s32 %r1;
        //@ Ring.next(Ring.java:99)
            ret;
        """;

    @Test
    void explanationShowsTheNamedLineAndItsJavaPosition() {
        var log = "ptxas application ptx input, line 4; error   : Not a name of any known instruction: 'frob'\n";

        assertThat(JitLog.explain(log, PTX)).isEqualTo("""
            ptxas application ptx input, line 4; error   : Not a name of any known instruction: 'frob'
              PTX line 4: frob.s32 %r1;
              from Ring.slot(Ring.java:88) < Kernels.lambda$pairs$0(Kernels.java:20)\
            """);
    }

    @Test
    void numbersInAPositionAreExplained() {
        String ptx = """
            //@ #1 = C.c(C.java:3) < B.b(B.java:2) < A.a(A.java:1)
            //@ #2 = F.f(F.java:6) < E.e(E.java:5) < #1
            //@ G.g(G.java:7) < #2
                frob.s32 %r1;
            """;

        assertThat(JitLog.explain("line 4; error", ptx))
                .endsWith("from G.g(G.java:7) < F.f(F.java:6) < E.e(E.java:5) < C.c(C.java:3) < B.b(B.java:2)"
                        + " < A.a(A.java:1)");
    }

    @Test
    void lineBeforeTheFirstPositionHasNone() {
        assertThat(JitLog.explain("line 1; fatal", PTX)).isEqualTo("line 1; fatal\n  PTX line 1: .version 8.3");
    }

    @Test
    void logWithoutALineOfTheTextIsLeftAsItIs() {
        assertThat(JitLog.explain("ptxas fatal : out of memory\n", PTX)).isEqualTo("ptxas fatal : out of memory");
        assertThat(JitLog.explain("line 700; error", PTX)).isEqualTo("line 700; error");
    }
}
