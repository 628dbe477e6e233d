import type { Database } from './database.js';

/** How long a claim counts without renewal, by the database's clock. */
export const LEASE_SECONDS = 10;
const HEARTBEAT_MS = 3_000;

/** In SQL: until when a claim counts that is made or extended now. */
export const LEASE_END = `now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Keeps a claim alive until it is closed. */
export class Lease {
  private readonly heartbeat: NodeJS.Timeout;

  /** `extend` returns whether the claim still counts; `onLost` is called once when it does not. */
  constructor(extend: () => Promise<boolean>, onLost: () => void = () => undefined) {
    this.heartbeat = setInterval(() => {
      // One that cannot be written is tried again by the next one, before the claim runs out.
      extend().then(
        (held) => held || onLost(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
  }

  close(): void {
    clearInterval(this.heartbeat);
  }

  /** For as long as the work takes. */
  static async during<T>(extend: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    const lease = new Lease(extend);
    try {
      return await work();
    } finally {
      lease.close();
    }
  }
}

/** Extends a claim on rows of a table; `false` when none of them is held by it any more. */
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
