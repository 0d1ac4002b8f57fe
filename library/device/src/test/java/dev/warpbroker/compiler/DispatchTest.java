package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import java.io.Serializable;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** A call reaches the method that Java would call. */
class DispatchTest {
    static class Base implements Serializable {
        private static final long serialVersionUID = 1;

        final transient Ints out;

        Base(Ints out) {
            this.out = out;
        }

        void work(Lane lane) {
            out.set(lane.id(), 1);
        }

        void inherited(Lane lane) {
            out.set(lane.id(), 10 + number());
        }

        int number() {
            return 1;
        }
    }

    static final class Derived extends Base {
        private static final long serialVersionUID = 1;

        Derived(Ints out) {
            super(out);
        }

        @Override
        void work(Lane lane) {
            out.set(lane.id(), 2);
        }

        @Override
        int number() {
            return 2;
        }
    }

    interface General {
        default int number() {
            return 1;
        }
    }

    interface Special extends General {
        @Override
        default int number() {
            return 2;
        }
    }

    record GeneralFirst() implements General, Special {}

    interface Stored extends IntConsumer, Serializable {}

    record Discarded(int value) {}

    @Test
    void referenceToAnOverriddenMethodAsAKernel() {
        assertThat(BothDevices.run(out -> {
                    Base object = new Derived(out);
                    return object::work;
                }))
                .containsOnly(2);
    }

    @Test
    void referenceToAnInheritedMethodAsAKernel() {
        assertThat(BothDevices.run(out -> {
                    Derived object = new Derived(out);
                    return object::inherited;
                }))
                .containsOnly(12);
    }

    @Test
    @SuppressWarnings("UnnecessaryMethodReference")
    void referenceToTheMethodOfAnotherKernel() {
        assertThat(BothDevices.run(out -> {
                    Kernel kernel = lane -> out.set(lane.id(), 3);
                    return kernel::run;
                }))
                .containsOnly(3);
    }

    @Test
    void mostSpecificDefaultMethodWins() {
        var object = new GeneralFirst();
        assertThat(BothDevices.run(out -> lane -> out.set(lane.id(), object.number())))
                .containsOnly(2);
        assertThat(BothDevices.run(out -> lane -> out.set(lane.id(), new GeneralFirst().number())))
                .containsOnly(2);
    }

    @Test
    void constructorWhoseObjectNobodyWants() {
        Stored made = Discarded::new;
        assertThat(BothDevices.run(out -> lane -> {
                    int sum = 0;
                    for (int i = 0; i < 3; i++) {
                        made.accept(i);
                        sum += i;
                    }
                    out.set(lane.id(), sum);
                }))
                .containsOnly(3);
    }
}
