package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Verification.Prepared;
import dev.warpbroker.conformance.Verification.Shape;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The operations of warps and blocks; host code says what must come out for a grouping of lanes. */
final class CooperationCases {
    private static final String WARP = "warps";
    private static final String BLOCK = "blocks";
    private static final Grid GRID = new Grid(256, 64);

    private CooperationCases() {}

    static List<Case> cases() {
        return List.of(
                Verification.of("place in warp and block", WARP, new Grid(100, 48), CooperationCases::places),
                Verification.of("active mask contains the caller", WARP, GRID, CooperationCases::activeMask),
                Verification.of("ballot, any and all", WARP, GRID, CooperationCases::ballot),
                Verification.of("leader and rank", WARP, GRID, CooperationCases::leader),
                Verification.of("shuffle of ints and longs", WARP, GRID, CooperationCases::shuffle),
                Verification.of("shuffle of floats and doubles", WARP, GRID, CooperationCases::shuffleFloats),
                Verification.of("sum by shuffles", WARP, GRID, CooperationCases::butterfly),
                Verification.of("ballot of some lanes", WARP, GRID, CooperationCases::subset),
                Verification.of("aggregated add of ints", WARP, GRID, CooperationCases::aggregatedInts),
                Verification.of("aggregated add of longs by some lanes", WARP, GRID, CooperationCases::aggregatedLongs),
                Verification.of("warp synchronisation orders memory", WARP, GRID, CooperationCases::synchronise),
                Verification.of("shared memory and barrier", BLOCK, GRID, CooperationCases::reverse),
                Verification.of("reduction in shared memory", BLOCK, GRID, CooperationCases::reduction),
                Verification.of("shared memory that begins with zero", BLOCK, GRID, CooperationCases::zeroed),
                Verification.of("shared memory of all types", BLOCK, GRID, CooperationCases::sharedTypes),
                Verification.of("atomics in shared memory", BLOCK, GRID, CooperationCases::histogram),
                Verification.of("the device clock runs forward", BLOCK, GRID, CooperationCases::clock));
    }

    private static int warpLane(Shape shape, int id) {
        return id % shape.blockSize() % shape.warpSize();
    }

    /** The id of the first lane in the warp of lane {@code id}. */
    private static int warpStart(Shape shape, int id) {
        return id - warpLane(shape, id);
    }

    /** In the kernels below all warps are full. */
    private static int fullMask(Shape shape) {
        return shape.warpSize() == 32 ? -1 : (1 << shape.warpSize()) - 1;
    }

    private static Prepared places(Workspace workspace, Shape shape) {
        var out = workspace.intResults(7);
        Kernel kernel = lane -> {
            out.set(lane, 0, lane.block().index());
            out.set(lane, 1, lane.block().lane());
            out.set(lane, 2, lane.warp().lane());
            out.set(lane, 3, lane.warp().size());
            out.set(lane, 4, lane.block().size());
            out.set(lane, 5, lane.block().count());
            out.set(lane, 6, Lane.current().id());
        };
        return new Prepared(kernel, () -> {
            int[] places = out.memory().copyOut();
            int block = shape.blockSize();
            for (int id = 0; id < shape.lanes(); id++) {
                int[] expected = {
                    id / block,
                    id % block,
                    id % block % shape.warpSize(),
                    shape.warpSize(),
                    Math.min(block, shape.lanes() - id / block * block),
                    Math.ceilDiv(shape.lanes(), block),
                    id
                };
                Expected.ints("place of lane " + id, i -> expected[i], Arrays.copyOfRange(places, id * 7, id * 7 + 7));
            }
        });
    }

    private static Prepared activeMask(Workspace workspace, Shape shape) {
        var out = workspace.intResults(2);
        Kernel kernel = lane -> {
            out.set(lane, 0, lane.warp().activeMask());
            if (lane.id() % 3 == 0) {
                out.set(lane, 1, lane.warp().activeMask());
            }
        };
        return new Prepared(kernel, () -> {
            int[] masks = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                int own = 1 << warpLane(shape, id);
                int among = masks[id * 2];
                int some = masks[id * 2 + 1];
                if ((among & own) == 0 || (id % 3 == 0 && (some & own) == 0)) {
                    throw new Mismatch(
                            "active masks 0x%x and 0x%x of lane %d lack the lane".formatted(among, some, id));
                }
                int start = warpStart(shape, id);
                for (int other = 0; other < shape.warpSize(); other++) {
                    if (id % 3 == 0 && (some >> other & 1) != 0 && (start + other) % 3 != 0) {
                        throw new Mismatch(
                                "active mask 0x%x of lane %d contains a lane that went elsewhere".formatted(some, id));
                    }
                }
            }
        });
    }

    private static Prepared ballot(Workspace workspace, Shape shape) {
        var out = workspace.intResults(5);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            out.set(lane, 0, warp.ballot(mask, lane.id() % 3 == 0));
            out.set(lane, 1, warp.any(mask, lane.id() == 70) ? 1 : 0);
            out.set(lane, 2, warp.all(mask, lane.id() != 70) ? 1 : 0);
            out.set(lane, 3, warp.ballot(mask, true));
            out.set(lane, 4, warp.ballot(mask, false));
        };
        return new Prepared(kernel, () -> {
            int[] results = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                int start = warpStart(shape, id);
                int thirds = 0;
                for (int other = 0; other < shape.warpSize(); other++) {
                    thirds |= (start + other) % 3 == 0 ? 1 << other : 0;
                }
                boolean has70 = 70 >= start && 70 < start + shape.warpSize();
                int[] expected = {thirds, has70 ? 1 : 0, has70 ? 0 : 1, mask, 0};
                Expected.ints(
                        "ballots of lane " + id, i -> expected[i], Arrays.copyOfRange(results, id * 5, id * 5 + 5));
            }
        });
    }

    private static Prepared leader(Workspace workspace, Shape shape) {
        var out = workspace.intResults(4);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            int chosen = warp.ballot(mask, (warp.lane() & 3) == 0);
            out.set(lane, 0, warp.leader(chosen));
            out.set(lane, 1, warp.isLeader(chosen) ? 1 : 0);
            out.set(lane, 2, warp.rank(chosen));
            out.set(lane, 3, warp.lanesBelow());
        };
        return new Prepared(kernel, () -> {
            int[] results = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                int place = warpLane(shape, id);
                int[] expected = {0, place == 0 ? 1 : 0, Math.ceilDiv(place, 4), (1 << place) - 1};
                Expected.ints("ranks of lane " + id, i -> expected[i], Arrays.copyOfRange(results, id * 4, id * 4 + 4));
            }
        });
    }

    private static Prepared shuffle(Workspace workspace, Shape shape) {
        var ints = workspace.intResults(2);
        var longs = workspace.longResults(1);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            int last = warp.size() - 1;
            ints.set(lane, 0, warp.shuffle(mask, lane.id() * 7, last - warp.lane()));
            ints.set(lane, 1, warp.shuffle(mask, lane.id() * 7, last));
            longs.set(lane, 0, warp.shuffle(mask, (long) lane.id() << 33 | 5, warp.lane() + 1 & last));
        };
        return new Prepared(kernel, () -> {
            int last = shape.warpSize() - 1;
            Expected.ints(
                    "shuffled ints",
                    i -> {
                        int id = i / 2;
                        int source = i % 2 == 0 ? last - warpLane(shape, id) : last;
                        return (warpStart(shape, id) + source) * 7;
                    },
                    ints.memory().copyOut());
            Expected.longs(
                    "shuffled longs",
                    id -> (long) (warpStart(shape, id) + (warpLane(shape, id) + 1 & last)) << 33 | 5,
                    longs.memory().copyOut());
        });
    }

    private static Prepared shuffleFloats(Workspace workspace, Shape shape) {
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            floats.set(lane, 0, warp.shuffle(mask, lane.id() * 0.1f, 0));
            doubles.set(lane, 0, warp.shuffle(mask, lane.id() * -0.1, warp.size() - 1));
        };
        return new Prepared(kernel, () -> {
            float[] firsts = floats.memory().copyOut();
            double[] lasts = doubles.memory().copyOut();
            Expected.longs(
                    "bits of shuffled floats", id -> Float.floatToIntBits(warpStart(shape, id) * 0.1f), bits(firsts));
            Expected.longs(
                    "bits of shuffled doubles",
                    id -> Double.doubleToLongBits((warpStart(shape, id) + shape.warpSize() - 1) * -0.1),
                    Arrays.stream(lasts).mapToLong(Double::doubleToLongBits).toArray());
        });
    }

    private static long[] bits(float[] values) {
        long[] bits = new long[values.length];
        Arrays.setAll(bits, i -> Float.floatToIntBits(values[i]));
        return bits;
    }

    private static Prepared butterfly(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            int sum = lane.id();
            for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
                sum += warp.shuffle(mask, sum, warp.lane() ^ distance);
            }
            out.set(lane, 0, sum);
        };
        return new Prepared(kernel, () -> {
            int size = shape.warpSize();
            Expected.ints(
                    "sum of the warp's ids",
                    id -> size * warpStart(shape, id) + size * (size - 1) / 2,
                    out.memory().copyOut());
        });
    }

    /** Two halves of a warp vote separately, each naming its own lanes. */
    private static Prepared subset(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        int odd = fullMask(shape) & 0xaaaa_aaaa;
        int even = fullMask(shape) & 0x5555_5555;
        Kernel kernel = lane -> {
            var warp = lane.warp();
            if ((warp.lane() & 1) != 0) {
                out.set(lane, 0, warp.ballot(odd, warp.lane() < 8));
            } else {
                out.set(lane, 0, warp.ballot(even, warp.lane() >= 8));
            }
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "ballot of half a warp",
                        id -> (warpLane(shape, id) & 1) != 0 ? odd & 0xff : even & ~0xff,
                        out.memory().copyOut()));
    }

    private static Prepared aggregatedInts(Workspace workspace, Shape shape) {
        var counter = workspace.ints(10);
        var out = workspace.intResults(1);
        Kernel kernel = lane -> out.set(lane, 0, lane.warp().aggregatedAdd(counter, 0, 3));
        return new Prepared(kernel, () -> {
            Expected.ints("counter", _ -> 10 + 3 * shape.lanes(), counter.copyOut());
            int[] claims = out.memory().copyOut();
            Arrays.sort(claims);
            Expected.ints("sorted claims", i -> 10 + 3 * i, claims);
        });
    }

    private static Prepared aggregatedLongs(Workspace workspace, Shape shape) {
        var counter = workspace.longs(1L << 40);
        var out = workspace.longs(new long[shape.lanes() / 4]);
        Kernel kernel = lane -> {
            if ((lane.id() & 3) == 1) {
                out.set(lane.id() >> 2, lane.warp().aggregatedAdd(counter, 0, 1L));
            }
        };
        return new Prepared(kernel, () -> {
            Expected.longs("counter", _ -> (1L << 40) + shape.lanes() / 4, counter.copyOut());
            long[] claims = out.copyOut();
            Arrays.sort(claims);
            Expected.longs("sorted claims", i -> (1L << 40) + i, claims);
        });
    }

    private static Prepared synchronise(Workspace workspace, Shape shape) {
        var cells = workspace.ints(new int[shape.lanes()]);
        var out = workspace.intResults(1);
        int mask = fullMask(shape);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            cells.set(lane.id(), lane.id() * 5);
            warp.synchronize(mask);
            int neighbour = warp.lane() ^ (warp.size() - 1);
            out.set(lane, 0, cells.get(lane.id() - warp.lane() + neighbour));
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "neighbour's cell",
                        id -> 5 * (warpStart(shape, id) + (warpLane(shape, id) ^ shape.warpSize() - 1)),
                        out.memory().copyOut()));
    }

    private static Prepared reverse(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            var shared = block.sharedInts(64);
            shared.set(block.lane(), lane.id());
            block.barrier();
            out.set(lane, 0, shared.get(block.size() - 1 - block.lane()));
        };
        return new Prepared(kernel, () -> {
            int size = shape.blockSize();
            Expected.ints(
                    "lane reversed in its block",
                    id -> id - id % size + size - 1 - id % size,
                    out.memory().copyOut());
        });
    }

    /** Each lane adds to a count that nobody has set, before the first barrier. */
    private static Prepared zeroed(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            var counts = Objects.requireNonNull(block.zeroedInts(out, 70));
            counts.getAndAdd(69, 1);
            block.barrier();
            out.set(lane, 0, counts.get(69));
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "lanes counted in the block",
                        id -> Math.min(shape.blockSize(), shape.lanes() - id / shape.blockSize() * shape.blockSize()),
                        out.memory().copyOut()));
    }

    private static Prepared reduction(Workspace workspace, Shape shape) {
        var sums = workspace.longs(new long[shape.lanes()]);
        Kernel kernel = lane -> {
            var block = lane.block();
            var partial = block.sharedLongs(64);
            int me = block.lane();
            partial.set(me, (long) lane.id() * lane.id());
            block.barrier();
            for (int half = block.size() / 2; half > 0; half /= 2) {
                if (me < half) {
                    partial.set(me, partial.get(me) + partial.get(me + half));
                }
                block.barrier();
            }
            if (me == 0) {
                sums.set(block.index(), partial.get(0));
            }
        };
        return new Prepared(kernel, () -> {
            int size = shape.blockSize();
            Expected.longs(
                    "sum of squares of a block",
                    block -> {
                        long sum = 0;
                        for (int id = block * size; id < Math.min((block + 1) * size, shape.lanes()); id++) {
                            sum += (long) id * id;
                        }
                        return sum;
                    },
                    sums.copyOut());
        });
    }

    private static Prepared sharedTypes(Workspace workspace, Shape shape) {
        var out = workspace.longResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            var floats = block.sharedFloats(64);
            var doubles = block.sharedDoubles(64);
            var ints = block.sharedInts(64);
            int me = block.lane();
            floats.set(me, lane.id() * 1.5f);
            doubles.set(me, lane.id() * 2.5);
            ints.set(me, lane.id());
            block.barrier();
            int other = me ^ block.size() - 1;
            double sum = floats.get(other) + doubles.get(other);
            out.set(lane, 0, (long) sum + ints.get(me));
        };
        return new Prepared(kernel, () -> {
            int last = shape.blockSize() - 1;
            Expected.longs(
                    "values of the opposite lane",
                    id -> {
                        int other = id - id % shape.blockSize() + (id % shape.blockSize() ^ last);
                        return 4L * other + id;
                    },
                    out.memory().copyOut());
        });
    }

    private static Prepared histogram(Workspace workspace, Shape shape) {
        var counts = workspace.ints(new int[4]);
        Kernel kernel = lane -> {
            var block = lane.block();
            var local = block.sharedInts(4);
            for (int i = block.lane(); i < 4; i += block.size()) {
                local.set(i, 0);
            }
            block.barrier();
            local.getAndAddRelaxed(lane.id() % 3, 1);
            block.barrier();
            for (int i = block.lane(); i < 4; i += block.size()) {
                counts.getAndAddRelaxed(i, local.get(i));
            }
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "count",
                        i -> {
                            int count = 0;
                            for (int id = 0; id < shape.lanes(); id++) {
                                count += id % 3 == i ? 1 : 0;
                            }
                            return count;
                        },
                        counts.copyOut()));
    }

    private static Prepared clock(Workspace workspace, Shape shape) {
        var times = workspace.longResults(2);
        Kernel kernel = lane -> {
            times.set(lane, 0, lane.nanoTime());
            lane.block().barrier();
            times.set(lane, 1, lane.nanoTime());
        };
        return new Prepared(kernel, () -> {
            long[] all = times.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                if (all[2 * id] > all[2 * id + 1]) {
                    throw new Mismatch("lane %d read %d and then %d".formatted(id, all[2 * id], all[2 * id + 1]));
                }
            }
        });
    }
}
