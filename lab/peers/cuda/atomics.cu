// Additions to floating-point memory, one a thread: the peer of dev.warpbroker.peers.AtomicAdditions.
//
//     nvcc -O3 -arch=sm_90 -ptx -o atomics.ptx atomics.cu

extern "C" __global__ void addFloats(float *sums, const int *where, const float *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        atomicAdd(&sums[where[i]], values[i]);
    }
}

extern "C" __global__ void addDoubles(double *sums, const int *where, const double *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        atomicAdd(&sums[where[i]], values[i]);
    }
}
