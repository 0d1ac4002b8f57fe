package dev.warpbroker.experiments.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A master of Spark and some workers as processes of this machine, for trials. Their numbers are in a file of a folder,
 * so that another program can end them.
 *
 * @param master where the master listens
 * @param processes the master first
 */
public record StandaloneCluster(String master, List<ProcessHandle> processes) {
    private static final String STATE = "processes";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ANSWER_MILLIS = 200;

    /** Copies the list. */
    public StandaloneCluster {
        processes = List.copyOf(processes);
    }

    /**
     * What workers offer.
     *
     * @param count how many there are
     * @param cores of each
     * @param megabytes of each
     */
    public record Workers(int count, int cores, int megabytes) {
        /** Checks the numbers. */
        public Workers {
            if (count < 1 || cores < 1 || megabytes < 512) {
                throw new IllegalArgumentException(count + " workers with " + cores + " cores and " + megabytes
                        + " MB; give at least 1 worker, 1 core and 512 MB");
            }
        }
    }

    /**
     * Starts a master and workers, and waits until the master answers.
     *
     * @param folder for logs and the numbers of the processes
     * @throws IllegalArgumentException if a cluster runs there already
     * @throws IOException if the processes do not start
     */
    public static StandaloneCluster start(SparkHome spark, Path folder, Workers workers) throws IOException {
        if (!running(folder).isEmpty()) {
            throw new IllegalArgumentException("a cluster runs already, its logs are in " + folder
                    + "; use that one, or end it with: warpbroker cluster stop");
        }
        Files.createDirectories(folder);
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        int port = freePort();
        String url = "spark://" + host + ":" + port;
        var processes = new ArrayList<ProcessHandle>();
        try {
            processes.add(process(
                    spark,
                    folder,
                    "master",
                    List.of(
                            "org.apache.spark.deploy.master.Master",
                            "--host",
                            host,
                            "--port",
                            String.valueOf(port),
                            "--webui-port",
                            "0")));
            write(folder, url, processes);
            awaitAnswer(host, port, processes.getFirst(), folder);
            for (int i = 1; i <= workers.count; i++) {
                processes.add(worker(spark, folder, i, workers, url));
            }
            write(folder, url, processes);
            return new StandaloneCluster(url, processes);
        } catch (IOException | RuntimeException notStarted) {
            processes.forEach(ProcessHandle::destroyForcibly);
            throw notStarted;
        }
    }

    /**
     * {@return this cluster with one more worker}
     *
     * @param folder that of the cluster
     * @param offered what the worker offers
     */
    public StandaloneCluster withWorker(SparkHome spark, Path folder, Workers offered) throws IOException {
        var all = new ArrayList<>(processes);
        all.add(worker(spark, folder, processes.size(), offered, master));
        write(folder, master, all);
        return new StandaloneCluster(master, all);
    }

    private static ProcessHandle worker(SparkHome spark, Path folder, int number, Workers offered, String url)
            throws IOException {
        return process(
                spark,
                folder,
                "worker-" + number,
                List.of(
                        "org.apache.spark.deploy.worker.Worker",
                        "--host",
                        InetAddress.getLoopbackAddress().getHostAddress(),
                        "--webui-port",
                        "0",
                        "--cores",
                        String.valueOf(offered.cores),
                        "--memory",
                        offered.megabytes + "m",
                        "--work-dir",
                        folder.resolve("work-" + number).toAbsolutePath().toString(),
                        url));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static ProcessHandle process(SparkHome spark, Path folder, String name, List<String> command)
            throws IOException {
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(SparkHome.JAVA_OPTIONS);
        line.addAll(List.of("-Xmx512m", "-cp", spark.classPath()));
        line.addAll(command);
        var log = folder.resolve(name + ".log").toFile();
        var builder = new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log);
        builder.environment().putAll(spark.environment());
        builder.environment()
                .put("SPARK_LOCAL_IP", InetAddress.getLoopbackAddress().getHostAddress());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start().toHandle();
    }

    private static void awaitAnswer(String host, int port, ProcessHandle master, Path folder) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), ANSWER_MILLIS);
                return;
            } catch (IOException notYet) {
                if (!master.isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException(
                            "the master does not answer on port " + port + "; see " + folder.resolve("master.log"),
                            notYet);
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(ANSWER_MILLIS);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a cluster was starting", interruption);
        }
    }

    /** A process is noted with the time of its start: its number may be another's later. */
    private static void write(Path folder, String url, List<ProcessHandle> processes) throws IOException {
        var lines = new ArrayList<String>();
        lines.add(url);
        for (var process : processes) {
            lines.add(process.pid() + " " + started(process));
        }
        Files.write(folder.resolve(STATE), lines);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** {@return those processes of the cluster of a folder that still run} */
    private static List<ProcessHandle> running(Path folder) throws IOException {
        var file = folder.resolve(STATE);
        var running = new ArrayList<ProcessHandle>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
                String[] parts = line.split(" ", 2);
                ProcessHandle.of(Long.parseLong(parts[0]))
                        .filter(process -> process.isAlive()
                                && String.valueOf(started(process)).equals(parts[1]))
                        .ifPresent(running::add);
            }
        }
        return running;
    }

    /** Ends the cluster of a folder. {@return how many processes ran} */
    public static int stop(Path folder) throws IOException {
        var running = running(folder);
        for (var process : running.reversed()) { // workers first: they end their executors
            end(process);
        }
        Files.deleteIfExists(folder.resolve(STATE));
        return running.size();
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        } catch (ExecutionException | TimeoutException _) {
            process.destroyForcibly();
        }
    }
}
