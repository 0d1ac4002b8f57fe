#!/bin/bash
# Usage: WB=launcher G=folder-of-graphs OUT=folder record.sh SECTION...
# Records for the page of the papers, from the root of the project, on a machine with an H200 and 16 cores. SECTION is one of
#   queues      pairs, properties, loads and histories of all queues, and pairs beside nvcc's
#   mix         a stream of operations by sizes of groups, by few threads, and on multiprocessors near to the queue and far from it
#   ranks       PageRank, each lane for itself, and with rings as small as the paper's
#   rays        ray tracing by all schemes with both accelerators
#   profile     with ncu: registers, instructions, lanes and cache hits of two schemes of ray tracing
#   profile-loads  with ncu: instructions and lanes of queues that run empty, with much work after a dequeue
#   loads       queues that run empty with counted attempts, with much work, and with and without help; loads with and without work;
#               pairs of the broker queues by 1,024 threads
#   brokers     the broker queues alone: pairs, loads, ranks, and queues that run empty or full (figure 4)
#   stacks      invalid stacks, as listed and mended, and what decides how many there are
#   searches    the search through a queue, three times each
#   why         stacks whose scans read past the cache, and with fewer threads at once; random mixes, counted, too; atomics on one word
#   more-whys   stacks as large as their content, by the paper's threads, by fewer, and with a thread for each operation; slow queues
#   rays-why    how long workers are busy, on the GPU and on 16 cores, and what rays are made of
#   deques      on the 16 cores alone, with nothing beside: deques, and threads that share nothing
#   cpu         on the 16 cores, with nothing beside: rays, spawning, adds to one word; nothing of it needs the GPU
#   lattices    on the 16 cores, with nothing beside: searches of lattices, by six processes each; 11 minutes
#   sizes       invalid stacks without lowest area: in stacks that a cache holds, and by fewer operations
# Each writes files of its own in OUT, and says how long it took. The launcher is one of a bundle made from a commit.
# To see that all of it runs: DEVICE=jvm QUICK=--quick, without a GPU.
device=${DEVICE:-cuda}

timed() { # seconds, command
  local begin=$(date +%s) status
  timeout -k 5 "$@"
  status=$?
  echo "## exit $status after $(($(date +%s) - begin)) s: ${*:2}" >&2
}
bench() { # file, seconds, experiment, options
  timed "$2" "$WB" bench "$3" -q --device "$device" $QUICK "${@:4}" --out "$OUT/$1.jsonl"
}

queues() {
  bench pairs 120 pairs --form thread --reps 11 --limit 0.3
  if command -v nvcc >/dev/null && nvcc -O3 -arch=sm_90 -ptx -o "$OUT/broker.ptx" lab/peers/cuda/broker.cu; then
    local threads=1024,8192,32768,65536,131072,270336
    bench pairs-nvcc 60 pairs --threads $threads --reps 41 --structures BQ --peer "$OUT/broker.ptx#_Z5benchILi0EEv1QPyPj=nvcc BQ"
    bench pairs-nvcc 60 pairs --threads $threads --reps 41 --structures BQ-fused --form thread,block \
      --peer "$OUT/broker.ptx#_Z5benchILi4EEv1QPyPj=nvcc BQ-fused" --peer "$OUT/broker.ptx#_Z5benchILi5EEv1QPyPj=nvcc BQ-fused per block"
  fi
  local loads=(--structures BQ,BQ-fused,OVQ,BWD,BSQ,GQ,LCRQ,WFQ,G-LFQ --threads 8192,57344,65536,270336 --reps 5 --warmup 1 --limit 0.5)
  bench imbalance 90 imbalance "${loads[@]}"
  bench prefilled 60 prefilled "${loads[@]}"
  bench retries 60 imbalance --p-enq 0.25 --p-deq 0.5 --structures BQ,BQ-fused,OVQ,BWD,GQ --threads 57344,270336 --count --reps 3 --warmup 1 --limit 0.5
  timed 60 "$WB" bench history -q --device "$device" --structures BQ,BQ-fused,OVQ --out "$OUT/history.jsonl"
  [ "$device" = jvm ] || timed 60 "$WB" bench history -q --device "$device" --threads 131072 --operations 16 --structures BQ-fused,OVQ --out "$OUT/history.jsonl"
  timed 150 "$WB" bench properties -q --device "$device" $QUICK --limit 0.5 --out "$OUT/properties.jsonl"
}
mix() {
  local mix=(mix --structures locked-linked,CAS-linked --reps 3)
  bench mix 120 "${mix[@]}" --threads 2048 --operations 10000,20000,30000,40000,50000,60000,70000,80000,90000,100000 --limit 1.5
  bench mix-threads 60 "${mix[@]}" --threads 32 --operations 100000 --groups 64 --limit 3
  bench mix-threads 60 "${mix[@]}" --threads 256 --operations 100000 --groups 64 --limit 3
  for capacity in 131072 262144 524288; do
    bench mix-places 60 "${mix[@]}" --mixes 80/20 --threads 2048 --operations 100000 --groups 64,128,256 --multiprocessors any,near:8,far:8 \
      --capacity $capacity --limit 3
  done
}
ranks() {
  local graphs=(--graph "$G/web-NotreDame.txt.gz" --graph "$G/p2p-Gnutella31.txt.gz")
  bench pagerank-thread 90 pagerank "${graphs[@]}" --structures BQ,BQ-fused,BWD,BSQ,GQ,HTQ,OVQ,LCRQ,WFQ,G-LFQ,G-WFQ --form thread \
    --threads 67584,270336 --reps 9 --limit 0.15
  bench pagerank-ring-64 60 pagerank "${graphs[@]}" --structures LCRQ,WFQ,BQ --ring 64 --memory-factor 32 --threads 67584 --reps 1 --limit 1
}
brokers() {
  local brokers=BQ,BWD,BSQ,GQ,BQ-fused
  bench brokers 60 pairs --form thread --structures $brokers --threads 1024,8192,65536,131072,270336 --reps 11 --limit 0.3
  bench brokers 60 imbalance --structures $brokers --threads 8192,65536,270336 --reps 5 --warmup 1 --limit 0.5
  bench brokers 60 prefilled --structures $brokers --threads 8192,65536,270336 --reps 5 --warmup 1 --limit 0.5
  for form in warp thread; do
    bench brokers 60 pagerank --graph "$G/web-NotreDame.txt.gz" --graph "$G/p2p-Gnutella31.txt.gz" --structures $brokers --form $form \
      --threads 67584,270336 --reps 9 --limit 0.15
  done
  bench variants 60 variants --ratios 0.125,0.25,0.5,1 --reps 3 --warmup 1 --limit 0.3
  bench variants 60 variants --ratios 2,4,8 --reps 3 --warmup 1 --limit 0.3 --no-check
  bench variants 60 variants --ratios 0.5 --fma 0,320,3200,32000,320000 --reps 3 --warmup 1 --limit 1 --no-check
}
rays() {
  bench raytrace 240 raytrace --accelerator octree,bvh --reps 3 --warmup 1
  bench raytrace-again 120 raytrace --accelerator octree --cameras 1,2,3 --schemes static,central,thesis,hardware --tiles 8,16,32,64 --reps 9 --warmup 2
  bench raytrace-again 60 raytrace --accelerator bvh --cameras 1,2,3 --schemes stealing,hardware --reps 9 --warmup 2
}
# What NVIDIA's profiler ncu counts of launches of a bench: rows of the experiment profile, with parameters of the run.
profiled() { # file, launches that count (options of ncu), experiment, options
  local metrics=gpu__time_duration.sum,launch__registers_per_thread,launch__block_size,launch__occupancy_limit_registers
  metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__issue_active.avg.pct_of_peak_sustained_active
  metrics+=,smsp__inst_executed.sum,smsp__thread_inst_executed_per_inst_executed.ratio,l1tex__t_sector_hit_rate.pct
  rm -f "$OUT/profiled.jsonl"
  timed 60 ncu --clock-control none --csv --page raw --print-units base --metrics $metrics $2 \
    "$WB" bench "$3" -q --device "$device" "${@:4}" --reps 1 --no-check --out "$OUT/profiled.jsonl" >"$OUT/ncu.csv"
  counted "$OUT/profiled.jsonl" "$OUT/ncu.csv" >>"$OUT/$1.jsonl"
  rm -f "$OUT/profiled.jsonl" "$OUT/ncu.csv"
}
counted() { # rows of the bench, what ncu says: a launch for each row, in their order
  awk -F '","' '
    FNR == NR { row[FNR] = $0; next }
    !/^"/ { next }
    { gsub(/^"|"$/, ""); $0 = $0 }
    $1 == "ID" { for (i = 1; i <= NF; i++) { name[i] = $i; if ($i == "Kernel Name") kernel = i; if ($i ~ /^gpu__time/) time = i } next }
    $1 == "" { next }
    {
      line = row[++launch]
      values = "\"kernel\":\"" $kernel "\""
      for (i = 1; i <= NF; i++) {
        gsub(/,/, "", $i)
        if (name[i] ~ /^(gpu|launch|l1tex|sm|smsp)__/ && $i ~ /^[0-9.]+$/) values = values ",\"" name[i] "\":" $i
      }
      sub(/"experiment":"[a-z]*"/, "\"experiment\":\"profile\"", line)
      sub(/"nanoseconds":[{][^}]*[}]/, "\"nanoseconds\":{\"repetitions\":1,\"median\":" $time ",\"min\":" $time ",\"max\":" $time "}", line)
      sub(/"operationsPerSecond":[^,]*/, "\"operationsPerSecond\":0", line)
      sub(/"observed":[{][^}]*[}]/, "\"observed\":{" values "}", line)
      print line
    }' "$1" "$2"
}
profile() {
  local accelerator of
  for accelerator in octree bvh; do
    for of in "1 64" "2 64" "3 1" "3 64"; do # camera and tiles: with these the schemes are fastest, or nearly
      set -- $of
      profiled profile '-k regex:(ThesisWorkers|PixelThread)_run -c 2' raytrace --schemes thesis,hardware --accelerator $accelerator \
        --cameras $1 --tiles $2 --warmup 0
    done
  done
}
profile_loads() {
  local queue
  for queue in BQ BWD BSQ GQ; do # the second launch of each: the first warms up
    profiled profile-loads '-k regex:Imbalance -s 1 -c 1' imbalance --p-enq 0.25 --p-deq 0.5 --fma 320000 --structures $queue \
      --threads 270336 --warmup 1
  done
}
loads() {
  local dequeues=(imbalance --p-enq 0.25 --p-deq 0.5) more=(--reps 5 --warmup 1)
  bench loads 60 "${dequeues[@]}" --structures BQ,BWD,GQ --threads 8192 --count "${more[@]}" --limit 0.5
  bench loads 60 "${dequeues[@]}" --fma 320000 --structures BQ,BWD,BSQ --threads 8448,270336 --reps 3 --warmup 1 --limit 0.5 --no-check
  for fma in 0 128; do
    bench loads 60 imbalance --p-enq 0.5 --p-deq 0.25 --fma $fma --structures BQ,BQ-fused,OVQ,BWD,BSQ,GQ,LCRQ,WFQ,G-LFQ,G-WFQ \
      --threads 57344,270336 "${more[@]}" --limit 0.5
  done
  for patience in 0 1000000; do
    bench loads 60 "${dequeues[@]}" --structures WFQ --threads 8192,65536 --patience $patience "${more[@]}" --limit 2 --no-check
  done
  bench pairs-1024 60 pairs --form thread --structures BQ,BQ-fused,BWD,BSQ,GQ,OVQ --threads 1024 --reps 41 --limit 1
}
rays_why() {
  bench raytrace-why 60 raytrace --accelerator octree --schemes static,thesis,hardware --tiles 8 --balance --yardsticks --reps 3 --warmup 1
  local device=jvm
  local cpu=(raytrace --accelerator octree --size 1024 --cameras 1 --warmup 1 --limit 60)
  WARPBROKER_JAVA_OPTIONS=${WARPBROKER_JAVA_OPTIONS:--Xmx14g} bench raytrace-cpu-why 200 "${cpu[@]}" --threads 16 --schemes static,central,thesis \
    --tiles 4,16,64 --balance --yardsticks --reps 3
  WARPBROKER_JAVA_OPTIONS=${WARPBROKER_JAVA_OPTIONS:--Xmx14g} bench raytrace-cpu-why 120 "${cpu[@]}" --threads 1,16 --schemes thesis --tiles 8 --reps 1
}
stacks() {
  local intervals=2500,5000,7500,10000,12500,15000,17500,20000,22500,25000
  local listed=LA-listed,EL+LA-listed,Inval+LA-listed,Inval+EL+LA-listed mended=LA,EL+LA,Inval+LA,Inval+EL+LA
  bench stack-invalid 300 stack --invalid --stacks EL+LA-listed,Inval+EL+LA-listed --intervals $intervals --limit ${LIMIT:-10}
  bench stack-invalid 300 stack --invalid --stacks LA-listed,Inval+LA-listed --intervals $intervals --limit ${LIMIT:-7}
  bench stack-invalid 120 stack --invalid --stacks $listed --intervals 0 --limit ${LIMIT:-3}
  bench stack-invalid 600 stack --invalid --stacks EL+LA-listed,Inval+EL+LA-listed --intervals 0 --limit ${LIMIT:-300}
  bench stack-invalid 120 stack --invalid --stacks $mended --intervals $intervals --limit ${LIMIT:-1}
  bench stack-invalid 120 stack --invalid --stacks LA-listed,LA --intervals 2500 --runs 60 --limit ${LIMIT:-12} --resume "$OUT/stack-invalid.jsonl"
  bench stack-invalid 120 stack --invalid --stacks Inval+LA-listed,Inval+LA --intervals 2500 --runs 50 --limit ${LIMIT:-30} \
    --resume "$OUT/stack-invalid.jsonl"
  for block in 64 128 512 1024; do
    bench stack-blocks 60 stack --invalid --stacks EL+LA-listed,Inval+EL+LA-listed,EL+LA,Inval+EL+LA --intervals 2500 --runs 200 \
      --limit ${LIMIT:-2.5} --block $block
  done
  for block in 64 128; do
    bench stack-blocks 60 stack --invalid --stacks EL+LA-listed --intervals 5000,7500,12500,25000 --runs 200 --limit ${LIMIT:-2.5} --block $block
  done
  for alike in 32 256; do
    bench stack-alike 60 stack --invalid --stacks EL+LA-listed --intervals 2500,5000,7500,12500,25000 --runs 200 --limit ${LIMIT:-2.5} --alike $alike
  done
  bench stack-alike 60 stack --invalid --stacks EL+LA-listed,Inval+EL+LA-listed --intervals 0 --runs 200 --limit ${LIMIT:-8} --alike 32
  for threads in 125952 270336; do
    bench stack-threads 60 stack --invalid --stacks $listed --intervals 2500 --runs 200 --limit ${LIMIT:-2.5} --threads $threads
  done
}
why() {
  local intervals=2500,12500,25000
  bench stack-fresh 90 stack --invalid --stacks LA-listed,EL+LA-listed,Inval+LA-listed,Inval+EL+LA-listed,Inval+EL+LA --intervals $intervals \
    --runs 100 --limit ${LIMIT:-2} --fresh
  bench stack-ballast 60 stack --invalid --stacks LA-listed,Inval+LA-listed --intervals $intervals --runs 100 --limit ${LIMIT:-2} --ballast 49152
  bench stack-ballast 60 stack --invalid --stacks EL+LA-listed,Inval+EL+LA-listed --intervals $intervals --runs 100 --limit ${LIMIT:-2} --ballast 40960
  local mix=(stack --mix random --capacity 262144 --reps 1 --warmup 0)
  bench stack-random 240 "${mix[@]}" --operations 9000000,10000000 --limit 12 --no-check \
    --stacks No-Optimizations,LA,EL+LA,EL+LA+PX,Inval,Inval+LA,Inval+EL+LA,Inval+EL+LA+PX
  bench stack-random-count 120 "${mix[@]}" --operations 5000000 --limit 60 --count --stacks LA,Inval+LA,EL+LA+PX,Inval+EL+LA+PX
  bench faa 120 faa
}
more_whys() {
  local stack=(stack --reps 1 --warmup 0 --limit 20 --no-check)
  bench why 60 "${stack[@]}" --mix pop --stacks Inval,Inval+LA,Inval+EL+LA --operations 100000 --capacity 100000
  bench why 60 "${stack[@]}" --mix pop --stacks Inval,Inval+LA,Inval+EL+LA --operations 500000 --capacity 500000
  bench why 60 "${stack[@]}" --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity 10000000 --threads 125952
  for threads in 8448 33792; do
    bench why 60 "${stack[@]}" --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000 --capacity 10000000 --threads $threads
  done
  local counted=(stack --capacity 10000000 --reps 1 --warmup 0 --limit 60)
  bench why 150 "${counted[@]}" --mix push --stacks LA,EL+LA,EL+LA+PX --operations 100000,5000000 --thread-each --count
  bench why 150 "${counted[@]}" --mix push --stacks LA,EL+LA --operations 5000000 --count
  bench why 300 "${counted[@]}" --mix pop --stacks Inval+LA,Inval+EL+LA --operations 1000000,3000000 --thread-each --count
  bench why 90 pairs --form thread --structures LCRQ,TZQ,SHCQ,NSFQ,MSQ,2MQ --threads 270336 --reps 1 --warmup 0 --limit 6 --no-check
}
searches() {
  bench bfs-queue-only-again 600 bfs --variants queue-only --graphs road-like:pa,road-like:tx,road-like:ca --structures locked-linked,CAS-linked \
    --no-check --reps 3 --warmup 0 --limit 60
}
deques() {
  local device=jvm
  local deque=(deque --elements 320000 --reps 15 --warmup 5 --limit 20)
  bench deque-cpu 120 "${deque[@]}" --structures locked,ABP --threads 1,2,4,8,16
  bench deque-cpu-packed 60 "${deque[@]}" --structures locked,ABP --threads 16 --packed
  for process in 1 2 3; do
    bench deque-cpu-chunks 60 "${deque[@]}" --structures locked --setups ii,iii --chunk 1,32 --threads 16
  done
  bench faa-cpu 60 faa --threads 1,2,4,8,16
}
cpu() {
  local device=jvm
  export WARPBROKER_JAVA_OPTIONS=${WARPBROKER_JAVA_OPTIONS:--Xmx14g}
  bench raytrace-cpu 300 raytrace --accelerator octree --size 1024 --cameras 1 --threads 16 --schemes static,central,thesis,stealing,scheduler \
    --tiles 4,16,64 --reps 3 --warmup 1 --limit 60
  bench raytrace-cpu-cameras 120 raytrace --accelerator octree --size 1024 --cameras 1,2,3 --threads 16 --schemes static,thesis,stealing \
    --tiles 8,64 --reps 3 --warmup 1 --limit 60
  bench spawn-cpu 120 spawn --threads 1,2,4,8,16 --reps 51 --warmup 200
  bench faa-cpu 60 faa --threads 1,2,4,8,10,16
}
lattices() {
  local device=jvm round
  local search=(bfs --variants stealing --source random --threads 2,4,8,16 --no-queues)
  export WARPBROKER_JAVA_OPTIONS=${WARPBROKER_JAVA_OPTIONS:--Xmx20g}
  mkdir -p "$OUT/lattices"
  for round in 1 2 3 4 5 6; do
    bench lattices/$round 60 "${search[@]}" --graphs lattice:40,lattice:40:p=0.5,lattice:40:p=0.25 --reps 20 --warmup 100 --limit 20
    bench lattices/$round 60 "${search[@]}" --graphs lattice:80,lattice:80:p=0.5,lattice:80:p=0.25 --reps 6 --warmup 20 --limit 20
    bench lattices/$round 90 "${search[@]}" --graphs lattice:180,lattice:180:p=0.5,lattice:180:p=0.25 --reps 2 --warmup 1 --limit 20
    bench lattices/$round 120 "${search[@]}" --graphs lattice:320 --reps 1 --warmup 1 --limit 40
  done
  bench lattices/6 240 "${search[@]}" --graphs lattice:320:p=0.5,lattice:320:p=0.25 --reps 2 --warmup 1 --limit 40
}
sizes() {
  local stack=(stack --invalid --intervals 0)
  for cells in 20000 30000 40000 50000 60000 75000 100000 250000; do
    bench stack-sizes 60 "${stack[@]}" --stacks EL+LA-listed,Inval+EL+LA-listed --capacity $cells --limit ${LIMIT:-6}
  done
  bench stack-sizes 60 "${stack[@]}" --stacks EL+LA-listed,Inval+EL+LA-listed --capacity 50000 --fresh --limit ${LIMIT:-5}
  bench stack-sizes 60 "${stack[@]}" --stacks EL+LA-listed,Inval+EL+LA-listed --capacity 50000 --ballast 40960 --limit ${LIMIT:-5}
  for operations in 10000 30000 100000 300000; do
    bench stack-sizes 60 "${stack[@]}" --stacks LA-listed,EL+LA-listed,Inval+LA-listed,Inval+EL+LA-listed --operations $operations --runs 2000 \
      --limit ${LIMIT:-4}
  done
}

[ $# -gt 0 ] || { sed -n 2,23p "$0"; exit 2; }
for section in "$@"; do
  case $section in queues | mix | ranks | brokers | rays | rays-why | profile | profile-loads | loads | stacks | why | more-whys | searches | deques | cpu | lattices | sizes) "${section//-/_}" ;; *) echo "no section $section" >&2; exit 2 ;; esac
done
