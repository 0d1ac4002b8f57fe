package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentKernelsTest {
    private record Nothing(int number) implements Kernel {
        @Override
        public void run(Lane lane) {}
    }

    private final List<Kernel> made = new ArrayList<>();
    private final RecentKernels<Kernel> kernels = new RecentKernels<>(2);

    private Kernel get(Kernel kernel) {
        return kernels.get(kernel, missing -> {
            made.add(missing);
            return missing;
        });
    }

    @Test
    void sameObjectIsMadeOnce() {
        var kernel = new Nothing(1);

        assertThat(get(kernel)).isSameAs(get(kernel));
        assertThat(made).hasSize(1);
    }

    @Test
    void equalObjectsAreToldApart() {
        var kernel = new Nothing(1);
        var equal = new Nothing(1);

        assertThat(get(kernel)).isSameAs(kernel);
        assertThat(get(equal)).isSameAs(equal);
    }

    @Test
    void kernelThatWasNotUsedForLongestIsForgotten() {
        var first = new Nothing(1);
        var second = new Nothing(2);
        var third = new Nothing(3);
        get(first);
        get(second);
        get(first);
        get(third);
        made.clear();

        get(first);
        get(third);
        assertThat(made).isEmpty();
        get(second);
        assertThat(made).containsExactly(second);
    }
}
