package dev.warpbroker.compiler;

import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.log.LogSite;
import java.util.List;

/**
 * A kernel as PTX.
 *
 * @param entry the name of the entry in the module
 * @param ptx the text of the module
 * @param parameters what each parameter is, in order
 * @param sites the places where lanes may end early; a report names them by index
 * @param waits whether lanes wait for other lanes, so that all must be resident at once
 * @param dynamicSharedBytes the shared memory that a launch must ask for; 0 if the code declares all that it has
 * @param logSites the places that log, by number; none if the code has no trace of a log
 */
public record CompiledKernel(
        String entry,
        String ptx,
        List<KernelParameter> parameters,
        List<FaultSite> sites,
        boolean waits,
        int dynamicSharedBytes,
        List<LogSite> logSites) {
    public CompiledKernel {
        parameters = List.copyOf(parameters);
        sites = List.copyOf(sites);
        logSites = List.copyOf(logSites);
    }
}
