/** Attributes of a span. Never include a requested name, a key, or personal data. */
export type SpanFacts = Record<string, string | number>;

export interface RequestSpan {
  /**
   * Runs work of the request: spans started within it, directly or indirectly, become its children.
   */
  within(work: () => void): void;

  end(ended: { name: string; status: number }): void;
}

/**
 * Traces a request through all processes involved. Rows carry the trace from the process that
 * accepted the request to those that work on it, as a W3C traceparent
 * (https://www.w3.org/TR/trace-context/). Methods never wait or throw: tracing must not make work
 * fail.
 */
export abstract class Tracing {
  /** False if no spans are exported. */
  abstract readonly on: boolean;

  /** `parent` is the caller's traceparent header; a malformed one starts a new trace. */
  abstract request(method: string, parent: string | undefined): RequestSpan;

  /**
   * Runs `work` in a span, which is marked as failed if `work` throws. Without a `parent`, it is a
   * child of the current span.
   */
  abstract span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, parent?: string): Promise<T>;

  /** The current span as a traceparent to propagate; `undefined` if there is none. */
  abstract traceparent(): string | undefined;
}
