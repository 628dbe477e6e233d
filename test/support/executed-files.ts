import { Session, type Profiler } from 'node:inspector/promises';
import { relative } from 'node:path';

/** The files of src of which a function runs while `work` does, as V8 counts them, in the order of their names. */
export async function executedFiles(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(hasRun)
      .map(fileOf)
      .filter((file) => file.startsWith('src/'))
      .toSorted();
  } finally {
    session.disconnect();
  }
}

/** Beside the module itself, whose range begins with the file: that it is loaded is no run. */
function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0);
}

function fileOf({ url }: Profiler.ScriptCoverage): string {
  return relative(process.cwd(), url.replace(/^file:\/\//, ''));
}
