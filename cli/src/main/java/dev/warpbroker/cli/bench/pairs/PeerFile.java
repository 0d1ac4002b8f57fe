package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.ForeignKernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A kernel that another compiler made.
 *
 * @param file PTX or a cubin
 * @param entry its name in the file, as the linker sees it
 * @param name what tables, plots and results call it
 */
record PeerFile(Path file, String entry, String name) {
    private static final Pattern PTX_ENTRY = Pattern.compile("\\.entry\\s+([\\w$]+)");

    /** Loads the kernel. */
    ForeignKernel on(Device device) throws IOException {
        if (DeviceKind.of(device.properties()) != DeviceKind.GPU) {
            throw new IllegalArgumentException(
                    "peer " + file.getFileName() + "#" + entry + " needs a GPU (--device cuda), and this is " + device);
        }
        byte[] image = Files.readAllBytes(file);
        if (file.toString().endsWith(".ptx")) {
            var entries = PTX_ENTRY
                    .matcher(new String(image, StandardCharsets.UTF_8))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            if (!entries.contains(entry)) {
                throw new IllegalArgumentException(
                        file + " has no kernel '" + entry + "'; it has " + String.join(", ", entries));
            }
        }
        return device.foreignKernel(image, entry);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Lets picocli read FILE#ENTRY, or FILE#ENTRY=NAME. */
    static final class Converter implements ITypeConverter<PeerFile> {
        @Override
        public PeerFile convert(String text) {
            int separator = text.lastIndexOf('#');
            if (separator < 1 || separator == text.length() - 1) {
                throw new TypeConversionException("'" + text + "' is not FILE#ENTRY or FILE#ENTRY=NAME");
            }
            var file = Path.of(text.substring(0, separator));
            if (!Files.isReadable(file)) {
                throw new TypeConversionException("there is no readable file " + file);
            }
            String entry = text.substring(separator + 1);
            int naming = entry.indexOf('=');
            return naming < 0
                    ? new PeerFile(file, entry, entry)
                    : new PeerFile(file, entry.substring(0, naming), entry.substring(naming + 1));
        }
    }
}
