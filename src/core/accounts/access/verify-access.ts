import type { Id } from '../../ids.js';
import { networkOf } from '../../rate-limits/network.js';
import { RateLimits, tooMany } from '../../rate-limits/ports.js';
import { Clock, Transaction, type Tx } from '../../ports.js';
import { AccessPolicy } from './access-codes.js';
import { requireEmail } from '../email-address.js';
import { AddressProof } from './address-proof.js';
import { makeApiKey, type IssuedKey } from '../keys/api-key.js';
import { ApiKeys } from '../ports.js';
import { Injectable } from '../../injectable.js';

/** Per network address, which many people may share. */
const TRIES_PER_MINUTE = 300;

/**
 * Exchanges the code from the e-mail for an API key. The first time for an address, opens its
 * account with the free credits, once ever; an account that only moved to a new address gets none.
 * A try is counted before the code is compared, so guessing in parallel gains nothing.
 */
@Injectable()
export class VerifyAccess {
  constructor(
    private readonly proof: AddressProof,
    private readonly keys: ApiKeys,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
    private readonly rateLimits: RateLimits,
  ) {}

  async run(given: { email: string; code: string; label: string | undefined; ip: string }): Promise<IssuedKey> {
    const window = await this.rateLimits.count(`verify-access ${networkOf(given.ip)}`, TRIES_PER_MINUTE);
    if (!window.within) throw tooMany(window, 'One network address');
    const email = requireEmail(given.email);
    const code = await this.proof.check({ email, movingAccountId: undefined }, given);
    return this.transaction.interactive(async (tx) =>
      this.issueKey(tx, await this.proof.openAccount(tx, email, code), given.label),
    );
  }

  private async issueKey(tx: Tx, accountId: Id<'acc'>, label: string | undefined): Promise<IssuedKey> {
    const { rateLimitPerMinute } = this.policy;
    const { issued, kept } = makeApiKey({ accountId, label, rateLimitPerMinute, now: this.clock.now() });
    await this.keys.add(tx, kept);
    return issued;
  }
}
