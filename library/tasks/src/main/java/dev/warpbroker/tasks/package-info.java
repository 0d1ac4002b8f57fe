/** Work that appears while it is done: tasks that spawn tasks, on the threads of a JVM or of a GPU. */
@NullMarked
package dev.warpbroker.tasks;

import org.jspecify.annotations.NullMarked;
