package dev.warpbroker.experiments.page;

import java.util.Optional;

/**
 * What an experiment is about, for people who have never heard of it.
 *
 * @param title its heading
 * @param about what one sees, and why it matters
 */
public record Story(String title, String about) {
    /** {@return the story of an experiment} */
    public static Optional<Story> of(String experiment) {
        return TextRows.of("experiments.txt", 3).stream()
                .filter(row -> row.getFirst().equals(experiment))
                .map(row -> new Story(row.get(1), row.get(2)))
                .findFirst();
    }
}
