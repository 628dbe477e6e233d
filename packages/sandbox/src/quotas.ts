interface Quota {
  requests: number;
  windowMs: number;
}

const RECHERCHE_ENTREPRISES: Quota = { requests: 7, windowMs: 1_000 };

/** Request quotas by register. Those of one service share one. */
const ALLOWED: Readonly<Record<string, Quota>> = {
  fr: RECHERCHE_ENTREPRISES,
  'fr-idf': RECHERCHE_ENTREPRISES,
};

/** Sliding-window quotas, like those of registers that refuse clients above a rate. */
export class Quotas {
  private readonly asked = new Map<Quota, number[]>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts a request and returns whether it exceeds the quota. `path` begins with the register's
   * code.
   */
  refuses(path: string): boolean {
    const code = /^\/([^/]+)/.exec(path)?.[1] ?? '';
    const allowed = ALLOWED[code];
    if (!allowed) return false;
    const now = this.now();
    const recent = (this.asked.get(allowed) ?? []).filter((at) => now - at < allowed.windowMs);
    const refused = recent.length >= allowed.requests;
    this.asked.set(allowed, refused ? recent : [...recent, now]);
    return refused;
  }
}
