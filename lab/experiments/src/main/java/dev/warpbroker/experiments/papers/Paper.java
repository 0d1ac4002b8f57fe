package dev.warpbroker.experiments.papers;

import java.util.List;

/**
 * A paper, and everything that it shows.
 *
 * @param name by which we call it
 * @param citation authors, title, where and when
 * @param machine what it measured on
 * @param exhibits its figures and tables with measurements, in its order
 * @param illustrations its other figures and tables: drawings of algorithms and machines
 */
public record Paper(
        String name, String citation, String machine, List<Exhibit> exhibits, List<Illustration> illustrations) {
    /** A figure or table without measurements. */
    public record Illustration(String number, String shows) {}

    public Paper {
        exhibits = List.copyOf(exhibits);
        illustrations = List.copyOf(illustrations);
    }
}
