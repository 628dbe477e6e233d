/** Something this process cannot work without. */
export interface HealthIndicator {
  name: string;
  /** Resolves with details for people when all is well, and throws when it is not. */
  check(): Promise<Record<string, unknown>>;
}

export type Finding = { status: 'up' | 'down'; [detail: string]: unknown };

const LIMIT_MS = 2_000;
/** However often readiness is requested, no indicator is checked more often than this. */
const REMEMBERED_MS = 1_000;

interface Remembered {
  atMs: number;
  finding: Promise<Finding>;
}

/**
 * Whether this process can take work now. Checks what it depends on, never how much work there is.
 */
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

  /** Another indicator to check, from now on. */
  add(indicator: HealthIndicator): void {
    this.all.push(indicator);
  }

  /**
   * From now on the process is not ready, whatever its indicators say: the first step of a graceful
   * shutdown.
   */
  leave(): void {
    this.leaving = true;
  }

  /** Whether all is well with everything that this process needs. */
  async isReady(): Promise<boolean> {
    return Object.values(await this.findings()).every(({ status }) => status === 'up');
  }

  /** What each indicator found, at most a second ago; one without an answer in time is down. */
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
