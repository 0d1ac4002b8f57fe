package dev.warpbroker.graphs.rank;

import dev.warpbroker.structures.queue.IntQueue;

/** A queue whose operations of a warp are those of single lanes, each for itself. */
record LaneByLane(IntQueue queue) implements IntQueue.Forwarding {}
