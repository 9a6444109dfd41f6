import { hasNpmEnded, noteAncestors, readLineage } from './process/note-ancestor-processes.ts';
import { yieldHelperThreads } from './process/helper-thread-priority.ts';

// Before the service is loaded, which takes a good part of a second: an npm that is killed meanwhile must be missed.
const ancestors = noteAncestors();
if (process.env.npm_lifecycle_event !== undefined && hasNpmEnded(readLineage())) {
  process.stderr.write('npm was gone before the service began: nothing is started.\n');
} else {
  yieldHelperThreads();
  const { runProgram } = await import('./process/run-service-process.ts');
  await runProgram({ ancestors, args: process.argv.slice(2), env: process.env });
}
