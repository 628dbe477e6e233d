import { Tracing, type RequestSpan, type SpanFacts } from '../../core/tracing/ports.js';

/** For when spans are not exported: costs a call and nothing more. */
export class NoTracing extends Tracing {
  readonly on = false;

  request(): RequestSpan {
    return { within: (work) => work(), end: () => {} };
  }

  span<T>(_name: string, _facts: SpanFacts, work: () => Promise<T>): Promise<T> {
    return work();
  }

  traceparent(): undefined {
    return undefined;
  }
}
