#!/bin/bash
# Usage: WB=launcher G=folder-of-graphs GAP=folder-of-GAP's-programs OUT=folder record.sh gap|scaling
# gap: 16 threads beside GAP in turn, three processes each (about 180 s); writes cpu-N.jsonl and gap-N.txt for N in RUNS.
# scaling: 1, 2, 4, 8 and 16 threads (about 220 s); writes scaling.jsonl.
# G has usroads.txt.gz and web-NotreDame.txt.gz. GAP is built before; it has bfs, pr_spmv and wbgraph, which writes our graphs in GAP's
# format and tells which source bench bfs takes.
# Nothing else may use the processors meanwhile. The launcher is one of a bundle made from a commit.
export WARPBROKER_JAVA_OPTIONS=-Xmx40g OMP_NUM_THREADS=16 OMP_PROC_BIND=true
timed() {
  local begin=$(date +%s)
  timeout "$@"
  echo "## exit $? after $(($(date +%s) - begin)) s: ${*:2:8}"
}
small=$G/usroads.txt.gz,$G/web-NotreDame.txt.gz

gap() {
  local data run graph format
  data=$(mktemp -d -p /dev/shm)
  trap "rm -rf $data" EXIT
  format=$(dirname "$0")/../../gap.awk
  line() { awk -v graph="$1" -v program="$2" -v threads=$OMP_NUM_THREADS -v words="$3" -f "$format"; }
  spec() { case $1 in *:*) echo "$1" ;; *) echo "$G/$1.txt.gz" ;; esac; }
  trials() { # run, trials, graph
    local source=$($GAP/wbgraph source "$(spec $3)")
    timeout 20 $GAP/bfs -f $data/$3.sg -r $source -n $(($2 + 1)) -a | line $3 bfs " source=$source" | tee -a $OUT/gap-$1.txt
    timeout 20 $GAP/pr_spmv -f $data/$3.sg -i 8 -t 0 -n $(($2 + 1)) | line $3 pr_spmv " iterations=8 precision=float" |
      tee -a $OUT/gap-$1.txt
  }
  for graph in usroads web-NotreDame lattice:180 rmat:22:16; do $GAP/wbgraph sg "$(spec $graph)" $data/$graph.sg; done
  local ours="-q --device jvm --threads 16" search="--no-queues --variants auto" rank="--engines pull --float"
  for run in ${RUNS:-10 11 12}; do
    trials $run 21 usroads
    trials $run 21 web-NotreDame
    timed 25 $WB bench bfs $ours $search --warmup 300 --reps 41 --limit 5 --graphs $small --out $OUT/cpu-$run.jsonl
    timed 20 $WB bench pagerank $ours $rank --warmup 300 --reps 41 --limit 5 --graphs $small --out $OUT/cpu-$run.jsonl
    for graph in rmat:22:16 lattice:180; do
      trials $run 9 $graph
      # The limit leaves out the sequential search, which would take minutes to warm up.
      timed 25 $WB bench bfs $ours $search --warmup 40 --reps 15 --limit 0.8 --no-check --graphs $graph --out $OUT/cpu-$run.jsonl
      timed 25 $WB bench pagerank $ours $rank --warmup 5 --reps 7 --limit 8 --no-check --graphs $graph --out $OUT/cpu-$run.jsonl
    done
  done
}

scaling() {
  local ours="-q --device jvm --threads 1,2,4,8,16" search="--no-queues --variants auto" rank="--engines pull --float"
  local out="--out $OUT/scaling.jsonl"
  timed 40 $WB bench bfs $ours $search --warmup 300 --reps 41 --limit 5 --graphs $small $out
  timed 40 $WB bench pagerank $ours $rank --warmup 100 --reps 21 --limit 5 --graphs $small $out
  timed 40 $WB bench bfs $ours $search --warmup 6 --reps 7 --limit 8 --no-check --graphs rmat:22:16 $out
  timed 60 $WB bench bfs $ours $search --warmup 3 --reps 5 --limit 8 --no-check --graphs lattice:180 $out
  timed 30 $WB bench pagerank $ours $rank --warmup 3 --reps 5 --limit 8 --no-check --graphs lattice:180 $out
  timed 60 $WB bench pagerank $ours $rank --warmup 2 --reps 3 --limit 12 --no-check --graphs rmat:22:16 $out
  timed 30 $WB bench components $ours --warmup 30 --reps 11 --limit 4 --no-check --graphs $small,lattice:180,rmat:22:16 $out
  timed 30 $WB bench sssp $ours --warmup 30 --reps 11 --limit 4 --no-check --graphs $small $out
  timed 40 $WB bench sssp $ours --warmup 1 --reps 3 --limit 5 --no-check --graphs rmat:22:16 $out
}

case ${1:-} in
  gap | scaling) "$1" ;;
  *) sed -n '2,7s/^# //p' "$0"; exit 2 ;;
esac
