package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * Three numbers: a point, a direction or a colour. Its arithmetic is kernel Java and gives the same bits everywhere.
 */
public record Vec(float x, float y, float z) implements Serializable {
    /** {@return three times the same number} */
    public static Vec all(float value) {
        return new Vec(value, value, value);
    }

    public Vec plus(Vec other) {
        return new Vec(x + other.x, y + other.y, z + other.z);
    }

    public Vec minus(Vec other) {
        return new Vec(x - other.x, y - other.y, z - other.z);
    }

    public Vec times(float factor) {
        return new Vec(x * factor, y * factor, z * factor);
    }

    /** {@return the products of the components, as light is filtered by a colour} */
    public Vec times(Vec other) {
        return new Vec(x * other.x, y * other.y, z * other.z);
    }

    public float dot(Vec other) {
        return x * other.x + y * other.y + z * other.z;
    }

    public Vec cross(Vec other) {
        return new Vec(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
    }

    public float length() {
        return (float) Math.sqrt(dot(this));
    }

    /** {@return this direction with length 1; the zero vector has none and becomes NaN} */
    public Vec normalized() {
        return times(1 / length());
    }

    /** {@return the largest component} */
    public float largest() {
        float larger = x > y ? x : y;
        return larger > z ? larger : z;
    }

    boolean isFinite() {
        return Float.isFinite(x) && Float.isFinite(y) && Float.isFinite(z);
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ", " + z + ")";
    }
}
