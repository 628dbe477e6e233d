import { JurisdictionSwitches, Registries } from '../registries/ports.js';
import { nameQuery } from '../verification/name-query.js';
import { Injectable } from '../injectable.js';

/** An ordinary name: only whether the register answers matters. */
const PROBE_NAME = 'Meridian Holdings';
const LIMIT_MS = 30_000;

/**
 * Probes failed registers after their cool-down, if no request has arrived: otherwise clients that
 * avoid a failing register would never notice its recovery. Every process probes, because each has
 * its own circuit breakers.
 */
@Injectable()
export class ProbeRegisters {
  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    const waiting = this.registries.codes.filter(
      (code) => this.registries.awaitsProbe(code) && !this.switches.off.has(code),
    );
    await Promise.all(waiting.map((code) => this.probe(code, stopping)));
  }

  /** Failures are logged and counted by the adapter. */
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
