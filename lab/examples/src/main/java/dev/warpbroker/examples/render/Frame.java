package dev.warpbroker.examples.render;

/** Where a body stands and how it is turned: its origin and the directions of its axes, which are also its scale. */
record Frame(Vec origin, Vec x, Vec y, Vec z) {
    static Frame at(float x, float y, float z) {
        return new Frame(new Vec(x, y, z), new Vec(1, 0, 0), new Vec(0, 1, 0), new Vec(0, 0, 1));
    }

    Vec point(float px, float py, float pz) {
        return origin.plus(direction(px, py, pz));
    }

    Vec point(Vec p) {
        return point(p.x(), p.y(), p.z());
    }

    Vec direction(float dx, float dy, float dz) {
        return x.times(dx).plus(y.times(dy)).plus(z.times(dz));
    }

    Frame moved(float dx, float dy, float dz) {
        return new Frame(point(dx, dy, dz), x, y, z);
    }

    Frame scaled(float factor) {
        return new Frame(origin, x.times(factor), y.times(factor), z.times(factor));
    }

    /** {@return this frame turned around its y axis} */
    Frame turned(double degrees) {
        float c = (float) StrictMath.cos(StrictMath.toRadians(degrees));
        float s = (float) StrictMath.sin(StrictMath.toRadians(degrees));
        return new Frame(origin, x.times(c).minus(z.times(s)), y, x.times(s).plus(z.times(c)));
    }

    /** {@return this frame turned around its x axis: z goes down, y goes towards z} */
    Frame tilted(double degrees) {
        float c = (float) StrictMath.cos(StrictMath.toRadians(degrees));
        float s = (float) StrictMath.sin(StrictMath.toRadians(degrees));
        return new Frame(origin, x, y.times(c).plus(z.times(s)), z.times(c).minus(y.times(s)));
    }

    /** {@return a frame here whose y axis has the direction of {@code up}} */
    Frame standingOn(Vec up) {
        var other = Math.abs(up.y()) > 0.9f ? new Vec(1, 0, 0) : new Vec(0, 1, 0);
        var side = other.cross(up).normalized();
        return new Frame(origin, side, up, side.cross(up));
    }
}
