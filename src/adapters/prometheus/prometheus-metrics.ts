import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  METRICS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
} from '../../core/metrics/catalogue.js';
import { Metrics, type ReadGauges, type GaugeReading } from '../../core/metrics/ports.js';

const PREFIX = 'standing_';
const READ_LIMIT_MS = 1_000;

/**
 * Metrics in a prom-client registry of their own, plus Node's default metrics (memory, event loop,
 * garbage collection) under their usual names.
 */
export class PrometheusMetrics extends Metrics {
  private readonly registry = new Registry();
  private readonly counters = new Map<MetricName, Counter>();
  private readonly histograms = new Map<MetricName, Histogram>();
  private readonly gauges = new Map<MetricName, Gauge>();
  private readonly readers: ReadGauges[] = [];

  constructor() {
    super();
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    for (const [metric, definition] of Object.entries(METRICS)) {
      const { kind, help } = definition;
      const settings = { name: PREFIX + metric, help, labelNames: [...definition.labels], registers };
      const name = metric as MetricName;
      if (kind === 'counter') this.counters.set(name, new Counter(settings));
      else if (kind === 'gauge') this.gauges.set(name, new Gauge(settings));
      else this.histograms.set(name, new Histogram({ ...settings, buckets: [...definition.buckets] }));
    }
  }

  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by = 1): void {
    this.counters.get(name)?.inc(labels, by);
  }

  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void {
    this.histograms.get(name)?.observe(labels, value);
  }

  read(gauges: ReadGauges): void {
    this.readers.push(gauges);
  }

  async page(): Promise<{ contentType: string; text: string }> {
    const readings = await Promise.all(this.readers.map(inTime));
    for (const gauge of this.gauges.values()) gauge.reset();
    for (const { name, labels, value } of readings.flat()) this.set(name, labels, value);
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  private set(name: GaugeName, labels: Record<string, string>, value: number): void {
    this.gauges.get(name)?.set(labels, value);
  }
}

/**
 * A gauge that cannot be read is omitted, which an alert can detect. An old value would look
 * healthy.
 */
async function inTime(read: ReadGauges): Promise<GaugeReading[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<GaugeReading[]>((resolve) => (timer = setTimeout(() => resolve([]), READ_LIMIT_MS)));
  return Promise.race([read().catch(() => []), late]).finally(() => clearTimeout(timer));
}
