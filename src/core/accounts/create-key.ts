import type { Clock, Transaction } from '../ports.js';
import type { AccessPolicy } from './access-codes.js';
import type { Caller } from './account.js';
import { makeApiKey, type IssuedKey } from './api-key.js';
import type { ApiKeys } from './ports.js';

/** One more key for the account, shown here and never again. One that an application makes ends with its grant. */
export class CreateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run({ accountId, grantId }: Caller, label: string | undefined): Promise<IssuedKey> {
    const { rateLimitPerMinute } = this.policy;
    const { issued, kept } = makeApiKey({ accountId, grantId, label, rateLimitPerMinute, now: this.clock.now() });
    await this.transaction.interactive((tx) => this.keys.add(tx, kept));
    return issued;
  }
}
