package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An equals that the user wrote is asked by those of the JDK and of records. */
final class OwnEqualsTest {
    /** Equal if the numbers are, whatever the spelling. */
    record Name(int id, int spelling) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name && name.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    record Entry(Name name, int value) {}

    record Pair(Entry first, @Nullable Entry second) {}

    private static final Name CAPTURED = new Name(1, 77);

    private static Function<Ints, Kernel> comparisons() {
        Name[] names = {new Name(0, 1), new Name(1, 2), new Name(2, 3)};
        return out -> lane -> {
            int id = lane.id();
            var name = new Name(id % 3, id);
            var other = new Name(1, 0);
            var entry = new Entry(name, 2);
            int found = name.equals(other) ? 1 : 0;
            found += entry.equals(new Entry(other, 2)) ? 2 : 0;
            found += entry.equals(new Entry(other, id)) ? 4 : 0;
            found += Objects.equals(name, other) ? 8 : 0;
            found += Objects.equals(id < 4 ? name : null, other) ? 16 : 0;
            found += new Pair(entry, id == 1 ? entry : null).equals(new Pair(new Entry(other, 2), null)) ? 32 : 0;
            found += Optional.of(name).equals(Optional.of(other)) ? 64 : 0;
            found += Objects.equals(name, CAPTURED) ? 128 : 0;
            found += Objects.equals(CAPTURED, name) ? 256 : 0;
            found += Objects.equals(names[id % 3], names[(id + 1) % 3]) ? 512 : 0;
            found += Objects.equals(names[id % 3], name) ? 1024 : 0;
            out.set(id, found);
        };
    }

    @Test
    void itIsCalled() {
        assertThat(BothDevices.run(comparisons())).contains(1024, 1024 + 256 + 128 + 64 + 16 + 8 + 2 + 1);
        try (var device = Device.simulator(1)) {
            String ptx = device.ptx(comparisons().apply(device.ints(8)));
            Assembler.onPath()
                    .ifPresent(assembler -> assertThat(assembler.rejection(ptx)).isEmpty());
        }
    }

    @Test
    void whatHasNoneIsRefused() {
        try (var device = Device.simulator(1)) {
            var refusal = catchThrowableOfType(
                    KernelCompileException.class,
                    () -> BothDevices.run(device, out -> lane -> {
                        IntSupplier one = () -> lane.id();
                        IntSupplier other = () -> lane.id() + 1;
                        out.set(lane.id(), Objects.equals(lane.id() > 3 ? one : other, one) ? 1 : 0);
                    }));
            assertThat(refusal.reason()).contains("have no identity");
        }
    }
}
