import { Process, Processor } from '@nestjs/bull';
import type { JobEntry, JobProcessor } from '../../core/ports.js';
import type { MakeDueChecks } from '../../core/watches/schedule/make-due-checks.js';

/** A round asks several registers at once by itself. */
const AT_ONCE = 1;

@Processor('check')
export class CheckProcessor implements JobProcessor {
  readonly kind = 'check';
  readonly concurrency = AT_ONCE;

  constructor(private readonly makeDueChecks: MakeDueChecks) {}

  @Process({ concurrency: AT_ONCE })
  process({ data }: { data: JobEntry }): Promise<void> {
    return this.makeDueChecks.run(data);
  }
}
