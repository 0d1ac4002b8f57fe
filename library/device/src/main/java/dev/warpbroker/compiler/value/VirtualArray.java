package dev.warpbroker.compiler.value;

import dev.warpbroker.compiler.ir.Operand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

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
    public Collection<Value> parts() {
        return elements;
    }

    @Override
    public Value map(UnaryOperator<Operand> operand, UnaryOperator<Value> part, Consumer<Value> made) {
        var array = new VirtualArray(elementType, new ArrayList<>(), site);
        made.accept(array);
        elements.forEach(element -> array.elements.add(part.apply(element)));
        return array;
    }

    @Override
    public String describe() {
        return "an array of " + elements.size() + " " + elementType.getSimpleName()
                + (elementType.isPrimitive() ? "s" : "");
    }
}
