import dev.warpbroker.device.*;

/*
 * Bodies that attract each other. Records serve as vectors in the kernel. A lane moves one body; the lanes of a block
 * load a tile of bodies into shared memory at a time, as Nyland, Harris and Prins do ("Fast N-Body Simulation with
 * CUDA", 2007). The same methods on the host compute what must come out, to the bit.
 *
 * Run it with: ./warpbroker java examples/NBody.java
 */

static final int BODIES = 200;
static final int TILE = 64;
static final int STEPS = 5;
static final float TIME = 0.01f;
static final float SOFTENING = 1e-3f;

record Vector(float x, float y, float z) {
    static final Vector ZERO = new Vector(0, 0, 0);

    Vector plus(Vector v) {
        return new Vector(x + v.x, y + v.y, z + v.z);
    }

    Vector minus(Vector v) {
        return new Vector(x - v.x, y - v.y, z - v.z);
    }

    Vector times(float factor) {
        return new Vector(factor * x, factor * y, factor * z);
    }

    float dot(Vector v) {
        return x * v.x + y * v.y + z * v.z;
    }
}

record Body(Vector position, Vector velocity, float mass) {
    /** The acceleration that another body adds. */
    Vector pull(Body other) {
        Vector distance = other.position.minus(position);
        float squared = distance.dot(distance) + SOFTENING;
        return distance.times(other.mass / (squared * (float) Math.sqrt(squared)));
    }

    Body moved(Vector acceleration) {
        Vector faster = velocity.plus(acceleration.times(TIME));
        return new Body(position.plus(faster.times(TIME)), faster, mass);
    }
}

static final Layout<Body> LAYOUT = Layout.of(Body.class);

static void step(Device device, Ints before, Ints after) {
    int words = LAYOUT.words();
    int lanes = Math.ceilDiv(BODIES, TILE) * TILE; // whole blocks: all lanes meet at barriers
    device.run(new Grid(lanes, TILE), lane -> {
        Block block = lane.block();
        Ints tile = block.sharedInts(TILE * words);
        Body body = LAYOUT.read(before, Math.min(lane.id(), BODIES - 1) * words);
        Vector acceleration = Vector.ZERO;
        for (int start = 0; start < BODIES; start += TILE) {
            int count = Math.min(TILE, BODIES - start);
            if (block.lane() < count) {
                LAYOUT.write(tile, block.lane() * words, LAYOUT.read(before, (start + block.lane()) * words));
            }
            block.barrier();
            for (int i = 0; i < count; i++) {
                acceleration = acceleration.plus(body.pull(LAYOUT.read(tile, i * words)));
            }
            block.barrier();
        }
        if (lane.id() < BODIES) {
            LAYOUT.write(after, lane.id() * words, body.moved(acceleration));
        }
    });
}

static Body[] stepOnHost(Body[] before) {
    var after = new Body[before.length];
    for (int i = 0; i < after.length; i++) {
        Vector acceleration = Vector.ZERO;
        for (Body other : before) {
            acceleration = acceleration.plus(before[i].pull(other));
        }
        after[i] = before[i].moved(acceleration);
    }
    return after;
}

void main() {
    var random = new Random(2007);
    var bodies = new Body[BODIES];
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = new Body(vector(random, 1), vector(random, 0.1f), random.nextFloat(0.1f, 1));
    }
    try (Device device = Device.open()) {
        Ints before = device.ints(BODIES * LAYOUT.words());
        Ints after = device.ints(BODIES * LAYOUT.words());
        before.copyIn(encoded(bodies));
        for (int i = 0; i < STEPS; i++) {
            step(device, before, after);
            Ints swap = before;
            before = after;
            after = swap;
            bodies = stepOnHost(bodies);
        }
        if (!Arrays.equals(before.copyOut(), encoded(bodies))) {
            throw new AssertionError("the device moves bodies to other places than the host");
        }
        IO.println("on " + device + ": the first of " + BODIES + " bodies is at");
        IO.println(bodies[0].position()); // Vector[x=0.15923968, y=-0.057037562, z=-0.505738]
    }
}

static Vector vector(Random random, float size) {
    return new Vector(random.nextFloat(-size, size), random.nextFloat(-size, size), random.nextFloat(-size, size));
}

static int[] encoded(Body[] bodies) {
    var words = new int[bodies.length * LAYOUT.words()];
    for (int i = 0; i < bodies.length; i++) {
        LAYOUT.encode(bodies[i], words, i * LAYOUT.words());
    }
    return words;
}
