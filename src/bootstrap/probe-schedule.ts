import { ProbeSchedule } from '../core/maintenance/ports.js';
import type { Log } from '../core/ports.js';
import type { RegisterProbes } from '../core/registries/probes.js';
import type { Infrastructure } from './infrastructure.js';
import { registryCommand } from './registry-command.js';

export function probeSchedule(
  { config: { probeEveryMs }, log }: Infrastructure,
  probes: RegisterProbes,
): ProbeSchedule {
  return new ProbesInChildProcess(probeEveryMs, probes, log);
}

class ProbesInChildProcess extends ProbeSchedule {
  constructor(
    readonly everyMs: number | undefined,
    private readonly probes: RegisterProbes,
    private readonly log: Log,
  ) {
    super();
  }

  /** The command keeps the results. It fails if a register differs, which is no failure here. */
  async run(stopping: AbortSignal): Promise<void> {
    const { done, lines, reason } = await registryCommand(['probe'], stopping);
    if (stopping.aborted) return;
    await this.probes.load();
    if (lines.length === 0) this.log.warn('the registers could not be probed', { reason });
    else this.log.info('registers probed', { questions: lines.length, asExpected: done });
  }
}
