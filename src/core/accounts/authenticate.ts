import { AppError } from '../errors.js';
import type { Caller } from './account.js';
import { apiKeyDigest, isWellFormedApiKey } from './api-key.js';
import type { ApiKeys } from './ports.js';

/**
 * Who holds this key? A malformed key is refused without a query, a revoked one by name. The holder of a genuine key of a closed account
 * is still known, so that the refusal can carry their limits and balance.
 */
export class Authenticate {
  constructor(private readonly keys: ApiKeys) {}

  async run(presented: string): Promise<Caller> {
    if (!isWellFormedApiKey(presented)) {
      throw new AppError('INVALID_API_KEY', { message: 'The API key is malformed.' });
    }
    const holder = await this.keys.findByDigest(apiKeyDigest(presented));
    if (!holder) throw new AppError('INVALID_API_KEY');
    const { caller, key, account } = holder;
    if (account === 'deleted') return { ...caller, refusal: new AppError('ACCOUNT_DELETED') };
    if (!key.active) throw new AppError('API_KEY_REVOKED');
    if (account === 'disabled') return { ...caller, refusal: new AppError('ACCOUNT_DISABLED') };
    return caller;
  }
}
