package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The page in a real browser, Chromium without a window. Skipped where there is none: {@code apt install chromium
 * chromium-driver}. With {@code -Dscreenshots=FOLDER} it leaves pictures of the page.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageInBrowserTest {
    @TempDir
    private static Path folder;

    private @Nullable ChromeDriver started;

    private static Optional<Path> program(String... names) {
        for (String name : names) {
            for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
                var file = Path.of(place, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    @BeforeAll
    void makeThePageAndStartTheBrowser() throws IOException {
        var chromium = program("chromium", "chromium-browser", "google-chrome", "chrome");
        var driver = program("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && driver.isPresent(),
                "SKIPPED: no chromium and chromedriver on the PATH, so no page was opened in a browser");
        ResultFile.append(
                folder.resolve("results.jsonl"),
                List.of(
                        Samples.pairs(Samples.GPU, "BQ", "thread", 1024, 20_480),
                        Samples.pairs(Samples.GPU, "BQ", "thread", 65_536, 90_000),
                        Samples.pairs(Samples.GPU, "BQ", "thread", 270_336, 350_000),
                        Samples.pairs(Samples.GPU, "BWD", "thread", 1024, 10_480),
                        Samples.pairs(Samples.GPU, "BWD", "thread", 65_536, 180_000),
                        Samples.pairs(Samples.GPU, "BWD", "thread", 270_336, 50_000),
                        Samples.other("trees", "fork-join", Map.of("work", "fib(25)", "workers", 2), 1000, 1000),
                        Samples.other("trees", "stealing", Map.of("work", "fib(25)", "workers", 2), 3000, 1000)),
                Samples::unexpected);
        assertThat(CommandRun.of("report", folder.toString(), "-q").code()).isZero();
        var options = new ChromeOptions();
        options.setBinary(chromium.get().toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run");
        // It would look for servers that it cannot reach, many at a time.
        options.addArguments("--disable-background-networking", "--disable-component-update", "--disable-sync");
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.get().toFile())
                .usingAnyFreePort()
                .build();
        started = new ChromeDriver(service, options);
    }

    @AfterAll
    void endTheBrowser() {
        if (started != null) {
            started.quit();
        }
    }

    private ChromeDriver browser() {
        return Objects.requireNonNull(started);
    }

    private void open(int width, int height, boolean dark) {
        browser().manage().window().setSize(new Dimension(width, height));
        browser()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of(
                                "features",
                                List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        browser()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        browser().get(folder.resolve("report.html").toUri().toString());
    }

    @ParameterizedTest
    @CsvSource({"1280, 900, false", "400, 800, false", "1280, 900, true"})
    void opensWithoutErrorsAndFitsTheScreen(int width, int height, boolean dark) throws IOException {
        open(width, height, dark);

        assertThat(browser().manage().logs().get(LogType.BROWSER).getAll())
                .as("messages of the browser")
                .isEmpty();
        String text = browser().findElement(By.tagName("body")).getText();
        assertThat(text).contains("In short", "is the fastest").doesNotContain("NaN", "undefined", "Infinity");
        assertThat(browser().findElements(By.cssSelector(".canvas canvas"))).isNotEmpty();
        assertThat(script("return document.documentElement.scrollWidth <= window.innerWidth"))
                .as("nothing sticks out at the right")
                .isEqualTo(true);
        assertThat(script("return matchMedia('(prefers-color-scheme: dark)').matches"))
                .isEqualTo(dark);
        String pictures = System.getProperty("screenshots");
        if (pictures != null) {
            Files.createDirectories(Path.of(pictures));
            Files.write(
                    Path.of(pictures, width + "x" + height + (dark ? "-dark" : "") + ".png"),
                    browser().getScreenshotAs(OutputType.BYTES));
        }
    }

    /** Labels at the ticks are painted, so their places are asked of the plot: as far apart as they are long. */
    @ParameterizedTest
    @CsvSource({"1280, 900", "400, 800"})
    void labelsDoNotTouch(int width, int height) {
        open(width, height, false);

        assertThat(script("""
            const touching = [];
            for (const u of window.warpbrokerPlots) {
                const axis = u.axes[0];
                const texts = axis._values;
                let end = -Infinity;
                axis._splits.forEach((split, i) => {
                    if (texts[i] === '') return;
                    u.ctx.font = '12px sans-serif';
                    const half = u.ctx.measureText(texts[i]).width / 2;
                    const middle = u.valToPos(split, 'x');
                    if (middle - half < end) touching.push(texts[i]);
                    end = middle + half;
                });
            }
            const boxes = [...document.querySelectorAll('figcaption, .says, .y-label, .canvas, .x-label, .legend')]
                    .map(element => element.getBoundingClientRect()).filter(box => box.height > 0);
            boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
                if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
                    touching.push(`${a.top} and ${b.top}`);
                }
            }));
            return touching;
            """)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
    }

    @Test
    void aTableSortsByTheColumnThatIsClicked() {
        open(1280, 900, false);
        var table = browser().findElement(By.cssSelector("table"));
        var heading = table.findElements(By.cssSelector("th button")).getLast();

        click(heading);
        var ascending = lastCells(table);
        click(heading);
        var descending = lastCells(table);

        assertThat(ascending).hasSizeGreaterThan(1).isEqualTo(descending.reversed());
        assertThat(ascending.stream().map(PageInBrowserTest::number).toList()).isSorted();
        assertThat(number(ascending.getFirst())).isLessThan(number(ascending.getLast()));
    }

    /** {@return the number in a cell, which may have separators of thousands} */
    private static double number(String cell) {
        return Double.parseDouble(cell.replace(",", ""));
    }

    private static List<String> lastCells(WebElement table) {
        return table.findElements(By.cssSelector("tbody tr td:last-child")).stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void aLineHidesAndComesBack() {
        open(1280, 900, false);
        var button = browser().findElement(By.cssSelector(".legend button"));

        click(button);
        assertThat(script("return window.warpbrokerPlots[0].series[1].show")).isEqualTo(false);
        assertThat(button.getDomAttribute("aria-pressed")).isEqualTo("false");
        click(button);
        assertThat(script("return window.warpbrokerPlots[0].series[1].show")).isEqualTo(true);
    }

    @Test
    void aNameExplainsItself() {
        open(1280, 900, false);

        new Actions(browser())
                .moveToElement(browser().findElement(By.cssSelector("td .term")))
                .perform();

        assertThat(browser().findElement(By.cssSelector("body > .tip")).getText())
                .contains("Broker");
    }

    /** Whatever the page is scrolling to. */
    private void click(WebElement element) {
        browser().executeScript("arguments[0].click()", element);
    }

    private Object script(String code) {
        return Objects.requireNonNull(browser().executeScript(code));
    }
}
