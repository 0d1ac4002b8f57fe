package dev.warpbroker.experiments.properties;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.design.DeviceKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Registers and memory of a kernel: from the driver, else from {@code ptxas} if it is installed, else from the PTX. */
final class Footprint {
    /** With more, an SM of 65,536 registers cannot hold 2,048 threads. */
    private static final int MAX_REGISTERS = 32;

    private static final Pattern REGISTERS = Pattern.compile("Used (\\d+) registers");
    private static final Pattern STACK = Pattern.compile("(\\d+) bytes stack frame");
    private static final Pattern VIRTUAL = Pattern.compile("\\.reg\\s+\\.\\w+\\s+%\\w+<(\\d+)>");

    private Footprint() {}

    static Finding of(Device device, Kernel kernel) throws IOException, InterruptedException {
        if (DeviceKind.of(device.properties()) == DeviceKind.GPU) {
            var resources = device.resources(kernel);
            return judged(
                    resources.registers(),
                    resources.localBytes(),
                    "driver: " + resources.registers() + " registers, " + resources.sharedBytes()
                            + " bytes of shared and " + resources.localBytes() + " of local memory");
        }
        String ptx = device.ptx(kernel);
        String said = assembled(ptx);
        var registers = REGISTERS.matcher(said);
        if (registers.find()) {
            int stack = number(STACK.matcher(said));
            int count = Integer.parseInt(registers.group(1));
            return judged(
                    count, stack, "ptxas for sm_90: " + count + " registers, " + stack + " bytes of local memory");
        }
        int virtual = VIRTUAL.matcher(ptx)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
        return Finding.unclear("no ptxas on the PATH: " + virtual
                + " virtual registers in the PTX, which says little about real ones");
    }

    private static Finding judged(int registers, int localBytes, String evidence) {
        return new Finding(registers <= MAX_REGISTERS && localBytes == 0 ? Answer.YES : Answer.NO, evidence);
    }

    private static int number(Matcher matcher) {
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** {@return what {@code ptxas -v} says of the PTX; nothing if it is not installed} */
    private static String assembled(String ptx) throws IOException, InterruptedException {
        Path source = Files.createTempFile("warpbroker", ".ptx");
        Path target = Files.createTempFile("warpbroker", ".cubin");
        try {
            Files.writeString(source, ptx);
            var process = new ProcessBuilder("ptxas", "-v", "-arch=sm_90", source.toString(), "-o", target.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return said;
        } catch (IOException _) {
            return "";
        } finally {
            Files.deleteIfExists(source);
            Files.deleteIfExists(target);
        }
    }
}
