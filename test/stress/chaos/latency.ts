import type { Line } from './record.js';

/** The time of a fault, until everything has recovered. */
export interface Window {
  fault: string;
  startMs: number;
  endMs: number;
}

export interface Latency {
  samples: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Returns the latency of cached answers while nothing was wrong: begun and ended outside every
 * window.
 */
export function quietLatency(lines: readonly Line[], windows: readonly Window[]): Latency {
  const cached = new Set(lines.flatMap((line) => (line.line === 'asked' && line.kind === 'cached' ? [line.id] : [])));
  const times = lines.flatMap((line) => {
    if (line.line !== 'tried' || !line.final || line.status !== 200 || !cached.has(line.id)) return [];
    const endMs = line.atMs + line.durationMs;
    return windows.some((window) => line.atMs <= window.endMs && endMs >= window.startMs) ? [] : [line.durationMs];
  });
  return { samples: times.length, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
