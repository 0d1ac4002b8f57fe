package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.DeviceMemoryException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class SimulatedMemoryTest {
    private final SimulatedMemory memory = new SimulatedMemory();

    @Test
    void copiesInAndOut() {
        long address = memory.allocate(12, "three ints");
        memory.copyIn(address, MemorySegment.ofArray(new int[] {1, 2, 3}));
        int[] copy = new int[2];
        memory.copyOut(address + 4, MemorySegment.ofArray(copy));
        assertThat(copy).containsExactly(2, 3);
    }

    @Test
    void fillsWithPatternsOfFourAndEightBytes() {
        long address = memory.allocate(16, "words");
        memory.fill(address, 16, 0x1122334455667788L, 8);
        memory.fill(address + 4, 8, 7, 4);
        assertThat(memory.read(address, PtxType.S64)).isEqualTo(0x755667788L);
        assertThat(memory.read(address + 8, PtxType.S64)).isEqualTo(0x1122334400000007L);
    }

    @Test
    void addressesAreAlignedAndFarApart() {
        long first = memory.allocate(1, "first");
        long second = memory.allocate(1, "second");
        assertThat(first % 256).isZero();
        assertThat(second - first).isGreaterThan(SimulatedMemory.CAPACITY);
    }

    @Test
    void tooLargeAnAllocationNamesWhatIsLeft() {
        memory.allocate(SimulatedMemory.CAPACITY / 1024, "small");
        assertThatThrownBy(() -> memory.allocate(SimulatedMemory.CAPACITY, "Ints[268435456]"))
                .isInstanceOf(DeviceMemoryException.class)
                .hasMessageContainingAll("Ints[268435456] needs 1073741824 bytes", "1072693248", "close handles");
    }

    @Test
    void freedMemoryIsAvailableAgainButNotAtItsOldAddress() {
        long freed = memory.allocate(64, "freed");
        memory.free(freed);
        assertThat(memory.allocate(64, "next")).isNotEqualTo(freed);
        assertThat(memory.find(freed, 4)).isNull();
        assertThatThrownBy(() -> memory.read(freed, PtxType.B32)).hasMessageContaining("was freed");
    }
}
