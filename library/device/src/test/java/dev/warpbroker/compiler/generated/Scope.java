package dev.warpbroker.compiler.generated;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The variables that are visible at a point of a generated program. */
final class Scope {
    /** What the program may do with a variable besides reading it. */
    enum Use {
        /** Lambdas and guards may use it, nothing assigns to it. */
        CONSTANT,
        /** Statements may assign to it. */
        VARIABLE,
        /** The head of a loop assigns to it, and nothing else may. */
        COUNTER
    }

    /**
     * A local variable or parameter.
     *
     * @param name how it is written in an expression
     */
    record Variable(String name, Type type, Use use) {
        static Variable constant(String name, Type type) {
            return new Variable(name, type, Use.CONSTANT);
        }
    }

    private final @Nullable Scope parent;
    private final boolean inKernel;
    private final boolean constantsOnly;
    private final List<Variable> variables = new ArrayList<>();

    private Scope(@Nullable Scope parent, boolean inKernel, boolean constantsOnly) {
        this.parent = parent;
        this.inKernel = inKernel;
        this.constantsOnly = constantsOnly;
    }

    /** {@return the scope of the kernel's body, where the lane and all memory are visible} */
    static Scope ofKernel() {
        return new Scope(null, true, false);
    }

    /** {@return the scope of a method's body} */
    static Scope ofMethod(List<Type.Component> parameters) {
        var scope = new Scope(null, false, false);
        parameters.forEach(each -> scope.declare(Variable.constant(each.name(), each.type())));
        return scope;
    }

    /** {@return a scope for the body of a statement} */
    Scope inner() {
        return new Scope(this, inKernel, false);
    }

    /** {@return a scope for the body of a lambda or for a guard} */
    Scope constants() {
        return new Scope(this, inKernel, true);
    }

    boolean inKernel() {
        return inKernel;
    }

    void declare(Variable variable) {
        variables.add(variable);
    }

    List<Variable> declaredHere() {
        return List.copyOf(variables);
    }

    List<Variable> visible() {
        var all = new ArrayList<Variable>();
        if (parent != null) {
            parent.visible().stream()
                    .filter(variable -> !constantsOnly || variable.use() == Use.CONSTANT)
                    .forEach(all::add);
        }
        all.addAll(variables);
        return all;
    }

    List<Variable> visible(Type type) {
        return visible().stream()
                .filter(variable -> variable.type().equals(type))
                .toList();
    }

    <T extends Type> List<Variable> visible(Class<T> kind) {
        return visible().stream()
                .filter(variable -> kind.isInstance(variable.type()))
                .toList();
    }

    List<Variable> assignable() {
        return visible().stream()
                .filter(variable -> variable.use() == Use.VARIABLE)
                .toList();
    }

    List<Variable> assignable(Type type) {
        return assignable().stream()
                .filter(variable -> variable.type().equals(type))
                .toList();
    }
}
