import type { Clock, Log } from '../ports.js';
import type { LedgerAudit, LedgerCheck } from './ports.js';

const EVERY_MS = 3_600_000;

/** Recomputes the ledger once an hour, in one process of all; a difference is an alarm, not something to repair by itself. */
export class CheckLedger {
  constructor(
    private readonly books: LedgerAudit,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<LedgerCheck | undefined> {
    const check = await this.books.checkUnlessSince(new Date(this.clock.now().getTime() - EVERY_MS));
    if (check?.difference !== undefined) this.log.error('the ledger does not add up', { difference: check.difference });
    return check;
  }
}
