import { CHOICE_FIELD, RECORD } from '../../src/console/verify/meant-form.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { administrator, ADMIN_KEY, confirm } from './administrator.js';
import { textOf, tokenIn, Visitor, type Shown } from './visitor.js';
import { wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';

type Fields = Readonly<Record<string, string>>;

/** Answers of a form that are no redirect, although nothing is wrong. */
type Page =
  /** A secret that is shown once, so it has no address. */
  | 'secret'
  /** The next step of a sign-in. */
  | 'step'
  /** Bought and not kept: a page with an address would have to charge again. */
  | 'bought'
  /** The form is refused here, and shown again. */
  | 'refused';

interface Sent {
  route: string;
  path: string;
  fields?: Fields;
  page?: Page;
}

const CHARGED = { reason: 'a reason' };
const DECISION = { [CHOICE_FIELD]: `${RECORD}20190000098`, note: 'by its address' };
const BUDGET = { budget_credits: '7', budget_every: 'day' };

describe('a form of the console', () => {
  let service: Service;
  let owner: WholeAccount;
  let email: string;
  let accountId: string;
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    owner = await wholeAccount(service);
    ({ email, account_id: accountId } = (await service.ask('GET', '/v1/account', { key: owner.key })).body);
    // A delivery is redelivered once it has ended.
    await service.db.change(`update deliveries set status = 'failed', finished_at = now()`);
  });
  afterAll(() => service.close());

  const answers: Record<string, string> = {};

  /** Sends a form, and its confirmation if it asks for one, and says how it was answered. */
  async function send(visitor: Visitor, area: string, { route, path, fields }: Sent): Promise<Shown> {
    const first = await visitor.press(area, path, { ...fields });
    const asks = first.status === 200 && textOf(first.html).includes('Are you sure?');
    const last = asks ? await confirm(visitor, first) : first;
    answers[route] = last.status === 303 ? 'redirect' : last.status >= 400 && last.status < 500 ? 'refused' : 'page';
    return last;
  }

  async function check(visitor: Visitor, area: string, forms: readonly Sent[]): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (const form of forms) {
      const { status, html } = await send(visitor, area, form);
      const expected = form.page === undefined ? 'redirect' : form.page === 'refused' ? 'refused' : 'page';
      if (answers[form.route] !== expected) wrong.push([form.route, status, expected, textOf(html).slice(-600)]);
      if (form.page === 'secret' && !/stnd_[0-9A-Za-z]{38}|whsec_/.test(html))
        wrong.push([form.route, 'shows no secret']);
    }
    return wrong;
  }

  async function uploaded(): Promise<string> {
    const form = new FormData();
    form.set('form_token', tokenIn((await owner.visitor.get('/console/batches')).html));
    form.set('file', new Blob(['entity_name,jurisdiction\r\nAlder Works LLC,us-co\r\n']), 'vendors.csv');
    const { status, location = '' } = await owner.visitor.send('/console/batches', form);
    expect(status).toBe(303);
    answers['POST /console/batches'] = 'redirect';
    return location;
  }

  async function unsureJob(): Promise<string> {
    const body = { entity_name: 'Twofold Harbour Lamps 1 LLC', jurisdiction: 'us-co', force_refresh: true };
    const { body: job } = await service.ask('POST', '/v1/verify', { key: owner.key, body });
    const path = `/v1/verify/status/${job.job_id}`;
    await until(async () => (await service.ask('GET', path, { key: owner.key })).body.status === 'completed');
    return job.job_id;
  }

  it('answers with a redirect, unless its page has no address', async () => {
    const { visitor, ids } = owner;
    const [started, cancelled] = [await uploaded(), await uploaded()];
    const of = (route: string, fields?: Fields, page?: Page): Sent => {
      const section = /\/console\/(?:account\/)?(\w+)\/:id/.exec(route)?.[1] as keyof typeof ids;
      const path = route
        .replace('POST ', '')
        .replace(':id', ids[section] ?? '')
        .replace(':line', '4');
      return { route, path, ...(fields && { fields }), ...(page && { page }) };
    };
    expect(
      await check(visitor, '/console', [
        of('POST /console/verify', { entity_name: 'Alder Bridge Ferries LLC', jurisdiction: 'us-co' }),
        of('POST /console/search', { entity_name: 'Alder Bridge', 'jurisdiction:us-co': 'on' }),
        {
          ...of('POST /console/jobs/:id/meant', DECISION),
          path: `/console/jobs/${await unsureJob()}/meant`,
        },
        of('POST /console/batches/:id/rows/:line/meant', DECISION),
        of('POST /console/review/:id/meant', DECISION),
        { ...of('POST /console/batches/:id/start'), path: `${started}/start` },
        { ...of('POST /console/batches/:id/cancel'), path: `${cancelled}/cancel` },
        // No register failed here.
        of('POST /console/batches/:id/again', {}, 'refused'),
        of('POST /console/entities/:id/history', {}, 'bought'),
        of('POST /console/watches/:id', { every: '1d' }),
        of('POST /console/watches/:id/check'),
        of('POST /console/watches/:id/delete'),
        of('POST /console/watches', { entity_id: ids.entities, every: '7d' }),
        of('POST /console/monitoring/mail', { every: 'daily' }),
        of('POST /console/monitoring/clock', { by: '1d' }),
        of('POST /console/webhooks/test', { webhook_url: 'http://127.0.0.1:9/hooks' }),
        of('POST /console/webhooks/secret', {}, 'secret'),
        of('POST /console/webhooks/secret/rotate', {}, 'secret'),
        of('POST /console/webhooks/:id/redeliver'),
        of('POST /console/keys', { label: 'intake' }, 'secret'),
        of('POST /console/keys/:id', { label: 'onboarding', ...BUDGET }),
        of('POST /console/keys/:id/revoke'),
        of('POST /console/applications/:id/limits', BUDGET),
        of('POST /console/applications/:id/revoke'),
        of('POST /console/billing/buy', { package_id: 'pro' }),
        of('POST /console/account', { name: 'Ana' }),
        of('POST /console/account/time-zone', { time_zone: 'Asia/Tokyo' }),
        of('POST /console/account/confirm', { code: '123456' }),
        of('POST /console/account/password', { new_password: 'a long enough password of a test' }),
        of('POST /console/*', {}, 'refused'),
      ]),
    ).toEqual([]);
  });

  it('answers with a redirect in the administration, too', async () => {
    const admin = await administrator(service);
    const { ids } = owner;
    const accounts = `/console/admin/accounts/${accountId}`;
    const { api_keys: keys } = (
      await service.ask('GET', `/v1/admin/accounts/${accountId}`, { headers: { 'x-admin-key': ADMIN_KEY } })
    ).body;
    const of = (route: string, path: string, fields: Fields, page?: Page): Sent => {
      return { route: `POST /console/admin/${route}`, path, fields, ...(page && { page }) };
    };
    expect(
      await check(admin, '/console/admin/accounts', [
        of('accounts', '/console/admin/accounts', { email: newEmail() }, 'secret'),
        of('accounts/:id/credits', `${accounts}/credits`, { amount: '7', ...CHARGED }),
        of('accounts/:id/rate-limit', `${accounts}/rate-limit`, { key_id: keys[0].id, rate_limit: '300', ...CHARGED }),
        of('accounts/:id/disable', `${accounts}/disable`, CHARGED),
        of('accounts/:id/enable', `${accounts}/enable`, CHARGED),
        of('jobs/:id/refund', `/console/admin/jobs/${ids.jobs}/refund`, CHARGED),
        of('batches/:id/rows/:line/refund', `/console/admin/batches/${ids.batches}/rows/1/refund`, CHARGED),
        of('jurisdictions/:id', '/console/admin/jurisdictions/us-ct', { active: 'no', ...CHARGED }),
        of('personal-data', '/console/admin/personal-data', { entity_id: ids.entities, ...CHARGED }),
        of('sign-out', '/console/admin/sign-out', {}),
      ]),
    ).toEqual([]);
    expect(
      await check(admin, '/console/admin/sign-in', [of('sign-in', '/console/admin/sign-in', { admin_key: ADMIN_KEY })]),
    ).toEqual([]);
  });

  it('answers with a redirect where a session ends, and with the next step where one begins', async () => {
    const stranger = new Visitor(service);
    const signIn = { route: 'POST /console/sign-in', path: '/console/sign-in' };
    expect(
      await check(stranger, '/console/sign-in', [{ ...signIn, fields: { action: 'send', email }, page: 'step' }]),
    ).toEqual([]);
    expect(
      await check(stranger, '/console/sign-in', [
        { ...signIn, fields: { action: 'verify', email, code: service.codeFor(email) } },
      ]),
    ).toEqual([]);
    expect(await check(stranger, '/console', [{ route: 'POST /console/sign-out', path: '/console/sign-out' }])).toEqual(
      [],
    );
    await Visitor.signedIn(service, email);
    const visitor = await Visitor.signedIn(service, email);
    const listed = (await service.ask('GET', '/v1/account/sessions', { key: owner.key })).body.sessions;
    const sessions = '/console/account/sessions';
    expect(
      await check(visitor, '/console', [
        { route: `POST ${sessions}/:id/end`, path: `${sessions}/${listed[1].session_id}/end` },
        { route: `POST ${sessions}/end`, path: `${sessions}/end` },
      ]),
    ).toEqual([]);
    expect(
      await check(await Visitor.signedIn(service, email), '/console', [
        { route: 'POST /console/account/close', path: '/console/account/close', fields: { email } },
      ]),
    ).toEqual([]);
  });

  it('is every form of the console', () => {
    const posts = service.routes.filter((route) => route.startsWith('POST /console'));
    expect(Object.keys(answers).toSorted()).toEqual(posts.toSorted());
  });
});
