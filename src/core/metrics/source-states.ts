import type { Registries, SourceStatus } from '../registries/ports.js';
import type { ProbeVerdict, RegisterProbes } from '../registries/probes.js';
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

const PROBE: Record<ProbeVerdict, number> = { as_expected: 0, drifted: 1, unreachable: 2 };

export function probeStates({ codes }: Registries, probes: RegisterProbes): GaugeReading[] {
  return codes.flatMap((code) => {
    const probe = probes.last.get(code);
    return probe
      ? [{ name: 'register_probe_state' as const, labels: { source: code }, value: PROBE[probe.verdict] }]
      : [];
  });
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
