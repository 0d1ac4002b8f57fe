package dev.warpbroker.examples.render;

/** A pixel under way: the ray to be traced, those that wait, and the colour so far. Stays inside one lane. */
final class Path {
    /*
     * Whatever is not needed while a ray is on its way through the octree is kept in memory, to leave registers to the
     * traversal: the more registers a lane needs, the fewer lanes a GPU holds at once.
     */
    private static final int FLOATS_PER_RAY = 9;
    private static final int RAYS = 3;

    /** The colour so far, then rays that wait, newest last: {@code origin, direction, weight}. */
    private final float[] numbers;

    /** How many rays came before each of those that wait. */
    private final int[] depths;

    private int waiting;

    /** Where the ray under way begins. */
    Vec origin = Vec.all(0);

    /** Where it goes, with length 1. */
    Vec direction = Vec.all(0);

    /** How many rays have been traced, and above {@link Canvas#CALL_BITS}, how many to lights. */
    int work;

    /** @param most rays that can wait at once */
    Path(int most) {
        numbers = new float[RAYS + FLOATS_PER_RAY * most];
        depths = new int[most];
    }

    void begin(Vec from, Vec towards) {
        waiting = 0;
        work = 0;
        write(0, Vec.all(0));
        push(from, towards, Vec.all(1), 0);
        pop();
    }

    void push(Vec from, Vec towards, Vec weight, int depth) {
        int at = RAYS + waiting * FLOATS_PER_RAY;
        write(at, from);
        write(at + 3, towards);
        write(at + 6, weight);
        depths[waiting] = depth;
        waiting++;
    }

    /** {@return whether there is a ray to be traced next, which then is the one under way} */
    boolean pop() {
        if (waiting == 0) {
            return false;
        }
        waiting--;
        int at = RAYS + waiting * FLOATS_PER_RAY;
        origin = read(at);
        direction = read(at + 3);
        return true;
    }

    /** {@return what the ray under way contributes to the pixel; to be asked for before rays are pushed} */
    Vec weight() {
        return read(RAYS + waiting * FLOATS_PER_RAY + 6);
    }

    /** {@return how many rays came before the one under way; to be asked for before rays are pushed} */
    int depth() {
        return depths[waiting];
    }

    Vec colour() {
        return read(0);
    }

    void add(Vec light) {
        write(0, colour().plus(light));
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
