package dev.warpbroker.compiler.frontend;

/** What texts are asked at run time, in kernel Java: a constant text is a table of its characters. */
final class KernelTexts {
    private KernelTexts() {}

    static int indexOf(char[] text, int c) {
        if (c >= Character.MIN_SUPPLEMENTARY_CODE_POINT && c <= Character.MAX_CODE_POINT) {
            char high = Character.highSurrogate(c);
            char low = Character.lowSurrogate(c);
            for (int i = 0; i < text.length - 1; i++) {
                if (text[i] == high && text[i + 1] == low) {
                    return i;
                }
            }
            return -1;
        }
        for (int i = 0; i < text.length; i++) {
            if (text[i] == c) {
                return i;
            }
        }
        return -1;
    }
}
