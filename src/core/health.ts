export interface HealthIndicator {
  name: string;
  /** Resolves to details for people if healthy, and throws otherwise. */
  check(): Promise<Record<string, unknown>>;
}

export type Finding = { status: 'up' | 'down'; [detail: string]: unknown };

const LIMIT_MS = 2_000;
/** Minimum time between two checks of an indicator, however often readiness is requested. */
const REMEMBERED_MS = 1_000;

interface Remembered {
  atMs: number;
  finding: Promise<Finding>;
}

/** Readiness of this process to accept work. Depends on its dependencies, never on its load. */
export class Readiness {
  private readonly all: HealthIndicator[];
  private readonly remembered = new Map<string, Remembered>();
  private leaving = false;

  constructor(
    indicators: readonly HealthIndicator[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.all = [...indicators];
  }

  add(indicator: HealthIndicator): void {
    this.all.push(indicator);
  }

  /**
   * Reports not ready from now on, whatever the indicators say: the first step of a graceful
   * shutdown.
   */
  leave(): void {
    this.leaving = true;
  }

  async isReady(): Promise<boolean> {
    return Object.values(await this.findings()).every(({ status }) => status === 'up');
  }

  /**
   * Returns the result of each indicator, at most a second old. One that does not respond in time
   * is down.
   */
  async findings(): Promise<Record<string, Finding>> {
    const found = this.all.map(async (indicator) => [indicator.name, await this.ask(indicator)] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  private ask(indicator: HealthIndicator): Promise<Finding> {
    if (this.leaving) return Promise.resolve({ reason: 'the process is shutting down', status: 'down' });
    const last = this.remembered.get(indicator.name);
    if (last && this.now() - last.atMs < REMEMBERED_MS) return last.finding;
    const finding = look(indicator);
    this.remembered.set(indicator.name, { atMs: this.now(), finding });
    return finding;
  }
}

async function look(indicator: HealthIndicator): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    return { ...(await Promise.race([indicator.check(), limit])), status: 'up' };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), status: 'down' };
  } finally {
    clearTimeout(timer);
  }
}
