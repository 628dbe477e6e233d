import { ProbeSchedule } from '../core/maintenance/ports.js';
import type { Log } from '../core/ports.js';
import type { Infrastructure } from './infrastructure.js';
import { registryCommand } from './registry-command.js';

export function probeSchedule({ config: { probeEveryMs }, log }: Infrastructure): ProbeSchedule {
  return new ProbesInChildProcess(probeEveryMs, log);
}

class ProbesInChildProcess extends ProbeSchedule {
  constructor(
    readonly everyMs: number | undefined,
    private readonly log: Log,
  ) {
    super();
  }

  /** The command itself keeps the results; it fails if a register differs, which is not a failure here. */
  async run(stopping: AbortSignal): Promise<void> {
    const { done, lines, reason } = await registryCommand(['probe'], stopping);
    if (stopping.aborted) return;
    if (lines.length === 0) this.log.warn('the registers could not be probed', { reason });
    else this.log.info('registers probed', { questions: lines.length, asExpected: done });
  }
}
