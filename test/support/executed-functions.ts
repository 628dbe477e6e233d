import { Session, type Profiler } from 'node:inspector/promises';
import { relative } from 'node:path';

/**
 * Returns the functions of src that run during `work`, from V8's coverage: the file and the offset
 * where each begins.
 */
export async function executedFunctions(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.flatMap(executedOf).filter((name) => name.startsWith('src/'));
  } finally {
    session.disconnect();
  }
}

/** Returns the distinct files, sorted. */
export function filesOf(functions: readonly string[]): string[] {
  return [...new Set(functions.map((name) => name.slice(0, name.lastIndexOf(':'))))].toSorted();
}

/** Skips the module itself, whose range begins with the file: loading it is not a call. */
function executedOf({ url, functions }: Profiler.ScriptCoverage): string[] {
  const file = relative(process.cwd(), url.replace(/^file:\/\//, ''));
  return functions.flatMap(({ ranges: [whole] }) =>
    whole !== undefined && whole.startOffset > 0 && whole.count > 0 ? `${file}:${whole.startOffset}` : [],
  );
}
