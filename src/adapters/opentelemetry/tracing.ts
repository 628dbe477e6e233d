import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Tracing, type RequestSpan, type SpanFacts } from '../../core/tracing/ports.js';

/**
 * OpenTelemetry spans, sent to a collector in batches over OTLP/HTTP. The library itself reads the
 * endpoint, the sampling and the service name from the standard variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Nothing is
 * registered globally and no library is patched: spans are created explicitly.
 */
export class OpenTelemetryTracing extends Tracing {
  readonly on = true;
  private readonly surrounding = new AsyncLocalStorage<Context>();
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;

  constructor(version: string, role: string) {
    super();
    const ours = resourceFromAttributes({
      'service.name': 'standing',
      'service.version': version,
      'standing.role': role,
    });
    this.provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(ours)
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    this.tracer = this.provider.getTracer('standing', version);
  }

  request(method: string, parent: string | undefined): RequestSpan {
    const context = within(ROOT_CONTEXT, parent);
    const facts = { 'http.request.method': method };
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: facts }, context);
    return {
      within: (work) => this.surrounding.run(trace.setSpan(context, span), work),
      end: ({ name, status }) => {
        span.updateName(`${method} ${name}`);
        span.setAttributes({ 'http.route': name, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, parent?: string): Promise<T> {
    const around = this.surrounding.getStore() ?? ROOT_CONTEXT;
    const context = parent === undefined ? around : within(ROOT_CONTEXT, parent);
    const span = this.tracer.startSpan(name, { attributes: facts }, context);
    try {
      return await this.surrounding.run(trace.setSpan(context, span), work);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  traceparent(): string | undefined {
    const context = this.surrounding.getStore();
    const span = context && trace.getSpanContext(context);
    if (!span) return undefined;
    return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider.shutdown();
  }
}

function within(context: Context, parent: string | undefined): Context {
  const caller = parent === undefined ? null : parseTraceParent(parent);
  return caller ? trace.setSpanContext(context, { ...caller, isRemote: true }) : context;
}

/** Records only the kind of error: its message may quote the request. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}
