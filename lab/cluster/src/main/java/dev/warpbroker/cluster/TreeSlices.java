package dev.warpbroker.cluster;

import dev.warpbroker.examples.tree.TreeMaker;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.spark.JoinWork;
import dev.warpbroker.spark.SparkTasks;
import dev.warpbroker.spark.TaskWork;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.List;

/** Trees in slices. */
final class TreeSlices {
    private TreeSlices() {}

    static <T, R> SparkTasks.Outcome<R> summed(SparkTasks<T> tasks, TreeMaker<T, R> tree, TreeWork<T, R> work) {
        return tasks.run(List.of(work.root()), device -> new Summed<>(tree.on(device)), work.join()::combine);
    }

    static <T, R> SparkTasks.Outcome<R> joined(SparkTasks<T> tasks, TreeMaker<T, R> tree, TreeWork<T, R> work) {
        return tasks.compute(work.root(), device -> new Joined<>(tree.on(device)));
    }

    /** A tree on an executor, whose results are left in memory. */
    private record Summed<T, R>(TreeWork<T, R> work) implements TaskWork.OnDevice<T, R> {
        @Override
        public TaskBody<T, Spawner<T>> body() {
            return work.body();
        }

        @Override
        public void clear() {
            work.reset();
        }

        @Override
        public R result() {
            return work.collect();
        }

        @Override
        public void close() {
            work.close();
        }
    }

    /** A tree on an executor, whose results are joined. */
    private record Joined<T, R>(TreeWork<T, R> work) implements JoinWork.OnDevice<T, R> {
        @Override
        public Join<R> join() {
            return work.join();
        }

        @Override
        public TaskBody<T, Fork<T, R>> body() {
            return work.forkingBody();
        }

        @Override
        public void close() {
            work.close();
        }
    }
}
