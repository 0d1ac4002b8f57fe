package dev.warpbroker.examples.render;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Pictures as PNG files: three bytes for a pixel, each row as differences to the pixels on the left. */
final class Png {
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;
    private static final int BITS = 8;
    private static final int TRUE_COLOUR = 2;
    private static final int FILTER_LEFT = 1;

    private Png() {}

    static void write(Image image, Path file) throws IOException {
        try (var out = new DataOutputStream(Files.newOutputStream(file))) {
            out.writeLong(SIGNATURE);
            chunk(out, "IHDR", header(image));
            chunk(out, "IDAT", data(image));
            chunk(out, "IEND", new byte[0]);
        }
    }

    private static byte[] header(Image image) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(image.width());
            out.writeInt(image.height());
            out.write(new byte[] {BITS, TRUE_COLOUR, 0, 0, 0});
        }
        return bytes.toByteArray();
    }

    private static byte[] data(Image image) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(bytes)) {
            byte[] row = new byte[1 + 3 * image.width()];
            row[0] = FILTER_LEFT;
            for (int y = 0; y < image.height(); y++) {
                int left = 0;
                for (int x = 0; x < image.width(); x++) {
                    int pixel = image.pixel(x, y);
                    for (int part = 0; part < 3; part++) {
                        int shift = 16 - 8 * part;
                        row[1 + 3 * x + part] = (byte) ((pixel >> shift) - (left >> shift));
                    }
                    left = pixel;
                }
                out.write(row);
            }
        }
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        var check = new CRC32();
        check.update(name);
        check.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) check.getValue());
    }
}
