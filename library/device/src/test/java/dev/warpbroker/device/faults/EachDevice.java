package dev.warpbroker.device.faults;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a test on the JVM and on two simulators. Its argument is the device, which JUnit closes afterwards. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ParameterizedTest
@MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
public @interface EachDevice {}
