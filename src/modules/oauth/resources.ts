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
   * The resource that an indicator names (RFC 8707), with or without a slash at the end, its scheme
   * and host in any case; `undefined` for a foreign one.
   */
  named(indicator: string): string | undefined {
    const asked = canonical(indicator);
    return [this.service, this.mcp].find((resource) => canonical(resource) === asked);
  }
}

function canonical(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '');
}
