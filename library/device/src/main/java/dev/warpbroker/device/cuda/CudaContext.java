package dev.warpbroker.device.cuda;

/**
 * The context that this process shares with all other code in it that uses the same GPU.
 *
 * @param device the driver's number of the GPU
 * @param handle the driver's handle of the context
 */
record CudaContext(int device, long handle) {
    static CudaContext retain(int device) {
        return new CudaContext(device, CudaDriver.devicePrimaryCtxRetain(device));
    }

    /**
     * Makes the calling thread's driver calls go to this context.
     *
     * <p>To be called after every point where the thread could have blocked: a virtual thread may continue on another
     * carrier then. For the driver it is one store to a thread local, which is cheaper than any check here could be.
     */
    void makeCurrent() {
        CudaDriver.ctxSetCurrent(handle);
    }

    /** {@return this context, which has to be released once more} */
    CudaContext retain() {
        return retain(device);
    }

    void release() {
        CudaDriver.devicePrimaryCtxRelease(device);
    }
}
