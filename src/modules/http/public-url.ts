const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The configured address of the service: nothing sent is ever built from a Host header. A page that
 * points its own name here (DNS rebinding) sends its own Host and Origin, and is recognised by
 * them.
 */
export class PublicUrl {
  readonly origin: string;
  private readonly hostname: string;
  private readonly local: boolean;

  constructor(
    /** Without a trailing slash. */
    readonly baseUrl: string,
    private readonly allowedOrigins: readonly string[],
  ) {
    const { origin, hostname } = new URL(baseUrl);
    this.origin = origin;
    this.hostname = hostname;
    this.local = LOOPBACK.has(hostname);
  }

  /** Returns whether a Host header names this service, on any port. */
  isOwnHost(host: string | undefined): boolean {
    const hostname = host === undefined ? undefined : hostnameOf(`http://${host}`);
    return hostname !== undefined && (hostname === this.hostname || (this.local && LOOPBACK.has(hostname)));
  }

  /**
   * Returns whether pages of this origin may call the service. A local service accepts all local
   * pages.
   */
  isAllowedOrigin(origin: string): boolean {
    if (origin === this.origin || this.allowedOrigins.includes(origin)) return true;
    const hostname = this.local && /^https?:/.test(origin) ? hostnameOf(origin) : undefined;
    return hostname !== undefined && LOOPBACK.has(hostname);
  }
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
