// SPDX-License-Identifier: Apache-2.0
// Copies of page-locked memory to the device and back, as the CUDA runtime does them: what `bench copies` is compared with.
// nvcc -O3 -arch=sm_90 -o copies copies.cu && ./copies [repetitions]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t result = (call);                                                       \
        if (result != cudaSuccess) {                                                       \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(result));                \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

static double medianSeconds(void *target, const void *source, size_t bytes, cudaMemcpyKind kind, int repetitions) {
    std::vector<double> seconds;
    for (int i = -2; i < repetitions; i++) {
        auto start = std::chrono::steady_clock::now();
        CHECK(cudaMemcpy(target, source, bytes, kind));
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        if (i >= 0) seconds.push_back(taken.count());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 11;
    if (repetitions < 1) {
        fprintf(stderr, "usage: copies [repetitions, at least 1]\n");
        return 1;
    }
    printf("%12s %12s %14s %14s\n", "bytes", "host memory", "to device GB/s", "to host GB/s");
    for (size_t bytes : {size_t(1) << 16, size_t(1) << 20, size_t(1) << 24, size_t(1) << 28, size_t(1) << 30}) {
        void *device, *pinned;
        CHECK(cudaMalloc(&device, bytes));
        CHECK(cudaHostAlloc(&pinned, bytes, cudaHostAllocDefault));
        void *pageable = malloc(bytes);
        for (void *host : {pinned, pageable}) {
            std::fill_n(static_cast<char *>(host), bytes, 1);
            double in = medianSeconds(device, host, bytes, cudaMemcpyHostToDevice, repetitions);
            double out = medianSeconds(host, device, bytes, cudaMemcpyDeviceToHost, repetitions);
            printf("%12zu %12s %14.2f %14.2f\n", bytes, host == pinned ? "pinned" : "pageable", bytes / in / 1e9,
                   bytes / out / 1e9);
        }
        free(pageable);
        CHECK(cudaFreeHost(pinned));
        CHECK(cudaFree(device));
    }
}
