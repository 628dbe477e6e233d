import { NoTracing } from '../adapters/in-process/left-out.js';
import type { Config } from '../config.js';
import type { Tracing } from '../core/tracing/ports.js';

/** The library is loaded only when spans are exported. */
export async function tracingFor({ traced, role }: Config, version: string): Promise<Tracing> {
  if (!traced) return new NoTracing();
  const { OpenTelemetryTracing } = await import('../adapters/opentelemetry/tracing.js');
  return new OpenTelemetryTracing(version, role);
}
