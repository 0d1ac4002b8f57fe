package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes programs whose lanes work together, on grids of one to three dimensions with blocks of any shape: tiles in
 * shared memory, reductions, shuffles and votes, exchanges over grid barriers, and lines for the log.
 *
 * <p>All lanes take the same way past barriers, except that some may return early. What they leave behind is not read
 * from then on, but for counts.
 */
final class GroupPrograms {
    private static final int LANES = ProgramMemory.LANES;
    private static final int LARGEST_BLOCK = 1024;
    private static final int EXPRESSION_DEPTH = 3;
    private static final List<String> PLACES = List.of("""
        lane.id() lane.x() lane.y() lane.z() lane.width() lane.height() lane.depth() lane.count()
        block.x() block.y() block.z() block.countX() block.countY() block.countZ() block.index() block.count()
        block.laneX() block.laneY() block.laneZ() block.width() block.height() block.depth()
        block.lane() block.size() block.fullSize() block.fullWidth() block.fullHeight() block.fullDepth()
        warp.lane() warp.size() warp.allLanes() warp.lanesBelow()
        """.split("\\s+"));

    private final long seed;
    private final Choices choices;
    private final Grid grid;
    private boolean someReturned;

    private GroupPrograms(long seed) {
        this.seed = seed;
        choices = new Choices(seed);
        grid = grid(seed);
    }

    static GeneratedProgram generate(long seed) {
        return new GroupPrograms(seed).program();
    }

    /** {@return the grid of a program, of at most as many lanes as there is memory for} */
    static Grid grid(long seed) {
        var random = new SplittableRandom(seed * 31 + 7);
        int dimensions = random.nextInt(1, 4);
        if (dimensions == 1) {
            return new Grid(random.nextInt(1, LANES + 1), random.nextInt(1, LANES + 1));
        }
        int width = random.nextInt(1, dimensions == 2 ? 20 : 8);
        int height = random.nextInt(1, Math.min(dimensions == 2 ? 20 : 6, LANES / width) + 1);
        int depth = dimensions == 2 ? 1 : random.nextInt(1, LANES / width / height + 1);
        return Grid.of(width, height, depth)
                .withBlock(
                        random.nextInt(1, 12),
                        random.nextInt(1, 8),
                        dimensions == 2 ? 1 : random.nextInt(1, Math.min(10, depth + 2)));
    }

    private GeneratedProgram program() {
        choices.use(
                grid.depth() > 1
                        ? Construct.GRID_OF_3_DIMENSIONS
                        : grid.height() > 1 ? Construct.GRID_OF_2_DIMENSIONS : Construct.GRID_OF_1_DIMENSION);
        if (grid.blocks() * grid.blockSize() > grid.threads()) {
            choices.use(Construct.RAGGED_GRID);
        }
        var body = new ArrayList<Code>();
        body.add(Code.line("var block = lane.block();"));
        body.add(Code.line("var warp = lane.warp();"));
        for (int i = 0; i < 3; i++) {
            body.add(Code.line("int v%d = %s;".formatted(i, i == 0 ? "intIn.get(lane.id())" : choices.of(PLACES))));
        }
        body.add(Code.line("long sum = longIn.get(lane.id());"));
        body.add(Code.line("float f = lane.x() * 0.25f - 3;"));
        body.add(Code.line("double d = doubleIn.get(lane.id());"));
        body.addAll(phases(choices.between(3, 7), 0));
        if (choices.percent(35)) {
            choices.use(Construct.RETURN_BEFORE_BARRIER);
            var early = new ArrayList<>(outputs());
            early.add(Code.line("return;"));
            body.add(Code.nest("if ((%s & 3) == %d)".formatted(expression(2), choices.below(4)), early));
            someReturned = true;
            body.addAll(phases(choices.between(1, 4), 0));
        }
        body.addAll(outputs());
        var className = "Groups" + Long.toHexString(seed);
        return GeneratedProgram.ofKernel(seed, className, List.of(), List.of(), body, false, choices.constructs());
    }

    private static List<Code> outputs() {
        return List.of(
                Code.line("intOut.set(lane.id() * 4, v0);"),
                Code.line("intOut.set(lane.id() * 4 + 1, v1);"),
                Code.line("intOut.set(lane.id() * 4 + 2, v2);"),
                Code.line("longOut.set(lane.id() * 4, sum);"),
                Code.line("floatOut.set(lane.id() * 4, f);"),
                Code.line("doubleOut.set(lane.id() * 4, d);"));
    }

    private List<Code> phases(int count, int depth) {
        var code = new ArrayList<Code>();
        for (int i = 0; i < count; i++) {
            code.addAll(phase(depth));
        }
        return code;
    }

    private List<Code> phase(int depth) {
        if (someReturned) {
            return switch (choices.below(6)) {
                case 0 -> vote();
                case 1, 2 -> count();
                case 3 -> zeroed();
                case 4 -> log();
                default -> branch();
            };
        }
        return switch (choices.below(depth == 0 ? 14 : 12)) {
            case 0, 1 -> tile();
            case 2 -> neighbours();
            case 3 -> reduction();
            case 4, 5 -> shuffle();
            case 6 -> vote();
            case 7 -> exchange();
            case 8 -> count();
            case 9 -> zeroed();
            case 10 -> log();
            case 11 -> branch();
            default ->
                List.of(Code.nest(
                        "for (int r = 0; r < %d; r++)".formatted(choices.between(1, 4)),
                        phases(choices.between(1, 3), depth + 1)));
        };
    }

    private String variable() {
        return "v" + choices.below(3);
    }

    private String expression(int depth) {
        if (depth == 0 || choices.percent(25)) {
            if (choices.percent(40)) {
                choices.use(Construct.LANE_PLACE);
                return choices.of(PLACES);
            }
            return choices.percent(75) ? variable() : Integer.toString(choices.between(-9, 99));
        }
        String left = expression(depth - 1);
        String right = expression(depth - 1);
        return switch (choices.below(8)) {
            case 0 -> "(%s + %s)".formatted(left, right);
            case 1 -> "(%s - %s)".formatted(left, right);
            case 2 -> "(%s * %s)".formatted(left, right);
            case 3 -> "(%s ^ %s)".formatted(left, right);
            case 4 -> "(%s >>> %d)".formatted(left, choices.below(31));
            case 5 -> "(%s < %s ? %s : %s)".formatted(left, right, variable(), expression(0));
            case 6 -> "Math.max(%s, %s)".formatted(left, right);
            default -> "Integer.rotateLeft(%s, %d)".formatted(left, choices.below(32));
        };
    }

    private String expression() {
        return expression(EXPRESSION_DEPTH);
    }

    private String condition() {
        return "(%s %s %s)".formatted(expression(2), choices.of("<", ">=", "==", "!="), expression(2));
    }

    /** {@return the number of a lane among {@code count}, from the number of this one} */
    private String other(String own, String count) {
        return "(%s * %d + %d) %% %s".formatted(own, choices.between(1, 7), choices.between(0, 50), count);
    }

    private List<Code> tile() {
        choices.use(Construct.SHARED_TILE);
        int length = LANES;
        if (choices.percent(10) && !choices.uses(Construct.LARGE_SHARED_MEMORY)) {
            choices.use(Construct.LARGE_SHARED_MEMORY);
            length = choices.between(12_289, 14_000);
        }
        var name = choices.name("tile");
        var kind = choices.of("Ints", "Longs", "Floats", "Doubles");
        var value = switch (kind) {
            case "Ints" -> expression();
            case "Longs" -> "sum * 3 + " + expression();
            case "Floats" -> "f + " + expression(1) + " * 0.5f";
            default -> "d - " + expression(1);
        };
        var from = "%s.get(%s)".formatted(name, other("block.lane()", "block.size()"));
        var use = switch (kind) {
            case "Ints" -> variable() + " += " + from;
            case "Longs" -> "sum ^= " + from;
            case "Floats" -> "f = f * 0.5f + " + from;
            default -> "d = d * 0.5 + " + from;
        };
        return List.of(
                Code.line("%s %s = block.shared%s(%d);".formatted(kind, name, kind, length)),
                Code.line("%s.set(block.lane(), %s);".formatted(name, value)),
                Code.line("block.barrier();"),
                Code.line(use + ";"),
                Code.line("block.barrier();"));
    }

    /** A tile that lies as the block does, and the lanes around. */
    private List<Code> neighbours() {
        choices.use(Construct.SHARED_TILE);
        var tile = choices.name("tile");
        var at = "(%s * block.fullHeight() + %s) * block.fullWidth() + %s";
        return List.of(
                Code.line("Ints %s = block.sharedInts(%d);".formatted(tile, LARGEST_BLOCK)),
                Code.line("%s.set(%s, %s);"
                        .formatted(
                                tile, at.formatted("block.laneZ()", "block.laneY()", "block.laneX()"), expression())),
                Code.line("block.barrier();"),
                Code.line("%s += %s.get(%s);"
                        .formatted(
                                variable(),
                                tile,
                                at.formatted(
                                        "Math.max(block.laneZ() - 1, 0)",
                                        "Math.min(block.laneY() + 1, block.height() - 1)",
                                        "Math.min(block.laneX() + 1, block.width() - 1)"))),
                Code.line("block.barrier();"));
    }

    private List<Code> reduction() {
        choices.use(Construct.BLOCK_REDUCTION);
        var part = choices.name("part");
        var count = choices.name("n");
        return List.of(
                Code.line("Longs %s = block.sharedLongs(%d);".formatted(part, LANES)),
                Code.line("%s.set(block.lane(), sum + %s);".formatted(part, expression())),
                Code.line("block.barrier();"),
                Code.nest(
                        "for (int %1$s = block.size(); %1$s > 1; %1$s = (%1$s + 1) / 2)".formatted(count),
                        List.of(
                                Code.line("int half = (%s + 1) / 2;".formatted(count)),
                                Code.nest(
                                        "if (block.lane() + half < %s)".formatted(count),
                                        List.of(Code.line(
                                                "%1$s.set(block.lane(), %1$s.get(block.lane()) + %1$s.get(block.lane() + half));"
                                                        .formatted(part)))),
                                Code.line("block.barrier();"))),
                Code.line("sum += %s.get(0);".formatted(part)),
                Code.line("block.barrier();"));
    }

    private List<Code> shuffle() {
        choices.use(Construct.WARP_SHUFFLE);
        var source = other("warp.lane()", "Integer.bitCount(warp.allLanes())");
        return List.of(Code.line(
                switch (choices.below(4)) {
                    case 0 -> "sum += warp.shuffle(-1, sum, %s);".formatted(source);
                    case 1 -> "f += warp.shuffle(-1, f, %s);".formatted(source);
                    case 2 -> "d -= warp.shuffle(warp.allLanes(), d, %s);".formatted(source);
                    default -> "%s ^= warp.shuffle(-1, %s, %s);".formatted(variable(), expression(), source);
                }));
    }

    private List<Code> vote() {
        choices.use(Construct.WARP_VOTE);
        return List.of(Code.line(
                switch (choices.below(3)) {
                    case 0 -> "%s ^= warp.ballot(-1, %s);".formatted(variable(), condition());
                    case 1 -> "%s += warp.any(-1, %s) ? 3 : 5;".formatted(variable(), condition());
                    default -> "%s += warp.all(-1, %s) ? 3 : 5;".formatted(variable(), condition());
                }));
    }

    private List<Code> exchange() {
        choices.use(Construct.GRID_BARRIER);
        int element = choices.below(4);
        return List.of(
                Code.line("intOwn.set(lane.id() * 4 + %d, %s);".formatted(element, expression())),
                Code.line("lane.gridBarrier();"),
                Code.line("%s ^= intOwn.get((%s) * 4 + %d);"
                        .formatted(variable(), other("lane.id()", "lane.count()"), element)),
                Code.line("lane.gridBarrier();"));
    }

    private List<Code> count() {
        choices.use(Construct.GRID_BARRIER);
        return List.of(
                Code.line("intShared.getAndAddRelaxed(0, %s & 15);".formatted(expression())),
                Code.line("lane.gridBarrier();"),
                Code.line("%s += intShared.getOpaque(0);".formatted(variable())),
                Code.line("lane.gridBarrier();"));
    }

    private List<Code> zeroed() {
        choices.use(Construct.ZEROED_SHARED_MEMORY);
        var name = choices.name("counts");
        int element = choices.below(8);
        return List.of(
                Code.line("Ints %s = block.zeroedInts(intIn, 8);".formatted(name)),
                Code.line("%s.getAndAddRelaxed(%d, %s);".formatted(name, element, expression())),
                Code.line("block.barrier();"),
                Code.line("%s += %s.get(%d);".formatted(variable(), name, element)),
                Code.line("block.barrier();"));
    }

    private List<Code> log() {
        choices.use(Construct.LANE_LOG);
        var values = new ArrayList<String>();
        for (int i = 0; i < choices.between(0, 6); i++) {
            values.add(
                    switch (choices.below(7)) {
                        case 0 -> "sum";
                        case 1 -> "f";
                        case 2 -> "d";
                        case 3 -> condition();
                        case 4 -> "(char) (" + expression(1) + ")";
                        case 5 -> "(byte) (" + expression(1) + ")";
                        default -> expression(2);
                    });
            values.add(choices.of("\" \"", "\", x = \"", "12", "2.5f"));
        }
        var line = Code.line("lane.log(\"line%s\"%s);"
                .formatted(choices.name(" "), values.isEmpty() ? "" : ", " + String.join(", ", values)));
        return choices.percent(40) ? List.of(Code.nest("if (" + condition() + ")", List.of(line))) : List.of(line);
    }

    private List<Code> branch() {
        var code = new ArrayList<Code>();
        code.add(Code.line("%s = %s;".formatted(variable(), expression())));
        code.add(Code.line("sum = sum * 31 + %s;".formatted(variable())));
        return List.of(Code.nest("if (" + condition() + ")", code));
    }
}
