package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.device.KernelCompileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How many instructions may be followed in all attempts to compile a kernel. A kernel with more is refused before it
 * takes long, and the refusal names the calls that made it so large.
 */
final class InliningBudget {
    /**
     * Instructions that may be followed; one that is followed again counts again. A cold JVM takes about a second for
     * them.
     */
    static final int MAX_INSTRUCTIONS = 400_000;

    /** Values that are copied, where ways part or meet, in the time of one instruction. */
    private static final int VALUES_PER_INSTRUCTION = 16;

    /** A method is named in the refusal if it stands for at least one part in this many. */
    private static final int MIN_SHARE = 8;

    /** Calls that are nested deeper make every branch expensive, for it copies the variables of all callers. */
    private static final int DEEP = 200;

    private static final String REMEDY =
            "make the calls in a loop instead of one after the other, or split the work into several launches";

    private long spent;

    void follow(InlineContext context) {
        spend(context, 1);
    }

    void copy(InlineContext context, int values) {
        spend(context, values / VALUES_PER_INSTRUCTION);
    }

    private void spend(InlineContext context, int amount) {
        context.spend(amount);
        spent += amount;
        if (spent > MAX_INSTRUCTIONS) {
            throw tooLarge(context);
        }
    }

    /** One method in all places where it was inlined. */
    private static final class Share {
        private final MethodCode method;
        private long times;
        private long own;

        Share(MethodCode method) {
            this.method = method;
        }
    }

    private static KernelCompileException tooLarge(InlineContext last) {
        InlineContext root = last;
        for (InlineContext at = last; at != null; at = at.caller()) {
            root = at;
        }
        List<InlineContext> all = callersFirst(root);
        var shares = new HashMap<MethodCode, Share>();
        Map<InlineContext, Long> totals = HashMap.newHashMap(all.size());
        for (InlineContext context : all.reversed()) {
            Share share = shares.computeIfAbsent(context.method(), Share::new);
            share.times++;
            share.own += context.spent();
            long whole = totals.merge(context, context.spent(), Long::sum);
            InlineContext caller = context.caller();
            if (caller != null) {
                totals.merge(caller, whole, Long::sum);
            }
        }
        Share most = shares.values().stream()
                .max(Comparator.comparingLong(share -> share.own))
                .orElseThrow();
        InlineContext blamed = heaviest(root, totals);
        long total = total(root, totals);
        String reason = "the kernel is too large, for every call is inlined: the limit of %,d instructions is reached"
                        .formatted(MAX_INSTRUCTIONS)
                + (most.own >= total / MIN_SHARE ? describe(most) : "")
                + (last.depth() >= DEEP ? "; calls are nested %,d deep".formatted(last.depth()) : "");
        InlineContext from = blamed.caller();
        if (from == null) {
            return Translator.refusal(new Refusal(reason, REMEDY), new SourcePosition(blamed, 0));
        }
        String call =
                "; the call of %s here stands for %,d".formatted(blamed.method().shortName(), total(blamed, totals));
        return Translator.refusal(new Refusal(reason + call, REMEDY), new SourcePosition(from, blamed.callIndex()));
    }

    private static String describe(Share share) {
        return share.times == 1
                ? "; %s has %,d of them".formatted(share.method.shortName(), share.own)
                : "; %s is inlined %,d times, %,d of them".formatted(share.method.shortName(), share.times, share.own);
    }

    private static List<InlineContext> callersFirst(InlineContext root) {
        var result = new ArrayList<InlineContext>();
        var pending = new ArrayDeque<InlineContext>();
        pending.add(root);
        while (!pending.isEmpty()) {
            InlineContext next = pending.remove();
            result.add(next);
            pending.addAll(next.callees());
        }
        return result;
    }

    /** {@return the innermost call that stands for at least half of everything} */
    private static InlineContext heaviest(InlineContext root, Map<InlineContext, Long> totals) {
        long half = total(root, totals) / 2;
        InlineContext at = root;
        while (true) {
            InlineContext inner = at.callees().stream()
                    .max(Comparator.comparingLong(callee -> total(callee, totals)))
                    .orElse(null);
            if (inner == null || total(inner, totals) < half) {
                return at;
            }
            at = inner;
        }
    }

    private static long total(InlineContext context, Map<InlineContext, Long> totals) {
        return Objects.requireNonNull(totals.get(context));
    }
}
