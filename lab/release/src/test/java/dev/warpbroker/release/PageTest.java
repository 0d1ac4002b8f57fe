package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void linksLeadToPages() {
        var page = Page.of(
                Path.of("docs/a.md"),
                "# A\n\n[b](b.md#c) [readme](../README.md) [folder](../lab/x) [file](../run) [far](https://a.b/c.md)",
                file -> file.equals(Path.of("lab/x")));
        assertThat(page.path()).isEqualTo("docs/a.html");
        assertThat(page.links())
                .containsExactly(
                        new Page.Link("b.md#c", Path.of("docs/b.md"), "c"),
                        new Page.Link("../README.md", Path.of("README.md"), ""),
                        new Page.Link("../lab/x", Path.of("lab/x"), ""),
                        new Page.Link("../run", Path.of("run"), ""));
        assertThat(page.html())
                .contains("<title>A – Warpbroker</title>", "href=\"b.html#c\"", "href=\"https://a.b/c.md\"")
                .contains("href=\"../index.html\"", "href=\"../lab/x/index.html\"", "href=\"../run\"")
                .contains("<a href=\"../docs/kernels.html\">Kernels</a>");
    }

    @Test
    void readmeIsTheIndexOfItsFolder() {
        assertThat(page("README.md", "# Warpbroker\n").path()).isEqualTo("index.html");
        assertThat(page("results/README.md", "# R\n").path()).isEqualTo("results/index.html");
    }

    @Test
    void tablesAndImagesAreRendered() {
        var html = page("a.md", "# A\n\n| x |\n|---|\n| 1 |\n\n![p](p.png)\n").html();
        assertThat(html).contains("<td>1</td>", "<img src=\"p.png\" alt=\"p\"");
    }

    private static Page page(String source, String markdown) {
        return Page.of(Path.of(source), markdown, _ -> false);
    }
}
