package dev.warpbroker.conformance.planted;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.SimulatorOptions;

/**
 * A structure, or workers, under a load that can find a bug in them, on a simulator with adversarial memory.
 *
 * <p>Trials are constants of an enum, so that {@link ChangedLibrary} finds the constant of the same name among its own
 * classes.
 */
public interface Trial {
    /** {@return steps that are enough without a bug} */
    default long maxSteps() {
        return 2_000_000;
    }

    /** {@return whether something was done that must not be} */
    boolean findsFault(int seed, Device device);

    /**
     * {@return whether the load with this seed shows that something is wrong, the simulator stopped it, or the
     * structure says that it is damaged}
     */
    default boolean finds(int seed) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(maxSteps());
        try (var device = Device.simulator(simulation, DeviceOptions.defaults())) {
            return findsFault(seed, device);
        } catch (KernelCompileException notRun) {
            throw notRun;
        } catch (DeviceException | IllegalStateException stoppedOrDamaged) {
            return true;
        }
    }
}
