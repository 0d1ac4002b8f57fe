package dev.warpbroker.cli.terminal;

/** Shows nothing. */
record ProgressSilence() implements Progress {
    @Override
    public void at(String what) {}

    @Override
    public void step() {}

    @Override
    public void close() {}
}
