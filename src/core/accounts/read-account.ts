import type { Id } from '../ids.js';
import type { MovableAccount, ListedKey } from './account.js';
import { Accounts, ApiKeys } from './ports.js';
import { Injectable } from '../injectable.js';

@Injectable()
export class ReadAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly keys: ApiKeys,
  ) {}

  async run(accountId: Id<'acc'>): Promise<{ profile: MovableAccount; keys: ListedKey[] }> {
    const [profile, keys] = await Promise.all([this.accounts.profile(accountId), this.keys.of(accountId)]);
    return { profile, keys };
  }
}
