# One line of a record from what a program of GAP printed (bfs, pr_spmv, cc, sssp). The first trial warms up and does not count.
# -v graph=NAME -v program=NAME -v threads=N -v words=" more words for the record"
/^Trial Time:/ && trials++ {
  for (i = trials - 1; i > 1 && ms[i - 1] > $3 * 1000; i--) ms[i] = ms[i - 1]
  ms[i] = $3 * 1000
}
/^BFS Tree has/ { reached = " reached=" $4 " edges=" $7 }
/^SSSP Tree reaches/ { reached = " reached=" $4 }
/^Verification:/ { verification = " verification=" $2 }
END {
  if (--trials < 1) { print "## no trials of " program " with " graph > "/dev/stderr"; exit 1 }
  printf "RESULT graph=%s peer=gapbs-%s algorithm=%s median_ms=%.3f min_ms=%.3f max_ms=%.3f trials=%d threads=%s%s%s%s\n", graph, program,
    program, ms[int((trials + 1) / 2)], ms[1], ms[trials], trials, threads, words, reached, verification
}
