package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import java.util.Random;

/**
 * Bodies that attract each other, all pairs, moved in small steps. The lanes of a block load a tile of the bodies into
 * shared memory at a time, as Nyland, Harris and Prins do ("Fast N-Body Simulation with CUDA", 2007).
 */
final class NBody implements KernelExample {
    private static final int TILE = 64;
    private static final int STEPS = 2;
    private static final float TIME = 0.01f;
    private static final float SOFTENING = 1e-3f;

    private record Vector(float x, float y, float z) {
        static final Vector ZERO = new Vector(0, 0, 0);

        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(float factor) {
            return new Vector(factor * x, factor * y, factor * z);
        }

        float dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    private record Body(Vector position, Vector velocity, float mass) {
        /** How fast another body makes this one faster. */
        Vector pull(Vector other, float otherMass) {
            Vector distance = other.minus(position);
            float squared = distance.dot(distance) + SOFTENING;
            return distance.times(otherMass / (squared * (float) Math.sqrt(squared)));
        }

        Body moved(Vector acceleration) {
            Vector faster = velocity.plus(acceleration.times(TIME));
            return new Body(position.plus(faster.times(TIME)), faster, mass);
        }
    }

    /** Bodies in device memory: seven numbers each. */
    private record Bodies(Floats numbers) {
        static final int SIZE = 7;

        Body get(int index) {
            return new Body(vector(SIZE * index), vector(SIZE * index + 3), mass(index));
        }

        void set(int index, Body body) {
            set(SIZE * index, body.position());
            set(SIZE * index + 3, body.velocity());
            numbers.set(SIZE * index + 6, body.mass());
        }

        Vector position(int index) {
            return vector(SIZE * index);
        }

        float mass(int index) {
            return numbers.get(SIZE * index + 6);
        }

        private Vector vector(int at) {
            return new Vector(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
        }

        private void set(int at, Vector vector) {
            numbers.set(at, vector.x());
            numbers.set(at + 1, vector.y());
            numbers.set(at + 2, vector.z());
        }
    }

    private static Body[] bodies(int count) {
        var random = new Random(count);
        var bodies = new Body[count];
        for (int i = 0; i < count; i++) {
            bodies[i] = new Body(vector(random, 1), vector(random, 0.1f), random.nextFloat(0.1f, 1));
        }
        return bodies;
    }

    private static Vector vector(Random random, float size) {
        return new Vector(random.nextFloat(-size, size), random.nextFloat(-size, size), random.nextFloat(-size, size));
    }

    @Override
    public String name() {
        return "n-body";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(150, 1_000, 4_000);
    }

    @Override
    public Object run(Device device, int count) {
        try (Floats first = device.floats((long) count * Bodies.SIZE);
                Floats second = device.floats((long) count * Bodies.SIZE)) {
            first.copyIn(numbers(bodies(count)));
            var before = new Bodies(first);
            var after = new Bodies(second);
            for (int step = 0; step < STEPS; step++) {
                step(device, count, before, after);
                var swap = before;
                before = after;
                after = swap;
            }
            return before.numbers().copyOut();
        }
    }

    private static void step(Device device, int count, Bodies before, Bodies after) {
        int lanes = Math.ceilDiv(count, TILE) * TILE;
        device.run(new Grid(lanes, TILE), lane -> {
            Block block = lane.block();
            Bodies tile = new Bodies(block.sharedFloats(TILE * Bodies.SIZE));
            Body body = before.get(Math.min(lane.id(), count - 1));
            Vector acceleration = Vector.ZERO;
            for (int start = 0; start < count; start += TILE) {
                int end = Math.min(TILE, count - start);
                if (block.lane() < end) {
                    tile.set(block.lane(), before.get(start + block.lane()));
                }
                block.barrier();
                for (int i = 0; i < end; i++) {
                    acceleration = acceleration.plus(body.pull(tile.position(i), tile.mass(i)));
                }
                block.barrier();
            }
            if (lane.id() < count) {
                after.set(lane.id(), body.moved(acceleration));
            }
        });
    }

    private static float[] numbers(Body[] bodies) {
        float[] numbers = new float[bodies.length * Bodies.SIZE];
        int at = 0;
        for (Body body : bodies) {
            for (Vector vector : new Vector[] {body.position(), body.velocity()}) {
                numbers[at++] = vector.x();
                numbers[at++] = vector.y();
                numbers[at++] = vector.z();
            }
            numbers[at++] = body.mass();
        }
        return numbers;
    }

    @Override
    public Object expected(int count) {
        Body[] bodies = bodies(count);
        for (int step = 0; step < STEPS; step++) {
            var moved = new Body[count];
            for (int i = 0; i < count; i++) {
                Vector acceleration = Vector.ZERO;
                for (Body other : bodies) {
                    acceleration = acceleration.plus(bodies[i].pull(other.position(), other.mass()));
                }
                moved[i] = bodies[i].moved(acceleration);
            }
            bodies = moved;
        }
        return numbers(bodies);
    }
}
