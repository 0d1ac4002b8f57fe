/** What people look at: tables, plots, sections of a page, and numbers in words. Depends on nothing else here. */
@NullMarked
package dev.warpbroker.experiments.page;

import org.jspecify.annotations.NullMarked;
