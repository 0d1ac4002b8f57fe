// Figure 3b of the Broker Queue paper on queues of its authors: every thread makes 1 to 10 rounds, enqueues with a probability of 1/4
// and dequeues with 1/2; a dequeue that succeeds brings 128 multiply-adds. -DQUEUE=2, 4, 5: BQ, BWD, GQ, whose headers are not here.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define CAPACITY (1 << 22)
#if QUEUE == 2
#define NAME "authors-BQ-volatile"
#include "broker.cuh"
using Q = BrokerQueue<CAPACITY, unsigned, 1 << 19>;
#elif QUEUE == 4
#define NAME "authors-BWD-volatile"
#include "bwd.cuh"
using Q = BrokerWorkDistributor<CAPACITY, unsigned, 1 << 19>;
#else
#define NAME "authors-Gottlieb-volatile"
#include "gottlieb.cuh"
using Q = GottliebQueue<CAPACITY, unsigned>;
#endif

const unsigned QUARTER = 1u << 30;
const unsigned HALF = 1u << 31;

__device__ unsigned bits(unsigned thread, unsigned number) {
  unsigned x = thread * 0x9E3779B9u + number * 0x85EBCA6Bu + 1;
  x = (x ^ x >> 16) * 0x7FEB352Du;
  x = (x ^ x >> 15) * 0x846CA68Bu;
  return x ^ x >> 16;
}

__global__ void init_kernel(Q* queue) { queue->init(); }

__global__ void __launch_bounds__(256) rounds(Q* queue, float* results, unsigned* empties) {
  unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
  float work = 1;
  unsigned empty = 0;
  int count = 1 + bits(thread, 0) % 10;
  for (int round = 1; round <= count; round++) {
    if (bits(thread, 2 * round) < QUARTER) queue->enqueue(thread + 1);
    if (bits(thread, 2 * round + 1) < HALF) {
      bool present;
      unsigned value;
      queue->dequeue(present, value);
      if (present) {
        work += value;
        for (int i = 0; i < 128; i++) work = fmaf(work, 0.999f, 0.25f);
      } else {
        empty++;
      }
    }
  }
  results[thread] = work;
  if (empty) atomicAdd(empties, empty);
}

int main() {
  Q* queue;
  float* results;
  unsigned* empties;
  cudaMalloc(&queue, sizeof(Q));
  cudaMalloc(&results, 4 << 20);
  cudaMalloc(&empties, 4);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for (int threads : {8192, 57344, 65536, 270336}) {
    std::vector<float> times;
    for (int i = 0; i < 7; i++) {
      init_kernel<<<1024, 256>>>(queue);
      cudaMemset(empties, 0, 4);
      cudaDeviceSynchronize();
      cudaEventRecord(begin);
      rounds<<<threads / 256, 256>>>(queue, results, empties);
      cudaEventRecord(end);
      if (cudaEventSynchronize(end) != cudaSuccess) {
        std::printf("FAILED\n");
        return 3;
      }
      float milliseconds;
      cudaEventElapsedTime(&milliseconds, begin, end);
      if (i > 1) times.push_back(milliseconds);
    }
    unsigned empty = 0;
    cudaMemcpy(&empty, empties, 4, cudaMemcpyDeviceToHost);
    std::sort(times.begin(), times.end());
    std::printf("%s threads=%d median_ms=%.4f min_ms=%.4f max_ms=%.4f empty=%u\n", NAME, threads, times[2], times[0], times[4], empty);
  }
}
