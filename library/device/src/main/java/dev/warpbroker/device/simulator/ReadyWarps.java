package dev.warpbroker.device.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The warps that have something to execute, for picking one at random. */
final class ReadyWarps {
    private final List<SimulatedWarp> warps = new ArrayList<>();
    private final Map<SimulatedWarp, Integer> positions = new HashMap<>();

    int size() {
        return warps.size();
    }

    SimulatedWarp get(int index) {
        return warps.get(index);
    }

    /** Adds or removes a warp, whichever its state asks for. */
    void update(SimulatedWarp warp) {
        if (warp.isRunnable()) {
            add(warp);
        } else {
            remove(warp);
        }
    }

    private void add(SimulatedWarp warp) {
        if (positions.putIfAbsent(warp, warps.size()) == null) {
            warps.add(warp);
        }
    }

    /** The last warp takes the place of the removed one. */
    private void remove(SimulatedWarp warp) {
        Integer position = positions.remove(warp);
        if (position == null) {
            return;
        }
        SimulatedWarp last = warps.removeLast();
        if (last != warp) {
            warps.set(position, last);
            positions.put(last, position);
        }
    }
}
