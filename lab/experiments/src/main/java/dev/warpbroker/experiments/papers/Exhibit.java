package dev.warpbroker.experiments.papers;

import java.util.List;
import java.util.stream.Stream;

/**
 * A figure or table of a paper, or several that show the same measurements.
 *
 * @param numbers its names in the paper: {@code figure 2a}
 * @param shows what it shows
 * @param commands what makes ours, without the program's name
 * @param remarks what is different here
 * @param claims what the paper says of it
 * @param grids our tables
 */
public record Exhibit(
        List<String> numbers,
        String shows,
        List<String> commands,
        List<String> remarks,
        List<Claim> claims,
        List<Grid> grids) {
    public Exhibit {
        numbers = List.copyOf(numbers);
        commands = List.copyOf(commands);
        remarks = List.copyOf(remarks);
        claims = List.copyOf(claims);
        grids = List.copyOf(grids);
    }

    static Exhibit of(String... numbers) {
        return new Exhibit(List.of(numbers), "", List.of(), List.of(), List.of(), List.of());
    }

    Exhibit shows(String what) {
        return new Exhibit(numbers, what, commands, remarks, claims, grids);
    }

    Exhibit run(String command) {
        return new Exhibit(numbers, shows, added(commands, command), remarks, claims, grids);
    }

    Exhibit remark(String remark) {
        return new Exhibit(numbers, shows, commands, added(remarks, remark), claims, grids);
    }

    Exhibit claim(Claim claim) {
        return new Exhibit(numbers, shows, commands, remarks, added(claims, claim), grids);
    }

    Exhibit claims(List<Claim> several) {
        var exhibit = this;
        for (var claim : several) {
            exhibit = exhibit.claim(claim);
        }
        return exhibit;
    }

    Exhibit grid(Grid grid) {
        return new Exhibit(numbers, shows, commands, remarks, claims, added(grids, grid));
    }

    private static <T> List<T> added(List<T> some, T another) {
        return Stream.concat(some.stream(), Stream.of(another)).toList();
    }

    /** {@return its names in one: {@code figures 2a, 2c}} */
    public String title() {
        if (numbers.size() == 1) {
            return numbers.getFirst();
        }
        var kinds = numbers.stream()
                .map(number -> number.split(" ", 2)[0])
                .distinct()
                .toList();
        if (kinds.size() > 1) {
            return String.join(", ", numbers);
        }
        return kinds.getFirst() + "s "
                + String.join(
                        ", ",
                        numbers.stream().map(number -> number.split(" ", 2)[1]).toList());
    }

    /** {@return those commands that make a record like one that is missing} */
    List<String> commandsFor(Missing missing) {
        if (!missing.command().isEmpty()) {
            return commands.contains(missing.command()) ? List.of(missing.command()) : List.of();
        }
        String experiment = missing.experiment().replaceAll("-.*", "");
        return commands.stream()
                .filter(command -> command.startsWith("bench " + experiment + " ")
                        && command.contains("--device " + missing.device()))
                .toList();
    }
}
