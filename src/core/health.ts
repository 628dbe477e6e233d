/** Something the service cannot do without. */
export interface HealthIndicator {
  name: string;
  /** Resolves with details for people when all is well, and throws when it is not. */
  check(): Promise<Record<string, unknown>>;
}

export type Finding = { status: 'up' | 'down'; [detail: string]: unknown };

const LIMIT_MS = 2_000;

/** What there is to ask before this process is given work. */
export class Readiness {
  private leaving = false;

  constructor(readonly probes: readonly HealthIndicator[]) {}

  /** From now on the process is not ready, whatever its probes say: the first step of an orderly end. */
  leave(): void {
    this.leaving = true;
  }

  /** One probe's answer; without one in time it has failed. */
  async ask(probe: HealthIndicator): Promise<Finding> {
    if (this.leaving) return { status: 'down', reason: 'the process is on its way out' };
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
    });
    try {
      return { status: 'up', ...(await Promise.race([probe.check(), limit])) };
    } catch (error) {
      return { status: 'down', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}
