package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesTest {
    @TempDir
    Path root;

    @TempDir
    Path site;

    @BeforeEach
    void repository() throws IOException {
        put("README.md", "# R\n\n[guide](docs/guide.md#two-words) [records](results/gpu)\n");
        put("docs/guide.md", "# G\n\n## Two words\n\n[up](#g) ![plot](plot.svg) [script](../run)\n");
        put("docs/plot.svg", "<svg/>");
        put("run", "#!/bin/sh\n");
        put("results/gpu/rows.jsonl", "{}\n");
        put("not-linked.txt", "");
    }

    @Test
    void whatAPageLinksIsInTheSite() throws IOException {
        assertThat(broken("README.md")).isEmpty();
        assertThat(site.resolve("docs/guide.html")).content().contains("href=\"../run\"", "src=\"plot.svg\"");
        assertThat(site.resolve("docs/plot.svg")).hasContent("<svg/>");
        assertThat(site.resolve("run")).exists();
        assertThat(site.resolve("not-linked.txt")).doesNotExist();
    }

    @Test
    void aFolderWithoutAReadmeIsAListOfItsFiles() throws IOException {
        assertThat(broken("README.md")).isEmpty();
        assertThat(site.resolve("results/gpu/index.html")).content().contains("href=\"rows.jsonl\"");
        assertThat(site.resolve("results/gpu/rows.jsonl")).exists();
    }

    @Test
    void aLinkThatLeadsNowhereIsNamedWithItsFile() throws IOException {
        put("docs/guide.md", "[a](gone.md) [b](../run#x) [c](../../x) [d](/etc) [e](#no) [f](../README.md#no)\n");
        assertThat(broken("docs/guide.md"))
                .containsExactly(
                        "docs/guide.md links to gone.md: there is no docs/gone.md",
                        "docs/guide.md links to ../../x: there is no ../x",
                        "docs/guide.md links to /etc: there is no /etc",
                        "docs/guide.md links to #no: no heading there is #no",
                        "docs/guide.md links to ../README.md#no: no heading there is #no",
                        "README.md links to docs/guide.md#two-words: no heading there is #two-words");
    }

    @Test
    void aPageThatWasMadeBeforeIsNotWrittenAgain() throws IOException {
        put("README.md", "[report](results/gpu/report.md)\n");
        var pages = new Pages(root, site, Set.of(Path.of("results/gpu/report.md")));
        pages.write(Path.of("README.md"));
        assertThat(pages.brokenLinks()).isEmpty();
        assertThat(site.resolve("index.html")).content().contains("href=\"results/gpu/report.html\"");
        assertThat(site.resolve("results/gpu/report.html")).doesNotExist();
    }

    private void put(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private List<String> broken(String first) throws IOException {
        var pages = new Pages(root, site, Set.of());
        pages.write(Path.of(first));
        return pages.brokenLinks();
    }
}
