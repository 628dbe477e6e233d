import type { CounterName, GaugeName, HistogramName, LabelsOf } from './catalogue.js';

/** The value of a gauge at the moment of reading. */
export interface GaugeReading {
  name: GaugeName;
  labels: Record<string, string>;
  value: number;
}

export type ReadGauges = () => Promise<GaugeReading[]>;

/**
 * What this process counts for monitoring. Nothing here waits or throws: no work fails because it
 * was counted.
 */
export abstract class Metrics {
  abstract count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;

  abstract observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void;

  /**
   * Names a source of gauges, asked at every page. One that fails or takes longer than a second is
   * left out of that page.
   */
  abstract read(gauges: ReadGauges): void;

  /** Everything as Prometheus reads it. */
  abstract page(): Promise<{ contentType: string; text: string }>;
}
