/** What the service says of itself. */
export abstract class ServiceFacts {
  abstract readonly version: string;
  abstract readonly registryMode: 'live' | 'sandbox';
  /** Of a new key. */
  abstract readonly rateLimitPerMinute: number;
  /** How long a one-time code is valid. */
  abstract readonly codeTtlMs: number;
}
