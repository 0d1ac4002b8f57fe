package dev.warpbroker.device.simulator;

import dev.warpbroker.device.SimulatorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A litmus test: a few lanes, each with its own code, over locations {@code x}, {@code y} and {@code z}. Written in PTX
 * with {@code x}, {@code y}, {@code z} for addresses; lane n leaves results in the registers it names.
 */
final class Litmus {
    private static final int SEEDS = 1_000;
    private static final int FIRST_RESULT = 64;

    private final List<String> lanes = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private boolean oneBlock;

    /** Adds a lane that executes {@code code}. */
    Litmus lane(String code, String... resultRegisters) {
        lanes.add(code);
        for (String register : resultRegisters) {
            lanes.add(lanes.removeLast()
                    + "st.global.u32 [%%rd0+%d], %s;\n".formatted(4 * (FIRST_RESULT + results.size()), register));
            results.add(register);
        }
        return this;
    }

    /** Puts all lanes into one warp instead of blocks of their own. */
    Litmus inOneBlock() {
        oneBlock = true;
        return this;
    }

    /** {@return how often each combination of results, in the order of the registers, occurred under many seeds} */
    Map<String, Integer> outcomes() {
        var counts = new TreeMap<String, Integer>();
        for (int seed = 0; seed < SEEDS; seed++) {
            counts.merge(run(seed), 1, Integer::sum);
        }
        return counts;
    }

    private String run(int seed) {
        Ptx run = Ptx.withVariables(".shared .align 8 .b8 shared0[256];", body())
                .grid(oneBlock ? 1 : lanes.size(), oneBlock ? lanes.size() : 1)
                .options(SimulatorOptions.seeded(seed).adversarial())
                .run();
        return IntStream.range(0, results.size())
                .mapToObj(result -> Integer.toString(run.intAt(FIRST_RESULT + result)))
                .collect(Collectors.joining(" "));
    }

    private String body() {
        var body = new StringBuilder();
        for (int lane = 0; lane < lanes.size(); lane++) {
            body.append("setp.ne.u32 %%p31, %%r0, %d;\n@%%p31 bra AFTER%d;\n".formatted(lane, lane))
                    .append(lanes.get(lane))
                    .append("bra DONE;\nAFTER%d:\n".formatted(lane));
        }
        return body.append("DONE:\n")
                .toString()
                .replace("[x]", "[%rd0]")
                .replace("[y]", "[%rd0+64]")
                .replace("[z]", "[%rd0+128]")
                .replace("[neighbour of x]", "[%rd0+4]");
    }
}
