const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where the service is reached, as its operator says: nothing that is sent is ever built from a
 * Host header. A page that had its own name point here (DNS rebinding) sends its own Host and
 * Origin, and is known by them.
 */
export class PublicUrl {
  readonly origin: string;
  private readonly hostname: string;
  private readonly local: boolean;

  constructor(
    /** Without a slash at the end. */
    readonly baseUrl: string,
    private readonly allowedOrigins: readonly string[],
  ) {
    const { origin, hostname } = new URL(baseUrl);
    this.origin = origin;
    this.hostname = hostname;
    this.local = LOOPBACK.has(hostname);
  }

  /** Whether a Host header names this service, on whichever port. */
  isOwnHost(host: string | undefined): boolean {
    const hostname = host === undefined ? undefined : hostnameOf(`http://${host}`);
    return hostname !== undefined && (hostname === this.hostname || (this.local && LOOPBACK.has(hostname)));
  }

  /** Whether pages of this origin may ask. On one's own machine every page of that machine may. */
  isAllowedOrigin(origin: string): boolean {
    if (origin === this.origin || this.allowedOrigins.includes(origin)) return true;
    const hostname = this.local && /^https?:/.test(origin) ? hostnameOf(origin) : undefined;
    return hostname !== undefined && LOOPBACK.has(hostname);
  }
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
