package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/** A {@link BrokerQueue} with a bug planted in the way it stores tickets, for tests that must find it. */
final class MutantBrokerQueue implements IntQueue {
    private final Device device;
    private final Broker broker;
    private final Ints ring;
    private final Ints tickets;
    private final int mask;
    private final int shift;
    private final TicketStore ticketStore;

    /** How the next ticket of a slot is stored. */
    enum TicketStore {
        /** As it should be. */
        CORRECT {
            @Override
            void store(Ints tickets, int slot, int next) {
                tickets.setRelease(slot, next);
            }
        },
        /** The element need not be visible to who sees the ticket. */
        WEAK {
            @Override
            void store(Ints tickets, int slot, int next) {
                tickets.set(slot, next);
            }
        },
        /** A dequeue leaves the slot to the enqueue of the round after the next, which may never come. */
        ONE_ROUND_TOO_FAR {
            @Override
            void store(Ints tickets, int slot, int next) {
                tickets.setRelease(slot, (next & 1) == 0 ? next + 2 : next);
            }
        };

        abstract void store(Ints tickets, int slot, int next);
    }

    MutantBrokerQueue(Device device, int capacity, TicketStore ticketStore) {
        this.device = device;
        this.ticketStore = ticketStore;
        mask = capacity - 1;
        shift = Integer.numberOfTrailingZeros(capacity);
        broker = Broker.on(device, capacity, 0);
        ring = device.ints(capacity);
        tickets = device.ints(capacity);
    }

    @Override
    public int capacity() {
        return broker.capacity();
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public void close() {
        broker.close();
        ring.close();
        tickets.close();
    }

    @Override
    public void clear() {
        broker.clear();
        tickets.fill(0);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (!broker.ensureEnqueue()) {
            if (broker.wasFull()) {
                return false;
            }
            backoff.pause("room");
        }
        int position = broker.nextTail();
        int slot = position & mask;
        waitForTicket(slot, 2 * (position >>> shift));
        ring.set(slot, value);
        ticketStore.store(tickets, slot, 2 * (position >>> shift) + 1);
        return true;
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (!broker.ensureDequeue()) {
            if (broker.wasEmpty()) {
                return TakenInt.empty();
            }
            backoff.pause("an element");
        }
        int position = broker.nextHead();
        int slot = position & mask;
        waitForTicket(slot, 2 * (position >>> shift) + 1);
        int value = ring.get(slot);
        ticketStore.store(tickets, slot, 2 * ((position + mask + 1) >>> shift));
        return TakenInt.of(value);
    }

    private void waitForTicket(int slot, int expected) {
        var backoff = new Backoff();
        while (tickets.getAcquire(slot) != expected) {
            backoff.pause("a ticket that a bug has spoilt");
        }
    }
}
