package dev.warpbroker.compiler.value;

import java.util.List;

/** An array made in the kernel whose indices are all constants so far: nothing but its elements. Has an identity. */
public final class VirtualArray implements Value {
    private final Class<?> elementType;
    private final List<Value> elements;
    private final Object site;

    /**
     * Makes an array.
     *
     * @param site the place in the code that made it
     */
    public VirtualArray(Class<?> elementType, List<Value> elements, Object site) {
        this.elementType = elementType;
        this.elements = elements;
        this.site = site;
    }

    public Class<?> elementType() {
        return elementType;
    }

    /** {@return the elements, which change in place} */
    public List<Value> elements() {
        return elements;
    }

    public Object site() {
        return site;
    }

    @Override
    public String describe() {
        return "an array of " + elements.size() + " " + elementType.getSimpleName()
                + (elementType.isPrimitive() ? "s" : "");
    }
}
