import { PublicUrl } from '../http/public-url.js';
import { Injectable } from '../../core/injectable.js';

/** The query of the MCP endpoint that needs credentials for everything. */
const SIGN_IN = /\?sign_in=1$/;

/**
 * The resources tokens are issued for: the service and its MCP endpoint. Both are one server, so a
 * token for either is valid for both.
 */
@Injectable()
export class Resources {
  readonly service: string;
  readonly mcp: string;

  constructor({ baseUrl }: PublicUrl) {
    this.service = baseUrl;
    this.mcp = `${baseUrl}/mcp`;
  }

  /**
   * Returns the resource named by an indicator (RFC 8707), ignoring a trailing slash, the case of
   * scheme and host, and the query of `/mcp?sign_in=1`; `undefined` if it is not ours.
   */
  named(indicator: string): string | undefined {
    const asked = canonical(indicator);
    return [this.service, this.mcp].find((resource) => canonical(resource) === asked);
  }
}

function canonical(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(SIGN_IN, '').replace(/\/$/, '');
}
