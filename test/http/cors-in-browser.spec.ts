import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { freePort } from '../support/oauth-user.js';
import { startService, type Service } from '../support/harness.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';

describeInChromium('pages of other origins in a browser', () => {
  let service: Service;
  let site: Server;
  let browser: Browser;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>A page</p>'));
    site.listen(port, '127.0.0.1');
    service = await startService({
      env: { BASE_URL: 'https://standing.example.com', ALLOWED_ORIGINS: `http://app.example:${port}` },
    });
    browser = await launchChromium('--host-resolver-rules=MAP *.example 127.0.0.1');
  });
  afterAll(async () => {
    await browser?.close();
    site.close();
    await service.close();
  });

  /**
   * Returns what a script of that origin can see of a verification: status and bill, or nothing.
   */
  async function verifyFrom(origin: string): Promise<unknown> {
    const { key } = await service.signUp();
    const headers = {
      'content-type': 'application/json',
      'x-api-key': key,
      'idempotency-key': 'one',
      prefer: 'wait=10',
    };
    const body = JSON.stringify({ entity_name: 'Nobody at all LLC', jurisdiction: 'us-co' });
    const page = await browser.newPage();
    await page.goto(`${origin}/`);
    const seen = await page.evaluate(`
      fetch(${JSON.stringify(`${service.url}/v1/verify`)}, ${JSON.stringify({ method: 'POST', headers, body })}).then(
        async (answer) => [answer.status, (await answer.json()).error.code, answer.headers.get('x-credits-remaining')],
        (error) => error.name,
      )`);
    await page.close();
    return seen;
  }

  it('an allowed origin sends its key, and reads the answer and the balance', async () => {
    expect(await verifyFrom(`http://app.example:${port}`)).toEqual([404, 'ENTITY_NOT_FOUND', '49']);
  });

  it('any other origin is blocked', async () => {
    expect(await verifyFrom(`http://stranger.example:${port}`)).toBe('TypeError');
  });
});
