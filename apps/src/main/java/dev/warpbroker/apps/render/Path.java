package dev.warpbroker.apps.render;

/** A pixel under way: the ray to be traced next, those that wait, and the colour so far. Stays inside one lane. */
final class Path {
    private static final int FLOATS_PER_RAY = 9;

    /** Rays that wait, newest last: {@code origin, direction, weight}, and how many bounces they come after. */
    private final float[] rays;

    private final int[] depths;
    private int waiting;

    // The ray under way. Its weight is the share of each colour that it contributes to the pixel.
    Vec origin = new Vec(0, 0, 0);
    Vec direction = new Vec(0, 0, 0);
    Vec weight = new Vec(0, 0, 0);
    int depth;

    Vec colour = new Vec(0, 0, 0);

    /** Rays traced for this pixel. */
    int calls;

    int shadows;

    /** @param most rays that can wait at once: one for each bounce */
    Path(int most) {
        rays = new float[FLOATS_PER_RAY * most];
        depths = new int[most];
    }

    void begin(Vec from, Vec towards) {
        waiting = 0;
        go(from, towards, Vec.all(1), 0);
        colour = Vec.all(0);
        calls = 0;
        shadows = 0;
    }

    void go(Vec from, Vec towards, Vec share, int bounces) {
        origin = from;
        direction = towards;
        weight = share;
        depth = bounces;
    }

    void push(Vec from, Vec towards, Vec share, int bounces) {
        int at = waiting * FLOATS_PER_RAY;
        write(at, from);
        write(at + 3, towards);
        write(at + 6, share);
        depths[waiting] = bounces;
        waiting++;
    }

    /** {@return whether a ray that waited is the one under way now} */
    boolean pop() {
        if (waiting == 0) {
            return false;
        }
        waiting--;
        int at = waiting * FLOATS_PER_RAY;
        go(read(at), read(at + 3), read(at + 6), depths[waiting]);
        return true;
    }

    private void write(int at, Vec vec) {
        rays[at] = vec.x();
        rays[at + 1] = vec.y();
        rays[at + 2] = vec.z();
    }

    private Vec read(int at) {
        return new Vec(rays[at], rays[at + 1], rays[at + 2]);
    }
}
