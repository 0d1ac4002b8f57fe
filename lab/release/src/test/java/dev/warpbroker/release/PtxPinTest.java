package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tools/ptx-pin compare}, on small folders. */
class PtxPinTest {
    private static final Path ROOT = Path.of("../..");

    /** A kernel with everything that has a name, a number or a position. */
    private static final String KERNEL = """
        .version 8.3
        .target sm_70
        .address_size 64

        .visible .entry Pairs_lambda_check_f56cdced_1(.param .u64 p0)
        {
        \t.reg .b32 %r<4>;
        \t.reg .b64 %rd<1>;
        \t.reg .pred %p<1>;
        \t.reg .b32 %fail_site;
        \t.shared .align 8 .b8 shared9[64];
        L0:
        \t//@ dev.warpbroker.experiments.Pairs.lambda$check$f56cdced$1(Pairs.java:148)
        \tmov.u32 %r0, %tid.x;
        \tld.param.u64 %rd0, [p0];
        \tsetp.ge.s32 %p0, %r0, 5;
        \t@%p0 bra L1;
        \tadd.s32 %r1, %r0, 7;
        \tst.shared.u32 [shared9], %r1;
        \tst.global.u32 [%rd0+16], %r1;
        \tret;
        L1:
        \tmov.b32 %fail_site, 3;
        \tst.global.u32 [%rd0], %fail_site;
        \tret;
        }
        """;

    private static final String ADDITION = "\tadd.s32 %r1, %r0, 7;\n";

    @TempDir
    private Path temporary;

    private Path a;
    private Path b;

    @BeforeEach
    void makeFolders() throws IOException {
        a = Files.createDirectory(temporary.resolve("a"));
        b = Files.createDirectory(temporary.resolve("b"));
    }

    @Test
    void namesNumbersAndPositionsMakeNoDifference() throws Exception {
        Files.writeString(a.resolve("same.ptx"), kernel("Copies_run"));
        Files.writeString(b.resolve("same.ptx"), kernel("Copies_run"));
        Files.writeString(a.resolve("old.ptx"), KERNEL);
        Files.writeString(
                b.resolve("moved.ptx"),
                KERNEL.replace("Pairs", "EvenPairs")
                        .replace("f56cdced_1", "5466655_2")
                        .replace(":148)", ":12)")
                        .replace("%r<4>", "%r<10>")
                        .replace("%r1", "%r9")
                        .replace("%p0", "%p2")
                        .replace("%p<1>", "%p<3>")
                        .replace("L1", "L8")
                        .replace("shared9", "shared10")
                        .replace("%fail_site, 3", "%fail_site, 11"));
        assertThat(compare(0))
                .contains("other name: old.ptx -> moved.ptx")
                .contains("1 kernels are identical, 1 but for names and positions; 0 have other instructions");
    }

    @Test
    void otherInstructionsAreFound() throws Exception {
        Files.writeString(a.resolve("more.ptx"), kernel("More_run"));
        Files.writeString(b.resolve("more.ptx"), kernel("More_run").replace(ADDITION, ADDITION + ADDITION));
        Files.writeString(a.resolve("constant.ptx"), kernel("Constant_run"));
        Files.writeString(b.resolve("constant.ptx"), kernel("Constant_run").replace("[%rd0+16]", "[%rd0+24]"));
        Files.writeString(a.resolve("operand.ptx"), kernel("Operand_run"));
        Files.writeString(b.resolve("operand.ptx"), kernel("Operand_run").replace("[shared9], %r1", "[shared9], %r0"));
        Files.writeString(b.resolve("new.ptx"), ".visible .entry Unlike_all()\n{\n\tret;\n}\n");
        assertThat(compare(1))
                .contains("PTX: 11 -> 12 instructions: add.s32 +1", "PTX: 11 -> 11 instructions: other constants")
                .contains("PTX: 11 -> 11 instructions: the same kinds, in another order or with other operands")
                .contains("only in " + b + ": new.ptx")
                .contains(
                        "0 kernels are identical, 0 but for names and positions; 3 have other instructions; 0 are only"
                                + " in " + a + ", 1 only in " + b);
    }

    private static String kernel(String entry) {
        return KERNEL.replace("Pairs_lambda_check_f56cdced_1", entry);
    }

    /** {@return the output of the command} */
    private String compare(int status) throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var process = new ProcessBuilder(
                        java.toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        ROOT.resolve("tools/PtxPin.java").toString(),
                        ROOT.toString(),
                        "compare",
                        a.toString(),
                        b.toString())
                .redirectErrorStream(true)
                .start();
        var printed = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(printed).isEqualTo(status);
        return printed;
    }
}
