package dev.warpbroker.experiments.page;

/** The colours of lines, each for light pages and for dark ones. */
public enum Ink {
    BLUE("#0072b2", "#56b4e9"),
    ORANGE("#d55e00", "#ff8a3d"),
    GREEN("#009e73", "#2fc79b"),
    PURPLE("#8e4fa8", "#c894e0"),
    GOLD("#b87900", "#f0b62a"),
    TEAL("#007f8c", "#4fd0dc"),
    RED("#c2273d", "#ff7d8a"),
    PINK("#c2559b", "#f29ccb"),
    BROWN("#7a5230", "#c79f77"),
    INDIGO("#4b54b8", "#9aa2ff"),
    OLIVE("#6b7a00", "#b9c93f"),
    /** For what is slow, or only there to compare with. */
    GREY("#7d8288", "#8d9299");

    private final String onLight;
    private final String onDark;

    Ink(String onLight, String onDark) {
        this.onLight = onLight;
        this.onDark = onDark;
    }

    /** {@return the colour on a light page, such as {@code #0072b2}} */
    public String onLight() {
        return onLight;
    }

    /** {@return the colour on a dark page} */
    public String onDark() {
        return onDark;
    }
}
