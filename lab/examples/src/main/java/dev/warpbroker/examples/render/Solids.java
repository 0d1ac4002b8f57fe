package dev.warpbroker.examples.render;

import java.util.Random;

/** Bodies made of triangles, in a frame each. Their fronts are outside. */
final class Solids {
    private final Scene.Builder scene;

    Solids(Scene.Builder scene) {
        this.scene = scene;
    }

    void quad(int material, Vec a, Vec b, Vec c, Vec d) {
        scene.triangle(material, a, b, c).triangle(material, a, c, d);
    }

    /** A box from the origin to {@code size}. */
    void box(int material, Frame frame, float width, float height, float depth) {
        Vec[] p = new Vec[8];
        for (int i = 0; i < 8; i++) {
            p[i] = frame.point((i & 1) * width, (i >> 1 & 1) * height, (i >> 2) * depth);
        }
        quad(material, p[0], p[2], p[3], p[1]);
        quad(material, p[4], p[5], p[7], p[6]);
        quad(material, p[0], p[4], p[6], p[2]);
        quad(material, p[1], p[3], p[7], p[5]);
        quad(material, p[0], p[1], p[5], p[4]);
        quad(material, p[2], p[6], p[7], p[3]);
    }

    /**
     * What a potter's wheel makes: the profile turned around the y axis.
     *
     * @param profile radius and height, alternating, from the bottom up
     * @param round whether the profile is a curve, or has edges
     */
    void lathe(int material, Frame frame, int sides, boolean round, float... profile) {
        turn(material, frame, sides, 360, round, profile);
    }

    /** {@link #lathe} for a part of the circle. */
    void turn(int material, Frame frame, int sides, double degrees, boolean round, float... profile) {
        int points = profile.length / 2;
        for (int side = 0; side < sides; side++) {
            double from = StrictMath.toRadians(degrees * side / sides);
            double to = StrictMath.toRadians(degrees * (side + 1) / sides);
            for (int i = 0; i + 1 < points; i++) {
                Vec a = onWheel(frame, profile, i, from);
                Vec b = onWheel(frame, profile, i, to);
                Vec c = onWheel(frame, profile, i + 1, to);
                Vec d = onWheel(frame, profile, i + 1, from);
                Vec na = normalOnWheel(frame, profile, i, i, from, round);
                Vec nb = normalOnWheel(frame, profile, i, i, to, round);
                Vec nc = normalOnWheel(frame, profile, i, i + 1, to, round);
                Vec nd = normalOnWheel(frame, profile, i, i + 1, from, round);
                if (profile[2 * i] != 0) {
                    scene.triangle(material, a, c, b, na, nc, nb);
                }
                if (profile[2 * i + 2] != 0) {
                    scene.triangle(material, a, d, c, na, nd, nc);
                }
            }
        }
    }

    private static Vec onWheel(Frame frame, float[] profile, int i, double angle) {
        float radius = profile[2 * i];
        return frame.point(
                radius * (float) StrictMath.cos(angle), profile[2 * i + 1], radius * (float) StrictMath.sin(angle));
    }

    private static Vec normalOnWheel(Frame frame, float[] profile, int segment, int at, double angle, boolean round) {
        int last = profile.length / 2 - 1;
        int before = round ? Math.max(0, at - 1) : segment;
        int after = round ? Math.min(last, at + 1) : segment + 1;
        float out = profile[2 * after + 1] - profile[2 * before + 1];
        float up = profile[2 * before] - profile[2 * after];
        return frame.direction(out * (float) StrictMath.cos(angle), up, out * (float) StrictMath.sin(angle))
                .normalized();
    }

    /** A ball of radius 1 around the origin. */
    void ball(int material, Frame frame, int sides) {
        int rings = sides / 2;
        float[] profile = new float[2 * (rings + 1)];
        for (int i = 0; i <= rings; i++) {
            double angle = StrictMath.PI * i / rings;
            profile[2 * i] = i == 0 || i == rings ? 0 : (float) StrictMath.sin(angle);
            profile[2 * i + 1] = (float) -StrictMath.cos(angle);
        }
        lathe(material, frame, sides, true, profile);
    }

    /** A coin of radius 1 that lies on the origin, with slanted edges, a raised rim and a star. */
    void coin(int material, Frame frame) {
        float thick = 0.2f;
        float face = 0.15f;
        lathe(
                material,
                frame,
                20,
                false,
                0,
                0,
                1,
                0,
                1,
                thick - 0.05f,
                0.95f,
                thick,
                0.82f,
                thick,
                0.76f,
                face,
                0.6f,
                face);
        star(material, frame, 0.6f, face, 0.24f, thick);
    }

    /** A star of five points, and the ground around it out to the circle of its points. */
    private void star(int material, Frame frame, float radius, float ground, float inner, float height) {
        Vec top = frame.point(0, height, 0);
        Vec up = frame.direction(0, 1, 0).normalized();
        int corners = 20;
        Vec[] rim = ring(frame, corners, radius, ground, 0);
        for (int i = 0; i < 10; i++) {
            Vec from = rim[2 * i];
            Vec to = rim[(2 * i + 2) % corners];
            Vec middle = rim[2 * i + 1];
            boolean point = i % 2 == 0;
            double angle = 2 * StrictMath.PI * (2 * i + (point ? 2 : 0)) / corners;
            Vec notch =
                    frame.point(inner * (float) StrictMath.cos(angle), ground, inner * (float) StrictMath.sin(angle));
            Vec tip = point ? from : to;
            scene.triangle(material, top, point ? notch : tip, point ? tip : notch);
            scene.triangle(material, notch, middle, from, up, up, up);
            scene.triangle(material, notch, to, middle, up, up, up);
        }
    }

    /** A brilliant: a table, crown, girdle and pavilion, about 2 wide; its point is at the origin. */
    void brilliant(int material, Frame frame, int sides) {
        Vec[] table = ring(frame, sides, 0.56f, 1.22f, 0);
        Vec[] crown = ring(frame, sides, 0.82f, 1.06f, 0.5);
        Vec[] upper = ring(frame, sides, 1, 0.9f, 0);
        Vec[] lower = ring(frame, sides, 1, 0.86f, 0);
        Vec[] pavilion = ring(frame, sides, 0.5f, 0.4f, 0.5);
        Vec point = frame.point(0, 0, 0);
        for (int i = 0; i < sides; i++) {
            int next = (i + 1) % sides;
            if (i > 0 && i + 1 < sides) {
                scene.triangle(material, table[0], table[i + 1], table[i]);
            }
            scene.triangle(material, table[i], table[next], crown[i]);
            quad(material, table[next], upper[next], crown[next], crown[i]);
            scene.triangle(material, crown[i], upper[next], upper[i]);
            quad(material, upper[i], upper[next], lower[next], lower[i]);
            scene.triangle(material, lower[i], lower[next], pavilion[i]);
            quad(material, lower[next], pavilion[next], point, pavilion[i]);
        }
    }

    private static Vec[] ring(Frame frame, int sides, float radius, float height, double offset) {
        Vec[] points = new Vec[sides];
        for (int i = 0; i < sides; i++) {
            double angle = 2 * StrictMath.PI * (i + offset) / sides;
            points[i] =
                    frame.point(radius * (float) StrictMath.cos(angle), height, radius * (float) StrictMath.sin(angle));
        }
        return points;
    }

    /** {@return a number between -1 and 1} */
    static float around(Random random) {
        return 2 * random.nextFloat() - 1;
    }
}
