import type { Registries, SourceStatus } from '../registries/ports.js';
import type { GaugeReading } from './ports.js';

const STATE: Record<SourceStatus, number> = { operational: 0, degraded: 1, down: 2 };

export function sourceStates(registries: Registries): GaugeReading[] {
  return registries.codes
    .filter((code) => registries.unavailableReason(code) === undefined)
    .map((code) => ({
      name: 'source_state',
      labels: { source: code },
      value: STATE[registries.status(code)],
    }));
}

/** Returns the age of the editions of mirrors. Sandbox editions are omitted. */
export function editionAges(registries: Registries, now: Date): GaugeReading[] {
  return registries.codes.flatMap((code) => {
    const asOf = registries.isSandbox(code) ? undefined : registries.asOf(code);
    if (asOf === undefined) return [];
    const ageSeconds = (now.getTime() - Date.parse(asOf)) / 1000;
    return { name: 'mirror_edition_age_seconds' as const, labels: { source: code }, value: ageSeconds };
  });
}
