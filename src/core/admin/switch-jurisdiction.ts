import { AppError } from '../errors.js';
import { Transaction } from '../ports.js';
import { Jurisdictions, type JurisdictionState } from '../registries/jurisdictions.js';
import { JurisdictionSwitches } from '../registries/ports.js';
import { ADMINISTRATION, type Admin, AuditTrail } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Lets an administrator take a jurisdiction out of service or put it back. Running jobs still
 * finish.
 */
@Injectable()
export class SwitchJurisdiction {
  constructor(
    private readonly switches: JurisdictionSwitches,
    private readonly jurisdictions: Jurisdictions,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns the resulting state: a jurisdiction without a usable register stays unavailable even
   * when switched on.
   */
  async run(admin: Admin, code: string, { on, reason }: { on: boolean; reason: string }): Promise<JurisdictionState> {
    if (!this.jurisdictions.find(code)) throw new AppError('NOT_FOUND', { message: 'No jurisdiction has this code.' });
    await this.transaction.interactive(async (tx) => {
      await this.switches.set(tx, code, on);
      const action = on ? 'switch jurisdiction on' : 'switch jurisdiction off';
      await this.audit.record(tx, { admin, action, subject: code, reason, details: {} });
    }, ADMINISTRATION);
    return this.jurisdictions.state(code);
  }
}
