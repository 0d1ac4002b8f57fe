package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Verification.Prepared;
import dev.warpbroker.conformance.Verification.Shape;
import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/** Device memory: access modes and read-modify-write operations. */
final class MemoryCases {
    private static final String FEATURE = "memory";
    private static final long LARGE_BYTES = 1 << 16;

    private MemoryCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("plain accesses of all types", FEATURE, MemoryCases::plain),
                Agreement.of("access modes of ints", FEATURE, MemoryCases::intModes),
                Agreement.of("access modes of longs", FEATURE, MemoryCases::longModes),
                Agreement.of("access modes of floats and doubles", FEATURE, MemoryCases::floatModes),
                Agreement.of("read-modify-write on ints", FEATURE, MemoryCases::intUpdates),
                Agreement.of("read-modify-write on longs", FEATURE, MemoryCases::longUpdates),
                Agreement.of("relaxed read-modify-write on ints", FEATURE, MemoryCases::relaxedIntUpdates),
                Agreement.of("relaxed read-modify-write on longs", FEATURE, MemoryCases::relaxedLongUpdates),
                Agreement.of("compare and exchange", FEATURE, MemoryCases::compareAndExchange),
                Agreement.of("additions to floats and doubles", FEATURE, MemoryCases::floatAdditions),
                Agreement.of("all lanes on the same elements", FEATURE, MemoryCases::contended),
                Agreement.of("compare-and-set loop of all lanes", FEATURE, MemoryCases::contendedLoop),
                Agreement.of("sums of floats by all lanes", FEATURE, MemoryCases::contendedSums),
                Agreement.of("indices computed from memory", FEATURE, MemoryCases::gather),
                Agreement.of("long indices", FEATURE, MemoryCases::longIndices),
                Agreement.of("words of records", FEATURE, MemoryCases::records),
                Agreement.of("words of records in the same memory", FEATURE, MemoryCases::recordsInPlace),
                new Case("memory counted in longs", FEATURE, false, device -> LargeMemory.check(device, LARGE_BYTES)),
                Agreement.of("additions of tiny floats", FEATURE, MemoryCases::tinyAdditions),
                Agreement.of("minimum and maximum of floats and doubles", FEATURE, MemoryCases::floatExtrema),
                Verification.of(
                        "every lane gets a ticket of its own", FEATURE, Grid.threads(256), MemoryCases::tickets),
                Verification.of(
                        "message passing by release and acquire", FEATURE, Grid.threads(2), MemoryCases::message),
                Verification.of("message passing by volatile flags", FEATURE, Grid.threads(2), MemoryCases::volatiles),
                Verification.of("message passing across fences", FEATURE, Grid.threads(2), MemoryCases::fences));
    }

    private static Kernel plain(Workspace workspace) {
        var ints = workspace.ints();
        var longs = workspace.longs();
        var floats = workspace.floats();
        var doubles = workspace.doubles();
        return lane -> {
            int i = lane.id();
            ints.set(i, ints.get(i) + 1);
            longs.set(i, longs.get(i) + ints.get(i));
            floats.set(i, floats.get(i) * 2);
            doubles.set(i, doubles.get(i) + floats.get(i));
        };
    }

    /** Lanes access whole records, which the compiler may do at once: of four, two and three elements. */
    private static Kernel records(Workspace workspace) {
        var ints = workspace.ints();
        var longs = workspace.longs();
        var floats = workspace.floats();
        var doubles = workspace.doubles();
        var out = workspace.intResults(5);
        var wide = workspace.longResults(2);
        int last = (workspace.lanes() >> 2) - 1;
        return lane -> {
            int four = 4 * Math.min(lane.id(), last);
            int x = ints.get(four);
            int y = ints.get(four + 1);
            int z = ints.get(four + 2);
            int w = ints.get(four + 3);
            out.set(lane, 0, y);
            out.set(lane, 1, x ^ w);
            out.set(lane, 2, z + Float.floatToRawIntBits(floats.get(four + 3)));
            out.set(lane, 3, x - Float.floatToRawIntBits(floats.get(four + 2)));
            int two = four >> 1;
            long sum = longs.get(two) * 3 + longs.get(two + 1);
            wide.set(lane, 0, sum);
            long high = Double.doubleToRawLongBits(doubles.get(two + 1));
            wide.set(lane, 1, high ^ 31 * Double.doubleToRawLongBits(doubles.get(two)));
            int three = 3 * Math.min(lane.id(), last);
            out.set(lane, 4, ints.get(three) + 5 * ints.get(three + 1) + 7 * ints.get(three + 2));
        };
    }

    /** What is stored between two elements that are loaded may be the second, and the other way round. */
    private static Kernel recordsInPlace(Workspace workspace) {
        var ints = workspace.ints();
        var other = workspace.ints();
        int last = (workspace.lanes() >> 2) - 1;
        return lane -> {
            if (lane.id() <= last) {
                int at = 4 * lane.id();
                int near = at + (ints.get(at) & 3);
                ints.set(at, ints.get(at + 3));
                ints.set(at + 1, ints.get(at) + 1);
                ints.set(at + 2, ints.get(at + 1) * 3);
                ints.set(at + 3, ints.get(at + 2) ^ ints.get(at));
                int x = ints.get(at);
                ints.set(near, x + 5);
                int y = ints.get(at + 1);
                other.set(at + 3, x);
                other.set(near, other.get(at + 2));
                other.set(at + 2, y);
                other.set(at, ints.get(at + 2));
                other.set(at + 1, ints.get(at + 3));
            }
        };
    }

    private static Kernel intModes(Workspace workspace) {
        var a = workspace.ints();
        return lane -> {
            int i = lane.id();
            a.setOpaque(i, a.getOpaque(i) + 1);
            a.setRelease(i, a.getAcquire(i) * 3);
            a.setVolatile(i, a.getVolatile(i) ^ i);
        };
    }

    private static Kernel longModes(Workspace workspace) {
        var a = workspace.longs();
        return lane -> {
            int i = lane.id();
            a.setOpaque(i, a.getOpaque(i) + 1);
            a.setRelease(i, a.getAcquire(i) * 3);
            a.setVolatile(i, a.getVolatile(i) ^ i);
        };
    }

    private static Kernel floatModes(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        return lane -> {
            int i = lane.id();
            a.setOpaque(i, a.getOpaque(i) + 1);
            a.setRelease(i, a.getAcquire(i) * 3);
            a.setVolatile(i, -a.getVolatile(i));
            b.setOpaque(i, b.getOpaque(i) + 1);
            b.setRelease(i, b.getAcquire(i) * 3);
            b.setVolatile(i, -b.getVolatile(i));
        };
    }

    private static Kernel intUpdates(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(7);
        return lane -> {
            int i = lane.id();
            int x = b.get(i);
            out.set(lane, 0, a.getAndAdd(i, x));
            out.set(lane, 1, a.getAndBitwiseXor(i, x >> 1));
            out.set(lane, 2, a.getAndBitwiseOr(i, x >> 2));
            out.set(lane, 3, a.getAndBitwiseAnd(i, ~x));
            out.set(lane, 4, a.getAndMin(i, x));
            out.set(lane, 5, a.getAndMax(i, i - 100));
            out.set(lane, 6, a.getAndSet(i, x + 5));
        };
    }

    private static Kernel longUpdates(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.longResults(7);
        return lane -> {
            int i = lane.id();
            long x = b.get(i);
            out.set(lane, 0, a.getAndAdd(i, x));
            out.set(lane, 1, a.getAndBitwiseXor(i, x >> 1));
            out.set(lane, 2, a.getAndBitwiseOr(i, x >> 2));
            out.set(lane, 3, a.getAndBitwiseAnd(i, ~x));
            out.set(lane, 4, a.getAndMin(i, x));
            out.set(lane, 5, a.getAndMax(i, i - 100L));
            out.set(lane, 6, a.getAndSet(i, x + 5));
        };
    }

    private static Kernel relaxedIntUpdates(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(7);
        return lane -> {
            int i = lane.id();
            int x = b.get(i);
            out.set(lane, 0, a.getAndAddRelaxed(i, x));
            out.set(lane, 1, a.getAndBitwiseXorRelaxed(i, x >> 1));
            out.set(lane, 2, a.getAndBitwiseOrRelaxed(i, x >> 2));
            out.set(lane, 3, a.getAndBitwiseAndRelaxed(i, ~x));
            out.set(lane, 4, a.getAndMinRelaxed(i, x));
            out.set(lane, 5, a.getAndMaxRelaxed(i, i - 100));
            out.set(lane, 6, a.getAndSetRelaxed(i, x + 5));
        };
    }

    private static Kernel relaxedLongUpdates(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.longResults(7);
        return lane -> {
            int i = lane.id();
            long x = b.get(i);
            out.set(lane, 0, a.getAndAddRelaxed(i, x));
            out.set(lane, 1, a.getAndBitwiseXorRelaxed(i, x >> 1));
            out.set(lane, 2, a.getAndBitwiseOrRelaxed(i, x >> 2));
            out.set(lane, 3, a.getAndBitwiseAndRelaxed(i, ~x));
            out.set(lane, 4, a.getAndMinRelaxed(i, x));
            out.set(lane, 5, a.getAndMaxRelaxed(i, i - 100));
            out.set(lane, 6, a.getAndSetRelaxed(i, x + 5));
        };
    }

    private static Kernel compareAndExchange(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var c = workspace.floats();
        var d = workspace.doubles();
        var ints = workspace.intResults(3);
        var longs = workspace.longResults(3);
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            int i = lane.id();
            ints.set(lane, 0, a.compareAndExchange(i, 1, 100));
            ints.set(lane, 1, a.compareAndExchangeRelaxed(i, a.get(i), i));
            ints.set(lane, 2, a.compareAndSet(i, 7, 8) ? 1 : 0);
            longs.set(lane, 0, b.compareAndExchange(i, 1, 1L << 50));
            longs.set(lane, 1, b.compareAndExchangeRelaxed(i, b.get(i), i));
            longs.set(lane, 2, b.compareAndSet(i, 7, 8) ? 1 : 0);
            floats.set(lane, 0, c.compareAndExchange(i, 0f, 2.5f));
            doubles.set(lane, 0, d.compareAndExchange(i, -0.0, 2.5));
        };
    }

    private static Kernel floatAdditions(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            int i = lane.id();
            floats.set(lane, 0, a.getAndAdd(i, 0.1f));
            doubles.set(lane, 0, b.getAndAdd(i, 0.1));
        };
    }

    private static Kernel contended(Workspace workspace) {
        var a = workspace.ints();
        var ints = workspace.ints(0, 0, 0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE);
        var longs = workspace.longs(0, 0, 0, -1, Long.MAX_VALUE, Long.MIN_VALUE);
        return lane -> {
            int x = a.get(lane.id());
            ints.getAndAdd(0, x);
            ints.getAndBitwiseXor(1, x);
            ints.getAndBitwiseOr(2, 1 << x);
            ints.getAndBitwiseAnd(3, ~(1 << x));
            ints.getAndMin(4, x);
            ints.getAndMax(5, x);
            longs.getAndAddRelaxed(0, x);
            longs.getAndBitwiseXorRelaxed(1, x);
            longs.getAndBitwiseOrRelaxed(2, 1L << x);
            longs.getAndBitwiseAndRelaxed(3, ~(1L << x));
            longs.getAndMin(4, (long) x << 20);
            longs.getAndMax(5, (long) x << 20);
        };
    }

    /** Every lane multiplies; the order does not matter because integer multiplication commutes, also when it wraps. */
    private static Kernel contendedLoop(Workspace workspace) {
        var product = workspace.ints(1);
        return lane -> {
            int found = product.getOpaque(0);
            while (true) {
                int seen = product.compareAndExchange(0, found, found * (2 * lane.id() + 3));
                if (seen == found) {
                    break;
                }
                found = seen;
            }
        };
    }

    /** Sums of small integers are exact in any order. */
    private static Kernel contendedSums(Workspace workspace) {
        var floats = workspace.floats(0f);
        var doubles = workspace.doubles(0.0);
        return lane -> {
            floats.getAndAdd(0, lane.id());
            doubles.getAndAdd(0, lane.id() * 0.5);
        };
    }

    private static Kernel longIndices(Workspace workspace) {
        var ints = workspace.ints();
        var doubles = workspace.doubles();
        var bytes = workspace.bytes();
        var where = workspace.longs(0, 1, 2, 3);
        var out = workspace.longResults(4);
        return lane -> {
            long i = lane.id() + where.get(0);
            out.set(lane, 0, ints.get(i) + bytes.get(i - where.get(0)));
            ints.getAndAddRelaxed(i, (int) where.get(i & 3));
            doubles.set(i, doubles.get(i) + where.get(i % 4));
            bytes.setRelease(i, (byte) i);
            out.set(lane, 1, ints.longLength() * bytes.length());
            out.set(lane, 2, ints.getAndSet(where.get(0) * 5 + i, (int) i));
            out.set(lane, 3, where.get(3L) + where.get((byte) 2));
        };
    }

    /** Around the numbers at which the instruction for additions does not do what Java does. */
    private static Kernel tinyAdditions(Workspace workspace) {
        var bits = workspace.ints();
        var sums = workspace.floats();
        var out = workspace.floatResults(4);
        return lane -> {
            int i = lane.id();
            float tiny = Float.intBitsToFloat(bits.get(i) & 0x8fff_ffff);
            out.set(lane, 0, sums.getAndAddRelaxed(i, tiny));
            sums.set(i, Float.intBitsToFloat(bits.get(lane.count() - 1 - i) & 0x8fff_ffff));
            out.set(lane, 1, sums.getAndAdd(i, tiny));
            out.set(lane, 2, sums.getAndAddAcqRel(i, -0f));
            sums.set(i, 0x1.00002p-100f * (i - 100));
            sums.getAndAddRelaxed(i, 0x1p-100f);
            sums.getAndAddRelaxed(i, -0x1p-100f * (i - 100));
            out.set(lane, 3, sums.getAndAddRelaxed(i, Float.MIN_VALUE));
        };
    }

    private static Kernel floatExtrema(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var c = workspace.doubles();
        var d = workspace.doubles();
        var floats = workspace.floatResults(3);
        var doubles = workspace.doubleResults(3);
        return lane -> {
            int i = lane.id();
            floats.set(lane, 0, a.getAndMin(i, b.get(i)));
            floats.set(lane, 1, a.getAndMaxAcqRel(i, -0f));
            floats.set(lane, 2, a.getAndMinRelaxed(i, 0.5f));
            doubles.set(lane, 0, c.getAndMaxRelaxed(i, d.get(i)));
            doubles.set(lane, 1, c.getAndMinAcqRel(i, 0.0));
            doubles.set(lane, 2, c.getAndMax(i, -0.5));
        };
    }

    private static Kernel gather(Workspace workspace) {
        var next = workspace.ints(i -> (i * 37 + 11) % workspace.lanes());
        var weight = workspace.longs();
        var out = workspace.longResults(1);
        return lane -> {
            int at = lane.id();
            long sum = 0;
            for (int i = 0; i < 12; i++) {
                sum += weight.get(at);
                at = next.get(at);
            }
            out.set(lane, 0, sum);
        };
    }

    private static Prepared tickets(Workspace workspace, Shape shape) {
        var next = workspace.ints(0);
        var tickets = workspace.intResults(1);
        return new Prepared(lane -> tickets.set(lane, 0, next.getAndAdd(0, 1)), () -> {
            int[] drawn = tickets.memory().copyOut();
            Arrays.sort(drawn);
            Expected.ints("sorted tickets", i -> i, drawn);
        });
    }

    private static Prepared message(Workspace workspace, Shape shape) {
        var flag = workspace.ints(0);
        var data = workspace.longs(new long[8]);
        var received = workspace.longs(0);
        Kernel kernel = lane -> {
            if (lane.id() == 0) {
                for (int i = 0; i < 8; i++) {
                    data.set(i, i + 1);
                }
                flag.setRelease(0, 1);
            } else {
                var backoff = new Backoff();
                while (flag.getAcquire(0) == 0) {
                    backoff.pause("the sender's flag");
                }
                long sum = 0;
                for (int i = 0; i < 8; i++) {
                    sum += data.get(i);
                }
                received.set(0, sum);
            }
        };
        return new Prepared(kernel, () -> Expected.longs("sum of the message", _ -> 36, received.copyOut()));
    }

    /** Each lane raises its flag and looks at the other's: with volatile accesses at least one sees the other. */
    private static Prepared volatiles(Workspace workspace, Shape shape) {
        var flags = workspace.ints(0, 0);
        var seen = workspace.intResults(1);
        Kernel kernel = lane -> {
            int me = lane.id();
            flags.setVolatile(me, 1);
            seen.set(lane, 0, flags.getVolatile(1 - me));
        };
        return new Prepared(kernel, () -> {
            int[] both = seen.memory().copyOut();
            if (both[0] + both[1] == 0) {
                throw new Mismatch("neither lane saw the other's volatile flag");
            }
        });
    }

    /** The same with opaque accesses and a fence between, and the message of a lane released by a fence. */
    private static Prepared fences(Workspace workspace, Shape shape) {
        var flags = workspace.ints(0, 0);
        var message = workspace.ints(0, 0);
        var seen = workspace.intResults(1);
        var stale = workspace.ints(0);
        Kernel kernel = lane -> {
            int me = lane.id();
            message.set(me, me + 7);
            VarHandle.releaseFence();
            flags.setOpaque(me, 1);
            VarHandle.fullFence();
            int found = flags.getOpaque(1 - me);
            VarHandle.acquireFence();
            if (found == 1 && message.get(1 - me) != 8 - me) {
                stale.getAndAddRelaxed(0, 1);
            }
            seen.set(lane, 0, found);
        };
        return new Prepared(kernel, () -> {
            Expected.ints("messages not seen", _ -> 0, stale.copyOut());
            int[] both = seen.memory().copyOut();
            if (both[0] + both[1] == 0) {
                throw new Mismatch("neither lane saw the other's flag across a fence");
            }
        });
    }
}
