package dev.warpbroker.cli.bench.timing;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that chooses the size of blocks. */
public final class BlockSize {
    @Option(names = "--block", paramLabel = "N", description = "Lanes per block.")
    private @Nullable Integer block;

    /** {@return the size that was asked for, or {@code preset}} */
    public int or(int preset) {
        if (block == null) {
            return preset;
        }
        Effort.requireAtLeast(1, "lanes per block", block);
        return block;
    }
}
