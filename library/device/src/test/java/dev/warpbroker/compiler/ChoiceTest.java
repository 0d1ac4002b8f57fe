package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a variable holds is chosen at run time; memory handles are in the generated programs. */
@SuppressWarnings({"BoxingComparator", "ReferenceEquality"})
class ChoiceTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 5;
            }
        },
        BLUE;

        int weight() {
            return 1;
        }
    }

    static class Animal {
        int legs;

        int count() {
            return legs * 10;
        }
    }

    static final class Bird extends Animal {}

    static final class Cat extends Animal {
        @Override
        int count() {
            return -legs;
        }
    }

    interface Doubling {
        default int twice(int x) {
            return 2 * x;
        }
    }

    interface Operation extends Serializable {
        int at(int x);
    }

    private static Operation adding(int number) {
        return x -> x + number;
    }

    private static @Nullable Colour colour(int lane) {
        return switch (lane & 3) {
            case 0 -> null;
            case 1 -> Colour.RED;
            case 2 -> Colour.GREEN;
            default -> Colour.BLUE;
        };
    }

    @Test
    void enumConstantOrNullIsCompared() {
        assertThat(BothDevices.run(out -> lane -> {
                    Colour colour = colour(lane.id());
                    out.set(lane.id(), colour == Colour.GREEN ? 1 : colour == Colour.RED ? 2 : colour == null ? 3 : 4);
                }))
                .containsExactly(3, 2, 1, 4, 3, 2, 1, 4);
    }

    @Test
    void twoThatMayBeNullAreCompared() {
        assertThat(BothDevices.run(out -> lane -> {
                    Colour one = colour(lane.id());
                    Colour other = colour(lane.id() / 2);
                    out.set(lane.id(), one == other ? 1 : 0);
                }))
                .containsExactly(1, 0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void switchOverAnEnumHasACaseForNull() {
        assertThat(BothDevices.run(out -> lane -> out.set(
                        lane.id(),
                        switch (colour(lane.id())) {
                            case null -> -1;
                            case RED -> 10;
                            case GREEN -> Colour.GREEN.weight();
                            case BLUE -> 30;
                        })))
                .containsExactly(-1, 10, 5, 30, -1, 10, 5, 30);
    }

    @Test
    void fieldsAndInheritedMethodsOfOneOfTwoSubclasses() {
        assertThat(BothDevices.run(out -> lane -> {
                    Animal animal = lane.id() % 2 == 0 ? new Bird() : new Cat();
                    animal.legs = 2 + lane.id();
                    animal.legs++;
                    out.set(lane.id(), animal.count() * 1000 + animal.legs);
                }))
                .containsExactly(30003, -3996, 50005, -5994, 70007, -7992, 90009, -9990);
    }

    @Test
    void fieldOfOneOfTwoSubclassesOrNull() {
        assertThat(BothDevices.run(out -> lane -> {
                    Animal animal = lane.id() == 0 ? null : lane.id() % 2 == 0 ? new Bird() : new Cat();
                    int sum = 0;
                    for (int i = 0; i < 3; i++) {
                        if (animal != null) {
                            animal.legs += i + lane.id();
                            sum = sum * 7 + animal.legs;
                        }
                    }
                    out.set(lane.id(), sum);
                }))
                .containsExactly(0, 76, 142, 208, 274, 340, 406, 472);
    }

    @Test
    void lambdasOfOnePlace() {
        Operation one = adding(1);
        Operation ten = adding(10);
        assertThat(BothDevices.run(out -> lane -> {
                    Operation chosen = lane.id() % 2 == 0 ? one : ten;
                    int sum = 0;
                    for (int i = 0; i < 3; i++) {
                        sum = chosen.at(sum);
                        chosen = (lane.id() + i) % 2 == 0 ? ten : one;
                    }
                    out.set(lane.id(), sum);
                }))
                .containsExactly(12, 21, 12, 21, 12, 21, 12, 21);
    }

    @Test
    void lambdaCastToSeveralInterfaces() {
        assertThat(BothDevices.run(out -> lane -> {
                    IntUnaryOperator serialisable = (IntUnaryOperator & Serializable) x -> x * 3;
                    var both = (Operation & Doubling) x -> x + 1;
                    Object object = serialisable;
                    out.set(
                            lane.id(),
                            serialisable.applyAsInt(lane.id())
                                    + 100 * both.at(1)
                                    + 1000 * both.twice(lane.id())
                                    + (object instanceof Serializable ? 100_000 : 0)
                                    + (object instanceof Doubling ? 200_000 : 0));
                }))
                .containsExactly(100_200, 102_203, 104_206, 106_209, 108_212, 110_215, 112_218, 114_221);
    }

    @Test
    void comparatorsOfTheJdk() {
        assertThat(BothDevices.run(out -> lane -> {
                    Comparator<Integer> backwards = Comparator.comparing(x -> -x);
                    out.set(lane.id(), backwards.compare(lane.id(), 3));
                }))
                .containsExactly(1, 1, 1, 0, -1, -1, -1, -1);
    }
}
