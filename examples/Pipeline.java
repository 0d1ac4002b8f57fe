import dev.warpbroker.concurrent.*;

/*
 * A pipeline of CPU threads with blocking queues between them; no device takes part. One thread makes messages, four
 * compute their digests, and the main thread keeps the smallest digest. The queues are bounded: a stage that is ahead
 * of the next one waits for it.
 *
 * Run it with: ./warpbroker java examples/Pipeline.java
 */

static final int MESSAGES = 20_000;
static final int WORKERS = 4;

/** The end of the messages for one worker. */
static final int END = -1;

record Digest(int message, String hex) {
    static Digest of(int message) throws NoSuchAlgorithmException {
        byte[] text = ("message " + message).getBytes(StandardCharsets.UTF_8);
        return new Digest(
                message,
                HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(text)));
    }

    Digest smaller(Digest other) {
        return hex.compareTo(other.hex) <= 0 ? this : other;
    }
}

void main() throws Exception {
    var messages = new RingBlockingQueue<Integer>(256);
    var digests = new RingBlockingQueue<Digest>(256);
    Digest smallest = Digest.of(0);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        threads.submit(() -> {
            for (int message = 0; message < MESSAGES; message++) {
                messages.put(message);
            }
            for (int worker = 0; worker < WORKERS; worker++) {
                messages.put(END);
            }
            return "all messages were made";
        });
        for (int worker = 0; worker < WORKERS; worker++) {
            threads.submit(() -> {
                for (int message = messages.take(); message != END; message = messages.take()) {
                    digests.put(Digest.of(message));
                }
                return "no message is left";
            });
        }
        for (int i = 0; i < MESSAGES; i++) {
            smallest = digests.take().smaller(smallest);
        }
    }
    Digest expected = Digest.of(0);
    for (int message = 1; message < MESSAGES; message++) {
        expected = Digest.of(message).smaller(expected);
    }
    if (!smallest.equals(expected)) {
        throw new AssertionError("the smallest is " + smallest + "; must be " + expected);
    }
    IO.println("smallest digest: message " + smallest.message()); // smallest digest: message 11156
    IO.println(smallest.hex());
}
