// Figures 2a, 3b and 4 of the Broker Queue paper on queues of its authors. Pairs: every thread makes 10 rounds of enqueue and dequeue.
// Loads: every thread makes 1 to 10 rounds, enqueues and dequeues by chance; a dequeue that succeeds brings multiply-adds.
// -DQUEUE=2, 4, 5: BQ, BWD, GQ, whose headers are not here.
// Prints records as bench pairs, imbalance and variants write them; the argument is the commit that they name.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>
#include <cuda_runtime.h>

#define CAPACITY (1 << 22)
#if QUEUE == 2
#define NAME "authors-BQ"
#include "broker.cuh"
using Q = BrokerQueue<CAPACITY, unsigned, 1 << 19>;
#elif QUEUE == 4
#define NAME "authors-BWD"
#include "bwd.cuh"
using Q = BrokerWorkDistributor<CAPACITY, unsigned, 1 << 19>;
#else
#define NAME "authors-GQ"
#include "gottlieb.cuh"
using Q = GottliebQueue<CAPACITY, unsigned>;
#endif

/** Of which an unsigned number is less with a probability. */
unsigned bound(double probability) { return static_cast<unsigned>(probability * 4294967295.0); }

__device__ unsigned bits(unsigned thread, unsigned number) {
  unsigned x = thread * 0x9E3779B9u + number * 0x85EBCA6Bu + 1;
  x = (x ^ x >> 16) * 0x7FEB352Du;
  x = (x ^ x >> 15) * 0x846CA68Bu;
  return x ^ x >> 16;
}

__global__ void init_kernel(Q* queue) { queue->init(); }

struct Counts {
  unsigned operations, empty;
};

__global__ void __launch_bounds__(256) pairs(Q* queue, float* results) {
  unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned sum = 0;
  for (int round = 0; round < 10; round++) {
    queue->enqueue(thread + 1);
    bool present = false;
    unsigned value = 0;
    while (!present) queue->dequeue(present, value);
    sum += value;
  }
  results[thread] = sum;
}

__global__ void __launch_bounds__(256)
    rounds(Q* queue, float* results, Counts* counts, unsigned enqueues, unsigned dequeues, int fma) {
  unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
  float work = 1;
  unsigned operations = 0, empty = 0;
  int count = 1 + bits(thread, 0) % 10;
  for (int round = 1; round <= count; round++) {
    if (bits(thread, 2 * round) < enqueues) {
      operations++;
      queue->enqueue(thread + 1);
    }
    if (bits(thread, 2 * round + 1) < dequeues) {
      operations++;
      bool present;
      unsigned value;
      queue->dequeue(present, value);
      if (present) {
        work += value;
        for (int i = 0; i < fma; i++) work = fmaf(work, 0.999f, 0.25f);
      } else {
        empty++;
      }
    }
  }
  results[thread] = work;
  atomicAdd(&counts->operations, operations);
  atomicAdd(&counts->empty, empty);
}

struct Load {
  const char* experiment;
  double pEnq, pDeq;
  int fma;
  int threads;
};

int main(int argc, char** argv) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  Q* queue;
  float* results;
  Counts* counts;
  cudaMalloc(&queue, sizeof(Q));
  cudaMalloc(&results, 4 << 20);
  cudaMalloc(&counts, sizeof(Counts));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<Load> loads;
  for (int threads : {1024, 8192, 57344, 65536, 131072, 270336}) loads.push_back({"pairs", 1, 1, 0, threads});
  for (int threads : {8192, 57344, 65536, 270336}) loads.push_back({"imbalance", 0.25, 0.5, 128, threads});
  for (int threads : {57344, 270336}) {
    for (int fma : {0, 320}) {
      for (double ratio : {0.125, 0.25, 0.5}) loads.push_back({"variants", 0.5 * ratio, 0.5, fma, threads});
    }
  }
  for (Load load : loads) {
    const int warmup = 2, repetitions = 5;
    bool inPairs = load.experiment[0] == 'p';
    std::vector<double> nanos;
    for (int i = 0; i < warmup + repetitions; i++) {
      init_kernel<<<1024, 256>>>(queue);
      cudaMemset(counts, 0, sizeof(Counts));
      cudaDeviceSynchronize();
      cudaEventRecord(begin);
      if (inPairs) {
        pairs<<<load.threads / 256, 256>>>(queue, results);
      } else {
        rounds<<<load.threads / 256, 256>>>(queue, results, counts, bound(load.pEnq), bound(load.pDeq), load.fma);
      }
      cudaEventRecord(end);
      if (cudaEventSynchronize(end) != cudaSuccess) {
        std::fprintf(stderr, "%s failed with %d threads\n", NAME, load.threads);
        return 3;
      }
      float milliseconds;
      cudaEventElapsedTime(&milliseconds, begin, end);
      if (i >= warmup) nanos.push_back(milliseconds * 1e6);
    }
    Counts done;
    cudaMemcpy(&done, counts, sizeof(done), cudaMemcpyDeviceToHost);
    if (inPairs) done.operations = 20 * load.threads;
    std::sort(nanos.begin(), nanos.end());
    double median = nanos[repetitions / 2];
    char parameters[256];
    if (inPairs) {
      std::snprintf(parameters, sizeof(parameters), "\"form\":\"thread\",\"pairs\":10,\"users\":%d", load.threads);
    } else {
      std::snprintf(parameters, sizeof(parameters), "\"fma\":%d,\"mostPairs\":10,\"pDeq\":%g,\"pEnq\":%g,\"prefill\":0,\"seed\":1", load.fma,
                    load.pDeq, load.pEnq);
    }
    std::time_t now = std::time(nullptr);
    char recorded[32];
    std::strftime(recorded, sizeof(recorded), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    std::printf(
        "{\"experiment\":\"%s\",\"device\":{\"id\":\"cuda:0\",\"name\":\"%s\",\"warpSize\":32,\"maxBlockSize\":1024,\"residentThreads\":%d,"
        "\"memoryBytes\":%zu,\"blockSharedBytes\":%zu,\"detail\":\"%d multiprocessors, compute capability %d.%d\"},"
        "\"structure\":\"%s\",\"parameters\":{\"block\":256,\"capacity\":%d,%s,\"threads\":%d,\"warmup\":%d},"
        "\"nanoseconds\":{\"repetitions\":%d,\"median\":%.1f,\"min\":%.1f,\"max\":%.1f},"
        "\"operations\":%u,\"operationsPerSecond\":%.1f,\"checks\":[],\"observed\":{\"empty\":%u},"
        "\"versions\":{\"warpbroker\":\"none\",\"commit\":\"%s\",\"java\":\"none\",\"system\":\"nvcc\"},\"recorded\":\"%s\"}\n",
        load.experiment, device.name, device.multiProcessorCount * device.maxThreadsPerMultiProcessor, device.totalGlobalMem,
        device.sharedMemPerBlockOptin, device.multiProcessorCount, device.major, device.minor, NAME, CAPACITY, parameters, load.threads,
        warmup, repetitions, median, nanos.front(), nanos.back(), done.operations, done.operations / median * 1e9, done.empty,
        argc > 1 ? argv[1] : "unknown", recorded);
  }
}
