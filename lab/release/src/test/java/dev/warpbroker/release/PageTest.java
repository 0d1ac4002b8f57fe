package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void linksLeadToPages() {
        var page = Page.of(
                Path.of("docs/a.md"),
                "# A\n\n[b](b.md#c) [readme](../README.md) [folder](../lab/x) [far](https://a.b/c.md)");
        assertThat(page.path()).isEqualTo("docs/a.html");
        assertThat(page.links()).containsExactly("b.html", "../index.html", "../lab/x/index.html");
        assertThat(page.html())
                .contains("<title>A – Warpbroker</title>", "href=\"b.html#c\"", "href=\"https://a.b/c.md\"")
                .contains("<a href=\"../docs/kernels.html\">Kernels</a>");
    }

    @Test
    void readmeIsTheIndexOfItsFolder() {
        assertThat(Page.of(Path.of("README.md"), "# Warpbroker\n").path()).isEqualTo("index.html");
        assertThat(Page.of(Path.of("results/README.md"), "# R\n").path()).isEqualTo("results/index.html");
    }

    @Test
    void tablesAndImagesAreRendered() {
        var html = Page.of(Path.of("a.md"), "# A\n\n| x |\n|---|\n| 1 |\n\n![p](p.png)\n")
                .html();
        assertThat(html).contains("<td>1</td>", "<img src=\"p.png\" alt=\"p\"");
    }
}
