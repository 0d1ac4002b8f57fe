package dev.warpbroker.tasks;

/**
 * Takes in the tasks that the host sends: held by the first lane of the first worker, or by its warp alike. Kernel
 * Java.
 */
final class MailReader<T> {
    private final RunMemory<T> memory;
    private int received;

    /** Whether the unit of the host was taken off the count, since it sends no more. */
    private boolean closed;

    // Of the last look.
    private boolean last;
    private int waiting;

    MailReader(RunMemory<T> memory) {
        this.memory = memory;
    }

    /**
     * Tells the host how far the run is. {@return how many tasks to take in: those that have come, but no more than
     * fit}
     */
    int look(int room) {
        var mailbox = memory.mailbox();
        mailbox.tell(memory.progress());
        last = mailbox.isClosed();
        waiting = mailbox.waiting(received);
        return Math.min(waiting, room);
    }

    /** Hands {@code count} tasks on. Those that need units are counted before. */
    void take(int count, Spawner<T> out) {
        var mailbox = memory.mailbox();
        for (int i = 0; i < count; i++) {
            out.spawn(mailbox.receive(received + i));
        }
        if (count > 0) {
            received += count;
            mailbox.received(received);
        }
        if (last && count == waiting && !closed) {
            closed = true;
            memory.outstanding().add(-1);
        }
    }
}
