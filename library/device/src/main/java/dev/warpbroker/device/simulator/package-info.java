/**
 * A GPU made of one host thread: parses the PTX that the compiler emits and executes it, deterministically from a seed.
 *
 * <p>{@code PtxProgram} is the decoded text, {@code Simulation} schedules lanes over it, {@code SimulatedMemory} is
 * what the host copies to and from, and {@code MemoryModel} decides which of the values written to a location a load
 * sees.
 */
@NullMarked
package dev.warpbroker.device.simulator;

import org.jspecify.annotations.NullMarked;
