import { LRUCache } from 'lru-cache';
import type { KeyHolder } from '../../core/accounts/ports.js';
import { fromUuid, type Id } from '../../core/ids.js';
import type { Notifications } from './notifications.js';

/** Postgres tells of every change to an account or key that matters here: see 0091. */
export const KEY_HOLDER_CHANGED = 'key_holder_changed';

const MOST_REMEMBERED = 10_000;
/** In case a connection is dead and nobody has noticed. */
const REMEMBERED_MS = 15_000;

/**
 * Who holds which key, by its digest, remembered for some seconds: a busy key would be looked up thousands of times a second. A revocation, a closed or
 * disabled account or a new limit is forgotten at once in the process that made it and within the blink of a notification in all others. While
 * notifications cannot be heard, nothing is remembered.
 */
export class KeyHolders {
  private readonly known = new LRUCache<string, KeyHolder>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  private changes = 0;
  private heardSince: number | undefined;

  constructor(private readonly notifications: Notifications) {
    notifications.onChannel(KEY_HOLDER_CHANGED, (accountId) => this.forget(fromUuid('acc', accountId)));
  }

  /** The holder as remembered, or as `read` finds them. */
  async find(digest: Buffer, read: () => Promise<KeyHolder | undefined>): Promise<KeyHolder | undefined> {
    const since = this.notifications.unbrokenSince;
    if (since === undefined || since !== this.heardSince) this.known.clear();
    this.heardSince = since;
    const name = digest.toString('base64');
    const remembered = this.known.get(name);
    if (remembered) return remembered;
    const before = this.changes;
    const holder = await read();
    // What changed while it was read may have changed this.
    if (holder && since !== undefined && before === this.changes) this.known.set(name, holder);
    return holder;
  }

  forget(accountId: Id<'acc'>): void {
    this.changes += 1;
    for (const [name, { caller }] of this.known.entries()) {
      if (caller.accountId === accountId) this.known.delete(name);
    }
  }
}
