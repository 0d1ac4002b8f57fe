package dev.warpbroker.compiler.generated;

import dev.warpbroker.compiler.generated.Scope.Use;
import dev.warpbroker.compiler.generated.Scope.Variable;
import dev.warpbroker.compiler.generated.Type.Primitive;
import dev.warpbroker.compiler.generated.Type.Product;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Arrays that exist before the launch, and expressions that read them; and calls of StrictMath, which reads such arrays
 * itself.
 */
final class TableExpressions {
    private static final List<String> FUNCTIONS_OF_ONE = List.of(
            "asin",
            "acos",
            "atan",
            "exp",
            "log",
            "log10",
            "cbrt",
            "sinh",
            "cosh",
            "tanh",
            "expm1",
            "log1p",
            "sqrt",
            "rint",
            "ulp",
            "nextUp",
            "toRadians");
    private static final List<String> LARGE_FUNCTIONS = List.of("sin", "cos", "tan");
    private static final List<String> FUNCTIONS_OF_TWO =
            List.of("atan2", "pow", "hypot", "IEEEremainder", "nextAfter", "max", "min");
    private static final List<String> SMALL = List.of("byte", "short", "char");

    /**
     * An array of numbers.
     *
     * @param element the type of its elements in the source, which are used as {@code type}
     * @param captured whether only the kernel itself can see it
     */
    private record Table(String name, String element, Primitive type, int length, boolean captured) {}

    private final Choices choices;
    private final Vocabulary vocabulary;
    private final Expressions expressions;
    private final List<Table> tables = new ArrayList<>();
    private final int[] rowLengths;
    private final int columns;

    /** Elements of each array of objects. */
    private final int objects;

    TableExpressions(Choices choices, Vocabulary vocabulary, Expressions expressions) {
        this.choices = choices;
        this.vocabulary = vocabulary;
        this.expressions = expressions;
        this.columns = choices.between(1, 5);
        this.objects = choices.between(1, 6);
        this.rowLengths = IntStream.range(0, choices.between(2, 5))
                .map(_ -> choices.between(1, 4))
                .toArray();
        for (Primitive type : Primitive.values()) {
            tables.add(new Table("S_" + type, type.source(), type, choices.between(1, 9), false));
            tables.add(new Table("T_" + type, type.source(), type, choices.between(1, 9), false));
            tables.add(new Table("own" + type, type.source(), type, choices.between(1, 9), true));
        }
        for (String small : SMALL) {
            tables.add(new Table("S_" + small, small, Primitive.INT, choices.between(1, 9), false));
        }
    }

    // ---- declarations ----

    /** {@return what the program declares: static tables, and a record that holds some} */
    List<Code> members() {
        var code = new ArrayList<Code>();
        for (Table table : tables) {
            if (!table.captured()) {
                code.add(Code.line("static final " + declaration(table)));
            }
        }
        code.add(Code.line("static final int[][] GRID = %s;"
                .formatted(rows(IntStream.range(0, rowLengths.length).map(_ -> columns)))));
        code.add(Code.line("static final long[][] JAGGED = %s;".formatted(rows(IntStream.of(rowLengths)))));
        code.add(Code.line("static final String[] TEXTS = {%s};"
                .formatted(IntStream.range(0, objects)
                        .mapToObj(_ -> choices.of("\"\"", "\"he\"", "\"she\"", "\"hers\""))
                        .collect(Collectors.joining(", ")))));
        code.add(objects("Flat", "FLATS"));
        code.add(objects("Nested", "NESTS"));
        code.add(objects("Choice", "CHOICES"));
        code.add(objects("Colour", "COLOURS"));
        code.add(Code.line("static final Flat[] SPARSE = {null, %s, null};".formatted(constant(vocabulary.flat()))));
        code.add(Code.line("static final Flat[][] FLAT_ROWS = {%s};"
                .formatted(IntStream.of(rowLengths)
                        .mapToObj(length -> list("Flat", length))
                        .collect(Collectors.joining(", ")))));
        code.add(Code.line("record Shelf(int[] ints, Flat[] flats, double scale, Colour[] colours) {}"));
        return code;
    }

    /** {@return what is declared before the kernel, which captures it} */
    List<Code> captured() {
        var code = new ArrayList<Code>();
        for (Table table : tables) {
            if (table.captured()) {
                code.add(Code.line(declaration(table)));
            }
        }
        code.add(Code.line("Shelf shelf = new Shelf(S_INT, FLATS, %s, COLOURS);".formatted(literal("double"))));
        code.add(Code.line("Shelf[] shelves = {shelf, new Shelf(ownINT, new Flat[] %s, 0.5, COLOURS)};"
                .formatted(list("Flat", objects))));
        code.add(Code.line("Ints[] inputs = {intIn, intIn2, intIn};"));
        return code;
    }

    private String declaration(Table table) {
        var values = IntStream.range(0, table.length())
                .mapToObj(_ -> literal(table.element()))
                .collect(Collectors.joining(", "));
        return "%s[] %s = {%s};".formatted(table.element(), table.name(), values);
    }

    private String rows(IntStream lengths) {
        return lengths.mapToObj(length -> IntStream.range(0, length)
                        .mapToObj(_ -> "" + (choices.below(2000) - 1000))
                        .collect(Collectors.joining(", ", "{", "}")))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private Code objects(String type, String name) {
        return Code.line("static final %s[] %s = %s;".formatted(type, name, list(type, objects)));
    }

    private String list(String type, int length) {
        return IntStream.range(0, length)
                .mapToObj(_ -> constant(named(type)))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private Type named(String type) {
        return switch (type) {
            case "Flat" -> vocabulary.flat();
            case "Nested" -> vocabulary.nested();
            case "Choice" -> vocabulary.sum();
            default -> vocabulary.enumeration();
        };
    }

    /** {@return an expression that needs nothing that is known at run time only} */
    private String constant(Type type) {
        return expressions.any(type, Scope.ofMethod(List.of()), 0);
    }

    private String literal(String type) {
        return switch (type) {
            case "byte", "short", "char" -> "(%s) %d".formatted(type, choices.below(70_000));
            case "boolean" -> choices.of("true", "false");
            case "int" -> choices.of("0", "-1", "Integer.MIN_VALUE", "" + choices.below(5000));
            case "long" -> choices.of("0L", "-1L", "Long.MAX_VALUE", choices.below(5000) + "L");
            case "float" -> choices.of("-0f", "1e-40f", "Float.NaN", choices.below(500) / 8f + "f");
            default -> choices.of("-0.0", "1e-310", "Double.NaN", choices.below(500) / 8.0 + "");
        };
    }

    // ---- expressions ----

    private String index(int length, Scope scope, int depth) {
        if (choices.percent(20)) {
            choices.use(Construct.TABLE_CONSTANT_INDEX);
            return "" + choices.below(length);
        }
        var number = expressions.primitive(Primitive.INT, scope, depth);
        return Integer.bitCount(length) == 1
                ? "%s & %d".formatted(number, length - 1)
                : choices.percent(50)
                        ? "Math.floorMod(%s, %d)".formatted(number, length)
                        : "(%s >>> 1) %% %d".formatted(number, length);
    }

    private List<Table> tablesOf(Primitive type, Scope scope) {
        return tables.stream()
                .filter(table -> table.type() == type && (scope.inKernel() || !table.captured()))
                .toList();
    }

    /** {@return an expression that reads a table or calls StrictMath, if there is one for this type here} */
    Optional<String> read(Primitive type, Scope scope, int depth) {
        if (type == Primitive.DOUBLE && choices.percent(45)) {
            return Optional.of(function(scope, depth));
        }
        return switch (choices.below(11)) {
            case 10 -> texts(type, scope, depth);
            case 0 -> Optional.of(choice(type, scope, depth));
            case 1, 2 -> rows(type, scope, depth);
            case 3 -> objects(type, scope, depth);
            case 4 -> shelf(type, scope, depth);
            case 5 -> sparse(type, scope, depth);
            default -> Optional.of(element(type, scope, depth));
        };
    }

    private String element(Primitive type, Scope scope, int depth) {
        var table = choices.of(tablesOf(type, scope));
        choices.use(table.captured() ? Construct.TABLE_CAPTURED : Construct.TABLE_STATIC);
        // A small integer is not boxed as an Integer.
        var widened = SMALL.contains(table.element()) ? "(int) " : "";
        return "%s%s[%s]".formatted(widened, table.name(), index(table.length(), scope, depth));
    }

    private String choice(Primitive type, Scope scope, int depth) {
        choices.use(Construct.TABLE_CHOICE);
        var arrays = tablesOf(type, scope).stream()
                .filter(table -> table.element().equals(type.source()))
                .toList();
        var one = choices.of(arrays);
        var other = choices.of(arrays);
        int length = Math.min(one.length(), other.length());
        return "(%s ? %s : %s)[%s]"
                .formatted(
                        expressions.primitive(Primitive.BOOLEAN, scope, depth),
                        one.name(),
                        other.name(),
                        index(length, scope, depth));
    }

    private Optional<String> rows(Primitive type, Scope scope, int depth) {
        if (type == Primitive.INT && choices.percent(30)) {
            choices.use(Construct.TABLE_LENGTH);
            return Optional.of(choices.of(
                    "GRID.length",
                    "JAGGED[%s].length".formatted(index(rowLengths.length, scope, depth)),
                    "FLAT_ROWS[%s].length".formatted(index(rowLengths.length, scope, depth)),
                    choices.of(tablesOf(type, scope)).name() + ".length"));
        }
        if (type == Primitive.INT) {
            choices.use(Construct.TABLE_OF_ROWS);
            return Optional.of(
                    "GRID[%s][%s]".formatted(index(rowLengths.length, scope, depth), index(columns, scope, depth)));
        }
        if (type == Primitive.LONG) {
            choices.use(Construct.TABLE_OF_ROWS);
            int row = choices.below(rowLengths.length);
            return Optional.of("JAGGED[%s][%s]"
                    .formatted(
                            choices.percent(50) ? "" + row : index(rowLengths.length, scope, depth),
                            index(IntStream.of(rowLengths).min().orElseThrow(), scope, depth)));
        }
        return Optional.empty();
    }

    private Optional<String> objects(Primitive type, Scope scope, int depth) {
        Product product = choices.of(vocabulary.flat(), vocabulary.nested());
        return path(product(product, scope, depth).orElseThrow(), product, type);
    }

    private Optional<String> path(String object, Type objectType, Primitive type) {
        var paths = new ArrayList<String>();
        Expressions.addPaths(object, objectType, type, paths);
        return paths.isEmpty() ? Optional.empty() : Optional.of(choices.of(paths));
    }

    /** {@return an element of a table of records, if there is one of this type} */
    Optional<String> product(Product product, Scope scope, int depth) {
        if (product.equals(vocabulary.nested())) {
            choices.use(Construct.TABLE_OF_RECORDS);
            return Optional.of("NESTS[%s]".formatted(index(objects, scope, depth)));
        }
        if (!product.equals(vocabulary.flat())) {
            return Optional.empty();
        }
        choices.use(Construct.TABLE_OF_RECORDS);
        return Optional.of(
                choices.percent(40)
                        ? "FLAT_ROWS[%s][%s]"
                                .formatted(
                                        index(rowLengths.length, scope, depth),
                                        index(IntStream.of(rowLengths).min().orElseThrow(), scope, depth))
                        : "FLATS[%s]".formatted(index(objects, scope, depth)));
    }

    String sum(Scope scope, int depth) {
        choices.use(Construct.TABLE_OF_SEALED);
        return "CHOICES[%s]".formatted(index(objects, scope, depth));
    }

    String enumeration(Scope scope, int depth) {
        choices.use(Construct.TABLE_OF_ENUMS);
        return "COLOURS[%s]".formatted(index(objects, scope, depth));
    }

    private Optional<String> shelf(Primitive type, Scope scope, int depth) {
        if (!scope.inKernel()) {
            return Optional.empty();
        }
        var shelf = choices.percent(50) ? "shelf" : "shelves[%s]".formatted(index(2, scope, depth));
        var text = switch (type) {
            case INT -> {
                if (choices.percent(30)) {
                    choices.use(Construct.TABLE_OF_HANDLES);
                    yield Optional.of("inputs[%s].get(lane.id())".formatted(index(3, scope, depth)));
                }
                int length = Math.min(lengthOf("S_INT"), lengthOf("ownINT"));
                yield Optional.of("%s.ints()[%s]".formatted(shelf, index(length, scope, depth)));
            }
            case DOUBLE -> Optional.of(shelf + ".scale()");
            default -> path("%s.flats()[%s]".formatted(shelf, index(objects, scope, depth)), vocabulary.flat(), type);
        };
        if (text.isPresent()) {
            choices.use(Construct.TABLE_IN_RECORD);
        }
        return text;
    }

    private int lengthOf(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow()
                .length();
    }

    private Optional<String> texts(Primitive type, Scope scope, int depth) {
        if (type != Primitive.INT && type != Primitive.BOOLEAN) {
            return Optional.empty();
        }
        choices.use(Construct.TABLE_OF_TEXTS);
        var text = "TEXTS[%s]".formatted(index(objects, scope, depth));
        var other = "TEXTS[%s]".formatted(index(objects, scope, depth));
        return Optional.of(
                type == Primitive.BOOLEAN
                        ? choices.of("%s.equals(%s)", "%s.startsWith(%s)").formatted(text, other)
                        : choices.of("%s.length()", "%s.hashCode()", "%s.compareTo(%s)")
                                .formatted(text, other));
    }

    private Optional<String> sparse(Primitive type, Scope scope, int depth) {
        var name = choices.name("n");
        var there = path(name, vocabulary.flat(), type);
        if (there.isEmpty()) {
            return there;
        }
        choices.use(Construct.TABLE_WITH_NULL);
        return Optional.of("(SPARSE[%s] instanceof Flat %s ? %s : %s)"
                .formatted(index(3, scope, depth), name, there.get(), literal(type.source())));
    }

    private String function(Scope scope, int depth) {
        if (!choices.spendCall()) {
            return element(Primitive.DOUBLE, scope, depth);
        }
        choices.use(Construct.STRICT_MATH);
        if (choices.percent(30)) {
            return "StrictMath.%s(%s, %s)"
                    .formatted(
                            choices.of(FUNCTIONS_OF_TWO),
                            expressions.primitive(Primitive.DOUBLE, scope, depth),
                            expressions.primitive(Primitive.DOUBLE, scope, depth));
        }
        var name = choices.percent(12) ? choices.of(LARGE_FUNCTIONS) : choices.of(FUNCTIONS_OF_ONE);
        return "StrictMath.%s(%s)".formatted(name, expressions.primitive(Primitive.DOUBLE, scope, depth));
    }

    // ---- statements ----

    /** {@return a loop over a table, or one that swaps two; none if a statement does not fit} */
    List<Code> statement(Scope scope) {
        var targets = scope.assignable(Primitive.INT);
        if (targets.isEmpty()) {
            return List.of();
        }
        choices.use(Construct.TABLE_LOOP);
        var target = choices.of(targets).name();
        var inner = scope.inner();
        if (choices.percent(50)) {
            var table = choices.of(tablesOf(Primitive.INT, scope));
            var element = choices.name("e");
            inner.declare(new Variable(element, Primitive.INT, Use.COUNTER));
            return List.of(Code.nest(
                    "for (int %s : %s)".formatted(element, table.name()),
                    List.of(Code.line("%s = %s * 31 + %s;".formatted(target, target, element)))));
        }
        var a = choices.name("t");
        var b = choices.name("t");
        var c = choices.name("t");
        var i = choices.name("i");
        var rows = "GRID[%s]".formatted(index(rowLengths.length, scope, 1));
        return List.of(
                Code.line("int[] %s = %s;".formatted(a, choices.of("S_INT", rows))),
                Code.line("int[] %s = %s;".formatted(b, choices.of("T_INT", rows))),
                Code.nest(
                        "for (int %1$s = 0; %1$s < %2$d; %1$s++)".formatted(i, choices.between(1, 5)),
                        List.of(
                                Code.line("%1$s = %1$s * 7 + %2$s[%3$s %% %2$s.length] + %2$s.length;"
                                        .formatted(target, a, i)),
                                Code.line("int[] %s = %s;".formatted(c, a)),
                                Code.line("%s = %s;".formatted(a, b)),
                                Code.line("%s = %s;".formatted(b, c)))));
    }
}
