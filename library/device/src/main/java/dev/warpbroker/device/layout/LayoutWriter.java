package dev.warpbroker.device.layout;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_Integer;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.warpbroker.compiler.bytecode.ClassFiles;
import dev.warpbroker.compiler.bytecode.MethodCode;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.StringConcatFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the class of a layout.
 *
 * <p>For every type T in the layout it has static methods {@code writeT(memory, at, value)}, {@code encodeT(words, at,
 * value)}, {@code checkT(value)}, {@code readT(memory, at)}, {@code decodeT(words, at)} and {@code zeroT()}, small
 * enough for the JVM to inline; the methods of {@link dev.warpbroker.device.Layout} call those of the top type. The
 * lines of the methods are those of the record.
 */
final class LayoutWriter {
    /* By name: this package is below that of the two. */
    private static final ClassDesc INTS = ClassDesc.of("dev.warpbroker.device.Ints");
    private static final ClassDesc LAYOUT = ClassDesc.of("dev.warpbroker.device.Layout");

    private static final ClassDesc NULL_POINTER = desc(NullPointerException.class);
    private static final ClassDesc ILLEGAL_STATE = desc(IllegalStateException.class);

    /** Slots of the parameters of the static methods. */
    private static final int MEMORY = 0;

    private static final int AT = 1;
    private static final int VALUE = 2;

    /** That of the methods which only check a value. */
    private static final int CHECKED = 0;

    /** Where words come from. */
    private enum Source {
        MEMORY("read", INTS) {
            @Override
            CodeBuilder load(CodeBuilder code) {
                return code.i2l().invokevirtual(INTS, "get", MethodTypeDesc.of(CD_int, CD_long));
            }
        },

        ARRAY("decode", CD_int.arrayType()) {
            @Override
            CodeBuilder load(CodeBuilder code) {
                return code.iaload();
            }
        };

        private final String verb;

        @SuppressWarnings("ImmutableEnumChecker") // a ClassDesc is immutable, but not annotated so
        private final ClassDesc type;

        Source(String verb, ClassDesc type) {
            this.verb = verb;
            this.type = type;
        }

        /** Replaces the source and an index by the word there. */
        abstract CodeBuilder load(CodeBuilder code);

        /** Loads the word at {@code offset} from the place that the method is about. */
        CodeBuilder load(CodeBuilder code, int offset) {
            return load(place(code, offset));
        }

        Method method(Form form) {
            return new Method(verb + form.type().getSimpleName(), MethodTypeDesc.of(desc(form.type()), type, CD_int));
        }
    }

    /** Where words go to. */
    private enum Target {
        MEMORY("write", INTS) {
            @Override
            CodeBuilder element(CodeBuilder code, int offset) {
                return place(code, offset).i2l();
            }

            @Override
            CodeBuilder store(CodeBuilder code) {
                return code.invokevirtual(INTS, "set", MethodTypeDesc.of(CD_void, CD_long, CD_int));
            }
        },

        ARRAY("encode", CD_int.arrayType()) {
            @Override
            CodeBuilder element(CodeBuilder code, int offset) {
                return place(code, offset);
            }

            @Override
            CodeBuilder store(CodeBuilder code) {
                return code.iastore();
            }
        };

        private final String verb;

        @SuppressWarnings("ImmutableEnumChecker") // a ClassDesc is immutable, but not annotated so
        private final ClassDesc type;

        Target(String verb, ClassDesc type) {
            this.verb = verb;
            this.type = type;
        }

        /** Loads the target and the index of the word at {@code offset}, for {@link #store}. */
        abstract CodeBuilder element(CodeBuilder code, int offset);

        /** Stores a word. */
        abstract CodeBuilder store(CodeBuilder code);

        Method method(Form form) {
            return new Method(
                    verb + form.type().getSimpleName(), MethodTypeDesc.of(CD_void, type, CD_int, desc(form.type())));
        }
    }

    private final ClassDesc self;
    private final Form top;
    private final Map<Class<?>, Form> parts = new LinkedHashMap<>();
    private final ClassFiles sources = new ClassFiles();
    private final String sourceFile;

    private LayoutWriter(ClassDesc self, Form top) {
        this.self = self;
        this.top = top;
        collect(top);
        MethodCode constructor = top instanceof Form.Product product ? constructor(product) : null;
        String named = constructor == null ? null : constructor.position(0).getFileName();
        this.sourceFile = named != null ? named : top.type().getNestHost().getSimpleName() + ".java";
    }

    static byte[] write(ClassDesc name, Form form) {
        var writer = new LayoutWriter(name, form);
        return ClassFile.of().build(name, writer::classBody);
    }

    private void collect(Form form) {
        if (form instanceof Form.Primitive || parts.putIfAbsent(form.type(), form) != null) {
            return;
        }
        switch (form) {
            case Form.Product product -> product.components().forEach(component -> collect(component.form()));
            case Form.Choice choice -> choice.alternatives().forEach(this::collect);
            case Form.Primitive _, Form.Constant _ -> {}
        }
    }

    private void classBody(ClassBuilder file) {
        file.withFlags(ClassFile.ACC_FINAL)
                .withInterfaceSymbols(LAYOUT)
                .with(SourceFileAttribute.of(sourceFile))
                .withMethodBody(
                        INIT_NAME,
                        MTD_void,
                        0,
                        code -> code.aload(0)
                                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                                .return_());
        layoutMethods(file);
        for (Form part : parts.values()) {
            for (Target target : Target.values()) {
                method(file, target.method(part), code -> write(code, part, target));
            }
            for (Source source : Source.values()) {
                method(file, source.method(part), code -> read(code, part, source));
            }
            method(file, checkMethod(part), code -> check(code, part));
            method(file, zeroMethod(part), code -> zero(code, part));
        }
        enumTables(file);
    }

    private void layoutMethods(ClassBuilder file) {
        file.withMethodBody(
                "words",
                MethodTypeDesc.of(CD_int),
                ClassFile.ACC_PUBLIC,
                code -> code.loadConstant(top.words()).ireturn());
        file.withMethodBody(
                "write",
                MethodTypeDesc.of(CD_void, INTS, CD_int, CD_Object),
                ClassFile.ACC_PUBLIC,
                code -> call(code.aload(1).iload(2).aload(3).checkcast(desc(top.type())), Target.MEMORY.method(top))
                        .return_());
        file.withMethodBody(
                "encode",
                MethodTypeDesc.of(CD_void, CD_Object, CD_int.arrayType(), CD_int),
                ClassFile.ACC_PUBLIC,
                code -> call(code.aload(2).iload(3).aload(1).checkcast(desc(top.type())), Target.ARRAY.method(top))
                        .return_());
        file.withMethodBody(
                "check",
                MethodTypeDesc.of(CD_void, CD_Object),
                ClassFile.ACC_PUBLIC,
                code -> call(code.aload(1).checkcast(desc(top.type())), checkMethod(top))
                        .return_());
        file.withMethodBody(
                "read",
                MethodTypeDesc.of(CD_Object, INTS, CD_int),
                ClassFile.ACC_PUBLIC,
                code -> call(code.aload(1).iload(2), Source.MEMORY.method(top)).areturn());
        file.withMethodBody(
                "copy", MethodTypeDesc.of(CD_int.arrayType(), INTS, CD_int), ClassFile.ACC_PUBLIC, this::copy);
        file.withMethodBody(
                "decode",
                MethodTypeDesc.of(CD_Object, CD_int.arrayType()),
                ClassFile.ACC_PUBLIC,
                code -> call(code.aload(1).iconst_0(), Source.ARRAY.method(top)).areturn());
        file.withMethodBody(
                "zero",
                MethodTypeDesc.of(CD_Object),
                ClassFile.ACC_PUBLIC,
                code -> call(code, zeroMethod(top)).areturn());
        file.withMethodBody(
                "toString",
                MethodTypeDesc.of(CD_String),
                ClassFile.ACC_PUBLIC,
                code -> code.loadConstant("Layout[" + top.type().getSimpleName() + ", " + top.words() + " words]")
                        .areturn());
    }

    // ---- the methods of one type ----

    private record Method(String name, MethodTypeDesc type) {}

    private static Method zeroMethod(Form form) {
        return new Method("zero" + form.type().getSimpleName(), MethodTypeDesc.of(desc(form.type())));
    }

    private static Method checkMethod(Form form) {
        return new Method("check" + form.type().getSimpleName(), MethodTypeDesc.of(CD_void, desc(form.type())));
    }

    private interface Body {
        void into(CodeBuilder code);
    }

    private static void method(ClassBuilder file, Method method, Body body) {
        file.withMethodBody(
                method.name(), method.type(), ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC, code -> body.into(code));
    }

    private CodeBuilder call(CodeBuilder code, Method method) {
        return code.invokestatic(self, method.name(), method.type());
    }

    private static CodeBuilder index(CodeBuilder code, int offset) {
        code.iload(AT);
        return offset == 0 ? code : code.loadConstant(offset).iadd();
    }

    private static CodeBuilder place(CodeBuilder code, int offset) {
        return index(code.aload(MEMORY), offset);
    }

    // ---- write ----

    private void write(CodeBuilder code, Form form, Target target) {
        switch (form) {
            case Form.Product product -> writeProduct(code, product, target);
            case Form.Choice choice -> writeChoice(code, choice, target);
            case Form.Constant constant ->
                target.store(ordinal(target.element(code, 0), constant, VALUE)).return_();
            case Form.Primitive _ -> throw new IllegalStateException("a primitive has no method");
        }
    }

    private void writeProduct(CodeBuilder code, Form.Product product, Target target) {
        int offset = 0;
        for (Form.Component component : product.components()) {
            mark(code, accessor(component));
            writeComponent(code, component, offset, target);
            offset += component.form().words();
        }
        code.return_();
    }

    private void writeComponent(CodeBuilder code, Form.Component component, int offset, Target target) {
        if (component.form() instanceof Form.Primitive(Class<?> type)
                && component.form().words() == 2) {
            get(code, component, VALUE);
            if (type == double.class) {
                code.invokestatic(CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
            }
            int bits = code.allocateLocal(TypeKind.LONG);
            code.lstore(bits);
            target.store(target.element(code, offset).lload(bits).l2i());
            target.store(target.element(code, offset + 1)
                    .lload(bits)
                    .bipush(Integer.SIZE)
                    .lushr()
                    .l2i());
            return;
        }
        boolean single = component.form() instanceof Form.Primitive;
        get(single ? target.element(code, offset) : place(code, offset), component, VALUE);
        switch (component.form()) {
            case Form.Primitive(Class<?> type) -> {
                if (type == float.class) {
                    code.invokestatic(CD_Float, "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float));
                }
                target.store(code);
            }
            case Form part -> call(code, target.method(part));
        }
    }

    private static CodeBuilder ordinal(CodeBuilder code, Form.Constant constant, int value) {
        return code.aload(value).invokevirtual(desc(constant.type()), "ordinal", MethodTypeDesc.of(CD_int));
    }

    private static CodeBuilder get(CodeBuilder code, Form.Component component, int value) {
        var declared = component.declared();
        return code.aload(value)
                .invokevirtual(
                        desc(declared.getDeclaringRecord()),
                        declared.getName(),
                        MethodTypeDesc.of(desc(declared.getType())));
    }

    private void writeChoice(CodeBuilder code, Form.Choice choice, Target target) {
        for (int i = 0; i < choice.alternatives().size(); i++) {
            Form alternative = choice.alternatives().get(i);
            ClassDesc type = desc(alternative.type());
            Label next = code.newLabel();
            code.aload(VALUE).instanceOf(type).ifeq(next);
            target.store(target.element(code, 0).loadConstant(i));
            call(place(code, 1).aload(VALUE).checkcast(type), target.method(alternative))
                    .return_()
                    .labelBinding(next);
        }
        throwNull(code, choice);
    }

    private static void throwNull(CodeBuilder code, Form.Choice choice) {
        code.new_(NULL_POINTER)
                .dup()
                .loadConstant("a " + choice.type().getSimpleName() + " is null")
                .invokespecial(NULL_POINTER, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String))
                .athrow();
    }

    // ---- check: all that write does, but for the stores ----

    private void check(CodeBuilder code, Form form) {
        switch (form) {
            case Form.Product product -> checkProduct(code, product);
            case Form.Choice choice -> checkChoice(code, choice);
            case Form.Constant constant ->
                ordinal(code, constant, CHECKED).pop().return_();
            case Form.Primitive _ -> throw new IllegalStateException("a primitive has no method");
        }
    }

    private void checkProduct(CodeBuilder code, Form.Product product) {
        for (Form.Component component : product.components()) {
            mark(code, accessor(component));
            get(code, component, CHECKED);
            switch (component.form()) {
                case Form.Primitive primitive when primitive.words() == 2 -> code.pop2();
                case Form.Primitive _ -> code.pop();
                case Form part -> call(code, checkMethod(part));
            }
        }
        code.return_();
    }

    private void checkChoice(CodeBuilder code, Form.Choice choice) {
        for (Form alternative : choice.alternatives()) {
            ClassDesc type = desc(alternative.type());
            Label next = code.newLabel();
            code.aload(CHECKED).instanceOf(type).ifeq(next);
            call(code.aload(CHECKED).checkcast(type), checkMethod(alternative))
                    .return_()
                    .labelBinding(next);
        }
        throwNull(code, choice);
    }

    // ---- read ----

    /** An array of all words, one by one, so that a kernel can keep them in registers. */
    private void copy(CodeBuilder code) {
        code.loadConstant(top.words()).newarray(TypeKind.INT);
        for (int i = 0; i < top.words(); i++) {
            code.dup().loadConstant(i).aload(1).iload(2);
            if (i > 0) {
                code.loadConstant(i).iadd();
            }
            code.i2l()
                    .invokevirtual(INTS, "getOpaque", MethodTypeDesc.of(CD_int, CD_long))
                    .iastore();
        }
        code.areturn();
    }

    private void read(CodeBuilder code, Form form, Source source) {
        switch (form) {
            case Form.Product product -> readProduct(code, product, source);
            case Form.Choice choice -> readChoice(code, choice, source);
            case Form.Constant constant ->
                source.load(table(code, constant), 0).aaload().areturn();
            case Form.Primitive _ -> throw new IllegalStateException("a primitive has no method");
        }
    }

    private void readProduct(CodeBuilder code, Form.Product product, Source source) {
        mark(code, constructor(product));
        code.new_(desc(product.type())).dup();
        int offset = 0;
        for (Form.Component component : product.components()) {
            if (component.form() instanceof Form.Primitive(Class<?> type)) {
                readPrimitive(code, type, offset, source);
            } else {
                call(place(code, offset), source.method(component.form()));
            }
            offset += component.form().words();
        }
        construct(code, product).areturn();
    }

    /** Whatever the words are, the same number on every device: the bits that the type has no room for are dropped. */
    private static void readPrimitive(CodeBuilder code, Class<?> type, int offset, Source source) {
        switch (type.descriptorString()) {
            case "J" -> readLong(code, offset, source);
            case "D" -> {
                readLong(code, offset, source);
                code.invokestatic(CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
            }
            case "F" ->
                source.load(code, offset).invokestatic(CD_Float, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
            case "Z" -> source.load(code, offset).iconst_1().iand();
            case "B" -> source.load(code, offset).i2b();
            case "S" -> source.load(code, offset).i2s();
            case "C" -> source.load(code, offset).i2c();
            default -> source.load(code, offset);
        }
    }

    private static void readLong(CodeBuilder code, int offset, Source source) {
        source.load(code, offset).invokestatic(CD_Integer, "toUnsignedLong", MethodTypeDesc.of(CD_long, CD_int));
        source.load(code, offset + 1).i2l().bipush(Integer.SIZE).lshl().lor();
    }

    private void readChoice(CodeBuilder code, Form.Choice choice, Source source) {
        var cases = new ArrayList<SwitchCase>();
        for (int i = 0; i < choice.alternatives().size(); i++) {
            cases.add(SwitchCase.of(i, code.newLabel()));
        }
        Label none = code.newLabel();
        source.load(code, 0).tableswitch(0, cases.size() - 1, none, cases);
        for (SwitchCase one : cases) {
            Form alternative = choice.alternatives().get(one.caseValue());
            call(place(code.labelBinding(one.target()), 1), source.method(alternative))
                    .areturn();
        }
        code.labelBinding(none).new_(ILLEGAL_STATE).dup();
        source.load(code, 0)
                .invokedynamic(concatenation(
                        "\u0001 is the number of no " + choice.type().getSimpleName()))
                .invokespecial(ILLEGAL_STATE, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String))
                .athrow();
    }

    private static DynamicCallSiteDesc concatenation(String recipe) {
        var bootstrap = ConstantDescs.ofCallsiteBootstrap(
                desc(StringConcatFactory.class),
                "makeConcatWithConstants",
                desc(CallSite.class),
                CD_String,
                CD_Object.arrayType());
        return DynamicCallSiteDesc.of(
                bootstrap, "makeConcatWithConstants", MethodTypeDesc.of(CD_String, CD_int), recipe);
    }

    private static CodeBuilder construct(CodeBuilder code, Form.Product product) {
        return code.invokespecial(desc(product.type()), INIT_NAME, constructorType(product));
    }

    private static MethodTypeDesc constructorType(Form.Product product) {
        List<ClassDesc> parameters = product.components().stream()
                .map(component -> desc(component.declared().getType()))
                .toList();
        return MethodTypeDesc.of(CD_void, parameters);
    }

    // ---- zero ----

    private void zero(CodeBuilder code, Form form) {
        switch (form) {
            case Form.Product product -> zeroProduct(code, product);
            case Form.Choice choice ->
                call(code, zeroMethod(choice.alternatives().getFirst())).areturn();
            case Form.Constant constant ->
                table(code, constant).iconst_0().aaload().areturn();
            case Form.Primitive _ -> throw new IllegalStateException("a primitive has no method");
        }
    }

    private void zeroProduct(CodeBuilder code, Form.Product product) {
        mark(code, constructor(product));
        code.new_(desc(product.type())).dup();
        for (Form.Component component : product.components()) {
            if (component.form() instanceof Form.Primitive(Class<?> type)) {
                switch (type.descriptorString()) {
                    case "J" -> code.lconst_0();
                    case "D" -> code.dconst_0();
                    case "F" -> code.fconst_0();
                    default -> code.iconst_0();
                }
            } else {
                call(code, zeroMethod(component.form()));
            }
        }
        construct(code, product).areturn();
    }

    // ---- enums: what values() gives, once ----

    private CodeBuilder table(CodeBuilder code, Form.Constant constant) {
        return code.getstatic(self, tableName(constant), desc(constant.type().arrayType()));
    }

    private static String tableName(Form.Constant constant) {
        return constant.type().getName().replace('.', '_');
    }

    private void enumTables(ClassBuilder file) {
        List<Form.Constant> enums = parts.values().stream()
                .filter(Form.Constant.class::isInstance)
                .map(Form.Constant.class::cast)
                .toList();
        for (Form.Constant constant : enums) {
            file.withField(
                    tableName(constant),
                    desc(constant.type().arrayType()),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
        }
        file.withMethodBody(ConstantDescs.CLASS_INIT_NAME, MTD_void, ClassFile.ACC_STATIC, code -> {
            for (Form.Constant constant : enums) {
                ClassDesc array = desc(constant.type().arrayType());
                code.invokestatic(desc(constant.type()), "values", MethodTypeDesc.of(array))
                        .putstatic(self, tableName(constant), array);
            }
            code.return_();
        });
    }

    // ---- lines ----

    private @Nullable MethodCode constructor(Form.Product product) {
        return find(product.type(), INIT_NAME, constructorType(product));
    }

    private @Nullable MethodCode accessor(Form.Component component) {
        var declared = component.declared();
        return find(declared.getDeclaringRecord(), declared.getName(), MethodTypeDesc.of(desc(declared.getType())));
    }

    private @Nullable MethodCode find(Class<?> type, String name, MethodTypeDesc descriptor) {
        try {
            return sources.declared(type, name, descriptor.descriptorString());
        } catch (ClassFiles.MissingClassFileException e) {
            return null;
        }
    }

    /** What follows belongs to the line of a method, if that is in the same file as the top type. */
    private void mark(CodeBuilder code, @Nullable MethodCode method) {
        if (method != null) {
            StackTraceElement position = method.position(0);
            if (position.getLineNumber() > 0 && sourceFile.equals(position.getFileName())) {
                code.lineNumber(position.getLineNumber());
            }
        }
    }

    private static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
