import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresScheduleLock } from '../adapters/postgres/maintenance/schedule-locks.js';
import { BULK_FORMATS } from '../adapters/registries/bulk/formats/formats.js';
import { MirrorRefresh } from '../adapters/registries/bulk/importing/mirror-refresh.js';
import type { Config } from '../config.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';

const COMMAND = fileURLToPath(new URL(`../commands/registry${extname(import.meta.url)}`, import.meta.url));

/** Begins to keep mirrors fresh where `MIRROR_REFRESH` says so; what it returns ends it. */
export function startMirrorRefresh(
  config: Config,
  dataSource: PostgresDataSource,
  { log, metrics }: { log: Log; metrics: Metrics },
): () => Promise<void> {
  const { mirrorRefreshMs: everyMs, role, registryMode, registryUrls } = config;
  if (everyMs === undefined || role === 'api') return () => Promise.resolve();
  const codes = BULK_FORMATS.filter(({ published }) => published.download !== undefined).map(({ code }) => code);
  const refresh = new MirrorRefresh({
    lock: new PostgresScheduleLock(new Database(dataSource)),
    everyMs,
    codes: codes.filter((code) => registryMode === 'live' || registryUrls[code] !== undefined),
    update,
    onEnded: (ended) => metrics.count('mirror_refreshes_total', ended),
    log,
  });
  refresh.start();
  return () => refresh.stop();
}

/**
 * In a process of its own: reading a large file must not keep requests waiting. What it says last
 * when it fails is the reason.
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
