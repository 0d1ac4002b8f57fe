/**
 * What kernels of persistent workers have in common: whole warps that work as one, and the count of work that is left.
 */
@org.jspecify.annotations.NullMarked
package dev.warpbroker.tasks.worker;
