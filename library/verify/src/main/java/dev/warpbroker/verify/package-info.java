/**
 * Histories of concurrent queues and stacks, their files, and the question whether they are linearizable: whether every
 * operation can have taken effect at one instant between its call and its return.
 */
@NullMarked
package dev.warpbroker.verify;

import org.jspecify.annotations.NullMarked;
