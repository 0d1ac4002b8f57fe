package dev.warpbroker.device.cuda;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceUnavailableException;

/** Result codes of the driver as exceptions that name the call, the driver's reason and the way out. */
final class CudaFailure {
    private static final int STUB_LIBRARY = 34;
    private static final int DEVICE_UNAVAILABLE = 46;
    private static final int NO_DEVICE = 100;
    private static final int ECC_UNCORRECTABLE = 214;
    private static final int NVLINK_UNCORRECTABLE = 220;
    private static final int CONTAINED = 226;
    private static final int OPERATING_SYSTEM = 304;
    private static final int ILLEGAL_ADDRESS = 700;
    private static final int LAUNCH_TIMEOUT = 702;
    private static final int CONTEXT_IS_DESTROYED = 709;
    private static final int ASSERT = 710;
    private static final int HARDWARE_STACK_ERROR = 714;
    private static final int ILLEGAL_INSTRUCTION = 715;
    private static final int MISALIGNED_ADDRESS = 716;
    private static final int INVALID_ADDRESS_SPACE = 717;
    private static final int INVALID_PC = 718;
    private static final int LAUNCH_FAILED = 719;
    private static final int TENSOR_MEMORY_LEAK = 721;
    private static final int NOT_PERMITTED = 800;
    private static final int SYSTEM_NOT_READY = 802;
    private static final int SYSTEM_DRIVER_MISMATCH = 803;
    private static final int COMPAT_NOT_SUPPORTED_ON_DEVICE = 804;
    private static final int UNKNOWN = 999;

    private CudaFailure() {}

    /** {@return what to throw when a call on an open device failed} */
    static DeviceException of(String function, int result) {
        return new DeviceException(describe(function, result) + consequence(result));
    }

    /** {@return what to throw when a device could not be opened} */
    static DeviceUnavailableException unavailable(String function, int result) {
        return new DeviceUnavailableException(describe(function, result) + remedy(result));
    }

    /** {@return "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"} */
    static String describe(String function, int result) {
        return function + ": " + CudaDriver.errorName(result) + " (" + CudaDriver.errorText(result) + ")";
    }

    /**
     * {@return whether the context is lost: the driver answers every later call with the same error}
     *
     * <p>The codes are those of which the driver's manual says that the process must be relaunched, and that of a
     * destroyed context.
     */
    static boolean losesContext(int result) {
        return switch (result) {
            case ECC_UNCORRECTABLE,
                    NVLINK_UNCORRECTABLE,
                    CONTAINED,
                    ILLEGAL_ADDRESS,
                    LAUNCH_TIMEOUT,
                    CONTEXT_IS_DESTROYED,
                    ASSERT,
                    HARDWARE_STACK_ERROR,
                    ILLEGAL_INSTRUCTION,
                    MISALIGNED_ADDRESS,
                    INVALID_ADDRESS_SPACE,
                    INVALID_PC,
                    LAUNCH_FAILED,
                    TENSOR_MEMORY_LEAK -> true;
            default -> false;
        };
    }

    static String consequence(int result) {
        if (!losesContext(result)) {
            return "";
        }
        String advice = switch (result) {
            case ECC_UNCORRECTABLE, NVLINK_UNCORRECTABLE, CONTAINED -> "the hardware reported an error";
            case LAUNCH_TIMEOUT -> "the kernel ran longer than the watchdog of a GPU with a display allows";
            case ILLEGAL_INSTRUCTION ->
                "if lanes made a warp operation with a mask that does not name them, or different ones at a time, the"
                        + " simulator finds the line";
            default -> "if a kernel used an index out of bounds, DeviceOptions.withBoundsChecks(true) finds the line";
        };
        return "; the device is not usable any more: close it and open a new one, in a new process if that fails too; "
                + advice;
    }

    private static String remedy(int result) {
        String advice = switch (result) {
            case STUB_LIBRARY -> "this is the toolkit's stub; put the driver's own library first on the library path";
            case DEVICE_UNAVAILABLE -> "another process uses the GPU exclusively; wait for its end";
            case NO_DEVICE -> "the driver sees no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES";
            case OPERATING_SYSTEM, NOT_PERMITTED, UNKNOWN ->
                "check nvidia-smi, and that this user may read and write /dev/nvidia*";
            case SYSTEM_NOT_READY -> "the machine is still starting its GPUs (fabric manager); try again later";
            case SYSTEM_DRIVER_MISMATCH, COMPAT_NOT_SUPPORTED_ON_DEVICE ->
                "driver library and kernel module do not match; restart the machine";
            default -> "check nvidia-smi";
        };
        return "; " + advice + ", or use Device.jvm()";
    }
}
