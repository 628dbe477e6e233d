import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoMirrorUpdates } from '../adapters/in-process/left-out.js';
import { REGISTERS } from '../registers/registers.js';
import { MirrorRefresh } from '../adapters/registries/bulk/importing/mirror-refresh.js';
import type { ScheduleLock, MirrorUpdates } from '../core/maintenance/ports.js';
import type { Infrastructure } from './infrastructure.js';

const COMMAND = fileURLToPath(new URL(`../commands/registry${extname(import.meta.url)}`, import.meta.url));

export function mirrorUpdates(
  { config: { mirrorRefreshMs: everyMs, registryMode, registryUrls, jurisdictions }, log, metrics }: Infrastructure,
  lock: ScheduleLock,
): MirrorUpdates {
  if (everyMs === undefined) return new NoMirrorUpdates();
  const { formats } = REGISTERS.inForce(jurisdictions);
  const codes = formats.filter(({ published }) => published.download !== undefined).map(({ code }) => code);
  return new MirrorRefresh({
    lock,
    everyMs,
    codes: codes.filter((code) => registryMode === 'live' || registryUrls[code] !== undefined),
    update,
    onEnded: (ended) => metrics.count('mirror_refreshes_total', ended),
    log,
  });
}

/**
 * Runs in a child process: reading a large file must not delay requests. On failure, the last line
 * of stderr is the reason.
 */
function update(code: string, signal: AbortSignal): Promise<string> {
  const program = [...process.execArgv, COMMAND, 'update', code];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, program, { signal }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim().replaceAll('\n', '; '));
      else reject(new Error(stderr.trim().split('\n').at(-1) || error.message));
    });
  });
}
