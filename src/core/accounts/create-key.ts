import type { Id } from '../ids.js';
import type { Clock, Transaction } from '../ports.js';
import type { AccessPolicy } from './access-codes.js';
import { makeApiKey, type IssuedKey } from './api-key.js';
import type { ApiKeys } from './ports.js';

/** One more key for the account, shown here and never again. */
export class CreateKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run(accountId: Id<'acc'>, label: string | undefined): Promise<IssuedKey> {
    const { rateLimitPerMinute } = this.policy;
    const { issued, kept } = makeApiKey({ accountId, label, rateLimitPerMinute, now: this.clock.now() });
    await this.transaction.interactive((tx) => this.keys.add(tx, kept));
    return issued;
  }
}
