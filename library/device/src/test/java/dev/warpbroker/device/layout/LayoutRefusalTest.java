package dev.warpbroker.device.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Layout;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** Types that do not lie in words are refused by name. */
class LayoutRefusalTest {
    record Named(int id, String name) {}

    record Outer(int id, Named named) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Sampled(int[] samples) {}

    record Boxed(Integer number) {}

    record Node(int value, Node next) {}

    sealed interface Tree {
        record Leaf(int value) implements Tree {}

        record Fork(Tree left, Tree right) implements Tree {}
    }

    record Chain(Link link) {}

    sealed interface Link {}

    record Joint(Chain chain) implements Link {}

    sealed interface Mixed {}

    record Fine(int value) implements Mixed {}

    static final class Plain implements Mixed {}

    sealed interface Open {}

    non-sealed interface Anything extends Open {}

    record Box<T>(T value) {}

    record Filled(Box<Fine> box) {}

    enum Nothing {}

    record Absent(Nothing nothing) {}

    abstract static sealed class Base {}

    static final class Derived extends Base {}

    record W1(long a, long b, long c, long d, long e, long f, long g, long h) {}

    record W2(W1 a, W1 b, W1 c, W1 d, W1 e, W1 f, W1 g, W1 h) {}

    record W3(W2 a, W2 b, W2 c, W2 d, W2 e, W2 f, W2 g, W2 h) {}

    record W4(W3 a, W3 b, W3 c, W3 d, W3 e, W3 f, W3 g, W3 h) {}

    @Test
    void neitherRecordNorSealed() {
        assertRefused(String.class, "String is no record, no enum and no sealed interface");
        assertRefused(int.class, "int is no record");
        assertRefused(int[].class, "int[] is no record");
        assertRefused(Runnable.class, "Runnable is no record, no enum and no sealed interface");
        assertRefused(Base.class, "Base is no record, no enum and no sealed interface");
    }

    @Test
    void componentThatCannotBeFlattened() {
        assertRefused(
                Named.class,
                "no layout for " + Named.class.getTypeName()
                        + ": component 'name' of Named is a String; a component is a"
                        + " primitive, an enum, a record, or a sealed interface of records and enums");
        assertRefused(Outer.class, "LayoutRefusalTest$Outer: component 'name' of Named is a String");
        assertRefused(Sampled.class, "component 'samples' of Sampled is a int[]");
        assertRefused(Boxed.class, "component 'number' of Boxed is a Integer");
    }

    @Test
    void typeThatContainsItself() {
        assertRefused(Node.class, "component 'next' of Node makes Node part of itself");
        assertRefused(Tree.class, "component 'left' of Fork makes Tree part of itself");
        assertRefused(Chain.class, "component 'chain' of Joint makes Chain part of itself");
        assertRefused(Link.class, "component 'link' of Chain makes Link part of itself");
        assertRefused(Tree.Fork.class, "sealed interface Tree makes Fork part of itself");
    }

    @Test
    void sealedInterfaceWithAnythingButRecords() {
        assertRefused(Mixed.class, "sealed interface Mixed permits Plain, which is no record");
        assertRefused(Open.class, "sealed interface Open permits Anything, which is no record");
    }

    @Test
    void typeVariable() {
        assertRefused(Box.class, "component 'value' of Box is of the type variable T");
        assertRefused(Filled.class, "component 'value' of Box is of the type variable T");
    }

    @Test
    void enumWithoutConstants() {
        assertRefused(Absent.class, "enum Nothing has no constants");
    }

    @Test
    void moreWordsThanAKernelCanKeep() {
        assertThat(Layout.of(W3.class).words()).isEqualTo(1_024);
        assertRefused(W4.class, "W4 takes 8192 words; the most is 4096");
    }

    @Test
    void typeOfAModuleThatKeepsItToItself() throws ClassNotFoundException {
        Class<?> closed = Class.forName("jdk.internal.util.OperatingSystem");
        assertRefused(
                closed,
                "module java.base does not open package jdk.internal.util to dev.warpbroker.device; add `opens"
                        + " jdk.internal.util to dev.warpbroker.device;` to module-info, or use"
                        + " Layout.of(MethodHandles.lookup(), OperatingSystem.class)");
        assertThatThrownBy(() -> Layout.of(MethodHandles.lookup(), closed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "gives no access to it; call MethodHandles.lookup() in a class of its module java.base");
    }

    @Test
    void typeWhoseLoaderDoesNotKnowTheLibrary() throws Exception {
        var location =
                LayoutRefusalTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (var loader = new URLClassLoader(new URL[] {location}, ClassLoader.getPlatformClassLoader())) {
            assertRefused(
                    Class.forName(Stranger.class.getName(), true, loader),
                    "its module or class loader does not know dev.warpbroker.device");
        }
    }

    @Test
    void lookupWithoutRights() {
        assertThatThrownBy(() -> Layout.of(MethodHandles.publicLookup(), Fine.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "gives no access to it; call MethodHandles.lookup() in a class of its class path");
    }

    @Test
    void partThatIsPrivateInAnotherClass() {
        assertRefused(Scattered.class, "Elsewhere$Secret, which is part of it, is not accessible from package");
    }

    private static void assertRefused(Class<?> type, String message) {
        assertThatThrownBy(() -> Layout.of(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no layout for " + type.getTypeName() + ": ")
                .hasMessageContaining(message);
    }
}

record Stranger(int value) {}

/** Its record is private in another class. */
sealed interface Scattered {}

final class Elsewhere {
    private Elsewhere() {}

    @SuppressWarnings("UnusedNestedClass")
    private record Secret(int value) implements Scattered {}
}
