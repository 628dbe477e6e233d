import { JURISDICTIONS } from '../registries/jurisdiction.js';
import type { Registries, SourceStatus } from '../registries/ports.js';
import type { GaugeReading } from './ports.js';

const STATE: Record<SourceStatus, number> = { operational: 0, degraded: 1, down: 2 };

/** How this process finds each register it is connected to. */
export function sourceStates(registries: Registries): GaugeReading[] {
  return JURISDICTIONS.filter(({ code }) => registries.unavailableReason(code) === undefined).map(({ code }) => ({
    name: 'source_state',
    labels: { source: code },
    value: STATE[registries.status(code)],
  }));
}
