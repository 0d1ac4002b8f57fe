// Reads traces with the importer of Trace-Viewer, and prints what it found: a line of JSON for each.
//     node read-trace.js FOLDER TRACE...        FOLDER is the unpacked package of npm, traceviewer 1.0.11
'use strict';
const fs = require('fs');
const path = require('path');

const viewer = path.resolve(process.argv[2]);
require(path.join(viewer, 'catapult_build', 'node_bootstrap.js'));
const libraries = path.join(viewer, 'tracing', 'third_party');
HTMLImportsLoader.addArrayToSourcePath([
  path.join(viewer, 'tracing'),
  libraries,
  path.join(libraries, 'gl-matrix', 'dist'),
  path.join(libraries, 'jszip'),
]);
for (const part of ['model/model', 'importer/import', 'extras/importer/trace_event_importer']) {
  HTMLImportsLoader.loadHTML(`/tracing/${part}.html`);
}

// It says so of every trace whose unit is the nanosecond.
const isNoise = warning => warning.type === 'low_resolution_timer';

for (const file of process.argv.slice(3)) {
  const model = new tr.Model();
  new tr.importer.Import(model).importTraces([fs.readFileSync(file, 'utf8')]);
  const found = {
    trace: path.basename(file),
    warnings: model.importWarnings.filter(warning => !isNoise(warning)).map(warning => warning.message),
    processes: Object.values(model.processes).map(process => process.name),
    threads: 0, spans: 0, tasks: 0, steals: 0, arrows: model.flowEvents.length,
  };
  for (const process of Object.values(model.processes)) {
    for (const thread of Object.values(process.threads)) {
      found.threads++;
      for (const slice of thread.sliceGroup.slices) {
        found.spans++;
        if (slice.category === 'tasks') found.tasks += slice.args.tasks;
        if (slice.title === 'steal') found.steals++;
      }
    }
  }
  console.log(JSON.stringify(found));
}
