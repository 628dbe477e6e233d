import type { CounterName, GaugeName, HistogramName, LabelsOf } from './catalogue.js';

export interface GaugeReading {
  name: GaugeName;
  labels: Record<string, string>;
  value: number;
}

export type ReadGauges = () => Promise<GaugeReading[]>;

/** Metrics of this process. Methods never wait or throw: measuring must not make work fail. */
export abstract class Metrics {
  abstract count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;

  abstract observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void;

  /**
   * Registers a source of gauges that is read for every page. One that fails or takes longer than a
   * second is omitted from that page.
   */
  abstract read(gauges: ReadGauges): void;

  /** Returns all metrics in the Prometheus text format. */
  abstract page(): Promise<{ contentType: string; text: string }>;
}
