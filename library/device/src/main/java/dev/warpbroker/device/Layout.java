package dev.warpbroker.device;

import dev.warpbroker.device.layout.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a value lies over the 32-bit words of device memory, so that records can be kept there and go from lane to lane.
 *
 * <pre>{@code
 * record Ray(float x, float y, float z, int depth, long id) {}
 *
 * Layout<Ray> layout = Layout.of(Ray.class);
 * Ints words = device.ints(1_000 * layout.words());
 * device.run(Grid.threads(1_000), lane -> {
 *     int at = lane.id() * layout.words();
 *     layout.write(words, at, new Ray(0, 0, lane.id(), 1, lane.id()));
 *     Ray ray = layout.read(words, at);
 * });
 * }</pre>
 *
 * <p>A layout made by {@link #of(Class)} takes records of primitive components, enums, further records, and sealed
 * interfaces of records and enums. Components lie one after the other in the order of their declaration: {@code long}
 * and {@code double} take two words, the low one first, everything else takes one; floating-point numbers keep all
 * their bits. A value of a sealed interface takes a word that says which record it is, and as many as the widest record
 * needs. {@link #read} calls the canonical constructor, {@link #write} the accessors.
 *
 * <p>All accesses are plain: they order nothing and are not atomic together. A reader must own the words: reading what
 * was not written as one value gives any value, or an exception. The bits of a NaN that arithmetic made differ between
 * machines, as everywhere.
 *
 * <p>On a device with memory of its own, {@code read} and {@code write} work in kernels only. The host encodes values
 * and copies the words: {@code words.copyIn(layout.encode(rays))}, and {@code layout.decodeAll(words.copyOut())}; or in
 * {@linkplain Device#pinned pinned} memory, which is copied faster.
 *
 * <p>A class of your own may implement this interface to pack values closer; it must be kernel Java.
 *
 * @param <E> the values
 */
public interface Layout<E> {
    /** {@return the number of words of a value; the same for every value, and zero for a record without components} */
    int words();

    /**
     * Stores a value in the words from {@code at} on.
     *
     * @param memory device memory
     * @param at the first word
     * @param value the value
     * @throws NullPointerException if the value or a component of it is null
     */
    void write(Ints memory, int at, E value);

    /**
     * Throws what {@link #write} would throw for a value, and stores nothing. Structures call it before they claim a
     * place for a value: a place that is claimed must be written, or it is lost.
     *
     * <p>Of layouts made by {@link #of(Class)} this calls the accessors, which costs nothing in kernels unless one can
     * throw. A layout of your own whose {@code write} refuses values other than null must refuse them here.
     *
     * @param value the value
     * @throws NullPointerException if the value or a component of it is null
     */
    default void check(E value) {
        Objects.requireNonNull(value, "the value is null");
    }

    /**
     * {@return the value in the words from {@code at} on}
     *
     * @param memory device memory
     * @param at the first word
     * @throws RuntimeException what the constructor of the record throws if it does not accept the components
     */
    E read(Ints memory, int at);

    /**
     * {@return the words from {@code at} on, each read opaquely: a copy for lanes that read before they know whether
     * the words are theirs. Words that others write meanwhile need not be those of one value; give {@link #decode} only
     * what has turned out to be one}
     *
     * @param memory device memory
     * @param at the first word
     */
    int[] copy(Ints memory, int at);

    /**
     * {@return the value of words that {@link #copy} gave}
     *
     * @param words words of the host
     * @throws RuntimeException what the constructor of the record throws if it does not accept the components
     */
    E decode(int[] words);

    /**
     * Stores a value in an array, in the words from {@code at} on; as {@link #write} does in device memory. Layouts
     * made by {@link #of(Class)} do so in kernels, too.
     *
     * @param value the value
     * @param words words of the host, or an array made in the kernel
     * @param at the first word
     */
    default void encode(E value, int[] words, int at) {
        write(new Ints(words), at, value);
    }

    /**
     * {@return the words of values, one after the other} For the host.
     *
     * @param values the values
     */
    default int[] encode(List<? extends E> values) {
        var words = new int[Math.multiplyExact(values.size(), words())];
        int at = 0;
        for (E value : values) {
            encode(value, words, at);
            at += words();
        }
        return words;
    }

    /**
     * Stores values in memory of the host, one after the other; as {@link #encode(List)} does in an array.
     *
     * @param values the values
     * @param target room for their words
     */
    default void encode(List<? extends E> values, MemorySegment target) {
        var words = new int[words()];
        long at = 0;
        for (E value : values) {
            encode(value, words, 0);
            MemorySegment.copy(words, 0, target, ValueLayout.JAVA_INT_UNALIGNED, at, words.length);
            at += (long) words.length * Integer.BYTES;
        }
    }

    /**
     * {@return the values in an array of the host, one after the other} For the host.
     *
     * @param words words of the host, a multiple of {@link #words}
     * @throws RuntimeException what the constructor of the record throws if it does not accept the components
     */
    default List<E> decodeAll(int[] words) {
        return decodeAll(MemorySegment.ofArray(words));
    }

    /**
     * {@return the values in memory of the host, one after the other} For the host.
     *
     * @param source words of the host, a multiple of {@link #words}
     * @throws RuntimeException what the constructor of the record throws if it does not accept the components
     */
    default List<E> decodeAll(MemorySegment source) {
        long bytes = (long) words() * Integer.BYTES;
        if (bytes == 0 || source.byteSize() % bytes != 0) {
            throw new IllegalArgumentException(source.byteSize() + " bytes do not hold values of " + words()
                    + " words, " + bytes + " bytes, each; take the part that does");
        }
        var words = new int[words()];
        var values = new ArrayList<E>(Math.toIntExact(source.byteSize() / bytes));
        for (long at = 0; at < source.byteSize(); at += bytes) {
            MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, at, words, 0, words.length);
            values.add(decode(words, 0));
        }
        return values;
    }

    /**
     * {@return the value in an array of the host, in the words from {@code at} on; as {@link #read} does in device
     * memory}
     *
     * @param words words of the host
     * @param at the first word
     * @throws RuntimeException what the constructor of the record throws if it does not accept the components
     */
    default E decode(int[] words, int at) {
        return read(new Ints(words), at);
    }

    /**
     * {@return the value of words that are all zero: numbers are 0, booleans false, enums their first constant, a
     * sealed interface the first record that it permits}
     *
     * @throws RuntimeException what the constructor of the record throws if it does not accept zeros
     */
    E zero();

    /**
     * Throws if there is no {@link #zero}. Structures that give one where they have nothing call this when they are
     * made. For the host.
     *
     * @throws IllegalArgumentException if {@code zero} throws; the message names the type
     */
    default void requireZero() {
        try {
            zero();
        } catch (RuntimeException refused) {
            Object type =
                    alternatives().isEmpty() ? this : alternatives().getFirst().getTypeName();
            throw new IllegalArgumentException(
                    type + " cannot be made of zeros (" + refused
                            + "), which stand for nothing where there is no element or task; let its constructor"
                            + " allow zeros, and check values in a factory method",
                    refused);
        }
    }

    /**
     * {@return the records and enums that a value can be} For a sealed interface these are what it permits, and the
     * first word of a value is an index into this list; else it is the type itself. For the host.
     *
     * <p>Empty for a layout of your own, unless you say more.
     */
    default List<Class<?>> alternatives() {
        return Layouts.alternatives(this);
    }

    /**
     * {@return the layout of a record, an enum, or a sealed interface of these; always the same for a type}
     *
     * <p>The package of the type must be open to {@code dev.warpbroker.device}, or the type public and its package
     * exported; without modules every type will do.
     *
     * @param <E> the values
     * @param type the type
     * @throws IllegalArgumentException if the type has a component that does not fit into words, or if it is not
     *     accessible; the message says which and what to do
     */
    @SuppressWarnings("unchecked") // made for this type
    static <E> Layout<E> of(Class<E> type) {
        return (Layout<E>) Layouts.of(type);
    }

    /**
     * {@return the layout of a record, an enum, or a sealed interface of these; always the same for a type}
     *
     * @param lookup from the module of the type, so that its package need not be open
     * @param <E> the values
     * @param type the type
     * @throws IllegalArgumentException if the type has a component that does not fit into words, or if the lookup gives
     *     no access to it; the message says which and what to do
     */
    @SuppressWarnings("unchecked") // made for this type
    static <E> Layout<E> of(Lookup lookup, Class<E> type) {
        return (Layout<E>) Layouts.of(lookup, type);
    }
}
