package dev.warpbroker.cli.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PtxCommandTest {
    private static final String HERE = PtxCommandTest.class.getName() + "#";

    static Kernel scale(Ints values, int factor) {
        return lane -> values.set(lane.id(), factor * values.get(lane.id()));
    }

    static Kernel fill(Device device, BrokerQueue queue) {
        var failures = device.ints(1);
        return lane -> {
            if (!queue.enqueue(lane.id())) {
                failures.getAndAddRelaxed(0, 1);
            }
        };
    }

    static Kernel ambiguous(int a) {
        return lane -> {};
    }

    static Kernel ambiguous(long a) {
        return lane -> {};
    }

    static Kernel failing() {
        throw new UnsupportedOperationException("not today");
    }

    static Kernel odd(Thread thread) {
        return lane -> {};
    }

    @ParameterizedTest
    @MethodSource("libraryKernels")
    void showsEveryKernelOfTheLibrary(String name) {
        var run = CommandRun.of("ptx", name);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains(".version");
    }

    static List<String> libraryKernels() {
        return LibraryKernel.names();
    }

    @Test
    void listsTheKernelsOfTheLibrary() {
        assertThat(CommandRun.of("ptx", "--list").out()).contains("pairs-BQ-thread", "pairs-BQ-fused-block");
    }

    @Test
    void showsAKernelOfTheUser() {
        var run = CommandRun.of("ptx", HERE + "scale", "--arg", "3");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains(".version");
    }

    @Test
    void makesStructuresThatAMethodAsksFor() {
        var run = CommandRun.of("ptx", HERE + "fill", "--arg", "16");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void unknownKernelListsTheKnownOnes() {
        var run = CommandRun.of("ptx", "frob");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("unknown kernel 'frob'; known: pairs-BQ-thread");
    }

    @Test
    void unknownClassSaysWhereToLook() {
        var run = CommandRun.of("ptx", "no.such.Type#kernel");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no class no.such.Type").contains("--classpath");
    }

    @Test
    void unknownMethodListsThoseThatMakeKernels() {
        var run = CommandRun.of("ptx", HERE + "frob");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no static method frob").contains("it has ambiguous, failing, fill, odd, scale");
    }

    @Test
    void twoMethodsOfOneNameAreRefused() {
        assertThat(CommandRun.of("ptx", HERE + "ambiguous").err()).contains("2 static methods ambiguous");
    }

    @Test
    void anArgumentTooManyIsRefused() {
        var run = CommandRun.of("ptx", HERE + "scale", "--arg", "3", "--arg", "4");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--arg 4 is one too many");
    }

    @Test
    void anArgumentThatIsNoNumberIsNamed() {
        var run = CommandRun.of("ptx", HERE + "scale", "--arg", "three");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--arg three is no int");
    }

    @Test
    void aParameterThatCannotBeMadeUpIsNamed() {
        assertThat(CommandRun.of("ptx", HERE + "odd").err()).contains("class java.lang.Thread cannot be made up");
    }

    @Test
    void aMethodThatFailsSaysWhy() {
        var run = CommandRun.of("ptx", HERE + "failing");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("not today");
    }

    @Test
    void aClassPathThatIsNotThereIsNamed() {
        var run = CommandRun.of("ptx", "a.B#c", "--classpath", "/no/such/folder");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("/no/such/folder");
    }
}
