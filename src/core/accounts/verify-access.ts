import type { Id } from '../ids.js';
import type { Clock, Transaction } from '../ports.js';
import type { AccessPolicy } from './access-codes.js';
import { normaliseEmail } from './account.js';
import type { AddressProof } from './address-proof.js';
import { makeApiKey, type IssuedKey } from './api-key.js';
import type { ApiKeys } from './ports.js';

/**
 * The code from the e-mail comes back and becomes an API key. The first time an address does this, its account is opened and gets the
 * free credits, once for all time; an account that merely moved to a new address gets none. A try is used up before the code is looked at, so guessing in parallel gains nothing.
 */
export class VerifyAccess {
  constructor(
    private readonly proof: AddressProof,
    private readonly keys: ApiKeys,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run(given: { email: string; code: string; label: string | undefined }): Promise<IssuedKey> {
    const email = normaliseEmail(given.email);
    const codeId = await this.proof.check(email, given.code);
    return this.transaction.run(async () => this.issueKey(await this.proof.openAccount(email, codeId), given.label));
  }

  private async issueKey(accountId: Id<'acc'>, label: string | undefined): Promise<IssuedKey> {
    const { rateLimitPerMinute } = this.policy;
    const { issued, kept } = makeApiKey({ accountId, label, rateLimitPerMinute, now: this.clock.now() });
    await this.keys.add(kept);
    return issued;
  }
}
