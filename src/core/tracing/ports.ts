/**
 * What a span says beside its name. Never a name that was asked for, a key, or anything about a
 * person.
 */
export type SpanFacts = Record<string, string | number>;

/** A request from its arrival to the last byte of its answer. */
export interface RequestSpan {
  /**
   * Runs what belongs to the request: spans that are begun in there, and by whatever it begins, are
   * its children.
   */
  within(work: () => void): void;

  end(ended: { name: string; status: number }): void;
}

/**
 * Follows a question through every process that has to do with it. Rows carry the trace from the
 * one that took the question to those that work on it, as a W3C traceparent
 * (https://www.w3.org/TR/trace-context/). Nothing here waits or throws: no work fails because it
 * was followed.
 */
export abstract class Tracing {
  /** False when no spans are exported. */
  abstract readonly on: boolean;

  /**
   * `parent` is what the caller sent as traceparent; one that is malformed begins a trace of its
   * own.
   */
  abstract request(method: string, parent: string | undefined): RequestSpan;

  /**
   * Runs `work` in a span, which counts as failed when `work` throws. Without a `parent` it is a
   * child of the span that surrounds it.
   */
  abstract span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, parent?: string): Promise<T>;

  /** The surrounding span, to be carried on; `undefined` when there is none. */
  abstract traceparent(): string | undefined;
}
