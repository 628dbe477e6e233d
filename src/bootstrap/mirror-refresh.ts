import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresScheduleLock } from '../adapters/postgres/support/schedule-locks.js';
import { BULK_FORMATS } from '../adapters/registries/bulk/formats.js';
import { MirrorRefresh } from '../adapters/registries/bulk/mirror-refresh.js';
import type { Config } from '../config.js';
import type { Log } from '../core/ports.js';

const COMMAND = fileURLToPath(new URL(`../commands/registry${extname(import.meta.url)}`, import.meta.url));

/** Begins to keep mirrors fresh where `MIRROR_REFRESH` says so; what it returns ends it. */
export function startMirrorRefresh(config: Config, dataSource: DataSource, log: Log): () => Promise<void> {
  const { mirrorRefreshMs: everyMs, role, registryMode, registryUrls } = config;
  if (everyMs === undefined || role === 'api') return () => Promise.resolve();
  const codes = BULK_FORMATS.filter(({ published }) => published.download !== undefined).map(({ code }) => code);
  const refresh = new MirrorRefresh({
    lock: new PostgresScheduleLock(new Database(dataSource)),
    everyMs,
    codes: codes.filter((code) => registryMode === 'live' || registryUrls[code] !== undefined),
    update,
    log,
  });
  refresh.start();
  return () => refresh.stop();
}

/** In a process of its own: reading a large file must not keep requests waiting. */
async function update(code: string, signal: AbortSignal): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, COMMAND, 'update', code], {
    signal,
  });
  return stdout.trim().replaceAll('\n', '; ');
}
