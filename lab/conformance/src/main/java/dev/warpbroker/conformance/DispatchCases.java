package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** A call reaches the method that Java would call. */
final class DispatchCases {
    private static final String FEATURE = "dispatch";

    private DispatchCases() {}

    static List<Case> cases() {
        return List.of(
                of("reference to an overridden method as a kernel", DispatchCases::overridden),
                of("reference to an inherited method as a kernel", DispatchCases::inherited),
                of("reference to the method of another kernel", DispatchCases::otherKernel),
                of("most specific default method of a captured object", DispatchCases::defaultOfCaptured),
                of("most specific default method of a new object", DispatchCases::defaultOfNew),
                of("constructor whose object nobody wants", DispatchCases::discarded));
    }

    private static Case of(String name, Function<Ints, Kernel> kernel) {
        return Agreement.of(
                name, FEATURE, workspace -> kernel.apply(workspace.intResults(1).memory()));
    }

    private static class Base implements Serializable {
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

    private static final class Derived extends Base {
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

    private static Kernel overridden(Ints out) {
        Base object = new Derived(out);
        return object::work;
    }

    private static Kernel inherited(Ints out) {
        Derived object = new Derived(out);
        return object::inherited;
    }

    @SuppressWarnings("UnnecessaryMethodReference")
    private static Kernel otherKernel(Ints out) {
        Kernel kernel = lane -> out.set(lane.id(), 3);
        return kernel::run;
    }

    private interface General {
        @SuppressWarnings("UnusedMethod") // what a wrong choice would call
        default int number() {
            return 1;
        }
    }

    private interface Special extends General {
        @Override
        default int number() {
            return 2;
        }
    }

    private record GeneralFirst() implements General, Special {}

    private static Kernel defaultOfCaptured(Ints out) {
        var object = new GeneralFirst();
        return lane -> out.set(lane.id(), object.number());
    }

    private static Kernel defaultOfNew(Ints out) {
        return lane -> out.set(lane.id(), new GeneralFirst().number());
    }

    private interface Stored extends IntConsumer, Serializable {}

    private record Discarded(int value) {}

    private static Kernel discarded(Ints out) {
        Stored made = Discarded::new;
        return lane -> {
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                made.accept(i);
                sum += i;
            }
            out.set(lane.id(), sum);
        };
    }
}
