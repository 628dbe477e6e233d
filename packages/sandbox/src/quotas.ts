/** Request quotas by register. */
const ALLOWED: Readonly<Record<string, { requests: number; windowMs: number }>> = {
  'fr-idf': { requests: 7, windowMs: 1_000 },
};

/** Sliding-window quotas, like those of registers that refuse clients above a rate. */
export class Quotas {
  private readonly asked = new Map<string, number[]>();

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
    const recent = (this.asked.get(code) ?? []).filter((at) => now - at < allowed.windowMs);
    const refused = recent.length >= allowed.requests;
    this.asked.set(code, refused ? recent : [...recent, now]);
    return refused;
  }
}
