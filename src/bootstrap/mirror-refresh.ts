import { NoMirrorUpdates } from '../adapters/in-process/left-out.js';
import { REGISTERS } from '../registers/registers.js';
import { MirrorRefresh } from '../adapters/registries/bulk/importing/mirror-refresh.js';
import type { ScheduleLock, MirrorUpdates } from '../core/maintenance/ports.js';
import type { Infrastructure } from './infrastructure.js';
import { registryCommand } from './registry-command.js';

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

async function update(code: string, signal: AbortSignal): Promise<string> {
  const { done, lines, reason } = await registryCommand(['update', code], signal);
  if (!done) throw new Error(reason);
  return lines.join('; ');
}
