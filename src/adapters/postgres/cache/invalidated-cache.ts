import { LRUCache } from 'lru-cache';
import type { Notifications } from './notifications.js';

/** In case a connection is dead and nobody has noticed. */
const REMEMBERED_MS = 15_000;
/** As closely as that is kept to: the time is not looked at anew for every look. */
const TO_WITHIN_MS = 1_000;

/** How things stood before something was read. */
export interface ReadMark {
  changes: number;
  heardSince: number | undefined;
}

/**
 * What busy requests would read thousands of times a second, remembered for some seconds. A change is forgotten at once in the process that made it,
 * and within the blink of a notification in all others; while notifications cannot be heard, nothing is remembered. Only what is there is remembered,
 * never that something is missing.
 */
export class InvalidatedCache<Value extends object> {
  private readonly known: LRUCache<string, Value>;
  private changes = 0;
  private heardSince: number | undefined;

  constructor(
    private readonly notifications: Notifications,
    most: number,
  ) {
    this.known = new LRUCache<string, Value>({ max: most, ttl: REMEMBERED_MS, ttlResolution: TO_WITHIN_MS });
  }

  /** What is remembered under the name, or what `read` finds. */
  async find(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const remembered = this.get(name);
    if (remembered) return remembered;
    const readMark = this.before();
    const found = await read();
    if (found) this.set(name, found, readMark);
    return found;
  }

  get(name: string): Value | undefined {
    const since = this.notifications.unbrokenSince;
    if (since === undefined || since !== this.heardSince) this.known.clear();
    this.heardSince = since;
    return this.known.get(name);
  }

  /** To be asked before something is read that is to be kept. */
  before(): ReadMark {
    return { changes: this.changes, heardSince: this.notifications.unbrokenSince };
  }

  /** Keeps what was read, unless something has changed since: that may have been this. */
  set(name: string, value: Value, { changes, heardSince }: ReadMark): void {
    const unbroken = heardSince !== undefined && heardSince === this.notifications.unbrokenSince;
    if (unbroken && changes === this.changes) this.known.set(name, value);
  }

  invalidate(name: string): void {
    this.changes += 1;
    this.known.delete(name);
  }

  invalidateWhere(which: (value: Value) => boolean): void {
    this.changes += 1;
    for (const [name, value] of this.known.entries()) if (which(value)) this.known.delete(name);
  }
}
