package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** A lambda that a kernel makes has all the interfaces of its cast. */
final class IntersectionCastTest {
    interface Doubling {
        default int twice(int x) {
            return x * 2;
        }
    }

    interface Step {
        int at(int x);
    }

    @Test
    void withSerializable() {
        assertThat(BothDevices.run(out -> lane -> {
                    IntUnaryOperator f = (IntUnaryOperator & Serializable) x -> x * 3;
                    out.set(lane.id(), f.applyAsInt(lane.id()));
                }))
                .containsExactly(0, 3, 6, 9, 12, 15, 18, 21);
    }

    @Test
    void withAnInterfaceThatHasMethods() {
        assertThat(BothDevices.run(out -> lane -> {
                    var f = (Step & Doubling) x -> x * 3;
                    Doubling g = f;
                    out.set(lane.id(), f.at(lane.id()) + f.twice(1) + g.twice(10));
                }))
                .containsExactly(22, 25, 28, 31, 34, 37, 40, 43);
    }

    @Test
    void chosenAmongTwo() {
        assertThat(BothDevices.run(out -> lane -> {
                    Step f = lane.id() % 2 == 0 ? (Step & Serializable) x -> x + 1 : (Step & Doubling) x -> x * 10;
                    out.set(lane.id(), f.at(lane.id()) + (f instanceof Doubling d ? d.twice(100) : 0));
                }))
                .containsExactly(1, 210, 3, 230, 5, 250, 7, 270);
    }

    @Test
    @SuppressWarnings(
            "BoxingComparator") // Its lambda has an intersection cast; that of comparingInt, too, but no boxes.
    void inAComparatorOfTheJdk() {
        assertThat(BothDevices.run(out -> lane -> {
                    Comparator<Integer> backwards = Comparator.comparing(x -> -x);
                    out.set(lane.id(), backwards.compare(lane.id(), 2));
                }))
                .containsExactly(1, 1, 0, -1, -1, -1, -1, -1);
    }

    @Test
    void seenByATypeTest() {
        assertThat(BothDevices.run(out -> lane -> {
                    Object f = (IntUnaryOperator & Serializable) x -> x * 3;
                    out.set(lane.id(), (f instanceof Serializable ? 1 : 0) + (f instanceof Step ? 2 : 0));
                }))
                .containsOnly(1);
    }
}
