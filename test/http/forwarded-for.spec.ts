import { startService, type Service } from '../support/harness.js';

const MOST = 5;

let service: Service;
beforeAll(async () => {
  service = await startService({
    env: { MCP_ANONYMOUS_RATE_LIMIT: String(MOST), TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' },
  });
});
afterAll(() => service.close());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const accept = 'application/json, text/event-stream';

async function statuses(headers: readonly string[]): Promise<number[]> {
  const answers: number[] = [];
  for (const forwarded of headers) {
    const { status } = await service.ask('POST', '/mcp', {
      headers: { 'x-forwarded-for': forwarded, accept },
      body: list,
    });
    answers.push(status);
  }
  return answers;
}

const eight = (write: (at: number) => string) => Array.from({ length: 8 }, (_, at) => write(at));
const limited = [...Array.from({ length: MOST }, () => 200), 429, 429, 429];

describe('a gateway that writes X-Forwarded-For', () => {
  it.each([
    ['with a port', eight((at) => `203.0.113.5:1234${at}`)],
    ['with brackets and a port', eight((at) => `[2001:db8:1::${at}]:1234${at}`)],
    ['with brackets alone', eight((at) => `[2001:db8:2::${at}]`)],
    ['in quotes', eight((at) => `"[2001:db8:3::${at}]:1234${at}"`)],
    ['behind a trusted proxy that writes its port, too', eight((at) => `203.0.113.6:1${at}, 10.1.2.3:2${at}`)],
    ['after a text that is no address', eight((at) => `nowhere-${at}, 203.0.113.9`)],
    ['with a text that is no address, as its own', eight((at) => `203.0.113.10${at}, nowhere-${at}`)],
    ['after an address that the caller made up', eight((at) => `198.51.100.${at}, 203.0.113.7:1${at}`)],
    [
      'as one network, however it is written',
      [
        '203.0.113.8',
        '203.0.113.8:1',
        '::ffff:203.0.113.8',
        '[::ffff:203.0.113.8]:2',
        '"203.0.113.8"',
        '203.0.113.8:3',
        '203.0.113.8',
        '203.0.113.8:4',
      ],
    ],
  ])('%s is counted as one network', async (_written, headers) => {
    expect(await statuses(headers)).toEqual(limited);
  });
});
