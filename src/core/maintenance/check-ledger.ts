import type { Log } from '../ports.js';
import type { LedgerAudit, LedgerCheck } from '../billing/ports.js';

/**
 * Checks what was added to the ledger; a difference is an alarm, not something to repair by itself.
 * What was checked before is checked again by the command alone (`npx standing ledger check`): the
 * database refuses to change an entry.
 */
export class CheckLedger {
  constructor(
    private readonly books: LedgerAudit,
    private readonly log: Log,
  ) {}

  async run(stopping: AbortSignal): Promise<LedgerCheck | undefined> {
    const check = await this.books.checkOn(stopping);
    if (check?.difference !== undefined) this.log.error('the ledger does not add up', { difference: check.difference });
    return check;
  }
}
