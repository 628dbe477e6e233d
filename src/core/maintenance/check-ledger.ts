import { Log } from '../ports.js';
import { LedgerAudit, type LedgerCheck } from '../billing/ports.js';
import { Injectable } from '../injectable.js';

/**
 * Checks new ledger entries; a difference raises an alarm and is not repaired. Only the command
 * (`npx --no standing ledger check`) checks earlier entries again: the database rejects changes to
 * entries.
 */
@Injectable()
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
