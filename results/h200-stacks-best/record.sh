#!/bin/bash
# Usage: WB=launcher OUT=folder record.sh sweep|listed|best
# The Scan Stack with elimination and lowest area (EL+LA) by interval, block and threads, at the load of the README: 10,000,000
# random pushes and pops on a stack of 10,000,000 cells; nine repetitions each. 12 minutes on an H200. The launcher is one of a bundle.
row() { # file, options
  "$WB" bench stack -q --device "${DEVICE:-cuda}" --mix random --operations 10000000 --capacity 10000000 --reps 9 --warmup 1 --limit 3 \
    "${@:2}" --out "$OUT/$1.jsonl" >/dev/null || echo "exit $?: $*" >&2
}
sweep() {
  for block in 64 128 256 512 1024; do
    for interval in 1 2 5 10 25 50 100 250 500 1000 2500 5000 10000 25000; do
      row sweep --stacks EL+LA --interval $interval --block $block --thread-each
      row sweep --stacks EL+LA --interval $interval --block $block
    done
    row sweep --stacks rooms --block $block
  done
  for block in 256 512 1024; do
    for threads in 16896 33792 67584 135168; do
      for interval in 2 5 10 500 1000 2500; do row sweep --stacks EL+LA --interval $interval --block $block --threads $threads; done
    done
  done
  for interval in 3 4 7 750 1500; do row sweep --stacks EL+LA --interval $interval --block 512 --thread-each; done
}
listed() {
  for block in 256 512 1024; do
    for interval in 1 2 3 5 10 25 100 250 500 1000 2500; do row listed --stacks EL+LA-listed --interval $interval --block $block --thread-each; done
    for interval in 2 5 10 25; do row listed --stacks EL+LA-listed --interval $interval --block $block; done
  done
}
best() { # three processes of each, in turn
  for process in 1 2 3; do
    row best --stacks EL+LA --interval 2 --block 512 --thread-each
    row best --stacks EL+LA-listed --interval 2 --block 512 --thread-each
    row best --stacks EL+LA --interval 1000 --block 512 --thread-each
    row best --stacks EL+LA-listed --interval 1000 --block 512 --thread-each
    row best --stacks EL+LA --interval 25000 --block 256
    row best --stacks rooms --block 256
    row best --stacks rooms --block 512
  done
}
case ${1:-} in sweep | listed | best) "$1" ;; *) sed -n 2,4p "$0"; exit 2 ;; esac
