package dev.warpbroker.verify;

/** What a linearizable history keeps to. */
public enum Rule {
    /** What is removed was inserted before. */
    FRESH("Fresh"),

    /** Nothing is removed twice. */
    REPEAT("Repeat"),

    /** Values leave in the order of the structure. */
    ORDER("Order"),

    /** Where a removal found nothing there was an instant with nothing inside. */
    EMPTY("Empty"),

    /** There are never more values inside than the capacity allows. */
    CAPACITY("Capacity"),

    /** Where an insertion found no room there was an instant without room. */
    FULL("Full"),

    /** There is an order of single steps that explains everything. */
    SEARCH("Search");

    private final String title;

    Rule(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }
}
