package dev.warpbroker.examples.render;

/**
 * A pixel under way: the ray to be traced, those that wait, and the sum so far. Stays inside one lane, which looks for
 * lights at once.
 */
final class Path implements RaySink {
    /*
     * Whatever is not needed while a ray is on its way through the scene is kept in memory, to leave registers to the
     * traversal: the more registers a lane needs, the fewer lanes a GPU holds at once.
     *
     * Each ray takes one place and leaves at most two, and the last ones in a row leave none, so there are never more
     * than a row has.
     */
    private static final int FLOATS_PER_RAY = 9;
    private static final int DEPTHS = 4;

    private final Tracer tracer;

    /** Rays that wait, newest last: {@code origin, direction, weight}. */
    private final float[] numbers;

    /** The sum so far, and how many rays came before each of those that wait. */
    private final int[] counts;

    private final long[] stack;

    private int waiting;

    /** Where the ray under way begins. */
    Vec origin = Vec.all(0);

    /** Where it goes, with length 1. */
    Vec direction = Vec.all(0);

    /**
     * @param most rays that can wait at once
     * @param stack to find triangles with
     */
    Path(Tracer tracer, int most, long[] stack) {
        this.tracer = tracer;
        this.stack = stack;
        numbers = new float[FLOATS_PER_RAY * most];
        counts = new int[DEPTHS + most];
    }

    /**
     * Begins with a ray.
     *
     * @param weight what it contributes to the pixel
     * @param depth how many rays came before it
     */
    void begin(Vec from, Vec towards, Vec weight, int depth) {
        waiting = 0;
        clearSum();
        follow(from, towards, weight, depth);
        pop();
    }

    /** Traces the ray that is under way; {@return whether there is another one now} */
    boolean trace() {
        var aim = new Aim(false, 0);
        tracer.follow(origin, direction, aim, stack);
        add(new PixelSum(0, 0, 0, 1));
        tracer.shade(origin, direction, aim, weight(), depth(), this);
        return pop();
    }

    @Override
    public void follow(Vec from, Vec towards, Vec weight, int depth) {
        int at = waiting * FLOATS_PER_RAY;
        write(at, from);
        write(at + 3, towards);
        write(at + 6, weight);
        counts[DEPTHS + waiting] = depth;
        waiting++;
    }

    /** {@return whether there is a ray to be traced next, which then is the one under way} */
    boolean pop() {
        if (waiting == 0) {
            return false;
        }
        waiting--;
        int at = waiting * FLOATS_PER_RAY;
        origin = read(at);
        direction = read(at + 3);
        return true;
    }

    /** {@return what the ray under way contributes to the pixel; to be asked for before others follow} */
    Vec weight() {
        return read(waiting * FLOATS_PER_RAY + 6);
    }

    /** {@return how many rays came before the one under way; to be asked for before others follow} */
    int depth() {
        return counts[DEPTHS + waiting];
    }

    PixelSum sum() {
        return new PixelSum(counts[0], counts[1], counts[2], counts[3]);
    }

    /** {@return the sum so far, which begins anew} */
    PixelSum takeSum() {
        var sum = sum();
        clearSum();
        return sum;
    }

    private void clearSum() {
        for (int i = 0; i < DEPTHS; i++) {
            counts[i] = 0;
        }
    }

    @Override
    public void add(Vec light) {
        add(PixelSum.of(light, tracer.units(), 0));
    }

    @Override
    public void shine(int light, Vec point, Vec towards, float distance, Vec colour) {
        var aim = new Aim(true, distance);
        tracer.follow(point, towards, aim, stack);
        add(PixelSum.of(colour.times(Tracer.left(aim)), tracer.units(), 1 << Canvas.CALL_BITS));
    }

    private void add(PixelSum more) {
        var sum = sum().plus(more);
        counts[0] = sum.red();
        counts[1] = sum.green();
        counts[2] = sum.blue();
        counts[3] = sum.work();
    }

    private void write(int at, Vec vec) {
        numbers[at] = vec.x();
        numbers[at + 1] = vec.y();
        numbers[at + 2] = vec.z();
    }

    private Vec read(int at) {
        return new Vec(numbers[at], numbers[at + 1], numbers[at + 2]);
    }
}
