import type { KeyHolder } from '../../../core/accounts/ports.js';
import { fromUuid, type Id } from '../../../core/ids.js';
import type { Notifications } from './notifications.js';
import { InvalidatedCache } from './invalidated-cache.js';

/** Postgres tells of every change to an account or key that matters here: see 0091. */
export const KEY_HOLDER_CHANGED = 'key_holder_changed';

const MOST_REMEMBERED = 10_000;

/** Who holds which key, by its digest. A revocation, a closed or disabled account and a new limit are changes. */
export class ApiKeyCache {
  private readonly known: InvalidatedCache<KeyHolder>;

  constructor(notifications: Notifications) {
    this.known = new InvalidatedCache(notifications, MOST_REMEMBERED);
    notifications.onChannel(KEY_HOLDER_CHANGED, (accountId) => this.forget(fromUuid('acc', accountId)));
  }

  /** The holder as remembered, or as `read` finds them. */
  find(digest: string, read: () => Promise<KeyHolder | undefined>): Promise<KeyHolder | undefined> {
    return this.known.find(digest, read);
  }

  forget(accountId: Id<'acc'>): void {
    this.known.invalidateWhere(({ caller }) => caller.accountId === accountId);
  }
}
