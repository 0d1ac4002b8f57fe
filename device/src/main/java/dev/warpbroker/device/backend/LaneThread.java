package dev.warpbroker.device.backend;

/** A thread of the JVM device that runs lanes. */
public abstract class LaneThread extends Thread {
    protected LaneThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** Called by a lane that has been waiting for a while. */
    protected abstract void waiting(String waitingFor);

    /** Ends the calling lane if its launch was cancelled. Does nothing on threads that do not run lanes. */
    public static void stopIfCancelled(String waitingFor) {
        if (Thread.currentThread() instanceof LaneThread thread) {
            thread.waiting(waitingFor);
        }
    }
}
