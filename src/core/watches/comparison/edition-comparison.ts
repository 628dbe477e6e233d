import { Ledger } from '../../billing/ports.js';
import { verificationCharge } from '../../billing/pricing.js';
import { Entities } from '../../entities/ports.js';
import { AppError } from '../../errors.js';
import { type PendingWrite, Transaction } from '../../ports.js';
import { Jurisdictions } from '../../registries/jurisdictions.js';
import { Registries } from '../../registries/ports.js';
import { type UnchangedCheck, WatchedEditions, WatchClock } from '../ports.js';
import { Injectable } from '../../injectable.js';

const AT_ONCE = 1_000;

/**
 * Compares watches with new editions of mirrored registers, many per statement. A watch whose
 * record is unchanged is checked and charged in the same transaction; every other watch falls due,
 * and its record is read.
 */
@Injectable()
export class EditionComparison {
  constructor(
    private readonly editions: WatchedEditions,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly clock: WatchClock,
    private readonly registries: Registries,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  async compareAll(stopping: AbortSignal): Promise<void> {
    const parserVersions = this.parserVersions();
    if (parserVersions.size === 0) return;
    let readAll = false;
    while (!stopping.aborted) {
      try {
        if (!(await this.compareSome(parserVersions, readAll))) return;
        readAll = false;
      } catch (error) {
        // An account spent its credits meanwhile: make all checks read, so that each is paid for on
        // its own.
        if (readAll || !(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
        readAll = true;
      }
    }
  }

  /** Returns `false` when no watch is left. */
  private async compareSome(parserVersions: ReadonlyMap<string, number>, readAll: boolean): Promise<boolean> {
    const at = await this.clock.now();
    const { isSandbox: sandbox } = this.clock;
    return this.transaction.interactive(async (tx) => {
      const unchanged = await this.editions.compare(tx, { sandbox, at, parserVersions, readAll, most: AT_ONCE });
      if (!unchanged) return false;
      const writes = unchanged.flatMap((check) => this.writesOf(check));
      if (writes.length > 0) await tx.write(writes);
      return true;
    });
  }

  /** For the mirrored registers in service. */
  private parserVersions(): Map<string, number> {
    const codes = this.jurisdictions.active().filter((code) => this.registries.asOf(code) !== undefined);
    return new Map(codes.map((code) => [code, this.registries.parserVersion(code)]));
  }

  private writesOf(check: UnchangedCheck): PendingWrite[] {
    const { accountId, entityId, tier } = check;
    const charge = this.ledger.charge(verificationCharge(check, check));
    return [charge, ...this.entities.recordAccess(accountId, entityId, tier)];
  }
}
