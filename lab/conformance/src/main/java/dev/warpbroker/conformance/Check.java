package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;

/** What a case does with a device. */
public sealed interface Check
        permits Agreement,
                Verification,
                Failure,
                Hang,
                CopyCases.OfCopies,
                MathCases.OfMethod,
                MathCases.OfFastMath,
                MemoryCases.OfLargeMemory,
                ResidencyCases.OfFullDevice,
                GridCases.OfLog,
                QueueCases.OfQueue,
                DequeCases.OfDeque,
                StackCases.OfStack,
                SchedulerCases.OfScheduler,
                TaskGraphCases.OfGraph,
                GroupTaskCases.OfGroups,
                FaultRuns.OfEngine,
                ForkJoinCases.OfForkJoin,
                TraceCases.OfTrace,
                HostCases.OfHost,
                BfsCases.OfBfs,
                BfsCases.OfShapes,
                PathsCases.OfPaths,
                PathsCases.OfRoads,
                PathsCases.OfGreatestDistance,
                PageRankCases.OfPageRank,
                PageRankCases.OfPull,
                ComponentsCases.OfComponents,
                ThesisCases.OfSpawnSync,
                ThesisCases.OfQueueSearch,
                RenderCases.OfPicture,
                ExampleCases.OfExample {
    /**
     * Runs the kernel of the case and compares.
     *
     * @throws Mismatch if the device did something else than it must
     */
    void on(Device device);
}
