import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { RateLimits } from '../../../src/core/rate-limits/ports.js';
import { defaultHeaders } from '../../../src/modules/http/answers/answer-headers.js';
import { startService, type Service } from '../../support/harness.js';
import { accessToken, freePort } from '../../support/oauth-user.js';
import { EDGE_REQUESTS, type EdgeRequest, type Sender } from './requests.js';
import { send } from './send.js';

// To rewrite it with the current responses: RENEW=1 npx jest test/http/edge
const RECORDED = 'test/http/edge/answers.txt';
const ADMIN_KEY = 'the-admin-key-of-the-edge';
/** Separates the responses in the record. */
const BETWEEN = '\n---\n\n';
const FROM = { 'x-forwarded-for': '192.0.2.7' };
const NOT_HTTP = 'This is not a valid HTTP request.';
/** Pages are recorded by their digest. */
const PAGE = '<!doctype html>';

/** A service, its senders, and the windows it counted in since the last request. */
class Edge {
  private readonly credentials: Partial<Record<Sender, Record<string, string>>>;

  static async start(env: Record<string, string> = {}): Promise<Edge> {
    const counted: string[] = [];
    const service = await startService({
      env: { PORT: String(await freePort()), ADMIN_API_KEY: ADMIN_KEY, MCP_ANONYMOUS_RATE_LIMIT: '100000', ...env },
      prepare: (app) => {
        const limits = app.get<RateLimits>(RateLimits, { strict: false });
        const count = limits.count.bind(limits);
        limits.count = (bucket, ...rest) => {
          counted.push(bucket);
          return count(bucket, ...rest);
        };
      },
    });
    return new Edge(service, counted, await service.signUp());
  }

  private constructor(
    private readonly service: Service,
    private readonly counted: string[],
    private readonly account: { email: string; key: string },
  ) {
    this.credentials = { key: { 'x-api-key': account.key }, admin: { 'x-admin-key': ADMIN_KEY }, stranger: {} };
  }

  /** Also gives the senders access tokens for the account. */
  async authorize(): Promise<void> {
    const { email } = this.account;
    const tokenFor = async (scope: string) => `Bearer ${await accessToken(this.service, { email, scope })}`;
    this.credentials.token = { authorization: await tokenFor('verify account:read') };
    this.credentials.reader = { authorization: await tokenFor('account:read') };
  }

  /** Returns the response and the windows it counted in, in the format of the record. */
  async answerTo(request: EdgeRequest): Promise<string> {
    this.counted.length = 0;
    const answer = plain(
      await send(this.service.url, request, { ...FROM, ...this.credentials[request.as] }),
    ).replaceAll(this.service.url, 'BASE_URL');
    // Invalid HTTP is answered independently of any other work, so its counts are left out.
    if (answer.includes(NOT_HTTP)) return answer;
    return `${answer}\nIt counts ${this.counted.map(windowOf).toSorted().join(' and ') || 'nothing'}.`;
  }

  close(): Promise<void> {
    return this.service.close();
  }
}

/** Names the owner of a window, without ids. */
function windowOf(bucket: string): string {
  const [first = ''] = bucket.split(' ');
  return ['agents', 'applications', 'open'].includes(first) ? first : 'the caller';
}

const DEFAULT = new Set(Object.entries(defaultHeaders('http://x')).map(([name, value]) => `${name}: ${value}`));

/** Removes what varies between runs, and the headers that every response has. */
function plain(answer: string): string {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const lines = head.split('\r\n').filter((line) => !DEFAULT.has(line));
  const kept = lines.filter(
    (line) =>
      !/^(?:date|x-request-id|x-ratelimit-reset|x-ratelimit-remaining|keep-alive|content-length|set-cookie):/i.test(
        line,
      ),
  );
  const body = rest.join('\r\n\r\n');
  const shown = body.startsWith(PAGE)
    ? `a page, ${createHash('sha256').update(body).digest('hex').slice(0, 16)}`
    : body;
  return [...kept, shown]
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/(retry-after: |retry_after_seconds":|again in )\d+/g, '$1N');
}

function titleOf({ as, what, line }: EdgeRequest): string {
  return `- ${as}: ${what.includes(' to ') ? what : `${what}, ${line.slice(0, 60)}`}`;
}

it('returns the recorded answers to requests that no route expects', async () => {
  const edge = await Edge.start();
  await edge.authorize();
  const limited = await Edge.start({ RATE_LIMIT_PER_MINUTE: '1', OPEN_RATE_LIMIT: '2', MCP_ANONYMOUS_RATE_LIMIT: '1' });
  // Use up every window before recording.
  for (const request of EDGE_REQUESTS.filter((each) => each.limited)) await limited.answerTo(request);
  const requestsOf = new Map<string, string[]>();
  for (const request of EDGE_REQUESTS) {
    const answer = await (request.limited ? limited : edge).answerTo(request);
    requestsOf.set(answer, [...(requestsOf.get(answer) ?? []), titleOf(request)]);
  }
  await edge.close();
  await limited.close();
  const answers = [...requestsOf].map(([answer, titles]) => `${titles.join('\n')}\n\n${answer}\n`);
  if (process.env['RENEW']) await writeFile(RECORDED, answers.join(BETWEEN));
  expect(answers).toEqual((await readFile(RECORDED, 'utf8')).split(BETWEEN));
});
