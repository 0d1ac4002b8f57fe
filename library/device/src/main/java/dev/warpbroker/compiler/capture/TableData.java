package dev.warpbroker.compiler.capture;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** Numbers that kernels read, as they lie in the memory of a device. They do not change. */
public final class TableData {
    private static final int CHUNK = 1 << 20;

    private final Object numbers;
    private @Nullable ByteBuffer digest;

    /** @param numbers an array of primitives, which nobody writes to any more; booleans as bytes */
    TableData(Object numbers) {
        this.numbers = numbers;
    }

    public MemorySegment segment() {
        return segment(numbers);
    }

    /** {@return the same for the same bytes, and for no others} */
    public ByteBuffer digest() {
        if (digest == null) {
            digest = ByteBuffer.wrap(digest(segment()));
        }
        return digest;
    }

    private static byte[] digest(MemorySegment bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (long done = 0; done < bytes.byteSize(); done += CHUNK) {
                var chunk = new byte[(int) Math.min(CHUNK, bytes.byteSize() - done)];
                MemorySegment.ofArray(chunk).copyFrom(bytes.asSlice(done, chunk.length));
                digest.update(chunk);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static MemorySegment segment(Object numbers) {
        return switch (numbers) {
            case byte[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default -> throw new IllegalArgumentException(numbers.getClass() + " is no array of numbers");
        };
    }
}
