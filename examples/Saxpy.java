import dev.warpbroker.device.*;

/*
 * A first program: two kernels on vectors in the memory of a device. In the first one each lane computes an element of
 * y = a * x + y. In the second one the lanes of a block add up their elements in shared memory, and one lane of each
 * block adds the sum of the block to the total.
 *
 * Run it with: ./warpbroker java examples/Saxpy.java
 */

static final int LENGTH = 10_000;
static final int BLOCK = 128;
static final double A = 2;

void main() {
    var x = new double[LENGTH];
    var y = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        x[i] = i % 10;
        y[i] = 1;
    }
    try (Device device = Device.open(); // a GPU if there is one, else the JVM
            Doubles deviceX = device.doubles(LENGTH);
            Doubles deviceY = device.doubles(LENGTH);
            Doubles total = device.doubles(1)) {
        deviceX.copyIn(x);
        deviceY.copyIn(y);
        device.run(Grid.threads(LENGTH), lane -> {
            int i = lane.id();
            deviceY.set(i, A * deviceX.get(i) + deviceY.get(i));
        });
        device.run(new Grid(LENGTH, BLOCK), lane -> addUp(lane, deviceY.get(lane.id()), total));

        double[] result = deviceY.copyOut();
        for (int i = 0; i < LENGTH; i++) {
            require(result[i] == A * x[i] + y[i], "element " + i + " is " + result[i]);
        }
        double sum = Arrays.stream(result).sum();
        require(total.copyOut()[0] == sum, "the device adds up to " + total.copyOut()[0] + ", the host to " + sum);
        IO.println("on " + device + ":");
        IO.println("sum " + sum); // sum 100000.0
    }
}

/** Adds the values of all lanes of a block to the total, by a tree in shared memory. All lanes make this call. */
static void addUp(Lane lane, double value, Doubles total) {
    Block block = lane.block();
    Doubles values = block.sharedDoubles(BLOCK);
    values.set(block.lane(), value);
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        block.barrier();
        int other = block.lane() + half;
        if (block.lane() < half && other < block.size()) { // the last block has fewer lanes
            values.set(block.lane(), values.get(block.lane()) + values.get(other));
        }
    }
    if (block.lane() == 0) {
        total.getAndAdd(0, values.get(0));
    }
}

static void require(boolean condition, String failure) {
    if (!condition) {
        throw new AssertionError(failure);
    }
}
