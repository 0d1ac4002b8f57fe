package dev.warpbroker.examples.tree;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.tasks.Policy;
import java.util.Locale;

/** What runs the tasks of an application, by name. */
public enum EngineName {
    /** Results of tasks are joined. */
    FORK_JOIN {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Forks(count, false);
        }
    },
    /** Work stealing by warps, with stacks in shared memory. */
    STEALING {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.stealing(), Granularity.WARP, count, capacity);
        }
    },
    /** Algorithm WS on deques with locks. */
    STEALING_LOCKED {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(
                    Policy.stealing(DequeKind.LOCKED, Policy.StealAmount.HALF), workers, count, capacity);
        }
    },
    /** Algorithm WS on the deques of Arora, Blumofe and Plaxton. */
    STEALING_ABP {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.stealing(DequeKind.ABP, Policy.StealAmount.ONE), workers, count, capacity);
        }
    },
    /** Algorithm WS on the deques of Chase and Lev. */
    STEALING_CHASE_LEV {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(
                    Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.ONE), workers, count, capacity);
        }
    },
    /** A deque for each worker, victims one after the other. */
    DISTRIBUTED_DEQUES {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.distributed(DequeKind.ABP), workers, count, capacity);
        }
    },
    /** One pool for all workers. */
    CENTRAL {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.central(QueueKind.BQ), workers, count, capacity);
        }
    },
    /** One pool for all workers, last in, first out. */
    CENTRAL_STACK {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.central(StackKind.ROOMS), workers, count, capacity);
        }
    },
    /** One pool, and a worker keeps one of the tasks that it spawns. */
    BUSY_LEAVES {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.busyLeaves(QueueKind.BQ), workers, count, capacity);
        }
    },
    /** A pool per block of workers. */
    DISTRIBUTED {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Tasks(Policy.distributed(), workers, count, capacity);
        }
    },
    /** Each task waits for its children, and passes on what was joined. */
    FORK_JOIN_CONTINUED {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Forks(count, false, true);
        }
    },
    /** Java's ForkJoinPool. */
    JAVA_POOL {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.JavaPool(count);
        }
    },
    /** One thread, no tasks. */
    SEQUENTIAL {
        @Override
        public Engine engine(Granularity workers, int count, int capacity) {
            return new Engine.Sequential();
        }
    };

    /**
     * {@return the engine}
     *
     * @param workers who takes tasks, where there is a choice
     * @param count number of workers; 0 leaves it to the engine
     * @param capacity of a pool or a deque; 0 leaves it to the engine
     */
    public abstract Engine engine(Granularity workers, int count, int capacity);

    /** {@return whether its workers are warps, or threads on the JVM, whatever the user wishes} */
    public boolean hasWarps() {
        return isForkJoin() || this == STEALING;
    }

    /** {@return whether tasks wait in a pool or in deques, which have a capacity} */
    public boolean hasPool() {
        return !isForkJoin() && !isJavaOnly();
    }

    private boolean isForkJoin() {
        return this == FORK_JOIN || this == FORK_JOIN_CONTINUED;
    }

    /** {@return whether it runs on the threads of this JVM only, whatever the device} */
    public boolean isJavaOnly() {
        return this == JAVA_POOL || this == SEQUENTIAL;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
