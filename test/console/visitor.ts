import { newEmail, newIp, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

/** A page as a browser without scripts receives it. */
export interface Shown {
  status: number;
  headers: Headers;
  /** Without a byte order mark. */
  html: string;
  bytes: Buffer;
  /** Target of a redirect; `undefined` if it is not one. */
  location: string | undefined;
}

const TOKEN = /form_token=([\w-]+)/;

/** A browser without scripts that keeps cookies, reads forms and sends them. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private readonly ip = newIp();

  constructor(private readonly service: Service) {}

  /** Signs in with a new account. */
  static async signedIn(service: Service, email = newEmail()): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.signIn(email);
    return visitor;
  }

  async signIn(email: string): Promise<Shown> {
    const { html } = await this.get('/console/sign-in');
    const fields = { email, form_token: tokenIn(html) };
    await this.post('/console/sign-in', { ...fields, action: 'send' });
    // With sign-up closed, the mail is sent after the response.
    await until(() =>
      this.service.said.some((line) => line.startsWith(`e-mail to ${email}:`) && /\b\d{6}\b/.test(line)),
    );
    return this.post('/console/sign-in', { ...fields, action: 'verify', code: this.service.codeFor(email) });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.ask('GET', path, undefined, headers);
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    const { form_token: token, ...typed } = fields;
    return this.ask('POST', withToken(path, token), new URLSearchParams(typed), headers);
  }

  send(path: string, form: FormData): Promise<Shown> {
    const token = form.get('form_token');
    form.delete('form_token');
    return this.ask('POST', withToken(path, typeof token === 'string' ? token : undefined), form, {});
  }

  /** Sends a form of a page, with the token of the page. */
  async press(page: string, path: string, fields: Record<string, string> = {}): Promise<Shown> {
    return this.post(path, { form_token: tokenIn((await this.get(page)).html), ...fields });
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  private async ask(
    method: string,
    path: string,
    body: URLSearchParams | FormData | undefined,
    headers: Record<string, string>,
  ): Promise<Shown> {
    const response = await fetch(this.service.url + path, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', 'x-forwarded-for': this.ip, cookie: this.cookieHeader, ...headers },
      ...(body ? { body } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? undefined;
    const bytes = Buffer.from(await response.arrayBuffer());
    const html = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, html, bytes, location };
  }
}

/** The token of a form is in its address. */
function withToken(path: string, token: string | undefined): string {
  return token === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}form_token=${encodeURIComponent(token)}`;
}

/** Returns the token in the forms of a page. */
export function tokenIn(html: string): string {
  const [, token] = TOKEN.exec(html) ?? [];
  if (token === undefined) throw new Error('the page has no form');
  return token;
}

/** Returns the text that a person reads. */
export function textOf(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
