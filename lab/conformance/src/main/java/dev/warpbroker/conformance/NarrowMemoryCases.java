package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Verification.Prepared;
import dev.warpbroker.conformance.Verification.Shape;
import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Shorts;
import java.util.List;

/** Device memory of bytes and of 16-bit numbers, and half floats. */
final class NarrowMemoryCases {
    private static final String FEATURE = "narrow memory";

    private NarrowMemoryCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("access modes of bytes", FEATURE, NarrowMemoryCases::byteModes),
                Agreement.of("access modes of shorts", FEATURE, NarrowMemoryCases::shortModes),
                Agreement.of("characters and unsigned bytes", FEATURE, NarrowMemoryCases::unsigned),
                Agreement.of("neighbours of a store stay", FEATURE, NarrowMemoryCases::neighbours),
                Agreement.of("constant and computed indices", FEATURE, NarrowMemoryCases::indices),
                Agreement.of("a choice between memories", FEATURE, NarrowMemoryCases::choice),
                Agreement.of("shared bytes and shorts of a block", FEATURE, NarrowMemoryCases::shared),
                Agreement.of("half floats to floats", FEATURE, NarrowMemoryCases::halvesToFloats),
                Agreement.of("floats to half floats", FEATURE, NarrowMemoryCases::floatsToHalves),
                Verification.of("message passing through a byte", FEATURE, Grid.threads(2), NarrowMemoryCases::message),
                Verification.of("fills of any length", FEATURE, Grid.threads(1), NarrowMemoryCases::fills));
    }

    private static Kernel byteModes(Workspace workspace) {
        var a = workspace.bytes();
        return lane -> {
            int i = lane.id();
            a.set(i, (byte) (a.get(i) * 5));
            a.setOpaque(i, (byte) (a.getOpaque(i) + 1));
            a.setRelease(i, (byte) (a.getAcquire(i) * 3));
            a.setVolatile(i, (byte) (a.getVolatile(i) ^ i));
        };
    }

    private static Kernel shortModes(Workspace workspace) {
        var a = workspace.shorts();
        return lane -> {
            int i = lane.id();
            a.set(i, (short) (a.get(i) * 5));
            a.setOpaque(i, (short) (a.getOpaque(i) + 1));
            a.setRelease(i, (short) (a.getAcquire(i) * 3));
            a.setVolatile(i, (short) (a.getVolatile(i) ^ i));
        };
    }

    private static Kernel unsigned(Workspace workspace) {
        var bytes = workspace.bytes();
        var shorts = workspace.shorts();
        var out = workspace.intResults(6);
        return lane -> {
            int i = lane.id();
            out.set(lane, 0, bytes.getUnsigned(i));
            out.set(lane, 1, bytes.get(i) & 0x7f);
            out.set(lane, 2, bytes.get(i) >> 1);
            out.set(lane, 3, shorts.getChar(i));
            shorts.setChar(i, (char) (shorts.getChar(i) + 40_000));
            out.set(lane, 4, shorts.get(i) >>> 3);
            out.set(lane, 5, Short.toUnsignedInt(shorts.get(i)));
        };
    }

    /** Every lane writes one byte and one short of a word that other lanes write to, too. */
    private static Kernel neighbours(Workspace workspace) {
        var bytes = workspace.bytes();
        var shorts = workspace.shorts();
        var rounds = workspace.ints(3);
        return lane -> {
            int i = lane.id();
            for (int round = 0; round < rounds.get(0); round++) {
                bytes.set(i, (byte) (bytes.get(i) * 31 + round));
                shorts.set(i, (short) (shorts.get(i) * 31 + round));
            }
        };
    }

    private static Kernel indices(Workspace workspace) {
        var bytes = workspace.bytes();
        var shorts = workspace.shorts();
        var out = workspace.intResults(3);
        return lane -> {
            int i = lane.id();
            out.set(lane, 0, bytes.get(3) + shorts.get(5));
            out.set(lane, 1, bytes.get(bytes.getUnsigned(i)) + shorts.get(shorts.getChar(i) % lane.count()));
            out.set(lane, 2, bytes.get((i + 1) % lane.count()));
        };
    }

    private static Kernel choice(Workspace workspace) {
        var a = workspace.bytes();
        var b = workspace.bytes();
        var c = workspace.shorts();
        var d = workspace.shorts();
        return lane -> {
            int i = lane.id();
            Bytes bytes = (i & 1) == 0 ? a : b;
            Shorts shorts = (i & 2) == 0 ? c : d;
            bytes.set(i, (byte) (bytes.get(i) + shorts.get(i)));
            shorts.set(i, (short) (bytes.length() + bytes.get(i)));
        };
    }

    private static Kernel shared(Workspace workspace) {
        var a = workspace.bytes();
        var out = workspace.intResults(1);
        return lane -> {
            var block = lane.block();
            Bytes bytes = block.sharedBytes(1024);
            Shorts shorts = block.sharedShorts(1024);
            int i = block.lane();
            bytes.set(i, a.get(lane.id()));
            shorts.set(i, (short) (a.get(lane.id()) * 300));
            block.barrier();
            int other = block.size() - 1 - i;
            out.set(lane, 0, bytes.getUnsigned(other) ^ shorts.get(other));
        };
    }

    private static Kernel halvesToFloats(Workspace workspace) {
        var halves = workspace.shorts();
        var out = workspace.floatResults(256);
        return lane -> {
            for (int i = 0; i < 256; i++) {
                short half = (short) (lane.id() << 8 | i);
                out.set(lane, i, Float.float16ToFloat(half) + Float.float16ToFloat(halves.get(lane.id())));
            }
        };
    }

    private static Kernel floatsToHalves(Workspace workspace) {
        var floats = workspace.floats();
        var halves = workspace.shorts(new short[workspace.lanes()]);
        return lane -> {
            float value = floats.get(lane.id());
            if (!Float.isNaN(value)) {
                halves.set(lane.id(), Float.floatToFloat16(value));
            }
        };
    }

    private static Prepared message(Workspace workspace, Shape shape) {
        var bytes = workspace.bytes(new byte[8]);
        var seen = workspace.ints(0);
        return new Prepared(
                lane -> {
                    if (lane.id() == 0) {
                        bytes.set(0, (byte) 42);
                        bytes.setRelease(1, (byte) 1);
                    } else {
                        var backoff = new Backoff();
                        while (bytes.getAcquire(1) == 0) {
                            backoff.pause("the flag");
                        }
                        seen.set(0, bytes.get(0));
                    }
                },
                () -> Expected.ints("message", _ -> 42, seen.copyOut()));
    }

    private static Prepared fills(Workspace workspace, Shape shape) {
        var bytes = workspace.bytes(new byte[1021]);
        var shorts = workspace.shorts(new short[1021]);
        bytes.fill((byte) -5);
        shorts.fill((short) 0x8123);
        var seen = workspace.ints(0, 0);
        return new Prepared(
                _ -> {
                    for (int i = 0; i < 1021; i++) {
                        seen.set(0, seen.get(0) + bytes.get(i));
                        seen.set(1, seen.get(1) + shorts.get(i));
                    }
                },
                () -> Expected.ints("sums", i -> 1021 * (i == 0 ? -5 : (short) 0x8123), seen.copyOut()));
    }
}
