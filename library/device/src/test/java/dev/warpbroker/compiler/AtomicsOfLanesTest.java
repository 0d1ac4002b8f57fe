package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import org.junit.jupiter.api.Test;

/** NVIDIA's assembler may make one of a warp's atomic operations only where all its lanes surely do the same. */
final class AtomicsOfLanesTest {
    private static final String ZERO = "%lanes_zero";

    private final Device device = Device.simulator(1);
    private final Ints words = device.ints(64);

    @Test
    void whereAnIndexWasReadEachLaneHasItsOwnAddress() {
        assertThat(device.ptx(_ -> words.getAndAdd(words.getAcquire(0), 1))).contains(ZERO);
        assertThat(device.ptx(_ -> words.getAndBitwiseOr(words.getAcquire(0), 1)))
                .contains(ZERO);
    }

    @Test
    void whatWasReadIsAddedByEachLane() {
        assertThat(device.ptx(_ -> words.getAndAdd(1, words.getAcquire(0)))).contains(ZERO);
    }

    @Test
    void oneCounterAndOneNumberAreForAllLanes() {
        assertThat(device.ptx(_ -> words.getAndAdd(3, 1))).doesNotContain(ZERO);
    }
}
