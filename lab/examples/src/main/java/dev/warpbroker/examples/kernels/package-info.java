/** Programs as Java developers write them, run as kernels: ciphers, codecs, filters, solvers. */
@NullMarked
package dev.warpbroker.examples.kernels;

import org.jspecify.annotations.NullMarked;
