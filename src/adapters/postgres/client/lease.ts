import type { Database } from './database.js';

/** A claim expires after this long without renewal, by the database's clock. */
export const LEASE_SECONDS = 10;
const HEARTBEAT_MS = 3_000;

export const LEASE_END = `now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Renews a claim until closed. */
export class Lease {
  private readonly heartbeat: NodeJS.Timeout;

  /** `extend` returns whether the claim is still valid. `onLost` is called once when it is not. */
  constructor(extend: () => Promise<boolean>, onLost: () => void = () => undefined) {
    this.heartbeat = setInterval(() => {
      // A failed renewal is repeated by the next one, before the claim expires.
      extend().then(
        (held) => held || onLost(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
  }

  close(): void {
    clearInterval(this.heartbeat);
  }

  static async during<T>(extend: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    const lease = new Lease(extend);
    try {
      return await work();
    } finally {
      lease.close();
    }
  }
}

/** Renews a claim on rows of a table. Returns `false` if the claim no longer holds any of them. */
export async function extendClaim(
  db: Pick<Database, 'change'>,
  table: 'retrievals' | 'deliveries' | 'batches' | 'watches',
  ids: readonly string[],
  claim: string | undefined,
): Promise<boolean> {
  const extended = await db.change(
    `update ${table} set claimed_until = ${LEASE_END} where id = any ($1::uuid[]) and claim = $2 and claimed_until is not null`,
    [ids, claim],
  );
  return extended > 0;
}
