package dev.warpbroker.device.cuda;

import java.lang.foreign.MemorySegment;

/** A stream of the driver that does nothing but copy. */
final class CudaCopyQueue implements CopyQueue {
    /** Page-locked memory, and an event that the device passes when its last copy has ended. */
    private static final class EventBuffer implements Buffer {
        private final CudaContext context;
        private final MemorySegment memory;
        private final long event;

        EventBuffer(CudaContext context, MemorySegment memory, long event) {
            this.context = context;
            this.memory = memory;
            this.event = event;
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public boolean isIdle() {
            context.makeCurrent();
            return CudaDriver.eventHasPassed(event);
        }

        @Override
        public void await() {
            context.makeCurrent();
            CudaDriver.eventSynchronize(event);
        }

        @Override
        public void free() {
            CudaDriver.eventDestroy(event);
            CudaDriver.memFreeHost(memory);
        }
    }

    private final CudaContext context;
    private final long stream;

    /** Requires that the context is current. */
    CudaCopyQueue(CudaContext context) {
        this.context = context;
        stream = CudaDriver.streamCreate();
    }

    static Buffer newBuffer(CudaContext context, long bytes) {
        context.makeCurrent();
        return new EventBuffer(context, CudaDriver.memHostAlloc(bytes), CudaDriver.eventCreateUntimed());
    }

    /** Lets all copies from now on wait for an event. */
    void after(long event) {
        context.makeCurrent();
        CudaDriver.streamWaitEvent(stream, event);
    }

    /** Begins to copy page-locked memory to the device. */
    void toDevice(long address, MemorySegment source) {
        context.makeCurrent();
        CudaDriver.memcpyToDevice(address, source, source.byteSize(), stream);
    }

    /** Begins to copy device memory to page-locked memory. */
    void toHost(MemorySegment target, long address) {
        context.makeCurrent();
        CudaDriver.memcpyToHost(target, address, target.byteSize(), stream);
    }

    @Override
    public void toDevice(long address, Buffer source, long bytes) {
        toDevice(address, source.memory().asSlice(0, bytes));
        CudaDriver.eventRecord(((EventBuffer) source).event, stream);
    }

    @Override
    public void toHost(Buffer target, long address, long bytes) {
        toHost(target.memory().asSlice(0, bytes), address);
        CudaDriver.eventRecord(((EventBuffer) target).event, stream);
    }

    @Override
    public void await() {
        context.makeCurrent();
        CudaDriver.streamSynchronize(stream);
    }

    /** Requires that the context is current. */
    void destroy() {
        CudaDriver.streamDestroy(stream);
    }
}
