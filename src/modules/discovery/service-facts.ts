/** What the service says of itself. */
export class ServiceFacts {
  constructor(
    readonly version: string,
    readonly registryMode: 'live' | 'sandbox',
    readonly rateLimitPerMinute: number,
    readonly codeTtlMs: number,
  ) {}
}
