package dev.warpbroker.compiler.ir;

import org.jspecify.annotations.Nullable;

/** A position that refers to nothing but names. Positions with the same caller share it. */
public record Trace(StackTraceElement place, @Nullable Trace caller) implements Position {}
