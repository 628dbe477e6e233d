import type { PublicUrl } from '../http/public-url.js';

/**
 * The resources that tokens are issued for: the service as a whole and its MCP endpoint. It is one
 * server: a token for either is good for both.
 */
export class Resources {
  readonly service: string;
  readonly mcp: string;

  constructor({ baseUrl }: PublicUrl) {
    this.service = baseUrl;
    this.mcp = `${baseUrl}/mcp`;
  }

  /**
   * The resource that an indicator names (RFC 8707), with or without a slash at the end;
   * `undefined` for a foreign one.
   */
  named(indicator: string): string | undefined {
    const bare = indicator.replace(/\/$/, '');
    return [this.service, this.mcp].find((resource) => resource === bare);
  }
}
