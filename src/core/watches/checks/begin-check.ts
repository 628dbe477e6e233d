import { permits } from '../../accounts/caller-limits.js';
import { AppError } from '../../errors.js';
import { Ledger } from '../../billing/ports.js';
import { verificationCharge } from '../../billing/pricing.js';
import { Transaction } from '../../ports.js';
import { Jurisdictions } from '../../registries/jurisdictions.js';
import { type ClaimedCheck, WatchChecks } from '../ports.js';
import type { PauseReason } from '../watch.js';
import { Injectable } from '../../injectable.js';

/** Creates the job of a check and its charge in one commit. */
@Injectable()
export class BeginCheck {
  constructor(
    private readonly checks: WatchChecks,
    private readonly jurisdictions: Jurisdictions,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns `undefined` when the check is paid for, otherwise why it is not made. Throws
   * `WriteConflict` when the owner has changed the watch or checked it.
   */
  async run(check: ClaimedCheck): Promise<PauseReason | undefined> {
    if (check.charged) return undefined;
    const { jurisdiction, unavailableReason } = this.jurisdictions.state(check.jurisdiction);
    if (unavailableReason !== undefined) return 'jurisdiction_unavailable';
    if (!permits(check.keyLimits, check, jurisdiction.tiers)) return 'key_limits';
    if (!check.withinBudget) return 'budget';
    try {
      await this.transaction.commit([this.checks.begin(check), this.ledger.charge(verificationCharge(check, check))]);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
      const limit = error.details?.['limited_by'];
      return limit === undefined || limit === 'balance' ? 'credits' : 'budget';
    }
  }
}
