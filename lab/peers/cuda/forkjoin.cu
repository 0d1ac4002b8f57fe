// SPDX-License-Identifier: Apache-2.0
// Fork-join prototype (fib(35), fib(38), fib(40); WORK=1: skewed binary trees). H200: FR=2 137 G tasks/s, FR=4 123 G tasks/s at fib(40).
// nvcc -O3 -arch=sm_90 -DFR=2 -DWPB=8 -DBPS=4 -DSCAP=256 -DFCAP=448 -o fj-packed forkjoin.cu
// nvcc -O3 -arch=sm_90 -DFR=4 -DWPB=8 -DBPS=3 -DSCAP=256 -DFCAP=480 -o fj-slots forkjoin.cu
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <vector>
#include <algorithm>
typedef unsigned u32; typedef unsigned long long u64;
#ifndef WPB
#define WPB 8
#endif
#ifndef BPS
#define BPS 2
#endif
#ifndef SCAP
#define SCAP 512
#endif
#ifndef FCAP
#define FCAP 512
#endif
#ifndef WORK
#define WORK 0
#endif
#ifndef FR
#define FR 1
#endif
#ifndef BYP
#define BYP 1
#endif
#ifndef STG
#define STG 0
#endif
#ifndef SVC
#define SVC 16
#endif
#ifndef SVCMIN
#define SVCMIN 4
#endif
#ifndef CROUNDS
#define CROUNDS 1
#endif
#ifndef CTHR
#define CTHR 6
#endif
#ifndef PROBE
#define PROBE 32
#endif
#ifndef BKMAX
#define BKMAX 1024
#endif
#ifndef PUBMAX
#define PUBMAX 32
#endif
#ifndef PUBMIN
#define PUBMIN 2
#endif
#define PCAP 4096u
#define GCAP 16384u
#define GLCAP 65536u
#define HL 192u
#define FULL 0xffffffffu
#if FR>=4
#define WSH 17
#define FMASK 0xFFFFu
#define ROOTREF 0x3fffffffu
#else
#define WSH 18
#define FMASK 0x1FFFFu
#define ROOTREF 0xffffffffu
#endif
#define ROOT 0x3fffffffu
#define CK(x) do{cudaError_t e_=(x);if(e_!=cudaSuccess){printf("CUDA %s line %d\n",cudaGetErrorString(e_),__LINE__);exit(1);}}while(0)

#if WORK==0
typedef uint2 Task;
__host__ __device__ inline u32 tref(const Task&t){return t.y;}
__device__ inline Task none(){return make_uint2(0,0);}
#else
typedef uint4 Task;
__host__ __device__ inline u32 tref(const Task&t){return t.z;}
__device__ inline Task none(){return make_uint4(0,0,0,0);}
#endif
__host__ __device__ inline u32 mix(u32 h){h^=h>>16;h*=0x85ebca6bu;h^=h>>13;h*=0xc2b2ae35u;h^=h>>16;return h;}
__host__ __device__ inline u32 chash(u32 h,u32 d,u32 s){return mix(h*0x9E3779B1u+d*0x7feb352du+s*0x165667b1u+0x1234567u);}

struct alignas(64) Ctl { u64 word; u32 itail; u32 pad[13]; };
struct P { Ctl*ctl; Task*pub; uint4*inbox; uint4*gfr; u32*gl; Task*gst; volatile u32*done; u32*result; u32*err; u64*stats; u64*tl; void*gres; u32 W; u32 rootn; u32 d0; u32 qthr; };

__device__ inline u64 ldacq(const u64*p){u64 v;asm volatile("ld.acquire.gpu.global.u64 %0,[%1];":"=l"(v):"l"(p):"memory");return v;}
__device__ inline uint4 ldv4(const void*p){uint4 v;asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3},[%4];":"=r"(v.x),"=r"(v.y),"=r"(v.z),"=r"(v.w):"l"(p):"memory");return v;}
__device__ inline void stv4(void*p,uint4 v){asm volatile("st.volatile.global.v4.u32 [%0],{%1,%2,%3,%4};"::"l"(p),"r"(v.x),"r"(v.y),"r"(v.z),"r"(v.w):"memory");}
#define HEAD(w) ((u32)((w)&0xFFFFF))
#define TAIL(w) ((u32)(((w)>>20)&0xFFFFF))
#define SIZE(w) ((TAIL(w)-HEAD(w))&0xFFFFF)


#if WORK==0
#define TS 8u
#else
#define TS 16u
#endif
#define F2 (2u*FCAP)
__device__ inline u32 sadr(const void*p){return (u32)__cvta_generic_to_shared(p);}
__device__ inline void pst32(bool q,u32 a,u32 v){asm volatile("{.reg .pred q;setp.ne.u32 q,%0,0;@q st.shared.u32 [%1],%2;}"::"r"((u32)q),"r"(a),"r"(v):"memory");}
__device__ inline void pst16(bool q,u32 a,u32 v){asm volatile("{.reg .pred q;.reg .b16 h;setp.ne.u32 q,%0,0;cvt.u16.u32 h,%2;@q st.shared.u16 [%1],h;}"::"r"((u32)q),"r"(a),"r"(v):"memory");}
__device__ inline void pld32(bool q,u32 a,u32&v){asm volatile("{.reg .pred q;setp.ne.u32 q,%1,0;@q ld.shared.u32 %0,[%2];}":"+r"(v):"r"((u32)q),"r"(a):"memory");}
__device__ inline void pld16(bool q,u32 a,u32&v){asm volatile("{.reg .pred q;setp.ne.u32 q,%1,0;@q ld.shared.u16 %0,[%2];}":"+r"(v):"r"((u32)q),"r"(a):"memory");}
__device__ inline void pld64(bool q,u32 a,u32&v,u32&w){asm volatile("{.reg .pred q;setp.ne.u32 q,%2,0;@q ld.shared.v2.u32 {%0,%1},[%3];}":"+r"(v),"+r"(w):"r"((u32)q),"r"(a):"memory");}
__device__ inline void pst64(bool q,u32 a,u32 v,u32 w){asm volatile("{.reg .pred q;setp.ne.u32 q,%0,0;@q st.shared.v2.u32 [%1],{%2,%3};}"::"r"((u32)q),"r"(a),"r"(v),"r"(w):"memory");}
__device__ inline void pld128(bool q,u32 a,u32&v,u32&w,u32&z){asm volatile("{.reg .pred q;.reg .u32 t;setp.ne.u32 q,%3,0;@q ld.shared.v4.u32 {%0,%1,%2,t},[%4];}":"+r"(v),"+r"(w),"+r"(z):"r"((u32)q),"r"(a):"memory");}
__device__ inline void pst128(bool q,u32 a,u32 v,u32 w,u32 z){asm volatile("{.reg .pred q;setp.ne.u32 q,%0,0;@q st.shared.v4.u32 [%1],{%2,%3,%4,%4};}"::"r"((u32)q),"r"(a),"r"(v),"r"(w),"r"(z):"memory");}
__device__ inline void patom(bool q,u32 a,u32 v,u32&o){asm volatile("{.reg .pred q;setp.ne.u32 q,%1,0;@q atom.shared.add.u32 %0,[%2],%3;}":"+r"(o):"r"((u32)q),"r"(a),"r"(v):"memory");}

__global__ void __launch_bounds__(WPB*32,BPS) kern(P p)
{
  extern __shared__ __align__(16) unsigned char sm[];
  const u32 lane=threadIdx.x&31, wl=threadIdx.x>>5, wid=blockIdx.x*WPB+wl;
  const u32 ltm=(1u<<lane)-1;
  const u32 SB=SCAP*TS;
#if FR==2
  const u32 FB=FCAP*8+FCAP*2;
#else
  const u32 FB=FCAP*12+FCAP*2;
#endif
  const u32 stA=sadr(sm)+wl*(SB+FB), endA=stA+SB;
  const u32 cA=endA;            // count/acc word (FR2: acc; FR4: parent|count)
  const u32 pA=cA+FCAP*4;       // FR2: parent ; FR4: results (8B)
#if FR==2
  const u32 flA=pA+FCAP*4;
#else
  const u32 flA=pA+FCAP*8;
#endif
  for(u32 i=lane;i<FCAP;i+=32) pst16(true,flA+i*2,(FCAP-1-i)*2);
  u32 nfree=FCAP, gfree=0, bump=0; u32*gl=p.gl+(size_t)wid*GLCAP; uint4*gfr=p.gfr+(size_t)wid*GCAP;
  u32 topA=stA,botA=stA,ptail=0,ihead=0,outst=0; int msgs=0;
  u32 m=0,x=0,d=0,ref=0;
  u32 rng=wid*7919u+lane*104729u+12345u; u32 backoff=32;
  u32 it=0,act=0,nsteal=0,nstolen=0,nmsg=0,nov=0;
  int svc=SVC;
  const u32 mybase=wid<<17;
  __syncwarp();
  if(wid==0&&lane==0){ m=1; x=p.rootn; ref=ROOT; }
  Ctl*my=p.ctl+wid; Task*mypub=p.pub+(size_t)wid*PCAP;
  uint4 pf=make_uint4(0,0,0,0); bool pfv=false;
#ifdef TL
  u64 t0=0,t1=0,ts; asm volatile("mov.u64 %0,%globaltimer;":"=l"(ts));
#endif

  auto publish=[&](u32 k){
    bool q=lane<k; u32 a=0,b=0,c=0;
#if WORK==0
    pld64(q,botA+lane*TS,a,c); if(q) mypub[(ptail+lane)&(PCAP-1)]=make_uint2(a,c);
#else
    pld128(q,botA+lane*TS,a,b,c); if(q) mypub[(ptail+lane)&(PCAP-1)]=make_uint4(a,b,c,0);
#endif
    outst+=__popc(__ballot_sync(FULL,q&&c!=ROOT&&(c>>17)==wid));
    __threadfence(); __syncwarp();
    if(lane==0) atomicAdd(&my->word,(u64)k<<20);
    ptail=(ptail+k)&0xFFFFF; botA+=k*TS; __syncwarp();
    if(outst>PCAP){ if(lane==0){atomicExch(p.err,5);*p.done=1;} }
  };

  for(;;){
    if(--svc<=0){
      svc=SVC;
      if(pfv){
        pf.x=__shfl_sync(FULL,pf.x,0);pf.y=__shfl_sync(FULL,pf.y,0);pf.z=__shfl_sync(FULL,pf.z,0);
        u64 w=((u64)pf.y<<32)|pf.x;
        msgs=(int)(pf.z-ihead);
        u32 sz=SIZE(w), n=(topA-botA)/TS;
        if(sz==0 && n>=PUBMIN){ u32 k=min((u32)PUBMAX,n/2); if(outst+k<=PCAP){publish(k); svc=SVCMIN;} }
      }
      if(msgs>0){
        u32 idle=__ballot_sync(FULL,m==0);
        u32 r=__popc(idle&ltm); bool want=m==0&&(int)r<msgs, got=false; u32 nx=0,nr=0;
        if(want){ uint4 q=ldv4(p.inbox+(size_t)wid*PCAP+((ihead+r)&(PCAP-1))); got=(q.z==(ihead+r)/PCAP+1); nx=q.x; nr=q.y; }
        u32 g=__ballot_sync(FULL,got), bad=__ballot_sync(FULL,want&&!got); u32 lim=bad?(1u<<(__ffs(bad)-1))-1:FULL;
        g&=lim; if((g>>lane)&1){ m=2; x=nx; ref=nr; }
        u32 c=__popc(g); ihead+=c; msgs-=c; outst-=c; nmsg+=c;
        if(msgs>0) svc=1;
      }
      pf=ldv4(my); pfv=true;
    }
    // pop
    u32 idle=__ballot_sync(FULL,m==0);
    { u32 r=__popc(idle&ltm)*TS, n=topA-botA; bool q=m==0&&r<n;
#if WORK==0
      pld64(q,topA-TS-r,x,ref);
#else
      pld128(q,topA-TS-r,x,d,ref);
#endif
      m=q?1:m; u32 c=__popc(idle)*TS; topA-=min(c,n);
      if(c>n){
        u32 left=(c-n)/TS;
        if(left==32||svc==1){
          topA=botA=stA; __syncwarp();
          u64 w=0; if(lane==0) w=ldacq(&my->word); w=__shfl_sync(FULL,w,0);
          u32 sz=SIZE(w); bool ok=false; u32 k=0; Task q=none();
          if(sz){
            k=min(32u,sz); u32 t=(TAIL(w)-k)&0xFFFFF;
            u64 nw=(((w>>40)+1)<<40)|((u64)t<<20)|HEAD(w);
            u32 s=0; if(lane==0) s=(atomicCAS(&my->word,w,nw)==w); s=__shfl_sync(FULL,s,0);
            if(s){ ok=true; bool mine=false; if(lane<k){ q=mypub[(t+lane)&(PCAP-1)]; mine=(tref(q)!=ROOT)&&((tref(q)>>17)==wid); }
              outst-=__popc(__ballot_sync(FULL,mine)); ptail=t; }
          } else {
            rng=rng*1664525u+1013904223u; u32 v=(u32)(((u64)rng*p.W)>>32);
            sz=0; if(lane<PROBE){ w=ldacq(&p.ctl[v].word); sz=(v==wid)?0:SIZE(w);}
            u32 b=__ballot_sync(FULL,sz>0);
            if(b){
              u32 rot=__shfl_sync(FULL,rng>>27,0); u32 bb=__funnelshift_r(b,b,rot); u32 src=(__ffs(bb)-1+rot)&31;
              w=__shfl_sync(FULL,w,src); v=__shfl_sync(FULL,v,src); sz=SIZE(w);
              k=min(32u,(sz+1)/2);
              if(lane<k) q=__ldcg(p.pub+(size_t)v*PCAP+((HEAD(w)+lane)&(PCAP-1)));
              __threadfence(); __syncwarp();
              u64 nw=(w&~0xFFFFFull)|((HEAD(w)+k)&0xFFFFF);
              u32 s=0; if(lane==0) s=(atomicCAS(&p.ctl[v].word,w,nw)==w); s=__shfl_sync(FULL,s,0);
              if(s){ ok=true; nsteal++; nstolen+=k; }
            }
          }
          if(ok){
#if WORK==0
            pst64(lane<k,topA+lane*TS,q.x,q.y);
#else
            pst128(lane<k,topA+lane*TS,q.x,q.y,q.z);
#endif
            topA+=k*TS;
          }
          __syncwarp();
          if(left==32){
            if(ok) backoff=32;
            else {
              u32 dn=0; if(lane==0) dn=*p.done; dn=__shfl_sync(FULL,dn,0); if(dn) break;
              pf=ldv4(my); pfv=true; msgs=(int)(__shfl_sync(FULL,pf.z,0)-ihead);
              if(msgs<=0){ __nanosleep(backoff); backoff=min(backoff*2,(u32)BKMAX);} else svc=1;
              if(svc>2) svc=2;
              continue;
            }
            svc=SVCMIN; continue;
          }
        }
      }
    }
#ifdef STATS
    it++; act+=__popc(__ballot_sync(FULL,m!=0));
#endif
#ifdef TL
    {u64 t; asm volatile("mov.u64 %0,%globaltimer;":"=l"(t)); if(!t0) t0=t; t1=t;}
#endif
    // execute body
    bool t=m==1;
#if WORK==0
    bool sp=t&&x>=2;
    m=(t&&!sp)?2:m;
#else
    bool sp=t&&(d<p.d0||x<p.qthr);
    bool lf=t&&!sp; m=lf?2:m; x=lf?1:x;
#endif
    u32 ms=__ballot_sync(FULL,sp);
    u32 c=__popc(ms), r=__popc(ms&ltm), f2=0; bool fast=true;
    if(topA+c*TS>endA){
      u32 n=(topA-botA)/TS;
      while(n>SCAP/2){ publish(32); n-=32; }
      // compact
      if(botA>stA){ for(u32 i=0;i<n;i+=32){ u32 a=0,b=0,cc=0; bool q=i+lane<n;
#if WORK==0
          pld64(q,botA+(i+lane)*TS,a,cc); __syncwarp(); pst64(q,stA+(i+lane)*TS,a,cc);
#else
          pld128(q,botA+(i+lane)*TS,a,b,cc); __syncwarp(); pst128(q,stA+(i+lane)*TS,a,b,cc);
#endif
          __syncwarp(); }
        botA=stA; topA=stA+n*TS; }
      uint4 z=ldv4(my); z.x=__shfl_sync(FULL,z.x,0); z.y=__shfl_sync(FULL,z.y,0); u32 cur=(ptail-HEAD(((u64)z.y<<32)|z.x))&0xFFFFF; if(cur+SCAP>PCAP){ if(lane==0){atomicExch(p.err,1);*p.done=1;} return; }
    }
    if(c<=nfree){ pld16(sp,flA+(nfree-1-r)*2,f2); nfree-=c; }
    else { u32 xx=c-nfree, rr=r-nfree;
      if(sp){ if(r<nfree) pld16(true,flA+(nfree-1-r)*2,f2); else { f2=F2+2*(rr<gfree? gl[gfree-1-rr]: bump+(rr-gfree)); fast=false;} }
      nfree=0; nov+=xx; if(xx>gfree){bump+=xx-gfree;gfree=0;} else gfree-=xx;
      if(bump>GCAP-FCAP){ if(lane==0){atomicExch(p.err,3);*p.done=1;} return; }
      if(sp&&!fast) __stcg(gfr+((f2-F2)>>1),make_uint4(0,0,ref,2));
      __syncwarp();
    }
    bool sf=sp&&fast;
#if FR==2
    pst32(sf,cA+f2*2,0); pst32(sf,pA+f2*2,ref);
#else
    pst32(sf,cA+f2*2,ref);
#endif
    u32 cref=mybase+f2;
#if WORK==0
    pst64(sp,topA+r*TS,x-2,cref|1); 
    x=sp?x-1:x;
#else
    { u32 hb=chash(x,d,1), ha=chash(x,d,0); pst128(sp,topA+r*TS,hb,d+1,cref|1); x=sp?ha:x; d=d+1; }
#endif
    ref=sp?cref:ref;
    topA+=c*TS;
    __syncwarp();
    // complete
    u32 l2=ref-mybase; bool cm=m==2, fs=cm&&l2<F2;
    if(__any_sync(FULL,cm&&!fs)){
      bool sl=cm&&!fs, glast=false; u32 gi=0;
      if(sl){
        if(ref==ROOT){ *p.result=x; __threadfence(); *p.done=1; m=0; }
        else if((ref>>17)!=wid){ u32 o=ref>>17; u32 tt=atomicAdd(&p.ctl[o].itail,1); stv4(p.inbox+(size_t)o*PCAP+(tt&(PCAP-1)),make_uint4(x,ref,tt/PCAP+1,0)); m=0; }
        else { gi=(l2-F2)>>1; uint4*q=gfr+gi; u32 par=__ldcg(((u32*)q)+2); u64 old=atomicAdd((u64*)q,(1ull<<56)+x);
          if((old>>56)==1){ x+=(u32)old+(WORK?1:0); ref=par; glast=true; } else m=0; }
      }
      u32 mg=__ballot_sync(FULL,glast); if(glast) gl[gfree+__popc(mg&ltm)]=gi; gfree+=__popc(mg); __syncwarp();
    }
    u32 ca=cA+((l2*2)&~3u), old=0; bool last;
#if FR==2
    patom(fs,ca,(1u<<30)+x,old); last=fs&&(old>>30)!=0;
    u32 nr=0; pld32(last,ca+FCAP*4,nr);
    x=last?x+(old&0x3fffffffu)+(WORK?1:0):x; ref=last?nr:ref;
#else
    u32 ra=pA+l2*4; pst32(fs,ra,x); __syncwarp();
    patom(fs,ca,1u<<30,old); last=fs&&(old>>30)!=0; __syncwarp();
    u32 ox=0; pld32(last,ra^4,ox); x=last?x+ox+(WORK?1:0):x; ref=last?(old&0x3fffffffu):ref;
#endif
    m=(fs&&!last)?0:m;
    u32 ml=__ballot_sync(FULL,last);
    pst16(last,flA+(nfree+__popc(ml&ltm))*2,l2&~1u);
    nfree+=__popc(ml); __syncwarp();
  }
#ifdef TL
  if(lane==0){p.tl[wid*3]=ts;p.tl[wid*3+1]=t0;p.tl[wid*3+2]=t1;}
#endif
  if(lane==0){ atomicAdd(p.stats+0,(u64)it); atomicAdd(p.stats+1,(u64)act); atomicAdd(p.stats+2,(u64)nsteal); atomicAdd(p.stats+3,(u64)nstolen); atomicAdd(p.stats+4,(u64)nmsg); atomicAdd(p.stats+5,(u64)nov); atomicMax(p.stats+6,(u64)bump); }
}
static u64 fibh(int n){u64 a=0,b=1;for(int i=0;i<n;i++){u64 c=a+b;a=b;b=c;}return a;}
static u64 utscpu(u32 h,u32 d0,u32 q){ std::vector<std::pair<u32,u32>> s; s.push_back({h,0}); u64 c=0; u32 md=0; while(!s.empty()){auto t=s.back();s.pop_back();c++; if(t.second>md)md=t.second; if(t.second<d0||t.first<q){s.push_back({chash(t.first,t.second,0),t.second+1});s.push_back({chash(t.first,t.second,1),t.second+1});}} printf("  uts cpu: nodes %llu depth %u\n",c,md); return c; }

int main(int argc,char**argv){
  int maxb=argc>1?atoi(argv[1]):BPS; // blocks per SM
  int nsm=132; 
  cudaFuncAttributes fa_; CK(cudaFuncGetAttributes(&fa_,kern));
#if STG
  size_t SB=0;
#else
  size_t SB=SCAP*sizeof(Task);
#endif
#if FR==0
  size_t FB=HL*4;
#elif FR==1
  size_t FB=FCAP*18;
#elif FR==4
  size_t FB=FCAP*14;
#elif FR==5
  size_t FB=FCAP*6;
#else
  size_t FB=FCAP*10;
#endif
  size_t smem=WPB*(SB+FB);
  CK(cudaFuncSetAttribute(kern,cudaFuncAttributeMaxDynamicSharedMemorySize,(int)smem));
  int occ=0; CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&occ,kern,WPB*32,smem));
  int bps=std::min(occ,maxb); 
  if(argc>2) nsm=atoi(argv[2]);
  u32 grid=nsm*bps, W=grid*WPB;
  printf("cfg WORK=%d FR=%d BYP=%d STG=%d WPB=%d SCAP=%d FCAP=%d SVC=%d PUB=%d regs=%d local=%d smem/blk=%zu occ=%d used=%d warps/SM=%d\n",WORK,FR,BYP,STG,WPB,SCAP,FCAP,SVC,PUBMAX,fa_.numRegs,(int)fa_.localSizeBytes,smem,occ,bps,bps*WPB);
  P p;
  CK(cudaMalloc(&p.ctl,W*sizeof(Ctl))); CK(cudaMalloc(&p.pub,(size_t)W*PCAP*sizeof(Task))); CK(cudaMalloc(&p.inbox,(size_t)W*PCAP*16));
  CK(cudaMalloc(&p.gfr,(size_t)W*GCAP*16)); CK(cudaMalloc(&p.gl,(size_t)W*GLCAP*4)); CK(cudaMalloc(&p.gst,(size_t)W*SCAP*sizeof(Task)));
  CK(cudaMalloc((void**)&p.done,4)); CK(cudaMalloc(&p.result,4)); CK(cudaMalloc(&p.err,4)); CK(cudaMalloc(&p.stats,64)); CK(cudaMalloc(&p.tl,W*24)); CK(cudaMalloc(&p.gres,(size_t)W*FCAP*8)); p.W=W;
  cudaEvent_t e0,e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
  struct In{u32 root,d0,q; u64 tasks,res; const char*nm;}; std::vector<In> in;
#if WORK==0
  static char nm[8][16]; int ns[3]={35,38,40}; int cnt=3; if(getenv("ONLY")){ns[0]=atoi(getenv("ONLY"));cnt=1;}
  for(int i=0;i<cnt;i++){sprintf(nm[i],"fib(%d)",ns[i]); in.push_back({(u32)ns[i],0,0,2*fibh(ns[i]+1)-1,fibh(ns[i]),nm[i]});}
#else
  {u32 q=(u32)(0.4999*4294967296.0); u64 c=363049729ull; in.push_back({42,16,q,c,c,"uts16"});}
  {u32 q=(u32)(0.499*4294967296.0); u64 c=264916021ull; in.push_back({7,19,q,c,c,"uts19"});}
#endif
  int reps=getenv("REPS")?atoi(getenv("REPS")):4;
  for(auto&x:in){
    p.rootn=x.root;p.d0=x.d0;p.qthr=x.q; std::vector<float> ts; bool ok=true; u64 s[8]; u32 res=0,err=0;
    for(int r=0;r<reps;r++){
      CK(cudaMemset(p.ctl,0,W*sizeof(Ctl))); CK(cudaMemset((void*)p.done,0,4)); CK(cudaMemset(p.result,0,4)); CK(cudaMemset(p.err,0,4)); CK(cudaMemset(p.stats,0,64));
      CK(cudaMemset(p.inbox,0,(size_t)W*PCAP*16));
      CK(cudaDeviceSynchronize());
      cudaEventRecord(e0); kern<<<grid,WPB*32,smem>>>(p); cudaEventRecord(e1); CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
      float ms; cudaEventElapsedTime(&ms,e0,e1); ts.push_back(ms);
      CK(cudaMemcpy(&res,p.result,4,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(&err,p.err,4,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(s,p.stats,64,cudaMemcpyDeviceToHost));
      if(res!=(u32)x.res||err) {ok=false;break;}
    }
    std::sort(ts.begin(),ts.end());
    printf("  %-8s %s min %.3f ms med %.3f ms  %.2f Gtask/s  steals %llu stolen %llu msgs %llu ovf %llu bump %llu",x.nm,ok?"OK ":"BAD",ts[0],ts[ts.size()/2],x.tasks/ts[0]*1e-6,s[2],s[3],s[4],s[5],s[6]);
    if(s[0]) printf(" iters %llu lanes/iter %.1f",s[0],(double)s[1]/s[0]);
    if(!ok) printf(" res %u want %llu err %u",res,x.res,err);
#ifdef TL
    {std::vector<u64> h(W*3); cudaMemcpy(h.data(),p.tl,W*24,cudaMemcpyDeviceToHost); u64 s0=~0ull; std::vector<double> a,b; int never=0; for(u32 i=0;i<W;i++) s0=std::min(s0,h[i*3]); double sl=0; for(u32 i=0;i<W;i++){ sl=std::max(sl,(h[i*3]-s0)*1e-3); if(!h[i*3+1]){never++;continue;} a.push_back((h[i*3+1]-s0)*1e-3); b.push_back((h[i*3+2]-s0)*1e-3);} std::sort(a.begin(),a.end()); std::sort(b.begin(),b.end()); size_t m=a.size();
     printf(" | last start %.1f us; first work 10%% %.1f 50%% %.1f 90%% %.1f max %.1f; last work 10%% %.1f 50%% %.1f 90%% %.1f max %.1f never %d",sl,a[m/10],a[m/2],a[m*9/10],a[m-1],b[m/10],b[m/2],b[m*9/10],b[m-1],never);}
#endif
    printf("\n"); fflush(stdout);
  }
}
