package dev.warpbroker.device.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A layout keeps its type from nothing: both go with the loader of the type. */
class LayoutLifetimeTest {
    private static final int ATTEMPTS = 100;

    @Test
    void layoutGoesWithItsType() throws Exception {
        assertThat(isCollected(of(newType()))).isTrue();
    }

    @Test
    void layoutGoesAfterItWasCompiled() throws Exception {
        assertThat(isCollected(compiled(newType()))).isTrue();
    }

    @Test
    void layoutStaysWhileItsTypeDoes() {
        var layout = new WeakReference<Object>(Layout.of(ShortLived.class));
        System.gc();
        assertThat(layout.get()).isNotNull();
    }

    private static WeakReference<Object> of(Class<?> type) {
        return new WeakReference<>(Layout.of(type).getClass());
    }

    private static <E> WeakReference<Object> compiled(Class<E> type) {
        try (var device = Device.simulator(1)) {
            Layout<E> layout = Layout.of(type);
            Ints words = device.ints(8);
            Kernel kernel = lane -> layout.write(words, 4, layout.read(words, 0));
            assertThat(new KernelCompiler(DeviceOptions.defaults())
                            .compile(kernel)
                            .ptx())
                    .contains("ld.global");
            return new WeakReference<>(layout.getClass());
        }
    }

    private static boolean isCollected(WeakReference<Object> reference) throws InterruptedException {
        for (int i = 0; i < ATTEMPTS && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        return reference.get() == null;
    }

    /** {@return the record once more, in a loader of its own} */
    private static Class<?> newType() throws ClassNotFoundException {
        return Class.forName(ShortLived.class.getName(), true, new Loader());
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(LayoutLifetimeTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(ShortLived.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) {
            String path = name.replace('.', '/') + ".class";
            try (InputStream in = Objects.requireNonNull(getParent().getResourceAsStream(path))) {
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new IllegalStateException("class file of " + name + " cannot be read", e);
            }
        }
    }
}

record ShortLived(int number, Kind kind) {
    enum Kind {
        ONE,
        TWO
    }
}
