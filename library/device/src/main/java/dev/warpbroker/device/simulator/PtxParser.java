package dev.warpbroker.device.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits PTX text into statements and declarations. Instructions are decoded by {@link InstructionDecoder} once all
 * labels are known.
 */
final class PtxParser {
    private static final Set<String> LINE_DIRECTIVES = Set.of(
            ".version", ".target", ".address_size", ".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".noreturn");
    private static final Pattern ENTRY = Pattern.compile("(?:\\.visible\\s+)?\\.entry\\s+([\\w$]+)\\s*(?:\\((.*)\\))?");
    private static final Pattern PARAMETER = Pattern.compile("\\.param\\s+\\.[busf]64\\s+([\\w$]+)");
    private static final Pattern REGISTERS = Pattern.compile("\\.reg\\s+\\.(\\w+)\\s+(%?[\\w$]+)(?:<(\\d+)>)?");
    private static final Pattern VARIABLE =
            Pattern.compile("\\.(shared|local)\\s+(?:\\.align\\s+(\\d+)\\s+)?\\.(\\w+)\\s+([\\w$]+)(?:\\[(\\d+)])?");
    private static final Pattern DYNAMIC_VARIABLE =
            Pattern.compile("\\.extern\\s+\\.shared\\s+(?:\\.align\\s+\\d+\\s+)?\\.\\w+\\s+([\\w$]+)\\[\\s*]");
    private static final Pattern LABEL = Pattern.compile("([\\w$]+)\\s*:");
    private static final String POSITION_MARK = "//@";
    private static final Pattern NUMBERED_POSITION = Pattern.compile("(#\\d+) = (.*)");

    /** Between variables, so that an index past the end of one does not silently reach the next. */
    private static final int VARIABLE_GAP = 256;

    /** Behind the largest memory that a launch can give. */
    private static final long DYNAMIC_END = 1 << 20;

    private record Statement(int line, String text, SourcePosition position) {}

    private final RegisterLayout layout = new RegisterLayout();
    private final Map<String, Variable> variables = new HashMap<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Statement> instructions = new ArrayList<>();
    private final Map<AddressSpace, Long> nextAddress = new HashMap<>();
    private final Map<String, SourcePosition> positions = new HashMap<>();
    private final StringBuilder pending = new StringBuilder();
    private String entry = "";
    private int parameters;
    private int pendingLine;
    private boolean inBody;
    private boolean inVector;
    private SourcePosition position = SourcePosition.UNKNOWN;

    PtxProgram parse(String text) {
        int number = 0;
        for (String line : text.split("\\R", -1)) {
            number++;
            parseLine(number, line);
        }
        if (!pending.isEmpty()) {
            throw new PtxSyntaxException(pendingLine, pending.toString().strip(), "no ; at the end");
        }
        if (entry.isEmpty()) {
            throw new PtxSyntaxException(number, "", "no .entry");
        }
        return new PtxProgram(
                entry, decode(), parameters, layout.names(), layout.initials(), List.copyOf(variables.values()));
    }

    private List<GuardedInstruction> decode() {
        var decoder = new InstructionDecoder(new OperandResolver(layout, variables), labels);
        var code = new ArrayList<GuardedInstruction>(instructions.size() + 1);
        for (Statement statement : instructions) {
            code.add(decoder.decode(statement.line(), statement.text(), statement.position()));
        }
        code.add(new GuardedInstruction(
                new Instruction.Exit(), GuardedInstruction.ALWAYS, true, pendingLine, "}", position));
        return List.copyOf(code);
    }

    private void parseLine(int number, String line) {
        String stripped = line.strip();
        if (stripped.startsWith(POSITION_MARK)) {
            readPosition(stripped.substring(POSITION_MARK.length()).strip());
            return;
        }
        int comment = line.indexOf("//");
        String content = comment < 0 ? line : line.substring(0, comment);
        if (LINE_DIRECTIVES.contains(content.strip().split("\\s", 2)[0])) {
            return;
        }
        for (int at = 0; at < content.length(); at++) {
            parseCharacter(number, content.charAt(at));
        }
        if (!pending.isEmpty()) {
            pending.append(' ');
        }
    }

    /** A position that begins with a number and {@code =} is referred to by that number further down. */
    private void readPosition(String text) {
        Matcher numbered = NUMBERED_POSITION.matcher(text);
        if (numbered.matches()) {
            positions.put(numbered.group(1), SourcePosition.parse(numbered.group(2), positions));
        } else {
            position = SourcePosition.parse(text, positions);
        }
    }

    private void parseCharacter(int line, char character) {
        switch (character) {
            case ';' -> endStatement(line);
            case ':' -> endLabel(line, pending.append(character).toString().strip());
            case '{' -> {
                inVector = inBody && !pending.isEmpty();
                if (inVector) {
                    pending.append(character);
                } else {
                    openBody(line);
                }
            }
            case '}' -> {
                if (inVector) {
                    pending.append(character);
                    inVector = false;
                } else {
                    closeBody(line);
                }
            }
            default -> {
                if (pending.isEmpty()) {
                    pendingLine = line;
                }
                if (!pending.isEmpty() || !Character.isWhitespace(character)) {
                    pending.append(character);
                }
            }
        }
    }

    private void endStatement(int line) {
        String text = takePending();
        if (text.startsWith(".reg")) {
            declareRegisters(line, text);
        } else if (text.startsWith(".shared") || text.startsWith(".local")) {
            declareVariable(line, text);
        } else if (text.startsWith(".extern")) {
            declareDynamicVariable(line, text);
        } else if (inBody && !text.startsWith(".")) {
            instructions.add(new Statement(pendingLine, text, position));
        } else {
            throw new PtxSyntaxException(line, text, "unknown statement");
        }
    }

    private void endLabel(int line, String text) {
        Matcher label = LABEL.matcher(text);
        if (!label.matches() || !inBody) {
            throw new PtxSyntaxException(line, text, "not a label");
        }
        if (labels.put(label.group(1), instructions.size()) != null) {
            throw new PtxSyntaxException(line, text, "label defined twice");
        }
        pending.setLength(0);
    }

    private void openBody(int line) {
        String text = takePending();
        Matcher matcher = ENTRY.matcher(text);
        if (inBody || !entry.isEmpty() || !matcher.matches()) {
            throw new PtxSyntaxException(line, text + " {", "only one .entry with one body is supported");
        }
        entry = matcher.group(1);
        inBody = true;
        String list = matcher.group(2);
        if (list != null && !list.isBlank()) {
            for (String parameter : list.split(",", -1)) {
                declareParameter(line, parameter.strip());
            }
        }
    }

    private void closeBody(int line) {
        String rest = takePending();
        if (!inBody || !rest.isEmpty()) {
            throw new PtxSyntaxException(line, rest + "}", "unexpected end of body");
        }
        inBody = false;
        pendingLine = line;
    }

    private void declareParameter(int line, String text) {
        Matcher matcher = PARAMETER.matcher(text);
        if (!matcher.matches()) {
            throw new PtxSyntaxException(line, text, "parameters must be 8 bytes wide");
        }
        layout.declareParameter(matcher.group(1), parameters++);
    }

    private void declareRegisters(int line, String text) {
        Matcher matcher = REGISTERS.matcher(text);
        if (!matcher.matches() || PtxType.ofSuffix(matcher.group(1)) == null) {
            throw new PtxSyntaxException(line, text, "not a register declaration");
        }
        if (matcher.group(3) == null) {
            layout.declareRegister(matcher.group(2));
            return;
        }
        int count = Integer.parseInt(matcher.group(3));
        for (int index = 0; index < count; index++) {
            layout.declareRegister(matcher.group(2) + index);
        }
    }

    private void declareVariable(int line, String text) {
        Matcher matcher = VARIABLE.matcher(text);
        PtxType type = matcher.matches() ? PtxType.ofSuffix(matcher.group(3)) : null;
        if (type == null) {
            throw new PtxSyntaxException(line, text, "not a variable declaration");
        }
        var space = matcher.group(1).equals("shared") ? AddressSpace.SHARED : AddressSpace.LOCAL;
        int count = matcher.group(5) == null ? 1 : Integer.parseInt(matcher.group(5));
        int bytes = Math.multiplyExact(count, type.bytes());
        long address = nextAddress.getOrDefault(space, (long) VARIABLE_GAP);
        variables.put(matcher.group(4), new Variable(matcher.group(4), space, address, bytes));
        nextAddress.put(space, Math.ceilDiv(address + bytes + VARIABLE_GAP, VARIABLE_GAP) * VARIABLE_GAP);
    }

    private void declareDynamicVariable(int line, String text) {
        Matcher matcher = DYNAMIC_VARIABLE.matcher(text);
        if (!matcher.matches()) {
            throw new PtxSyntaxException(line, text, "only shared memory without a size can be external");
        }
        long address = nextAddress.getOrDefault(AddressSpace.SHARED, (long) VARIABLE_GAP);
        variables.put(
                matcher.group(1), new Variable(matcher.group(1), AddressSpace.SHARED, address, Variable.OF_LAUNCH));
        nextAddress.put(AddressSpace.SHARED, DYNAMIC_END);
    }

    private String takePending() {
        String text = pending.toString().strip();
        pending.setLength(0);
        return text;
    }
}
