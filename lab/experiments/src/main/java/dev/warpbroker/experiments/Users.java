package dev.warpbroker.experiments;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Lane;

/** Which threads of a launch use the queue; the others do nothing. */
public enum Users {
    /** Every one. */
    EVERY_LANE {
        @Override
        boolean includes(Lane lane) {
            return true;
        }

        @Override
        boolean includes(int thread, Grid grid, DeviceProperties device) {
            return true;
        }
    },

    /** The first of each warp, as in figure 2b of the Broker Queue paper. */
    ONE_PER_WARP {
        @Override
        boolean includes(Lane lane) {
            return lane.warp().lane() == 0;
        }

        @Override
        boolean includes(int thread, Grid grid, DeviceProperties device) {
            return thread % grid.blockSize() % device.warpSize() == 0;
        }
    };

    abstract boolean includes(Lane lane);

    abstract boolean includes(int thread, Grid grid, DeviceProperties device);

    /** {@return how many there are} */
    public int count(Grid grid, DeviceProperties device) {
        int count = 0;
        for (int thread = 0; thread < grid.threads(); thread++) {
            count += includes(thread, grid, device) ? 1 : 0;
        }
        return count;
    }
}
