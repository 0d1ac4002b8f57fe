package dev.warpbroker.device.layout;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Takes a type apart, or says why it cannot lie in words. */
final class FormReader {
    /** Kernels keep a value in registers. */
    private static final int MAX_WORDS = 4_096;

    private static final String ALLOWED =
            "a component is a primitive, an enum, a record, or a sealed interface of records and enums";

    private final Class<?> top;

    /** The types that the current one is part of, itself included. */
    private final Set<Class<?>> within = new HashSet<>();

    private final Map<Class<?>, Form> known = new HashMap<>();

    private FormReader(Class<?> top) {
        this.top = top;
    }

    static Form read(Class<?> type) {
        var reader = new FormReader(type);
        if (type.isPrimitive() || !isComposed(type)) {
            throw reader.refusal(name(type) + " is no record, no enum and no sealed interface");
        }
        return reader.form(type, name(type));
    }

    private static boolean isComposed(Class<?> type) {
        return !type.isHidden() && (type.isRecord() || type.isEnum() || type.isInterface() && type.isSealed());
    }

    /** @param place where the type is named, for messages */
    private Form form(Class<?> type, String place) {
        Form form = known.get(type);
        if (form == null) {
            form = take(type, place);
            known.put(type, form);
        }
        return form;
    }

    private Form take(Class<?> type, String place) {
        if (type.isPrimitive()) {
            return new Form.Primitive(type);
        }
        if (type.isEnum()) {
            if (type.getEnumConstants().length == 0) {
                throw refusal("enum " + name(type) + " has no constants");
            }
            return new Form.Constant(type);
        }
        if (!within.add(type)) {
            throw refusal(place + " makes " + name(type) + " part of itself, so its words would have no end;"
                    + " keep the parts in device memory and an index in the record");
        }
        Form form = type.isRecord() ? product(type) : choice(type);
        within.remove(type);
        if (form.words() > MAX_WORDS) {
            throw refusal(name(type) + " takes " + form.words() + " words; the most is " + MAX_WORDS
                    + ": keep the data in device memory of its own and an index in the record");
        }
        return form;
    }

    private Form product(Class<?> type) {
        var components = new ArrayList<Form.Component>();
        for (RecordComponent component : type.getRecordComponents()) {
            String place = "component '" + component.getName() + "' of " + name(type);
            checkType(component, place);
            components.add(new Form.Component(component, form(component.getType(), place)));
        }
        return Form.Product.of(type, components);
    }

    private void checkType(RecordComponent component, String place) {
        if (component.getGenericType() instanceof TypeVariable<?> variable) {
            throw refusal(place + " is of the type variable " + variable.getName() + ", so its words are not known; "
                    + ALLOWED);
        }
        Class<?> type = component.getType();
        if (!type.isPrimitive() && !isComposed(type)) {
            throw refusal(place + " is a " + name(type) + "; " + ALLOWED);
        }
    }

    private Form choice(Class<?> type) {
        var alternatives = new LinkedHashSet<Class<?>>();
        collectAlternatives(type, alternatives);
        var forms = new ArrayList<Form>();
        for (Class<?> alternative : alternatives) {
            forms.add(form(alternative, "sealed interface " + name(type)));
        }
        return Form.Choice.of(type, forms);
    }

    private void collectAlternatives(Class<?> type, Set<Class<?>> alternatives) {
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            if (!isComposed(permitted)) {
                throw refusal("sealed interface " + name(type) + " permits " + name(permitted)
                        + ", which is no record, no enum and no sealed interface; make it a record");
            }
            if (permitted.isInterface()) {
                collectAlternatives(permitted, alternatives);
            } else {
                alternatives.add(permitted);
            }
        }
    }

    private IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("no layout for " + top.getTypeName() + ": " + reason);
    }

    private static String name(Class<?> type) {
        return type.getSimpleName();
    }
}
