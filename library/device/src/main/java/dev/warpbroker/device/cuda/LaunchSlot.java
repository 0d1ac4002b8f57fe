package dev.warpbroker.device.cuda;

import java.lang.foreign.MemorySegment;

/**
 * What one launch in flight has to itself.
 *
 * @param control device address of the control block: abort word and election
 * @param report where a lane that fails says so; host memory
 * @param reportAddress the report as the device sees it
 * @param events around the kernel
 */
record LaunchSlot(long control, MemorySegment report, long reportAddress, EventPair events) {}
