package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Sha1Test {
    private static final long SEED = 1;

    @Test
    void digestsAreThoseOfTheJdk() throws NoSuchAlgorithmException {
        var random = new SplittableRandom(SEED);
        MessageDigest reference = MessageDigest.getInstance("SHA-1");
        for (int i = 0; i < 1_000; i++) {
            int[] words = random.ints(6).toArray();
            ByteBuffer message = ByteBuffer.allocate(24);
            message.asIntBuffer().put(words);
            assertThat(Sha1.of(words[0], words[1], words[2], words[3], words[4], words[5]))
                    .as("seed %d, message %d", SEED, i)
                    .isEqualTo(digest(reference.digest(message.array())));
            reference.update(message.array(), 0, 20);
            assertThat(Sha1.of(words[0], words[1], words[2], words[3], words[4]))
                    .as("seed %d, message %d", SEED, i)
                    .isEqualTo(digest(reference.digest()));
        }
    }

    private static Sha1.Digest digest(byte[] bytes) {
        var words = ByteBuffer.wrap(bytes).asIntBuffer();
        return new Sha1.Digest(words.get(0), words.get(1), words.get(2), words.get(3), words.get(4));
    }
}
