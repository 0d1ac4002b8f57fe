package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.capture.GridForm;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.SpecialRegister;
import dev.warpbroker.compiler.ir.Type;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where a lane is in a grid of two or three dimensions: values of the entry block, each computed once if the kernel
 * wants it.
 *
 * <p>The machine has numbers for a lane in its block as if all blocks were full. In a block at a ragged edge, the lanes
 * that exist are numbered anew: the lane's number in the full block, {@link Axis#LANE_IN_BLOCK}, is taken apart by the
 * width and the height that the block really has, and numbers beyond those of the block belong to lanes that do not
 * exist. So the lanes of a warp exist from the first to some last one, as in a grid of one dimension.
 */
final class LanePlaces {
    /** What can be asked for. */
    enum Axis {
        LANE_IN_BLOCK,
        BLOCK_SIZE,
        BLOCK_LANES,
        BLOCK_INDEX,
        BLOCK_COUNT,
        LANE_ID,
        ROW_IN_BLOCK,
        LANE_X,
        LANE_Y,
        LANE_Z,
        X,
        Y,
        Z,
        WIDTH,
        HEIGHT,
        DEPTH,
        BLOCK_WIDTH,
        BLOCK_HEIGHT,
        BLOCK_DEPTH
    }

    private final Compilation compilation;
    private final GridForm form;
    private final Map<Axis, Operand> known = new EnumMap<>(Axis.class);

    LanePlaces(Compilation compilation, GridForm form) {
        this.compilation = compilation;
        this.form = form;
    }

    /** {@return whether a lane exists} */
    Condition exists() {
        if (!form.isRagged()) {
            return Condition.signed(Comparison.EQ, Constant.of(0), Constant.of(0));
        }
        return form.dimensions() == 2
                ? Condition.signed(Comparison.LT, laneY(), height())
                : Condition.signed(Comparison.LT, laneZ(), depth());
    }

    Operand laneInBlock() {
        return once(
                Axis.LANE_IN_BLOCK,
                () -> number(
                        SpecialRegister.THREAD_IN_BLOCK,
                        SpecialRegister.BLOCK_SIZE,
                        SpecialRegister.THREAD_Y,
                        SpecialRegister.BLOCK_HEIGHT,
                        SpecialRegister.THREAD_Z));
    }

    Operand blockIndex() {
        return once(
                Axis.BLOCK_INDEX,
                () -> number(
                        SpecialRegister.BLOCK_INDEX,
                        SpecialRegister.BLOCK_COUNT,
                        SpecialRegister.BLOCK_Y,
                        SpecialRegister.BLOCK_ROWS,
                        SpecialRegister.BLOCK_Z));
    }

    /** {@return (z * height + y) * width + x} */
    private Operand number(
            SpecialRegister x, SpecialRegister width, SpecialRegister y, SpecialRegister height, SpecialRegister z) {
        Operand row = form.dimensions() == 2 ? special(y) : add(multiply(special(z), special(height)), special(y));
        return add(multiply(row, special(width)), special(x));
    }

    Operand blockSize() {
        return once(
                Axis.BLOCK_SIZE,
                () -> product(
                        special(SpecialRegister.BLOCK_SIZE),
                        special(SpecialRegister.BLOCK_HEIGHT),
                        special(SpecialRegister.BLOCK_DEPTH)));
    }

    Operand blockCount() {
        return once(
                Axis.BLOCK_COUNT,
                () -> product(
                        special(SpecialRegister.BLOCK_COUNT),
                        special(SpecialRegister.BLOCK_ROWS),
                        special(SpecialRegister.BLOCK_LAYERS)));
    }

    Operand blockLanes() {
        return once(Axis.BLOCK_LANES, () -> product(width(), height(), depth()));
    }

    private Operand product(Operand x, Operand y, Operand z) {
        Operand plane = multiply(x, y);
        return form.dimensions() == 2 ? plane : multiply(plane, z);
    }

    // ---- the block as it is ----

    Operand width() {
        return once(
                Axis.BLOCK_WIDTH,
                () -> extent(form.raggedWidth(), SpecialRegister.BLOCK_SIZE, SpecialRegister.BLOCK_INDEX, gridWidth()));
    }

    Operand height() {
        return once(
                Axis.BLOCK_HEIGHT,
                () -> extent(form.raggedHeight(), SpecialRegister.BLOCK_HEIGHT, SpecialRegister.BLOCK_Y, gridHeight()));
    }

    Operand depth() {
        return form.dimensions() == 2
                ? Constant.of(1)
                : once(
                        Axis.BLOCK_DEPTH,
                        () -> extent(
                                form.raggedDepth(), SpecialRegister.BLOCK_DEPTH, SpecialRegister.BLOCK_Z, gridDepth()));
    }

    private Operand extent(boolean ragged, SpecialRegister full, SpecialRegister block, Operand all) {
        Operand most = special(full);
        return ragged
                ? compute(Operator.MINIMUM, most, compute(Operator.SUBTRACT, all, multiply(special(block), most)))
                : most;
    }

    Operand laneX() {
        return once(
                Axis.LANE_X,
                () -> form.raggedWidth()
                        ? compute(Operator.SUBTRACT, laneInBlock(), multiply(rowInBlock(), width()))
                        : special(SpecialRegister.THREAD_IN_BLOCK));
    }

    Operand laneY() {
        return form.dimensions() == 2
                ? rowInBlock()
                : once(
                        Axis.LANE_Y,
                        () -> form.raggedWidth() || form.raggedHeight()
                                ? compute(Operator.SUBTRACT, rowInBlock(), multiply(laneZ(), height()))
                                : special(SpecialRegister.THREAD_Y));
    }

    Operand laneZ() {
        return form.dimensions() == 2
                ? Constant.of(0)
                : once(
                        Axis.LANE_Z,
                        () -> form.raggedWidth() || form.raggedHeight()
                                ? compute(Operator.DIVIDE_UNSIGNED, rowInBlock(), height())
                                : special(SpecialRegister.THREAD_Z));
    }

    /** {@return laneZ * height + laneY} */
    private Operand rowInBlock() {
        return once(Axis.ROW_IN_BLOCK, () -> {
            if (form.raggedWidth()) {
                return compute(Operator.DIVIDE_UNSIGNED, laneInBlock(), width());
            }
            return form.dimensions() == 2
                    ? special(SpecialRegister.THREAD_Y)
                    : add(
                            multiply(special(SpecialRegister.THREAD_Z), special(SpecialRegister.BLOCK_HEIGHT)),
                            special(SpecialRegister.THREAD_Y));
        });
    }

    // ---- the grid ----

    Operand x() {
        return once(
                Axis.X,
                () -> add(
                        multiply(special(SpecialRegister.BLOCK_INDEX), special(SpecialRegister.BLOCK_SIZE)), laneX()));
    }

    Operand y() {
        return once(
                Axis.Y,
                () -> add(multiply(special(SpecialRegister.BLOCK_Y), special(SpecialRegister.BLOCK_HEIGHT)), laneY()));
    }

    Operand z() {
        return form.dimensions() == 2
                ? Constant.of(0)
                : once(
                        Axis.Z,
                        () -> add(
                                multiply(special(SpecialRegister.BLOCK_Z), special(SpecialRegister.BLOCK_DEPTH)),
                                laneZ()));
    }

    Operand laneId() {
        return once(Axis.LANE_ID, () -> {
            Operand row = form.dimensions() == 2 ? y() : add(multiply(z(), gridHeight()), y());
            return add(multiply(row, gridWidth()), x());
        });
    }

    Operand gridWidth() {
        return once(Axis.WIDTH, () -> parameter(new KernelParameter.Width()));
    }

    Operand gridHeight() {
        return once(Axis.HEIGHT, () -> parameter(new KernelParameter.Height()));
    }

    Operand gridDepth() {
        return form.dimensions() == 2 ? Constant.of(1) : once(Axis.DEPTH, () -> parameter(new KernelParameter.Depth()));
    }

    private Operand parameter(KernelParameter parameter) {
        return compilation.inEntry(Operator.CONVERT, Type.INT, compilation.parameter(parameter));
    }

    private Operand special(SpecialRegister register) {
        return compilation.inEntry(register);
    }

    private Operand add(Operand a, Operand b) {
        return compute(Operator.ADD, a, b);
    }

    private Operand multiply(Operand a, Operand b) {
        return compute(Operator.MULTIPLY, a, b);
    }

    private Operand compute(Operator operator, Operand a, Operand b) {
        return compilation.inEntry(operator, Type.INT, a, b);
    }

    private Operand once(Axis axis, Supplier<Operand> computation) {
        Operand value = known.get(axis);
        if (value == null) {
            value = computation.get();
            known.put(axis, value);
        }
        return value;
    }
}
