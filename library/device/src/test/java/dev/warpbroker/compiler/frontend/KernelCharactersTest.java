package dev.warpbroker.compiler.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables say of every number what {@link Character} says, whether it is a code point or not. */
final class KernelCharactersTest {
    static Stream<Method> methods() {
        return Arrays.stream(KernelCharacters.class.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers())
                        && !Modifier.isPrivate(method.getModifiers())
                        && !method.isSynthetic());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void agreesWithCharacter(Method method) throws Throwable {
        var type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        var asObject = MethodType.methodType(Object.class, int.class);
        MethodHandle ours = MethodHandles.privateLookupIn(KernelCharacters.class, MethodHandles.lookup())
                .unreflect(method);
        MethodHandle theirs = MethodHandles.lookup().findStatic(Character.class, method.getName(), type);
        int[] radices = type.parameterCount() == 1 ? new int[] {0} : new int[] {-1, 1, 2, 10, 16, 36, 37};
        for (int radix : radices) {
            MethodHandle one = (type.parameterCount() == 1 ? ours : MethodHandles.insertArguments(ours, 1, radix))
                    .asType(asObject);
            MethodHandle other = (type.parameterCount() == 1 ? theirs : MethodHandles.insertArguments(theirs, 1, radix))
                    .asType(asObject);
            for (int c = -300; c < Character.MAX_CODE_POINT + 300; c++) {
                Object actual = (Object) one.invokeExact(c);
                if (!actual.equals((Object) other.invokeExact(c))) {
                    assertThat(actual)
                            .as("%s of %x, radix %d", method.getName(), c, radix)
                            .isEqualTo(other.invoke(c));
                }
            }
        }
    }
}
