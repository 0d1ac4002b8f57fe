package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of an experiment: its name in records, the options that choose its values, and its values on each kind of
 * device if the user chooses none. An axis with one value is a setting.
 *
 * <p>Methods that return this axis complete its declaration. After that an axis does not change.
 *
 * @param <T> type of a value
 */
public final class Axis<T> {
    /** Values on a device. */
    @FunctionalInterface
    public interface Values<T> {
        /** {@return the values, chosen or preset} */
        List<T> of(Device device, Choices chosen);
    }

    /** Where records have a value. */
    private enum Place {
        PARAMETER,
        STRUCTURE,
        NOWHERE
    }

    private final Field field;
    private final Axis<T> parameter;
    private final List<Option<?>> options;
    private final Values<T> values;
    private final Map<DeviceKind, Function<Device, List<T>>> presets = new EnumMap<>(DeviceKind.class);
    private Place place = Place.PARAMETER;
    private @Nullable T unrecorded;
    private BiFunction<Device, T, T> resolution = (_, value) -> value;
    private BiConsumer<Device, T> requirement = (_, _) -> {};
    private boolean isSorted;
    private int least = Integer.MIN_VALUE;
    private @Nullable String words;

    private Axis(String name, @Nullable Axis<T> parameter, List<Option<?>> options, Values<T> values) {
        field = Field.parameter(name);
        this.parameter = parameter == null ? this : parameter;
        this.options = options;
        this.values = values;
    }

    private Axis(String name, Option<?> option, BiFunction<Choices, List<T>, List<T>> chosen) {
        field = Field.parameter(name);
        parameter = this;
        options = List.of(option);
        values = (device, choices) -> chosen.apply(choices, preset(device, choices));
    }

    /** {@return a parameter of which the user may choose several values; each is measured once} */
    public static <T> Axis<T> of(String name, Option<List<T>> option) {
        return new Axis<>(
                name,
                option,
                (chosen, preset) ->
                        chosen.or(option, preset).stream().distinct().toList());
    }

    /** {@return a parameter with one value for all rows} */
    public static <T> Axis<T> one(String name, Option<T> option) {
        return new Axis<>(
                name,
                option,
                (chosen, preset) -> chosen.has(option) || preset.isEmpty() ? List.of(chosen.of(option)) : preset);
    }

    /** {@return a parameter with one whole number for all rows, chosen by an option of its own} */
    public static Axis<Integer> number(String name, String option, String label, String... help) {
        return one(name, Option.number(option, label, help));
    }

    /** {@return a parameter of which the user may choose several whole numbers by an option of its own} */
    public static Axis<Integer> numbers(String name, String option, String label, String... help) {
        return of(name, Option.numbers(option, label, help));
    }

    /** {@return numbers of threads, smallest first: what is too slow is left out of larger ones} */
    public static Axis<Integer> threads(String name) {
        return new Axis<>(name, CommonOptions.THREADS, CommonOptions::threads).atLeast(1, "threads");
    }

    /**
     * {@return one number of threads}
     *
     * @param why only one is allowed; users who give several read it
     */
    public static Axis<Integer> oneNumberOfThreads(String name, String why) {
        return new Axis<>(
                name,
                CommonOptions.THREADS,
                (chosen, preset) -> chosen.has(CommonOptions.THREADS)
                        ? List.of(CommonOptions.oneNumberOfThreads(chosen, 1, why))
                        : preset);
    }

    /** {@return lanes per block; on the JVM each lane is in a block of its own, unless the user says otherwise} */
    public static Axis<Integer> block(int preset) {
        return one("block", CommonOptions.BLOCK)
                .presets(1, preset, preset)
                .atLeast(1, "lanes per block")
                .require((device, lanes) -> device.properties().workerGrid(1, lanes));
    }

    /** {@return a parameter whose values follow from the device and from several options, or from none} */
    public static <T> Axis<T> derived(String name, Values<T> values, Option<?>... options) {
        return new Axis<>(name, null, List.of(options), values);
    }

    /** {@return the same parameter with other values, for other loops; points have both under this axis} */
    public Axis<T> valued(Values<T> others, Option<?>... more) {
        var axis = new Axis<>(name(), this, List.of(more), others);
        axis.place = place;
        axis.unrecorded = unrecorded;
        return axis;
    }

    /** {@return a parameter that no option chooses} */
    @SafeVarargs
    @SuppressWarnings("varargs") // it only reads them
    public static <T> Axis<T> fixed(String name, T... values) {
        var all = Arrays.stream(values).toList();
        return derived(name, (_, _) -> all);
    }

    /** {@return this axis, whose values are the structures of records} */
    public Axis<T> structure() {
        place = Place.STRUCTURE;
        return this;
    }

    /** {@return this axis, which is not recorded} */
    public Axis<T> unrecorded() {
        place = Place.NOWHERE;
        return this;
    }

    /** {@return this axis, which is recorded unless it has a value that means that nothing was chosen} */
    public Axis<T> unrecordedIf(T value) {
        unrecorded = value;
        return this;
    }

    /** {@return this axis with its values on the JVM} */
    @SafeVarargs
    @SuppressWarnings("varargs") // it only reads them
    public final Axis<T> jvm(T... preset) {
        return on(DeviceKind.JVM, preset);
    }

    /** {@return this axis with its values on the JVM, which depend on the device} */
    public Axis<T> jvm(Function<Device, List<T>> preset) {
        return on(DeviceKind.JVM, preset);
    }

    /** {@return this axis with its values on a simulator, and wherever the user wants to see results at once} */
    @SafeVarargs
    @SuppressWarnings("varargs") // it only reads them
    public final Axis<T> simulator(T... preset) {
        return on(DeviceKind.SIMULATOR, preset);
    }

    /** {@return this axis with its values on a simulator, which depend on the device} */
    public Axis<T> simulator(Function<Device, List<T>> preset) {
        return on(DeviceKind.SIMULATOR, preset);
    }

    /** {@return this axis with its values on a GPU} */
    @SafeVarargs
    @SuppressWarnings("varargs") // it only reads them
    public final Axis<T> gpu(T... preset) {
        return on(DeviceKind.GPU, preset);
    }

    /** {@return this axis with its values on a GPU, which depend on the device} */
    public Axis<T> gpu(Function<Device, List<T>> preset) {
        return on(DeviceKind.GPU, preset);
    }

    /** {@return this axis with the same values on every device} */
    @SafeVarargs
    public final Axis<T> preset(T... preset) {
        return jvm(preset).simulator(preset).gpu(preset);
    }

    /** {@return this axis with a value on the JVM, one on a simulator and one on a GPU} */
    public Axis<T> presets(T jvm, T simulator, T gpu) {
        return jvm(jvm).simulator(simulator).gpu(gpu);
    }

    private Axis<T> on(DeviceKind kind, T[] preset) {
        var all = Arrays.stream(preset).toList();
        return on(kind, _ -> all);
    }

    private Axis<T> on(DeviceKind kind, Function<Device, List<T>> preset) {
        presets.put(kind, preset);
        return this;
    }

    /** {@return this axis with its values in their order, smallest first} */
    public Axis<T> sorted() {
        isSorted = true;
        return this;
    }

    /** {@return this axis, of which a device decides what a value comes to} */
    public Axis<T> resolved(BiFunction<Device, T, T> device) {
        resolution = device;
        return this;
    }

    /** {@return this axis, which refuses values that the user chooses by an exception with the reason} */
    public Axis<T> require(BiConsumer<Device, T> condition) {
        requirement = requirement.andThen(condition);
        return this;
    }

    /**
     * {@return this axis of numbers, which refuses smaller ones from the user; records with smaller ones are damaged}
     *
     * @param what the numbers count, for users
     */
    public Axis<T> atLeast(int smallest, String what) {
        least = smallest;
        words = what;
        return require((_, value) -> MeasuringEffort.requireAtLeast(smallest, what, (Integer) value));
    }

    /** {@return numbers with what they count, {@code 256 lanes per block}, or else the name: {@code most pairs 10}} */
    String words(String numbers) {
        return words == null
                ? name().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT) + " " + numbers
                : numbers + " " + words;
    }

    private List<T> preset(Device device, Choices chosen) {
        return presets.getOrDefault(CommonOptions.scale(device, chosen), _ -> List.of())
                .apply(device);
    }

    /** {@return the values, chosen or preset; throws an exception with the reason if one is refused} */
    public List<T> values(Device device, Choices chosen) {
        var all = values.of(device, chosen);
        if (options.stream().anyMatch(chosen::has)) {
            all.forEach(value -> requirement.accept(device, value));
        }
        var resolved = all.stream().map(value -> resolution.apply(device, value));
        return (isSorted ? resolved.sorted() : resolved).toList();
    }

    /** {@return the value of a setting; throws an exception with the reason if it is refused} */
    public T value(Device device, Choices chosen) {
        return values(device, chosen).getFirst();
    }

    /** {@return the axis under which points have the value} */
    Axis<T> parameter() {
        return parameter;
    }

    List<Option<?>> options() {
        return options;
    }

    /** {@return its name in records} */
    public String name() {
        return field.name();
    }

    /** {@return its place in records} */
    public Field field() {
        return field;
    }

    boolean isStructure() {
        return place == Place.STRUCTURE;
    }

    /** {@return whether records have a value} */
    boolean isRecorded(Object value) {
        return place == Place.PARAMETER && !Objects.equals(value, unrecorded);
    }

    /** {@return what a record has of it; empty if it has nothing} */
    public String text(Measurement row) {
        return isStructure() ? row.structure() : field.textOr(row, "");
    }

    /** Refuses a record with a number that nothing can have been measured with. */
    void requireSound(ResultLine line, Measurement row) {
        Object value = place == Place.PARAMETER ? field.in(row) : null;
        if (value != null
                && least > Integer.MIN_VALUE
                && !(value instanceof Long number && number >= least && number <= Integer.MAX_VALUE)) {
            throw line.damaged("'parameters." + name() + "' is not a number from " + least + " on: " + value);
        }
    }

    /** {@return its name} */
    @Override
    public String toString() {
        return name();
    }
}
