import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import * as oauth from 'openid-client';
import type { Service } from './harness.js';

/** Returns an unused port: the issuer must be known before the service listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A browser without JavaScript: keeps cookies, follows redirects within the service, sends forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  /**
   * Each browser has a random address, so that the limit per network address does not stop the
   * tests.
   */
  private readonly address = `10.${[...randomBytes(3)].join('.')}`;
  url = '';
  html = '';
  status = 0;
  headers = new Headers();

  constructor(private readonly service: Service) {}

  /**
   * Opens a URL and follows redirects; stops before leaving the service and returns that address.
   */
  async open(url: string, init: RequestInit = {}): Promise<string | undefined> {
    let next = new URL(url, this.url || this.service.url).href;
    let request = init;
    for (let steps = 0; steps < 10; steps++) {
      if (!next.startsWith(`${this.service.url}/`)) return next;
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, {
        ...request,
        redirect: 'manual',
        headers: { 'x-forwarded-for': this.address, ...request.headers, cookie },
      });
      this.keepCookies(response.headers);
      const location = response.headers.get('location');
      if (location === null) {
        Object.assign(this, {
          url: next,
          html: await response.text(),
          status: response.status,
          headers: response.headers,
        });
        return undefined;
      }
      next = new URL(location, next).href;
      request = {};
    }
    throw new Error(`led in circles: ${next}`);
  }

  submit(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<string | undefined> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return this.open(this.url, {
      method: 'POST',
      body,
      headers: { ...type, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  /** Signs in from the sign-in page, up to the consent page or the client. */
  async signIn(email: string, from: string): Promise<string | undefined> {
    await this.submit({ action: 'send', email }, { 'x-forwarded-for': from });
    return this.submit({ action: 'verify', email, code: this.service.codeFor(email) });
  }

  private keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

interface Registered {
  client_id: string;
  client_secret?: string;
}

/** Returns a registered client as an OAuth library configures it from the server's own metadata. */
export function clientOf(service: Service, { client_id, client_secret }: Registered): Promise<oauth.Configuration> {
  const authentication = client_secret === undefined ? oauth.None() : oauth.ClientSecretBasic(client_secret);
  return oauth.discovery(new URL(service.url), client_id, undefined, authentication, {
    execute: [oauth.allowInsecureRequests],
    algorithm: 'oauth2',
  });
}

/**
 * Returns the token that a client gets when its user consents to these scopes. The service must be
 * reached at its own base address.
 */
export async function accessToken(
  service: Service,
  asked: { email: string; scope: string; from?: string },
): Promise<string> {
  const callback = 'http://127.0.0.1:9/callback';
  const { body: registered } = await service.ask('POST', '/oauth/register', {
    body: { client_name: 'Intake Agent', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
  });
  const client = await clientOf(service, registered);
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const url = oauth.buildAuthorizationUrl(client, {
    redirect_uri: callback,
    scope: asked.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const browser = new Browser(service);
  await browser.open(url.href);
  await browser.signIn(asked.email, asked.from ?? '10.9.8.7');
  const back = await browser.submit({ action: 'allow' });
  const { access_token } = await oauth.authorizationCodeGrant(client, new URL(back ?? ''), { pkceCodeVerifier });
  return access_token;
}
