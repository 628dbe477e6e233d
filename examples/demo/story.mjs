import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Standing, StandingError } from '@standing/client';
import { createReceiver } from '../webhook-receiver/receiver.mjs';
import { findAnywhere } from './anywhere.mjs';
import { verifyFile } from './file-of-names.mjs';
import { inCredits } from './narrator.mjs';
import { codeFor } from './one-time-code.mjs';
import { passThirtyDays } from './thirty-days.mjs';
import { until } from './until.mjs';

/** @typedef {import('@standing/client').WebhookEvent} WebhookEvent */
/** @typedef {import('./narrator.mjs').Narrator} Narrator */
/** @typedef {{ entity_name: string, jurisdiction: string }} Asked */
/**
 * @typedef {object} DemoOptions
 * @property {string} url
 * @property {string} [key] Of an account that exists; a new one is signed up otherwise.
 * @property {string} outbox Where a service on this machine without a mail server leaves its mail.
 * @property {string} [name] What to verify; a sample of the sandbox otherwise.
 * @property {string} jurisdiction
 * @property {() => Promise<import('./second-service.mjs').SecondService>} second
 *   Starts a service that may send webhooks to this machine, for when the one that is asked may not.
 */

const SANDBOX_JURISDICTION = 'us-co';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The whole story in one go: sign up, verify, poll, receive and check the webhook, look at the
 * balance.
 * @param {DemoOptions} options
 * @param {Narrator} narrator
 */
export async function tell(options, narrator) {
  const { config, name } = await meet(options, narrator);
  const { credits: prices, limits, jurisdictions } = config;
  const isSandbox = config.registry_mode === 'sandbox';
  const client = await signUp(options, narrator);
  const before = (await client.account()).credit_balance;
  if (options.key === undefined)
    narrator.promise(`a new account has ${limits.free_credits} credits`, before === limits.free_credits);
  const asked = { entity_name: name, jurisdiction: options.jurisdiction };

  narrator.step(`Verify "${name}" in ${options.jurisdiction}`);
  const verified = await client.verifyAndWait(asked);
  narrator.promise('the register has it', verified.status === 'completed');
  if (verified.status === 'completed') tellResult(verified, narrator);

  narrator.step('Ask again, in depth and without the cache, and receive a webhook');
  const told = await askWithWebhook(client, asked, narrator);
  if (!told) await askElsewhere(options, narrator);

  narrator.step('Ask for a business that does not exist');
  const absent = await client.verifyAndWait({ ...asked, entity_name: `Nonexistent ${randomUUID()} LLC` });
  narrator.promise('a confirmed no-match is an answer, not a failure', absent.status === 'no_match');

  narrator.step(`Create a key that can spend ${inCredits(prices.quick)} at most`);
  await spendBudget(client, prices.quick, asked, narrator);

  let batch = 0;
  if (isSandbox) {
    if (options.key === undefined) {
      narrator.step('A name, an address, no register');
      // It asks them all, so an account of its own pays.
      const payer = await signedUp(new Standing({ baseUrl: options.url }), options.outbox);
      await findAnywhere(payer, prices.search_per_jurisdiction, narrator);
    }

    narrator.step('Send a file of ten names');
    batch = await verifyFile(client, jurisdictions, narrator);

    narrator.step('Watch two businesses for thirty days');
    // Time passes for everybody in a sandbox, so not in one that others may use.
    const passed = await inOwnSandbox(options, (own) => passThirtyDays(own, narrator));
    if (!passed)
      narrator.note('Only with a service on this machine: POST /v1/sandbox/clock moves the time for every account.');
  }

  narrator.step('Look at the bill');
  const { credit_balance: after } = await client.account();
  const expected = before - 3 * prices.quick - (told ? prices.deep_force_refresh : 0) - batch;
  narrator.fact('credits', `${before} → ${after}`);
  narrator.promise('every credit is accounted for', after === expected);
  if (isSandbox) narrator.note('This was the sandbox: no answer said anything about a real business.');
}

/**
 * @param {DemoOptions} options
 * @param {Narrator} narrator
 */
async function meet({ url, name, jurisdiction }, narrator) {
  narrator.step(`Meet the service at ${url}`);
  const config = await new Standing({ baseUrl: url }).config();
  const found = config.jurisdictions.find(({ code }) => code === jurisdiction);
  narrator.fact('version', config.version);
  narrator.fact('registers', `${config.jurisdictions.filter(({ active }) => active).length}, ${config.registry_mode}`);
  narrator.promise(`${jurisdiction} can be asked`, found?.active === true);
  const chosen = name ?? found?.sample_names?.[0];
  if (chosen === undefined) throw new Error('this service asks real registers: give --name and --jurisdiction');
  return { config, name: chosen };
}

/**
 * @param {DemoOptions} options
 * @param {Narrator} narrator
 */
async function signUp({ url, key, outbox }, narrator) {
  const service = new Standing({ baseUrl: url });
  if (key !== undefined) return service.withKey(key);
  narrator.step('Sign up');
  return signedUp(service, outbox, narrator);
}

/**
 * @param {Standing} service
 * @param {string} outbox
 * @param {Narrator} [narrator]
 */
async function signedUp(service, outbox, narrator) {
  const email = `demo-${randomUUID().slice(0, 8)}@example.com`;
  await service.requestAccess(email);
  narrator?.fact('code sent to', email);
  const issued = await service.verifyAccess({ email, code: await codeFor(email, outbox), label: 'demo' });
  narrator?.fact('API key', `${issued.api_key.slice(0, 8)}… (shown once)`);
  return service.withKey(issued.api_key);
}

/**
 * @param {import('@standing/client').Verified} verified
 * @param {Narrator} narrator
 */
function tellResult({ data, entity_id }, narrator) {
  narrator.fact('name', data.entity_name);
  narrator.fact('number', data.jurisdiction_id);
  narrator.fact('status', `${data.status} (${data.status_detail ?? 'no word'})`);
  narrator.fact('good standing', data.good_standing ?? 'the register does not say');
  narrator.fact('confidence', `${data.confidence}, ${data.match.method}`);
  narrator.fact('source', data.source.name);
  narrator.fact('entity', entity_id);
}

/**
 * False when the service does not send to this machine; then nothing was charged.
 * @param {Standing} client
 * @param {Asked} asked
 * @param {Narrator} narrator
 */
async function askWithWebhook(client, asked, narrator) {
  const { secret } = await client.webhookSecret();
  /** @type {WebhookEvent[]} */
  const events = [];
  // It hands on what was signed with that secret, and nothing else.
  const receiver = createReceiver(secret, (event) => events.push(event)).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  try {
    const webhook_url = `http://127.0.0.1:${port}/`;
    const started = await client.verify({ ...asked, tier: 'deep', force_refresh: true, webhook_url });
    if (started.status !== 'pending') throw new Error('a fresh verification must begin as a job');
    narrator.fact('job', started.job_id);
    const event = await until(() => events.find(({ job_id }) => job_id === started.job_id));
    narrator.fact('webhook', event.event);
    narrator.promise('it is signed with the secret of this account', true);
    const job = await client.job(started.job_id);
    narrator.promise('polling returns the same answer', job.status === event.status);
    return true;
  } catch (error) {
    if (!(error instanceof StandingError) || !error.message.includes('webhook_url')) throw error;
    narrator.promise(
      'it sends no webhook to a private address, unless WEBHOOK_ALLOW_PRIVATE=true',
      error.code === 'VALIDATION_ERROR',
    );
    return false;
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

/**
 * The same from a sandbox of its own, which may send webhooks to this machine.
 * @param {DemoOptions} options
 * @param {Narrator} narrator
 */
async function askElsewhere(options, narrator) {
  const asked = await inOwnSandbox(options, async (client) => {
    narrator.note('So this starts a second service that may, with its own sandbox:');
    const { jurisdictions } = await client.config();
    const [name = ''] = jurisdictions.find(({ code }) => code === SANDBOX_JURISDICTION)?.sample_names ?? [];
    const told = await askWithWebhook(client, { entity_name: name, jurisdiction: SANDBOX_JURISDICTION }, narrator);
    if (!told) throw new Error('the second service refuses as well');
  });
  if (!asked) narrator.note('To see one, start npx --no standing webhook:listen where that service can reach it.');
}

/**
 * Works with a new account of a sandbox that is started for it. False beside a service elsewhere,
 * which could not reach this machine anyhow.
 * @param {DemoOptions} options
 * @param {(client: Standing) => Promise<void>} work
 */
async function inOwnSandbox({ url, second }, work) {
  if (!LOOPBACK.has(new URL(url).hostname)) return false;
  const service = await second();
  try {
    await work(await signedUp(new Standing({ baseUrl: service.url }), service.outbox));
    return true;
  } finally {
    await service.close();
  }
}

/**
 * The key is taken back afterwards: it was given to nobody.
 * @param {Standing} client
 * @param {number} credits
 * @param {Asked} asked
 * @param {Narrator} narrator
 */
async function spendBudget(client, credits, asked, narrator) {
  const { key_id, api_key } = await client.createKey({
    label: 'demo, to give away',
    budget: { credits, every: 'once' },
  });
  const lent = client.withKey(api_key);
  await lent.verifyAndWait(asked);
  const refusal = await lent.verifyAndWait(asked).catch((error) => error);
  const refused = refusal instanceof StandingError && refusal.details['limited_by'] === 'key_budget';
  if (refused) narrator.fact('refusal', refusal.message);
  narrator.promise('its budget is spent, and the next request is refused', refused);
  await client.revokeKey(key_id);
}
