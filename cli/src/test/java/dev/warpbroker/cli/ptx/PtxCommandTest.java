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
import org.junit.jupiter.params.provider.CsvSource;
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
        assertThat(CommandRun.of("ptx", name).succeeded()).contains(".version");
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
        assertThat(CommandRun.of("ptx", HERE + "scale", "--arg", "3").succeeded())
                .contains(".version");
    }

    @Test
    void makesStructuresThatAMethodAsksFor() {
        CommandRun.of("ptx", HERE + "fill", "--arg", "16").succeeded();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "frob | unknown kernel 'frob'; known: pairs-BQ-thread",
                "no.such.Type#kernel | no class no.such.Type; --classpath",
                "HERE#frob | no static method frob that returns a Kernel; it has ambiguous, failing, fill, odd, scale",
                "HERE#ambiguous | 2 static methods ambiguous",
                "HERE#scale --arg 3 --arg 4 | --arg 4 is one too many",
                "HERE#scale --arg three | --arg three is no int",
                "HERE#odd | class java.lang.Thread cannot be made up",
                "HERE#failing | not today",
                "a.B#c --classpath /no/such/folder | /no/such/folder"
            })
    void whatIsWrongIsNamed(String command, String message) {
        CommandRun.ofLine("ptx " + command.replace("HERE#", HERE)).assertFails(2, message);
    }
}
