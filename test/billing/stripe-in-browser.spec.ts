import type { Browser, BrowserContext } from 'playwright-core';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { StripeDouble } from '../support/stripe-double.js';

const SECRET_KEY = 'sk_test_of_the_double';

describeInChromium('the checkout of a payment processor in a browser', () => {
  let double: StripeDouble;
  let service: Service;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    double = await StripeDouble.start(SECRET_KEY);
    const env = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_double', STRIPE_API_BASE: double.url };
    service = await startService({ env });
    // No request leaves the machine.
    browser = await launchChromium('--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1');
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.url}/console/sign-in`);
    await signInByCode(page, service, newEmail());
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
    await double.stop();
  });

  it('is reached by one press: the content policy lets the form through', async () => {
    double.checkout = 'https://checkout.stripe.com';
    const page = await context.newPage();
    await page.goto(`${service.url}/console/billing`);
    const led = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith('https://checkout.stripe.com/c/'),
    );
    await page.click('button[value=pro]');
    expect((await led).failure()?.errorText).toBe('net::ERR_NAME_NOT_RESOLVED');
  });

  it('is a link if it is on a domain of the seller', async () => {
    double.checkout = 'https://pay.example.com';
    const page = await context.newPage();
    await page.goto(`${service.url}/console/billing`);
    await page.click('button[value=starter]');
    const link = page.getByRole('link', { name: 'Go to the checkout' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/pay\.example\.com\/c\/pay\//);
  });
});
