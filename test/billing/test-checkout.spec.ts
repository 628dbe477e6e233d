import { startService, type Service } from '../support/harness.js';

let service: Service;
let account: { key: string };
let checkout: { url: string; sessionId: string };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
  const { body } = await service.ask('POST', '/v1/billing/purchase', { ...account, body: { package_id: 'starter' } });
  checkout = { url: body.checkout_url, sessionId: body.session_id };
});

const show = async () => (await fetch(checkout.url)).text();
const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
const press = (button: string, token: string, headers: Record<string, string> = {}) =>
  fetch(checkout.url, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ button, token }),
  });
const balance = () => service.balance(account.key);

describe('the test checkout', () => {
  it('shows what is bought, for how much, and that no money moves', async () => {
    const response = await fetch(checkout.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    const html = await response.text();
    const [, summary = ''] = /<dl class="sum">(.+?)<\/dl>/s.exec(html) ?? [];
    expect(summary.replaceAll(/<[^>]+>/g, ' ').split(/\s{2,}/)).toEqual([
      '',
      'Package',
      'Starter',
      'Credits',
      '100',
      'Each',
      'USD 0.080',
      'Total',
      'USD 8.00',
      '',
    ]);
    expect(html).toContain('No money moves here');
    expect(await balance()).toBe(50);
  });

  it('credits the account when Pay is pressed, and redirects to the page', async () => {
    const response = await press('pay', tokenIn(await show()));
    expect(response.status).toBe(303);
    expect(new URL(response.headers.get('location') ?? '', checkout.url).href).toBe(checkout.url);
    expect(await show()).toContain('100 credits were added to the account.');
    expect(await balance()).toBe(150);
  });

  it('credits the account once, however often and fast Pay is pressed', async () => {
    const token = tokenIn(await show());
    await Promise.all(Array.from({ length: 20 }, () => press('pay', token)));
    await press('pay', token);
    expect(await balance()).toBe(150);
    const { body } = await service.ask('GET', '/v1/billing', account);
    expect(body.transactions.map(({ type }: { type: string }) => type)).toEqual(['purchase', 'grant']);
  });

  it('buys nothing once Cancel was pressed', async () => {
    const token = tokenIn(await show());
    expect((await press('cancel', token)).status).toBe(303);
    expect(await show()).toContain('Nothing was bought.');
    await press('pay', token);
    expect(await balance()).toBe(50);
  });

  it('buys nothing after it has expired', async () => {
    const token = tokenIn(await show());
    await service.db.change(`update payments set expires_at = now() where session_id = $1`, [checkout.sessionId]);
    await press('pay', token);
    expect(await show()).toContain('This checkout has ended');
    expect(await balance()).toBe(50);
  });

  it('refuses a form from another site or without the token of its page', async () => {
    const token = tokenIn(await show());
    expect((await press('pay', token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press('pay', '')).status).toBe(403);
    expect((await press('pay', `${token}x`)).status).toBe(403);
    expect((await press('buy', token)).status).toBe(400);
    expect(await balance()).toBe(50);
  });

  it('has no page for a session that was never opened', async () => {
    checkout = { ...checkout, url: checkout.url.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')) };
    expect((await fetch(checkout.url)).status).toBe(404);
    expect((await press('pay', '')).status).toBe(404);
    expect((await fetch(`${service.url}/checkout/test/%00`)).status).toBe(404);
  });

  it('does not make another route accept forms', async () => {
    const response = await fetch(`${service.url}/v1/auth/request-access`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com' }),
    });
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe('VALIDATION_ERROR');
  });

  it('has no webhook, so that only its page reports a payment', async () => {
    const { status } = await service.ask('POST', '/v1/billing/stripe/webhook', { body: {} });
    expect(status).toBe(404);
  });
});
