import { startService, type Service } from '../support/harness.js';
import { ADMIN_KEY, administrator } from './administrator.js';
import { tokenIn, Visitor, type Shown } from './visitor.js';
import { wholeAccount, WHOLE_ENV } from './whole-account.js';

/** The page of a form, its action, the typed values, and the invalid field. */
type Case = [page: string, form: string, typed: Record<string, string>, wrong: string];

const LONG = 'x'.repeat(600);

let service: Service;
let visitor: Visitor;
let ids: Awaited<ReturnType<typeof wholeAccount>>['ids'];
let accountId: string;
beforeAll(async () => {
  service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
  const whole = await wholeAccount(service);
  ({ visitor, ids } = whole);
  accountId = (await service.ask('GET', '/v1/account', { key: whole.key })).body.account_id;
});
afterAll(() => service.close());

/** Returns the input of a field, and the message beside it. */
function fieldIn({ html }: Shown, name: string) {
  const [input = ''] =
    new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*aria-invalid[^>]*>`).exec(html) ?? [];
  const [, id = ''] = /aria-describedby="([^"]+)"/.exec(input) ?? [];
  const [, words = ''] = new RegExp(`<span class="problem" id="${id}">([^<]+)<`).exec(html) ?? [];
  return { input, id, words };
}

function expectMarked(shown: Shown, [page, , typed, wrong]: Case) {
  const { input, id, words } = fieldIn(shown, wrong);
  expect([page, shown.status, input]).toEqual([page, 400, expect.stringContaining('aria-invalid="true"')]);
  expect([page, words]).toEqual([page, expect.stringMatching(/\w/)]);
  expect(words).not.toMatch(/^(?:body|query)\./);
  expect(shown.html.match(new RegExp(`id="${id}"`, 'g'))).toHaveLength(1);
  expect(shown.html).toContain('role="alert"');
  expect(shown.html).toContain('href="#problem-');
  for (const value of Object.values(typed)) expect([page, shown.html]).toEqual([page, expect.stringContaining(value)]);
}

describe('a form with an error', () => {
  it('shows the error beside the field, and keeps what was typed', async () => {
    const watch = `/console/watches/${ids.watches}`;
    const cases: Case[] = [
      ['/console/verify', '/console/verify', { entity_name: LONG, jurisdiction_id: '77-typed' }, 'entity_name'],
      ['/console/search', '/console/search', { entity_name: LONG }, 'entity_name'],
      ['/console/keys', '/console/keys', { label: 'typed label', budget_credits: 'lots' }, 'budget_credits'],
      [
        `/console/keys/${ids.keys}`,
        `/console/keys/${ids.keys}`,
        { label: 'other label', confirm_above: 'some' },
        'confirm_above',
      ],
      ['/console/webhooks', '/console/webhooks/test', { webhook_url: 'ftp://a.example' }, 'webhook_url'],
      [watch, watch, { max_credits_per_month: '0', webhook_url: 'https://typed.example/' }, 'max_credits_per_month'],
      [watch, '/console/watches', { entity_id: ids.entities, every: '7d', webhook_url: 'nonsense' }, 'webhook_url'],
      [
        '/console/applications',
        `/console/applications/${ids.applications}/limits`,
        { budget_credits: 'many', confirm_above: '41' },
        'budget_credits',
      ],
      ['/console/account', '/console/account', { name: 'Typed Name', email: 'no-address' }, 'email'],
      ['/console/account', '/console/account/close', { email: 'else@typed.example' }, 'email'],
      ['/console/account', '/console/account/password', {}, 'new_password'],
    ];
    for (const each of cases) expectMarked(await visitor.press(each[0], each[1], each[2]), each);
  });

  it('shows errors of the sign-in beside the address, code, password and admin key', async () => {
    const page = '/console/sign-in';
    const { email } = await service.signUp();
    const cases: [page: string, to: string, fields: Record<string, string>, field: string, status: number][] = [
      [page, page, { action: 'send', email: 'typed' }, 'email', 400],
      [page, `${page}?by=code`, { action: 'verify', email, code: '000 001' }, 'code', 400],
      [page, `${page}?by=password`, { action: 'password', email, password: 'not my secret' }, 'password', 401],
      ['/console/admin/sign-in', '/console/admin/sign-in', { admin_key: 'not the key' }, 'admin_key', 401],
    ];
    for (const [from, to, fields, field, status] of cases) {
      const { html, ...shown } = await new Visitor(service).press(from, to, fields);
      expect([to, shown.status]).toEqual([to, status]);
      expect([to, html.match(new RegExp(`<input name="${field}"[^>]*aria-invalid="true"`))?.length]).toEqual([to, 1]);
      expect(html).toContain(`<span class="problem" id="problem-${field}">`);
      const { password, admin_key, action: _action, ...kept } = fields;
      for (const value of Object.values(kept)) expect(html).toContain(`value="${value}"`);
      const secrets = [password, admin_key].filter((secret) => secret !== undefined);
      expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
    }
  });

  it('never sends a password back', async () => {
    const typed = { current_password: 'my present secret', new_password: 'short' };
    const shown = await visitor.press('/console/account', '/console/account/password', typed);
    expectMarked(shown, ['/console/account', '', {}, 'new_password']);
    for (const value of Object.values(typed)) expect(shown.html).not.toContain(`"${value}"`);
  });

  it('keeps the boxes that were ticked, and no others', async () => {
    const typed = { label: LONG, 'tier:deep': 'yes', 'jurisdiction:us-ct': 'yes' };
    const { html } = await visitor.press('/console/keys', '/console/keys', typed);
    const boxes = [...html.matchAll(/<input type="checkbox" name="([^"]+)" value="yes" checked/g)];
    expect(boxes.map(([, name]) => name)).toEqual(['tier:deep', 'jurisdiction:us-ct']);
  });

  it('keeps typed rows, and the fields beside a file', async () => {
    const rows = 'entity_name,nowhere\r\nAlder <Works> LLC,us-co\r\n';
    const token = tokenIn((await visitor.get('/console/batches')).html);
    const send = (path: string, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ form_token: token, ...fields })) form.append(name, value);
      return visitor.send(path, form);
    };
    const typed = await send('/console/batches?typed=yes', { max_credits: '31', start: 'yes', file: rows });
    expectMarked(typed, ['/console/batches', '', { max_credits: '31' }, 'file']);
    expect(typed.html).toContain('>entity_name,nowhere\r\nAlder &lt;Works> LLC,us-co\r\n</textarea>');
    expect(typed.html).toContain('name="start" value="yes" checked');
    const costly = await send('/console/batches?typed=yes', { max_credits: 'a lot', file: rows });
    expectMarked(costly, ['/console/batches', '', { max_credits: 'a lot' }, 'max_credits']);
    expect(costly.html).toContain('Alder &lt;Works> LLC,us-co');
    const tooMany = await send('/console/batches?typed=yes', { file: `entity_name,jurisdiction\n${LONG.repeat(400)}` });
    expectMarked(tooMany, ['/console/batches', '', {}, 'file']);
    const file = await send('/console/batches', { webhook_url: 'ftp://typed.example', file: rows });
    expectMarked(file, ['/console/batches', '', { webhook_url: 'ftp://typed.example' }, 'webhook_url']);
  });

  it('shows the error beside the field to administrators too', async () => {
    const admin = await administrator(service);
    const account = `/console/admin/accounts/${accountId}`;
    const row = `/console/admin/batches/${ids.batches}/rows/1`;
    const cases: Case[] = [
      ['/console/admin/accounts', '/console/admin/accounts', { email: 'typed', name: 'A name' }, 'email'],
      [account, `${account}/credits`, { amount: 'lots', reason: 'typed reason' }, 'amount'],
      [account, `${account}/disable`, { reason: LONG }, 'reason'],
      [account, `${account}/rate-limit`, { key_id: ids.keys, rate_limit: 'fast', reason: 'agreed' }, 'rate_limit'],
      [row, `${row}/refund`, { reason: LONG }, 'reason'],
      [
        '/console/admin/jurisdictions/us-ct',
        '/console/admin/jurisdictions/us-ct',
        { active: 'no', reason: LONG },
        'reason',
      ],
      ['/console/admin/personal-data', '/console/admin/personal-data', { entity_id: 'ent_x', reason: LONG }, 'reason'],
    ];
    for (const each of cases) expectMarked(await admin.press(each[0], each[1], each[2]), each);
  });
});
