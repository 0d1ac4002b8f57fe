/** A program of a stranger. */
module com.example.fib {
    requires dev.warpbroker.tasks;

    // The library reads the records and lambdas of this package. Without this line, hand a lookup to Device and Layout.
    opens com.example.fib to
            dev.warpbroker.device;
}
