// SPDX-License-Identifier: Apache-2.0
// Hand-written CUDA baselines of the Broker Queue (variants 0,3,4,5) and the slot-traffic bound (6).
// Build: nvcc -O3 -arch=sm_90 -o broker broker.cu
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#include <cuda/atomic>
#define CK(x) do{cudaError_t e=(x); if(e!=cudaSuccess){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
typedef unsigned u32; typedef unsigned long long u64;
__device__ __forceinline__ u32 ldacq(u32*p){u32 v; asm volatile("ld.acquire.gpu.global.u32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
__device__ __forceinline__ void strel(u32*p,u32 v){asm volatile("st.release.gpu.global.u32 [%0],%1;"::"l"(p),"r"(v):"memory");}
__device__ __forceinline__ u64 ldrlx64(u64*p){u64 v; asm volatile("ld.relaxed.gpu.global.u64 %0,[%1];":"=l"(v):"l"(p):"memory");return v;}
__device__ __forceinline__ int ldrlx(int*p){int v; asm volatile("ld.relaxed.gpu.global.s32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
struct Q{ u32*ring; u32*tickets; u64*ht; int*count; u32 N, logN; u32 maxThreads; };
__device__ __forceinline__ u32* H(Q&q){return (u32*)q.ht;} __device__ __forceinline__ u32* T(Q&q){return ((u32*)q.ht)+1;}
__device__ __forceinline__ bool ensureEnq(Q&q){int num=ldrlx(q.count); while(true){ if(num>=(int)q.N)return false; if(atomicAdd(q.count,1)<(int)q.N)return true; num=atomicSub(q.count,1)-1; }}
__device__ __forceinline__ bool ensureDeq(Q&q){int num=ldrlx(q.count); while(true){ if(num<=0)return false; if(atomicSub(q.count,1)>0)return true; num=atomicAdd(q.count,1)+1; }}
__device__ __forceinline__ void waitTicket(Q&q,u32 P,u32 t){ u32 ns=8; while(ldacq(q.tickets+P)!=t){ __nanosleep(ns); if(ns<256)ns*=2; } }
__device__ bool enq(Q&q,u32 v){ while(!ensureEnq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); u32 d=t-h; if(q.N<=d && d<q.N+q.maxThreads/2)return false; }
  u32 pos=atomicAdd(T(q),1); u32 P=pos&(q.N-1); waitTicket(q,P,2*(pos>>q.logN)); q.ring[P]=v; strel(q.tickets+P,2*(pos>>q.logN)+1); return true; }
__device__ bool deq(Q&q,u32&v){ while(!ensureDeq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); if(q.N+q.maxThreads/2<=t-h-1)return false; }
  u32 pos=atomicAdd(H(q),1); u32 P=pos&(q.N-1); waitTicket(q,P,2*(pos>>q.logN)+1); v=q.ring[P]; strel(q.tickets+P,2*((pos+q.N)>>q.logN)); return true; }
// warp aggregated versions
__device__ __forceinline__ u32 lanemask_lt(){u32 m; asm("mov.u32 %0,%%lanemask_lt;":"=r"(m));return m;}
__device__ bool enqW(Q&q,u32 v){ u32 m=__activemask(); int leader=__ffs(m)-1; u32 lane=threadIdx.x&31; u32 k=__popc(m); u32 base=0; int ok=0;
  if(lane==leader){ // try to claim k at once
    int num=ldrlx(q.count); if(num+(int)k<=(int)q.N){ int old=atomicAdd(q.count,(int)k); if(old+(int)k<=(int)q.N){ok=1; base=atomicAdd(T(q),k);} else atomicSub(q.count,(int)k);} }
  ok=__shfl_sync(m,ok,leader); base=__shfl_sync(m,base,leader);
  if(!ok) return enq(q,v);
  u32 pos=base+__popc(m&lanemask_lt()); u32 P=pos&(q.N-1); waitTicket(q,P,2*(pos>>q.logN)); q.ring[P]=v; strel(q.tickets+P,2*(pos>>q.logN)+1); return true; }
__device__ bool deqW(Q&q,u32&v){ u32 m=__activemask(); int leader=__ffs(m)-1; u32 lane=threadIdx.x&31; u32 k=__popc(m); u32 base=0; int ok=0;
  if(lane==leader){ int num=ldrlx(q.count); if(num>=(int)k){ int old=atomicSub(q.count,(int)k); if(old>=(int)k){ok=1; base=atomicAdd(H(q),k);} else atomicAdd(q.count,(int)k);} }
  ok=__shfl_sync(m,ok,leader); base=__shfl_sync(m,base,leader);
  if(!ok) return deq(q,v);
  u32 pos=base+__popc(m&lanemask_lt()); u32 P=pos&(q.N-1); waitTicket(q,P,2*(pos>>q.logN)+1); v=q.ring[P]; strel(q.tickets+P,2*((pos+q.N)>>q.logN)); return true; }
// Vyukov CAS ring (optimistic) for contrast
__device__ bool enqV(Q&q,u32 v){ u32 pos=ldacq(T(q)); while(true){ u32 P=pos&(q.N-1); u32 s=ldacq(q.tickets+P); int d=(int)(s-2*(pos>>q.logN)); if(d==0){ u32 o=atomicCAS(T(q),pos,pos+1); if(o==pos){ q.ring[P]=v; strel(q.tickets+P,2*(pos>>q.logN)+1); return true;} pos=o; } else if(d<0)return false; else pos=ldacq(T(q)); } }
__device__ bool deqV(Q&q,u32&v){ u32 pos=ldacq(H(q)); while(true){ u32 P=pos&(q.N-1); u32 s=ldacq(q.tickets+P); int d=(int)(s-(2*(pos>>q.logN)+1)); if(d==0){ u32 o=atomicCAS(H(q),pos,pos+1); if(o==pos){ v=q.ring[P]; strel(q.tickets+P,2*((pos+q.N)>>q.logN)); return true;} pos=o; } else if(d<0)return false; else pos=ldacq(H(q)); } }

__device__ __forceinline__ void strlx64(u64*p,u64 v){asm volatile("st.relaxed.gpu.global.u64 [%0],%1;"::"l"(p),"l"(v):"memory");}
__device__ bool enqF(Q&q,u32 v){ while(!ensureEnq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); u32 d=t-h; if(q.N<=d && d<q.N+q.maxThreads/2)return false; }
  u32 pos=atomicAdd(T(q),1); u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN); u32 ns=8; while((u32)(ldrlx64(s)>>32)!=t){__nanosleep(ns); if(ns<256)ns*=2;} strlx64(s,((u64)(t+1)<<32)|v); return true; }
__device__ bool deqF(Q&q,u32&v){ while(!ensureDeq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); if(q.N+q.maxThreads/2<=t-h-1)return false; }
  u32 pos=atomicAdd(H(q),1); u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN)+1; u32 ns=8; u64 w; while((u32)((w=ldrlx64(s))>>32)!=t){__nanosleep(ns); if(ns<256)ns*=2;} v=(u32)w; strlx64(s,((u64)(t+1)<<32)); return true; }
// no spin backoff
__device__ bool enqG(Q&q,u32 v){ while(!ensureEnq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); u32 d=t-h; if(q.N<=d && d<q.N+q.maxThreads/2)return false; }
  u32 pos=atomicAdd(T(q),1); u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN); while((u32)(ldrlx64(s)>>32)!=t){} strlx64(s,((u64)(t+1)<<32)|v); return true; }
__device__ bool deqG(Q&q,u32&v){ while(!ensureDeq(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); if(q.N+q.maxThreads/2<=t-h-1)return false; }
  u32 pos=atomicAdd(H(q),1); u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN)+1; u64 w; while((u32)((w=ldrlx64(s))>>32)!=t){} v=(u32)w; strlx64(s,((u64)(t+1)<<32)); return true; }

__device__ __forceinline__ bool ensureEnqO(Q&q){ while(true){ if(atomicAdd(q.count,1)<(int)q.N)return true; if(atomicSub(q.count,1)-1>=(int)q.N) return false; }}
__device__ __forceinline__ bool ensureDeqO(Q&q){ while(true){ if(atomicSub(q.count,1)>0)return true; if(atomicAdd(q.count,1)+1<=0) return false; }}
__device__ __forceinline__ void put(Q&q,u32 pos,u32 v){ u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN); while((u32)(ldrlx64(s)>>32)!=t){} strlx64(s,((u64)(t+1)<<32)|v);}
__device__ __forceinline__ u32 take(Q&q,u32 pos){ u32 P=pos&(q.N-1); u64*s=(u64*)q.ring+P; u32 t=2*(pos>>q.logN)+1; u64 w; while((u32)((w=ldrlx64(s))>>32)!=t){} strlx64(s,((u64)(t+1)<<32)); return (u32)w;}
__device__ bool enqO(Q&q,u32 v){ while(!ensureEnqO(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); u32 d=t-h; if(q.N<=d && d<q.N+q.maxThreads/2)return false; } put(q,atomicAdd(T(q),1),v); return true; }
__device__ bool deqO(Q&q,u32&v){ while(!ensureDeqO(q)){ u64 ht=ldrlx64(q.ht); u32 h=(u32)ht,t=(u32)(ht>>32); if(q.N+q.maxThreads/2<=t-h-1)return false; } v=take(q,atomicAdd(H(q),1)); return true; }
// block aggregated claim
__device__ bool enqB(Q&q,u32 v){ __shared__ u32 base; __shared__ int ok; __syncthreads(); if(threadIdx.x==0){ int k=blockDim.x; int old=atomicAdd(q.count,k); if(old+k<=(int)q.N){ok=1;base=atomicAdd(T(q),k);} else {ok=0;atomicSub(q.count,k);} } __syncthreads(); if(!ok) return enqO(q,v); put(q,base+threadIdx.x,v); return true; }
__device__ bool deqB(Q&q,u32&v){ __shared__ u32 base; __shared__ int ok; __syncthreads(); if(threadIdx.x==0){ int k=blockDim.x; int old=atomicSub(q.count,k); if(old>=k){ok=1;base=atomicAdd(H(q),k);} else {ok=0;atomicAdd(q.count,k);} } __syncthreads(); if(!ok) return deqO(q,v); v=take(q,base+threadIdx.x); return true; }
// ring only: private positions, no claims (upper bound for slot traffic)
template<int K> __global__ void bench(Q q,u64*sum,u32*fails){ u32 tid=blockIdx.x*blockDim.x+threadIdx.x; u64 s=0; u32 f=0;
  for(int i=0;i<10;i++){ u32 v=0; bool a,b; if(K==0){a=enq(q,tid+1);b=deq(q,v);} else if(K==1){a=enqW(q,tid+1);b=deqW(q,v);} else if(K==2){a=enqF(q,tid+1);b=deqF(q,v);} else if(K==3){a=enqG(q,tid+1);b=deqG(q,v);} else if(K==4){a=enqO(q,tid+1);b=deqO(q,v);} else if(K==5){a=enqB(q,tid+1);b=deqB(q,v);} else { u32 pos=tid+i*q.N; a=b=true; put(q,pos,tid+1); v=take(q,pos);}  if(!a||!b)f++; s+=v; }
  sum[tid]=s; if(f)atomicAdd(fails,f); }
// atomics limits
__global__ void faa1(u32*c,u32*out,int it){ u32 s=0; for(int i=0;i<it;i++) s+=atomicAdd(c,1); out[blockIdx.x*blockDim.x+threadIdx.x]=s; }
__global__ void faaW(u32*c,u32*out,int it){ u32 s=0; for(int i=0;i<it;i++){ u32 b=0; if((threadIdx.x&31)==0) b=atomicAdd(c,32); b=__shfl_sync(0xffffffffu,b,0); s+=b+(threadIdx.x&31);} out[blockIdx.x*blockDim.x+threadIdx.x]=s; }
__global__ void faaD(u32*c,u32*out,int it){ u32 t=blockIdx.x*blockDim.x+threadIdx.x; u32 s=0; for(int i=0;i<it;i++) s+=atomicAdd(c+((t+i*7919)&((1<<20)-1)),1); out[t]=s; }
int main(){ cudaDeviceProp p; CK(cudaGetDeviceProperties(&p,0)); printf("%s SM=%d L2=%d MB\n",p.name,p.multiProcessorCount,p.l2CacheSize>>20);
  cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b); float ms; u32*c,*out; CK(cudaMalloc(&c,4<<20)); CK(cudaMalloc(&out,4*(1<<20))); cudaMemset(c,0,4<<20);
  int thr=p.multiProcessorCount*2048; int it=64;
  for(int r=0;r<2;r++){ cudaEventRecord(a); faa1<<<thr/256,256>>>(c,out,it); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); if(r)printf("FAA same addr per-thread: %.2f Gop/s\n",(double)thr*it/ms/1e6);
   cudaEventRecord(a); faaW<<<thr/256,256>>>(c,out,it); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); if(r)printf("FAA same addr warp-aggregated: %.2f G claims/s (%.2f G atomics/s)\n",(double)thr*it/ms/1e6,(double)thr*it/32/ms/1e6);
   cudaEventRecord(a); faaD<<<thr/256,256>>>(c,out,it); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); if(r)printf("FAA distinct addr: %.2f Gop/s\n",(double)thr*it/ms/1e6);}
  Q q; q.logN=20; q.N=1u<<20; q.maxThreads=1<<19; CK(cudaMalloc(&q.ring,8ull*q.N)); CK(cudaMalloc(&q.tickets,4ull*q.N)); char*blk; CK(cudaMalloc(&blk,1024)); q.ht=(u64*)blk; q.count=(int*)(blk+512); u64*sum; u32*fails; CK(cudaMalloc(&sum,8ull*(1<<20))); CK(cudaMalloc(&fails,4));
  const char*names[]={"BQ","BQ-warp","BQ-fused","BQ-fused-nobackoff","BQ-fused-optimistic","BQ-fused-block","ring-only"};
  for(int K : {0,3,4,5,6}) for(int threads: {1024,8192,32768,65536,131072,thr}){ std::vector<float> ts; u32 hf=0; u64 hs=0; int reps=7;
     for(int r=0;r<reps;r++){ cudaMemset(q.tickets,0,4ull*q.N); cudaMemset(q.ring,0,8ull*q.N); cudaMemset(blk,0,1024);  cudaMemset(fails,0,4); CK(cudaDeviceSynchronize()); cudaEventRecord(a);
       if(K==0)bench<0><<<threads/256,256>>>(q,sum,fails); else if(K==1)bench<1><<<threads/256,256>>>(q,sum,fails); else if(K==2) bench<2><<<threads/256,256>>>(q,sum,fails); else if(K==3) bench<3><<<threads/256,256>>>(q,sum,fails); else if(K==4) bench<4><<<threads/256,256>>>(q,sum,fails); else if(K==5) bench<5><<<threads/256,256>>>(q,sum,fails); else bench<6><<<threads/256,256>>>(q,sum,fails);
       cudaEventRecord(b); CK(cudaEventSynchronize(b)); cudaEventElapsedTime(&ms,a,b); ts.push_back(ms); cudaMemcpy(&hf,fails,4,cudaMemcpyDeviceToHost); {static u64 hv[1<<20]; cudaMemcpy(hv,sum,8ull*threads,cudaMemcpyDeviceToHost); hs=0; for(int z=0;z<threads;z++)hs+=hv[z];}} std::sort(ts.begin(),ts.end()); float m=ts[ts.size()/2];
     u64 expect=10ull*((u64)threads*(threads+1)/2); printf("%-10s threads %7d  %.4f ms  %.3f Gpairs/s fails %u %s\n",names[K],threads,m,threads*10.0/m/1e6,hf,hs==expect?"sum ok":"sum differs"); fflush(stdout);} 
  return 0; }
