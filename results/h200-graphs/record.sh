#!/bin/bash
# Usage: WB=launcher G=folder-of-graphs DG=program-of-doubleGraph GAP=folder-of-GAP's-programs OUT=folder record.sh SECTION
# SECTION is bfs (47 s on an H200 with 16 cores), pagerank (33 s), sssp (37 s), components (16 s) or all.
# Ours on the GPU, then doubleGraph on it or GAP on 16 threads, every result checked; adds to gpu.jsonl, doublegraph.txt and gap.txt in OUT.
# G has usroads, web-NotreDame and p2p-Gnutella31 (.txt.gz). DG and GAP are built before. GAP has cc, sssp and wbgraph, which writes our
# graphs in GAP's formats, wsg with the weights of bench sssp: 1 to 1,000, seed 7.
# Nothing else may use the machine meanwhile. The launcher is one of a bundle made from a commit.
# To try it on 2 cores without a GPU: DEVICE=jvm THREADS=2 OMP_NUM_THREADS=2 WARPBROKER_JAVA_OPTIONS=-Xmx3g ROADS=road:100x100
#     RMAT=rmat:12:16 LATTICE=lattice:20 LARGE=lattice:30
export WARPBROKER_JAVA_OPTIONS=${WARPBROKER_JAVA_OPTIONS:--Xmx40g} OMP_NUM_THREADS=${OMP_NUM_THREADS:-16} OMP_PROC_BIND=true
ROADS=${ROADS:-road:4900x4900} RMAT=${RMAT:-rmat:22:16} LATTICE=${LATTICE:-lattice:180} LARGE=${LARGE:-lattice:320}
four="web-NotreDame usroads $LATTICE $RMAT"
no_dg=
format=$(dirname "$0")/../gap.awk
data=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$data"' EXIT

timed() { # seconds, command
  local begin=$(date +%s) status
  timeout -k 5 "$@"
  status=$?
  echo "## exit $status after $(($(date +%s) - begin)) s: ${*:2:8}" >&2
  [ $status = 0 ] || echo $status >>"$data/failed"
  return $status
}
must() {
  "$@" && return
  echo "## failed: $*" >&2
  echo 1 >>"$data/failed"
  return 1
}
spec() { case $1 in *:*) echo "$1" ;; *) echo "$G/$1.txt.gz" ;; esac; }
specs() { local all=$(for graph in "$@"; do spec "$graph"; done); echo "${all//$'\n'/,}"; }
ours() { # seconds, experiment, options
  timed "$1" "$WB" bench "$2" -q --device "${DEVICE:-cuda}" "${@:3}" --out "$data/ours.jsonl"
  must test -s "$data/ours.jsonl"
  must eval '! grep "\"skipped\":" "$data/ours.jsonl"' # rows that were left out, of which the exit status says nothing
  cat "$data/ours.jsonl" >>"$OUT/gpu.jsonl"
  rm -f "$data/ours.jsonl"
}

dg() { # bfs or pr, graph, form
  [ -z "$no_dg" ] || return 0
  timed 40 "$DG" "$1" "$(spec "$2")" --form "$3" --reps 9 | tee -a "$OUT/doublegraph.txt"
}
best() { # the form that searched a graph fastest
  awk -v graph="graph=$1" '$2 == graph && / algorithm=bfs .* wrong_distances=0 / { split($3, peer, ":"); split($5, ms, "=")
    if (!form || ms[2] < least) { form = peer[2]; least = ms[2] } } END { print form ? form : "plain" }' "$OUT/doublegraph.txt" 2>/dev/null
}

has_gap() { must test -x "$GAP/wbgraph" && must test -x "$GAP/$1"; }
gap_file() { # program, sg or wsg, graph, options: makes the graph, and has one trial checked; for several graphs at once
  local file=$data/$3.$2 checked=$data/$3.$1
  export OMP_PROC_BIND=false
  timed 60 "$GAP/wbgraph" "$2" "$(spec "$3")" "$file"
  timed 90 "$GAP/$1" -f "$file" -n 1 -v "${@:4}" | grep ^Verification: >"$checked"
  must grep -q PASS "$checked"
}
gap() { # trials, program, sg or wsg, graph, words for the record, options
  local said=$data/said
  timed 60 "$GAP/$2" -f "$data/$4.$3" -n $(($1 + 1)) -a "${@:6}" >"$said"
  cat "$data/$4.$2" "$said" | awk -v graph="$4" -v program="$2" -v threads="$OMP_NUM_THREADS" \
    -v words="$5$(sed -n 's/^There are \(.*\) components$/ components=\1/p' "$said")" -f "$format" | tee -a "$OUT/gap.txt"
}

bfs() {
  local search="--no-queues --variants auto --limit 2" graph form
  ours 60 bfs $search --reps 11 --graphs "$(specs usroads web-NotreDame p2p-Gnutella31 "$LATTICE" "$RMAT" "$ROADS")"
  for graph in web-NotreDame p2p-Gnutella31; do for form in plain seg; do dg bfs $graph $form; done; done
  for graph in usroads "$LATTICE"; do for form in plain seg do_seg; do dg bfs "$graph" $form; done; done
  dg bfs "$RMAT" do
  dg bfs "$ROADS" "$(best usroads.txt)"
  ours 90 bfs $search --reps 7 --graphs "$LARGE"
  dg bfs "$LARGE" "$(best "$LATTICE")"
}

pagerank() {
  local graph
  ours 60 pagerank --engines pull,pull-laid-out --float --threads "${THREADS:-270336}" --reps 11 --limit 2 --graphs "$(specs $four)"
  for graph in $four; do dg pr "$graph" seg; done
}

sssp() {
  ours 60 sssp --reps 7 --limit 3 --graphs "$ROADS,$RMAT"
  has_gap sssp || return
  gap_file sssp wsg "$ROADS" -r 0 -d 2048 &
  gap_file sssp wsg "$RMAT" -r 0 -d 128 &
  wait
  gap 7 sssp wsg "$ROADS" " source=0 weights=1..1000 delta=2048" -r 0 -d 2048
  gap 7 sssp wsg "$RMAT" " source=0 weights=1..1000 delta=128" -r 0 -d 128
}

components() {
  local graph
  ours 60 components --reps 9 --limit 2 --graphs "$(specs $four)"
  has_gap cc || return
  for graph in $four; do gap_file cc sg "$graph" & done
  wait
  for graph in $four; do gap 9 cc sg "$graph" ""; done
}

section() {
  local begin=$(date +%s)
  mkdir -p "$OUT"
  "$1"
  echo "## $1: $(($(date +%s) - begin)) s" >&2
}
has_dg() { timeout 30 "$DG" bfs road:20x20 >/dev/null 2>&1; }
case ${1:-} in
  bfs | pagerank | all) has_dg || { no_dg=yes; echo "## left out: doubleGraph, which does not run here" >&2; } ;;
esac
case ${1:-} in
  bfs | pagerank | sssp | components) section "$1" ;;
  all) for each in bfs pagerank sssp components; do section $each; done ;;
  *) sed -n '2,9s/^# //p' "$0"; exit 2 ;;
esac
[ ! -e "$data/failed" ]
