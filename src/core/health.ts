/** Something the service cannot do without. */
export interface Probe {
  name: string;
  /** Resolves with details for people when all is well, and throws when it is not. */
  check(): Promise<Record<string, unknown>>;
}

export interface Health {
  ready: boolean;
  checks: Record<string, Record<string, unknown>>;
}

const LIMIT_MS = 2_000;

/** Asks every probe at once; one that does not answer in time has failed. */
export class CheckHealth {
  constructor(private readonly probes: readonly Probe[]) {}

  async run(): Promise<Health> {
    const results = await Promise.all(this.probes.map(async (probe) => [probe.name, await outcome(probe)] as const));
    return { ready: results.every(([, { status }]) => status === 'up'), checks: Object.fromEntries(results) };
  }
}

async function outcome(probe: Probe): Promise<Record<string, unknown>> {
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
