import StripeSdk from 'stripe';
import { startService, type Answer, type Service } from '../support/harness.js';
import { newId } from '../../src/core/ids.js';
import { StripeDouble } from '../support/stripe-double.js';
import { until } from '../support/until.js';

const SECRET_KEY = 'sk_test_of_the_double';
const WEBHOOK_SECRET = 'whsec_of_the_double';

let double: StripeDouble;
let service: Service;
let account: { key: string; email: string };
beforeAll(async () => {
  double = await StripeDouble.start(SECRET_KEY);
  service = await startService({
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: double.url,
      BASE_URL: 'https://standing.example.com',
    },
  });
});
afterAll(async () => {
  await service.close();
  await double.stop();
});
beforeEach(async () => {
  account = await service.signUp();
});

const purchase = (package_id: string, headers: Record<string, string> = {}) =>
  service.ask('POST', '/v1/billing/purchase', { key: account.key, headers, body: { package_id } });

const signer = new StripeSdk(SECRET_KEY);
function deliver(told: object) {
  const payload = JSON.stringify(told);
  return deliverRaw(payload, signer.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET }));
}
function deliverRaw(body: string, signature: string): Promise<Answer> {
  return service.ask('POST', '/v1/billing/stripe/webhook', {
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
}

let events = 0;
const event = (type: string, object: object, previous_attributes?: object) => ({
  id: `evt_${(events += 1)}`,
  object: 'event',
  type,
  data: { object, ...(previous_attributes ? { previous_attributes } : {}) },
});

it.each<[what: string, type: string, object: unknown]>([
  ['no object', 'checkout.session.completed', null],
  ['a list of nothing for an object', 'checkout.session.async_payment_failed', []],
  ['no id', 'checkout.session.async_payment_failed', {}],
  ['an id that is a number', 'checkout.session.async_payment_failed', { id: 7 }],
  ['an id with a NUL', 'checkout.session.async_payment_failed', { id: 'cs_\0' }],
  ['an id without end', 'checkout.session.async_payment_failed', { id: 'x'.repeat(5_000) }],
  ['no amount', 'charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }],
  ['an amount that is text', 'charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: '8' }],
  ['half a cent', 'charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 0.5 }],
  ['less than nothing', 'charge.dispute.closed', { id: 'dp_1', payment_intent: 'pi_1', status: 'lost', amount: -5 }],
  ['more than there is', 'refund.created', { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', amount: 1e300 }],
  ['a reference with a NUL', 'refund.failed', { id: 're_\0', payment_intent: 'pi_\0', status: 'failed', amount: 5 }],
])('returns 400 for a signed event with %s', async (_what, type, object) => {
  const { status, body } = await deliver(event(type, object as object));
  expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
});

/** Returns all events that Stripe sends about one session opened with us. */
function storyOf(sessionId: string) {
  const { fields } = double.opened.find(({ id }) => id === sessionId)!;
  const amount = Number(fields['line_items[0][price_data][unit_amount]']);
  const metadata = { account_id: fields['metadata[account_id]'], package_id: fields['metadata[package_id]'] };
  const payment_intent = `pi_${sessionId}`;
  const session = (payment_status: string) => ({
    id: sessionId,
    object: 'checkout.session',
    payment_status,
    payment_intent,
    amount_total: amount,
    currency: 'usd',
    metadata,
  });
  const charge = (amount_refunded: number) => ({
    id: `ch_${sessionId}`,
    object: 'charge',
    amount,
    amount_refunded,
    payment_intent,
  });
  const refund = (status: string, cents: number, id = `re_${sessionId}`) => ({
    id,
    object: 'refund',
    amount: cents,
    status,
    payment_intent,
  });
  return {
    amount,
    completed: event('checkout.session.completed', session('paid')),
    completedUnpaid: event('checkout.session.completed', session('unpaid')),
    asyncSucceeded: event('checkout.session.async_payment_succeeded', session('paid')),
    asyncFailed: event('checkout.session.async_payment_failed', session('unpaid')),
    refund: (from: number, to: number) => event('charge.refunded', charge(to), { amount_refunded: from }),
    refundFailed: (cents: number) => event('refund.failed', refund('failed', cents)),
    refundUpdated: (status: string, cents: number) => event('charge.refund.updated', refund(status, cents)),
    refundNamed: (name: string, status: string, cents: number) =>
      event('refund.updated', refund(status, cents, `re_${name}_${sessionId}`)),
    refundedAt: (created: number, from: number, to: number) => ({
      ...event('charge.refunded', charge(to), { amount_refunded: from }),
      created,
    }),
    dispute: (status: string, lost = amount, id = `dp_${sessionId}`) =>
      event('charge.dispute.closed', { id, object: 'dispute', status, amount: lost, payment_intent }),
    reinstated: (cents = amount, id = `dp_${sessionId}`) =>
      event('charge.dispute.funds_reinstated', { id, object: 'dispute', status: 'won', amount: cents, payment_intent }),
  };
}

const metadataOf = (told: { data: { object: object } }) => (told.data.object as { metadata: object }).metadata;

/** Returns the account's movements, sorted, and its balance, which must equal their sum. */
async function ledger() {
  const { body } = await service.ask('GET', '/v1/billing?limit=100', { key: account.key });
  const movements = body.transactions.map(({ type, amount }: any) => `${type} ${amount}`).toSorted();
  const sum = body.transactions.reduce((total: number, { amount }: any) => total + amount, 0);
  expect(body.credit_balance).toBe(sum);
  return { movements, balance: body.credit_balance };
}

const debts = () =>
  service.db.rows<{ owed: number }>(
    `select d.amount_credits - d.collected_credits - d.forgiven_credits as owed from debts d join accounts a on a.id = d.account_id
      where a.email = $1`,
    [account.email],
  );

describe('a purchase', () => {
  it('opens a checkout session that names account and package', async () => {
    const { status, body } = await purchase('pro');
    expect(status).toBe(201);
    const { id, fields } = double.opened.at(-1)!;
    expect(body).toEqual({
      checkout_url: `${double.url}/c/pay/${id}`,
      session_id: id,
      package_id: 'pro',
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { body: owner } = await service.ask('GET', '/v1/account', account);
    expect(fields).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '3500',
      'line_items[0][price_data][currency]': 'usd',
      client_reference_id: owner.account_id,
      'metadata[account_id]': owner.account_id,
      'metadata[package_id]': 'pro',
      'payment_intent_data[metadata][account_id]': owner.account_id,
      success_url: 'https://standing.example.com/checkout/paid',
      cancel_url: 'https://standing.example.com/checkout/cancelled',
    });
    expect(await service.balance(account.key)).toBe(50);
  });

  it.each(['gold', undefined, 7])('is refused for the package %j', async (given) => {
    const { status, body } = await purchase(given as string);
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_ERROR');
  });

  it('returns the same session for a repeated Idempotency-Key, and a conflict for another package', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const first = await purchase('starter', headers);
    const opened = double.opened.length;
    const again = await purchase('starter', headers);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(double.opened).toHaveLength(opened);
    const other = await purchase('pro', headers);
    expect(other.status).toBe(409);
    expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('returns its session again when the first answer was lost', async () => {
    const headers = { 'idempotency-key': 'order-2' };
    const opened = double.opened.length;
    await service.db.rows('alter table payments rename to payments_gone');
    expect((await purchase('starter', headers)).status).toBe(500);
    await service.db.rows('alter table payments_gone rename to payments');
    const again = await purchase('starter', headers);
    expect(again.status).toBe(201);
    expect(double.opened).toHaveLength(opened + 1);
    expect(again.body.session_id).toBe(double.opened.at(-1)?.id);
  });

  it('survives a broken connection without opening a second session', async () => {
    const opened = double.opened.length;
    double.trouble.push('hang up');
    expect((await purchase('starter')).status).toBe(201);
    expect(double.opened).toHaveLength(opened + 1);
  });

  it.each([
    [
      402,
      { type: 'card_error', message: 'Your card was declined.' },
      'The payment was declined: Your card was declined.',
    ],
    [
      400,
      { type: 'invalid_request_error', message: 'Amount too small.' },
      'The payment processor refused: Amount too small.',
    ],
    [
      401,
      { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_live_******abcd' },
      'The payment processor does not accept the credentials of this service.',
    ],
  ])('returns 402 PAYMENT_FAILED with the reason when Stripe refuses with %i', async (status, error, message) => {
    double.trouble.push({ status, error });
    const answer = await purchase('starter');
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({ code: 'PAYMENT_FAILED', message });
    expect(JSON.stringify(service.log.lines)).not.toContain(SECRET_KEY);
  });

  it('frees its Idempotency-Key when Stripe refuses', async () => {
    double.trouble.push({ status: 402, error: { type: 'card_error', message: 'Your card was declined.' } });
    const headers = { 'idempotency-key': 'order-3' };
    expect((await purchase('starter', headers)).status).toBe(402);
    expect((await purchase('starter', headers)).status).toBe(201);
  });
});

describe('the Stripe webhook', () => {
  it.each([
    [
      'signed with another secret',
      (payload: string) => signer.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' }),
    ],
    ['not signed', () => ''],
    [
      'signed an hour ago',
      (payload: string) =>
        signer.webhooks.generateTestHeaderString({
          payload,
          secret: WEBHOOK_SECRET,
          timestamp: Math.floor(Date.now() / 1000) - 3600,
        }),
    ],
    [
      'signed for another body',
      () => signer.webhooks.generateTestHeaderString({ payload: '{}', secret: WEBHOOK_SECRET }),
    ],
  ])('rejects an event that is %s', async (_what, sign) => {
    const { body } = await purchase('starter');
    const payload = JSON.stringify(storyOf(body.session_id).completed);
    const answer = await deliverRaw(payload, sign(payload));
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('VALIDATION_ERROR');
    expect(await service.balance(account.key)).toBe(50);
  });

  it('credits the package that was bought', async () => {
    const { body } = await purchase('business');
    const answer = await deliver(storyOf(body.session_id).completed);
    expect(answer.status).toBe(200);
    const { body: billing } = await service.ask('GET', '/v1/billing', account);
    expect(billing.transactions[0]).toMatchObject({
      type: 'purchase',
      amount: 2000,
      balance_after: 2050,
      package_id: 'business',
    });
  });

  it('accepts and ignores unrelated events', async () => {
    const foreign = {
      id: 'cs_foreign',
      object: 'checkout.session',
      payment_status: 'paid',
      payment_intent: 'pi_f',
      metadata: {},
    };
    expect((await deliver(event('checkout.session.completed', foreign))).status).toBe(200);
    expect((await deliver(event('customer.created', { id: 'cus_1' }))).status).toBe(200);
    expect(await ledger()).toEqual({ movements: ['grant 50'], balance: 50 });
  });

  it('credits a session that the service lost by a crash right after opening it', async () => {
    const { body } = await purchase('starter');
    await service.db.change('delete from payments where session_id = $1', [body.session_id]);
    await deliver(storyOf(body.session_id).completed);
    expect(await ledger()).toEqual({ movements: ['grant 50', 'purchase 100'], balance: 150 });
  });

  it('credits what was recorded at opening, though the package has left the price list', async () => {
    const { body } = await purchase('starter');
    await service.db.change(`update payments set package_id = 'founder', amount_credits = 120 where session_id = $1`, [
      body.session_id,
    ]);
    const { completed } = storyOf(body.session_id);
    Object.assign(completed.data.object, { metadata: { ...metadataOf(completed), package_id: 'founder' } });
    expect((await deliver(completed)).status).toBe(200);
    expect(await ledger()).toEqual({ movements: ['grant 50', 'purchase 120'], balance: 170 });
    expect((await deliver(completed)).status).toBe(200);
    expect((await ledger()).balance).toBe(170);
  });

  it.each([
    ['an unknown account', { account_id: newId('acc') }, {}],
    ['a package nobody knows', { package_id: 'founder' }, {}],
    ['another amount than it was opened for', {}, { amount_total: 1 }],
    ['less in all than its price', {}, { amount_subtotal: 800, amount_total: 700 }],
    ['another currency', {}, { currency: 'eur' }],
  ])('returns 500, so that Stripe retries, for an event that names %s', async (_what, metadata, session) => {
    const { body } = await purchase('starter');
    if (Object.keys(metadata).length > 0)
      await service.db.change('delete from payments where session_id = $1', [body.session_id]);
    const { completed } = storyOf(body.session_id);
    Object.assign(completed.data.object, session, { metadata: { ...metadataOf(completed), ...metadata } });
    expect((await deliver(completed)).status).toBe(500);
    expect(await ledger()).toEqual({ movements: ['grant 50'], balance: 50 });
  });

  it.each<[what: string, session: object]>([
    ['with taxes on top', { amount_subtotal: 800, amount_total: 960, total_details: { amount_tax: 160 } }],
    ['with taxes on top, its subtotal unsaid', { amount_total: 960, total_details: { amount_tax: 160 } }],
    ['with taxes in the price', { amount_subtotal: 800, amount_total: 800, total_details: { amount_tax: 128 } }],
  ])('credits a price that was paid %s', async (_what, session) => {
    const { completed } = storyOf((await purchase('starter')).body.session_id);
    Object.assign(completed.data.object, session);
    expect((await deliver(completed)).status).toBe(200);
    expect((await ledger()).balance).toBe(150);
  });

  it('refuses a discounted price that added taxes bring back to the full amount', async () => {
    const { completed } = storyOf((await purchase('starter')).body.session_id);
    const total_details = { amount_discount: 80, amount_tax: 80 };
    Object.assign(completed.data.object, { amount_subtotal: 800, amount_total: 800, total_details });
    expect((await deliver(completed)).status).toBe(500);
    expect((await ledger()).balance).toBe(50);
  });

  it('credits nothing for a payment that finally failed', async () => {
    const { body } = await purchase('starter');
    const story = storyOf(body.session_id);
    await deliver(story.completedUnpaid);
    await deliver(story.asyncFailed);
    expect(await ledger()).toEqual({ movements: ['grant 50'], balance: 50 });
  });

  it('credits two sessions of one account twice', async () => {
    for (let i = 0; i < 2; i++) await deliver(storyOf((await purchase('starter')).body.session_id).completed);
    expect((await ledger()).balance).toBe(250);
  });
});

describe('the ledger under Stripe events in any order, repeated and concurrent', () => {
  const steps = ['completedUnpaid', 'asyncSucceeded', 'someRefunded', 'restRefunded'];

  it.each(permutations(steps).map((order) => [order.join(', '), order] as const))(
    'is the same for %s',
    async (_title, order) => {
      for (const oneByOne of [true, false]) {
        account = await service.signUp();
        const { body } = await purchase('starter');
        const story = storyOf(body.session_id);
        const told: Record<string, object> = {
          completedUnpaid: story.completedUnpaid,
          asyncSucceeded: story.asyncSucceeded,
          someRefunded: story.refund(0, 267),
          restRefunded: story.refund(267, 800),
        };
        const five = (step: string) => Array.from({ length: 5 }, () => deliver(told[step]!));
        const answers: Answer[] = [];
        if (oneByOne) for (const step of order) answers.push(...(await Promise.all(five(step))));
        else answers.push(...(await Promise.all(order.flatMap(five))));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        expect(await ledger()).toEqual({
          movements: ['adjustment -33', 'adjustment -67', 'grant 50', 'purchase 100'],
          balance: 50,
        });
        expect(await debts()).toEqual([]);
      }
    },
  );
});

describe('a refund or dispute', () => {
  async function bought(): Promise<ReturnType<typeof storyOf>> {
    const story = storyOf((await purchase('starter')).body.session_id);
    await deliver(story.completed);
    return story;
  }
  const spend = (amount: number) =>
    service.db.change(
      `insert into ledger_entries (account_id, type, amount, description) select id, 'charge', -$2::int, 'spent' from accounts where email = $1`,
      [account.email, amount],
    );

  it('withdraws its share of the credits', async () => {
    const story = await bought();
    await deliver(story.refund(0, 400));
    expect((await ledger()).balance).toBe(100);
  });

  it('never withdraws more than is left, and records the debt', async () => {
    const story = await bought();
    await spend(120);
    await deliver(story.refund(0, 800));
    expect(await ledger()).toMatchObject({ balance: 0, movements: expect.arrayContaining(['adjustment -30']) });
    expect(await debts()).toEqual([{ owed: 70 }]);
  });

  it('collects the debt once from the next purchase, also for concurrent payments', async () => {
    const story = await bought();
    await spend(120);
    await deliver(story.refund(0, 800));
    const [first, second] = [await purchase('starter'), await purchase('starter')];
    const paid = [first, second].map(({ body }) => deliver(storyOf(body.session_id).completed));
    expect((await Promise.all(paid)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ledger()).balance).toBe(130);
    expect(await debts()).toEqual([{ owed: 0 }]);
    await bought();
    expect((await ledger()).balance).toBe(230);
  });

  it('collects no more than the later purchase added, and no granted credits', async () => {
    const story = storyOf((await purchase('pro')).body.session_id);
    await deliver(story.completed);
    await spend(550);
    await deliver(story.refund(0, 3500));
    await service.db.change(
      `insert into ledger_entries (account_id, type, amount, description) select id, 'grant', 20, 'given' from accounts where email = $1`,
      [account.email],
    );
    await bought();
    expect((await ledger()).balance).toBe(20);
    expect(await debts()).toEqual([{ owed: 400 }]);
  });

  it('returns the credits when the refund fails, and cancels the debt', async () => {
    const story = await bought();
    await spend(120);
    await deliver(story.refund(0, 800));
    await deliver(story.refundFailed(800));
    expect((await ledger()).balance).toBe(30);
    expect(await debts()).toEqual([{ owed: 0 }]);
    await deliver(story.refundUpdated('pending', 800));
    expect((await ledger()).balance).toBe(30);
  });

  it('returns credits that a later purchase had paid toward the debt', async () => {
    const story = await bought();
    await spend(120);
    await deliver(story.refund(0, 800));
    await bought();
    expect((await ledger()).balance).toBe(30);
    await deliver(story.refundFailed(800));
    expect((await ledger()).balance).toBe(130);
  });

  it.each(permutations(['completed', 'refunded', 'failed']).map((order) => [order.join(', '), order] as const))(
    'leaves the same balance when a refund fails, reported five times as %s',
    async (_title, order) => {
      for (const oneByOne of [true, false]) {
        account = await service.signUp();
        const story = storyOf((await purchase('starter')).body.session_id);
        const told: Record<string, object[]> = {
          completed: [story.completed],
          refunded: [story.refund(0, 267)],
          failed: [story.refundFailed(267), story.refundUpdated('failed', 267)],
        };
        const five = (what: string) => Array.from({ length: 5 }, () => told[what]!.map(deliver)).flat();
        if (oneByOne) for (const what of order) await Promise.all(five(what));
        else await Promise.all(order.flatMap(five));
        expect((await ledger()).balance).toBe(150);
        expect(await debts()).toEqual([]);
      }
    },
  );

  it('withdraws credits again for a second refund of the same amount after the first failed', async () => {
    const story = await bought();
    await deliver(story.refundedAt(1_700_000_000, 0, 800));
    await deliver(story.refundFailed(800));
    expect((await ledger()).balance).toBe(150);
    await deliver(story.refundedAt(1_700_086_400, 0, 800));
    expect((await ledger()).balance).toBe(50);
    for (const created of [1_700_000_000, 1_700_086_400]) await deliver(story.refundedAt(created, 0, 800));
    expect((await ledger()).balance).toBe(50);
  });

  it.each(permutations(['first', 'failed', 'second', 'named']).map((order) => [order.join(', '), order] as const))(
    'leaves the same balance when refunds are also reported by name, as %s',
    async (_title, order) => {
      account = await service.signUp();
      const story = await bought();
      const told: Record<string, object[]> = {
        first: [story.refundedAt(1_700_000_000, 0, 267), story.refundNamed('one', 'pending', 267)],
        failed: [story.refundNamed('one', 'failed', 267)],
        second: [story.refundedAt(1_700_086_400, 0, 267)],
        named: [story.refundNamed('two', 'succeeded', 267), story.refundNamed('two', 'pending', 267)],
      };
      for (const what of order) await Promise.all([...told[what]!, ...told[what]!].map(deliver));
      expect((await ledger()).balance).toBe(117);
      expect(await debts()).toEqual([]);
    },
  );

  it.each([
    ['delete from debts', 'a debt is never forgotten'],
    ['update debts set amount_credits = amount_credits + 1', 'a debt only shrinks'],
    ['update debts set collected_credits = amount_credits + 1', 'debts_never_below_nothing'],
  ])('records a debt that the database protects: it refuses "%s"', async (sql, reason) => {
    const story = await bought();
    await spend(150);
    await deliver(story.refund(0, 800));
    await expect(service.db.change(sql)).rejects.toThrow(reason);
  });

  it('withdraws all credits after a lost dispute, and none after a won one', async () => {
    const won = await bought();
    await deliver(won.dispute('won'));
    expect((await ledger()).balance).toBe(150);
    const lost = await bought();
    await deliver(lost.dispute('lost'));
    expect((await ledger()).balance).toBe(150);
  });

  it('withdraws credits in proportion to the price with taxes', async () => {
    const story = storyOf((await purchase('starter')).body.session_id);
    Object.assign(story.completed.data.object, {
      amount_subtotal: 800,
      amount_total: 960,
      total_details: { amount_tax: 160 },
    });
    await deliver(story.completed);
    await deliver(story.refund(0, 480));
    expect((await ledger()).balance).toBe(100);
    await deliver(story.refund(480, 960));
    expect((await ledger()).balance).toBe(50);
  });

  it.each(permutations(['lost', 'won', 'reinstated']).map((order) => [order.join(', '), order] as const))(
    'returns the credits once when a lost dispute is won after all, reported five times as %s',
    async (_title, order) => {
      const story = await bought();
      const reports: Record<string, object> = {
        lost: story.dispute('lost'),
        won: story.dispute('won'),
        reinstated: story.reinstated(),
      };
      for (const report of order) await Promise.all(Array.from({ length: 5 }, () => deliver(reports[report]!)));
      expect((await ledger()).balance).toBe(150);
      expect(await debts()).toEqual([]);
    },
  );

  it('returns the credits of the won dispute only, where a payment has two', async () => {
    const story = await bought();
    await deliver(story.dispute('lost', 400, 'dp_one'));
    await deliver(story.reinstated(400, 'dp_two'));
    expect((await ledger()).balance).toBe(100);
    await deliver(story.reinstated(400, 'dp_one'));
    expect((await ledger()).balance).toBe(150);
  });

  it('cancels the debt when the dispute is won after its credits were spent', async () => {
    const story = await bought();
    await spend(120);
    await deliver(story.dispute('lost'));
    expect(await debts()).toEqual([{ owed: 70 }]);
    await deliver(story.reinstated());
    expect((await ledger()).balance).toBe(30);
    expect(await debts()).toEqual([{ owed: 0 }]);
  });

  it('shows the debt on the bill until the next purchase', async () => {
    const bill = async () => (await service.ask('GET', '/v1/billing', account)).body;
    const story = await bought();
    expect(await bill()).not.toHaveProperty('credits_owed');
    await spend(120);
    await deliver(story.refund(0, 800));
    expect(await bill()).toMatchObject({ credit_balance: 0, credits_owed: 70 });
    await bought();
    expect(await bill()).not.toHaveProperty('credits_owed');
  });

  it('never withdraws more than was bought, by refund and dispute together', async () => {
    const story = await bought();
    await deliver(story.refund(0, 400));
    await deliver(story.dispute('lost'));
    expect((await ledger()).balance).toBe(50);
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

it('payments waiting for a locked account leave connections to the charges of others', async () => {
  const PAYMENTS = 12;
  const stories = [];
  for (let i = 0; i < PAYMENTS; i++) stories.push(storyOf((await purchase('starter')).body.session_id));
  const other = await service.signUp();
  const session = await service.db.connect();
  await session.client.query('begin');
  await session.client.query('select from accounts where email = $1 for update', [account.email]);
  let answered = 0;
  const told = stories.map(({ completed }) => deliver(completed).finally(() => (answered += 1)));
  // Counts only these inserts, because the regular check of the ledger may also wait for the
  // account.
  const waiting = async () => {
    const row = await service.db.row<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into ledger_entries%'`,
    );
    return row?.n ?? 0;
  };
  await until(async () => (await waiting()) > 0);
  const body = { entity_name: 'Quiet Venture LLC', jurisdiction: 'us-co' };
  expect((await service.ask('POST', '/v1/verify', { key: other.key, body })).status).toBe(202);
  expect(await waiting()).toBeLessThanOrEqual(2);
  expect(answered).toBe(0);
  await session.client.query('commit');
  session.end();
  expect((await Promise.all(told)).map(({ status }) => status)).toEqual(Array(PAYMENTS).fill(200));
  expect(await service.balance(account.key)).toBe(50 + PAYMENTS * 100);
});
