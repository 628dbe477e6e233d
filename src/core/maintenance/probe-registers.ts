import { JURISDICTIONS } from '../registries/jurisdictions.js';
import type { JurisdictionSwitches, Registries } from '../registries/ports.js';
import { nameQuery } from '../verification/name-query.js';

/** An ordinary name: it matters that the register answers, not what. */
const PROBE_NAME = 'Meridian Holdings';
const LIMIT_MS = 30_000;

/**
 * Asks registers that failed whether they are back, once their cool-down is over and no request has
 * come: clients that avoid a failing register would otherwise never notice that it is back. Each
 * process asks for itself, because each has its own circuit breakers.
 */
export class ProbeRegisters {
  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const waiting = JURISDICTIONS.filter(
      ({ code }) => this.registries.awaitsProbe(code) && !this.switches.off.has(code),
    );
    await Promise.all(waiting.map(({ code }) => this.probe(code, stopping)));
  }

  /** A failure has been logged and counted where it happened. */
  private async probe(code: string, stopping: AbortSignal): Promise<void> {
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, LIMIT_MS);
    stopping.addEventListener('abort', stop, { once: true });
    try {
      await this.registries.of(code).search(nameQuery(PROBE_NAME, code), limit.signal);
    } catch {
      return;
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    }
  }
}
