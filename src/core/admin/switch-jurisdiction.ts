import { AppError } from '../errors.js';
import type { Transaction } from '../ports.js';
import { type JurisdictionState, type Jurisdictions, findJurisdiction } from '../registries/jurisdictions.js';
import type { JurisdictionSwitches } from '../registries/ports.js';
import { ADMINISTRATION, type Admin, type AuditTrail } from './ports.js';

/**
 * An administrator takes a jurisdiction out of service, or puts it back. Jobs that run already
 * still end.
 */
export class SwitchJurisdiction {
  constructor(
    private readonly switches: JurisdictionSwitches,
    private readonly jurisdictions: Jurisdictions,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  /**
   * How the jurisdiction stands afterwards: one whose register cannot be asked stays unavailable
   * when it is switched on.
   */
  async run(admin: Admin, code: string, { on, reason }: { on: boolean; reason: string }): Promise<JurisdictionState> {
    if (!findJurisdiction(code)) throw new AppError('NOT_FOUND', { message: 'No jurisdiction has this code.' });
    await this.transaction.interactive(async (tx) => {
      await this.switches.set(tx, code, on);
      const action = on ? 'switch jurisdiction on' : 'switch jurisdiction off';
      await this.audit.record(tx, { admin, action, subject: code, reason, details: {} });
    }, ADMINISTRATION);
    return this.jurisdictions.state(code);
  }
}
