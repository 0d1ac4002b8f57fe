package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes loops. Each kind of task gets a copy of the class {@link TaskLoopTemplate} of its own, a hidden class: so the
 * compiler of the JVM knows what the loop calls, and inlines the task's body into it, however many kinds of tasks a
 * program has. Layouts, and what captures nothing, are constants of the copy. Without this a task takes twice as long
 * if it is the only kind in the program, and more if it is not.
 *
 * <p>What captures variables is the worker's. The copies are told apart by its class, so that they are not made anew,
 * and compiled anew, whenever a lambda is evaluated. Of a class of bodies those copies are kept that were used last; a
 * copy that is not kept, and no run uses, is unloaded.
 */
final class TaskLoops {
    /**
     * Copies that are kept for a class of bodies: more are needed only if joins or layouts are made anew for each run.
     */
    private static final int KEPT = 8;

    private static final ClassValue<Copies> COPIES = new ClassValue<>() {
        @Override
        protected Copies computeValue(Class<?> body) {
            return new Copies();
        }
    };

    /** The copies for a class of bodies. */
    private static final class Copies {
        private final Map<Kind, MethodHandle> latest = new LinkedHashMap<>(2 * KEPT, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Kind, MethodHandle> eldest) {
                return size() > KEPT;
            }
        };

        synchronized MethodHandle get(Kind kind, JvmRun<Object, Object> run) {
            return latest.computeIfAbsent(kind, _ -> copy(run));
        }
    }

    /**
     * What a copy is for.
     *
     * @param continuation null if tasks are not continued
     */
    private record Kind(
            Layout<?> tasks,
            Layout<?> results,
            Object identity,
            Class<?> operation,
            @Nullable Class<?> continuation,
            boolean traced) {}

    /**
     * What a copy of the template knows; what captures variables is null.
     *
     * @param resumes whether there is a continuation
     * @param traced whether workers note what they do
     */
    record Constants(
            Layout<Object> tasks,
            Layout<Object> results,
            Object identity,
            Join.@Nullable Operation<Object> operation,
            @Nullable TaskBody<Object, Fork<Object, Object>> body,
            Fork.@Nullable Continuation<Object, Object> continuation,
            boolean resumes,
            boolean traced) {
        /** {@return what was given to the class of {@code lookup}} */
        static Constants of(Lookup lookup) {
            try {
                return MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, Constants.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("the template itself was loaded", e);
            }
        }
    }

    private TaskLoops() {}

    /** {@return the loop of a worker} */
    @SuppressWarnings("unchecked") // a loop is for the types of its worker
    static <T, R> TaskLoop<T, R> of(JvmWorker<T, R> worker) {
        JvmRun<T, R> run = worker.run();
        var continuation = run.continuation();
        var kind = new Kind(
                run.tasks(),
                run.join().layout(),
                run.join().identity(),
                run.join().operation().getClass(),
                continuation == null ? null : continuation.getClass(),
                run.rings().isOn());
        MethodHandle copy = COPIES.get(run.body().getClass()).get(kind, (JvmRun<Object, Object>) run);
        try {
            return (TaskLoop<T, R>) copy.invoke(worker);
        } catch (Throwable e) {
            throw new IllegalStateException("no loop for " + kind, e);
        }
    }

    private static MethodHandle copy(JvmRun<Object, Object> run) {
        var constants = new Constants(
                run.tasks(),
                run.join().layout(),
                run.join().identity(),
                unlessItCaptures(run.join().operation()),
                unlessItCaptures(run.body()),
                unlessItCaptures(run.continuation()),
                run.continuation() != null,
                run.rings().isOn());
        try (var template = TaskLoops.class.getResourceAsStream("TaskLoopTemplate.class")) {
            Lookup copy =
                    MethodHandles.lookup().defineHiddenClassWithClassData(template.readAllBytes(), constants, true);
            return copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class, JvmWorker.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no loop for " + constants, e);
        }
    }

    private static <F> @Nullable F unlessItCaptures(@Nullable F function) {
        return function == null || function.getClass().getDeclaredFields().length > 0 ? null : function;
    }
}
