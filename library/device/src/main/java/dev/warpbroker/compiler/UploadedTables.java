package dev.warpbroker.compiler;

import dev.warpbroker.compiler.capture.TableData;
import dev.warpbroker.device.backend.RemoteMemory;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tables that kernels read, in the memory of one device: the same numbers are there once. Not thread-safe.
 *
 * <p>A table is never written to again: launches may still read it. Those not used for long are freed when there are
 * too many, and only while no kernel runs.
 */
public final class UploadedTables {
    private static final int MAX_TABLES = 1024;
    private static final long MAX_BYTES = 256L << 20;
    private static final float LOAD_FACTOR = 0.75f;

    private record Table(long address, long bytes) {}

    private final RemoteMemory memory;

    /** The one used last comes last. */
    private final Map<ByteBuffer, Table> tables = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    private long bytes;

    public UploadedTables(RemoteMemory memory) {
        this.memory = memory;
    }

    /** {@return the address of a table, which is copied to the device if it is not there} */
    public long address(TableData data) {
        Table known = tables.get(data.digest());
        if (known == null) {
            long size = data.segment().byteSize();
            long address = memory.allocateTable(data.segment(), "a table of " + size + " bytes that a kernel captured");
            known = new Table(address, size);
            tables.put(data.digest(), known);
            bytes += size;
        }
        return known.address();
    }

    /** {@return whether tables should be freed as soon as no kernel runs} */
    public boolean areTooMany() {
        return tables.size() > MAX_TABLES || bytes > MAX_BYTES;
    }

    /** Frees tables that were not used for long. Requires that no kernel runs or is about to. */
    public void freeOldest() {
        Iterator<Table> oldest = tables.values().iterator();
        while (areTooMany() && oldest.hasNext()) {
            Table table = oldest.next();
            oldest.remove();
            bytes -= table.bytes();
            memory.free(table.address());
        }
    }
}
