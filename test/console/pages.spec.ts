import { newEmail, startService, type Service } from '../support/harness.js';
import { record, unavailable } from '../support/fakes.js';
import { until } from '../support/until.js';
import { textOf, tokenIn, Visitor, type Shown } from './visitor.js';

describe('the console', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = [
      record({ id: '20190000001', name: 'Alder Bridge Ferries LLC', url: 'https://register.example/1' }),
    ];
  });
  afterAll(() => service.close());

  async function verify(visitor: Visitor, fields: Record<string, string>): Promise<Shown> {
    return visitor.press('/console/verify', '/console/verify', { jurisdiction: 'us-co', ...fields });
  }

  /** Reloads the page of a job until the job has ended, as a browser without scripts does. */
  async function ended(visitor: Visitor, filed: Shown): Promise<Shown> {
    const { location } = filed;
    if (location === undefined) return filed;
    return until(async () => {
      const shown = await visitor.get(location);
      return shown.html.includes('data-pending') ? undefined : shown;
    });
  }

  it('guides an account without requests, and charts what was spent', async () => {
    const visitor = await Visitor.signedIn(service);
    const empty = textOf((await visitor.get('/console')).html);
    expect(empty).toContain('50 credits');
    expect(empty).toContain('No verifications yet.');
    expect(empty).toContain('Nothing was charged in the last 30 days.');
    await ended(visitor, await verify(visitor, { entity_name: 'Alder Bridge Ferries LLC' }));
    const { html } = await visitor.get('/console');
    expect(html).toMatch(/<svg class="chart"[^>]* aria-label="Credits spent on each of 30 days, 1 in all/);
    expect(textOf(html)).toContain('Alder Bridge Ferries LLC Colorado Found In good standing quick 1 credit');
  });

  it('suggests a sandbox name for the chosen jurisdiction, at first for the first one', async () => {
    const visitor = await Visitor.signedIn(service);
    const codes = [...(await visitor.get('/console/verify')).html.matchAll(/<option value="([\w-]+)"/g)].map(
      ([, code]) => code!,
    );
    const { samples } = service.registries;
    for (const code of codes.slice(0, 3)) samples[code] = [`Example of ${code} LLC`, 'Another LLC'];
    const proposed = async (query = '') =>
      /In the sandbox, try: ([^<]+)/.exec((await visitor.get(`/console/verify${query}`)).html)?.[1];
    expect(await proposed()).toBe(`Example of ${codes[0]} LLC`);
    expect(await proposed(`?jurisdiction=${codes[2]}`)).toBe(`Example of ${codes[2]} LLC`);
    expect(await proposed(`?jurisdiction=${codes[3]}`)).toBeUndefined();
    for (const code of Object.keys(samples)) delete samples[code];
  });

  it('returns the balance alone, and 304 while it stays the same', async () => {
    const visitor = await Visitor.signedIn(service);
    const told = await visitor.get('/console/balance.json');
    expect([told.status, JSON.parse(told.html)]).toEqual([200, { balance: '50 credits', credits: '50' }]);
    const known = { 'if-none-match': told.headers.get('etag') ?? '' };
    const same = await visitor.get('/console/balance.json', known);
    expect([same.status, same.html]).toEqual([304, '']);
    await ended(visitor, await verify(visitor, { entity_name: 'Alder Bridge Ferries LLC' }));
    expect(JSON.parse((await visitor.get('/console/balance.json', known)).html)).toEqual({
      balance: '49 credits',
      credits: '49',
    });
  });

  it('reloads the page of a job until its answer, and shows a known answer at once on its own page', async () => {
    const visitor = await Visitor.signedIn(service);
    let answer: () => void = () => undefined;
    const registry = service.registries.of('us-co');
    registry.held = new Promise((resolve) => (answer = resolve));
    registry.records.push(record({ id: '20190000002', name: 'Birch Harbour Cranes LLC' }));
    const filed = await verify(visitor, { entity_name: 'Birch Harbour Cranes LLC' });
    expect([filed.status, filed.location]).toEqual([303, expect.stringMatching(/^\/console\/jobs\/job_/)]);
    const pending = await visitor.get(filed.location ?? '');
    expect(pending.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"/);
    expect(textOf(pending.html)).toContain('Checking the register');
    answer();
    registry.held = undefined;
    const found = await ended(visitor, filed);
    expect(found.html).not.toContain('http-equiv');
    expect(found.html).toContain('<div class="verdict good"><strong>In good standing</strong>');
    expect(textOf(found.html)).toMatch(
      /On \d+ \w+ \d{4}, .* the register stated that it was in good standing\. Its legal status was active\./,
    );
    const known = await verify(visitor, { entity_name: 'Birch Harbour Cranes LLC' });
    expect(known.status).toBe(303);
    const document = textOf((await visitor.get(known.location ?? '')).html);
    expect(document).toContain('Found In good standing');
    for (const words of ['Requested by', 'in the console', 'Cost 1 credit', `http://127.0.0.1`, known.location]) {
      expect(document).toContain(words);
    }
  });

  it('shows absent, unreachable and unsure with different signs, words and next steps', async () => {
    const visitor = await Visitor.signedIn(service);
    const registry = service.registries.of('us-ct');
    registry.records = [];
    const asked = { jurisdiction: 'us-ct', entity_name: 'Nobody at all LLC' };
    const absent = await ended(visitor, await verify(visitor, asked));
    expect(absent.html).toContain('class="state identity absent"');
    expect(textOf(absent.html)).toContain('was searched completely and has no business called');

    registry.failures = [unavailable(), unavailable(), unavailable()];
    const silent = await ended(visitor, await verify(visitor, { ...asked, entity_name: 'Silent Mills LLC' }));
    expect(silent.html).toContain('class="state identity unreachable"');
    expect(textOf(silent.html)).toContain('This says nothing about the business.');
    expect(textOf(silent.html)).toContain('Nothing was charged.');

    registry.failures = [];
    registry.records = [
      record({ id: '0000001', name: 'Cedar Point Bakery LLC' }),
      record({ id: '0000002', name: 'Cedar Point Bakery LLC', status: 'dissolved', goodStanding: false }),
    ];
    const unsure = await ended(visitor, await verify(visitor, { ...asked, entity_name: 'Cedar Point Bakery LLC' }));
    expect(unsure.html).toContain('class="state identity unsure"');
    expect(textOf(unsure.html)).toContain('Not sure which business is meant');
    expect(unsure.html.match(/<section>/g)).toHaveLength(2);
    expect(unsure.html).toContain('jurisdiction_id=0000002">Verify this one');
    const list = textOf((await visitor.get('/console/jobs')).html);
    for (const words of ['Absent', 'Unreachable', 'Not sure']) expect(list).toContain(words);
  });

  it('shows what is wrong with the verify form beside what was typed', async () => {
    const visitor = await Visitor.signedIn(service);
    const wrong = await verify(visitor, { entity_name: 'Alder "Bridge" Ferries', jurisdiction: 'xx-yy' });
    expect(wrong.status).toBe(400);
    expect(textOf(wrong.html)).toContain('is not a supported jurisdiction');
    expect(wrong.html).toContain('value="Alder &quot;Bridge&quot; Ferries"');
    expect((await verify(visitor, { entity_name: ' ' })).status).toBe(400);
  });

  it('asks and charges once when a form is sent twice', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    const form_token = tokenIn((await visitor.get('/console/verify')).html);
    const form = { form_token, repeat_key: 'pressed twice', jurisdiction: 'us-co', entity_name: 'Twice Pressed LLC' };
    const first = await visitor.post('/console/verify', form);
    const second = await visitor.post('/console/verify', form);
    expect(second.location).toBe(first.location);
    expect(await service.balance(key)).toBe(49);
  });

  it('treats a changed form as another request after going back', async () => {
    const visitor = await Visitor.signedIn(service);
    const form_token = tokenIn((await visitor.get('/console/verify')).html);
    const form = { form_token, repeat_key: 'gone back', jurisdiction: 'us-co', entity_name: 'Once Meant LLC' };
    const first = await visitor.post('/console/verify', form);
    const second = await visitor.post('/console/verify', { ...form, entity_name: 'Then Meant LLC' });
    expect([second.status, second.location]).toEqual([303, expect.stringContaining('/console/jobs/')]);
    expect(second.location).not.toBe(first.location);
  });

  it('shows the answer of the first to both of two concurrent submissions', async () => {
    const email = newEmail();
    await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    const form_token = tokenIn((await visitor.get('/console/verify')).html);
    const form = { form_token, repeat_key: 'both at once', jurisdiction: 'us-co', entity_name: 'Both At Once LLC' };
    const session = await service.db.connect();
    await session.client.query('begin');
    await session.client.query('select from accounts where email = $1 for update', [email]);
    const both = [visitor.post('/console/verify', form), visitor.post('/console/verify', form)];
    await until(async () => {
      const held = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await service.db.rows(held)).length > 0;
    });
    await session.client.query('commit');
    session.end();
    const [first, second] = await Promise.all(both);
    expect([first?.status, second?.status]).toEqual([303, 303]);
    expect(second?.location).toBe(first?.location);
  });

  it('shows an entity as the API does, and charges its history once, at the API price', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const visitor = await Visitor.signedIn(service, email);
    const job = await ended(visitor, await verify(visitor, { entity_name: 'Alder Bridge Ferries LLC' }));
    const [, path = ''] = /href="(\/console\/entities\/ent_\w+)"/.exec(job.html) ?? [];
    const { html } = await visitor.get(path);
    expect(textOf(html)).toContain('20190000001');
    expect(html).toContain('href="https://register.example/1"');
    expect(textOf(html)).not.toContain('Fictional Agents');
    const [, repeat_key = ''] = /name="repeat_key" value="([^"]+)"/.exec(html) ?? [];
    const before = await service.balance(key);
    const form = { form_token: tokenIn(html), repeat_key };
    const history = await visitor.post(`${path}/history`, form);
    expect(textOf(history.html)).toContain('snapshots, newest first.');
    await visitor.post(`${path}/history`, form);
    expect(await service.balance(key)).toBe(before - 5);
  });

  it('shows deep fields after a deep verification', async () => {
    const visitor = await Visitor.signedIn(service);
    const job = await ended(visitor, await verify(visitor, { entity_name: 'Alder Bridge Ferries LLC', depth: 'deep' }));
    const [, path = ''] = /href="(\/console\/entities\/ent_\w+)"/.exec(job.html) ?? [];
    expect(textOf((await visitor.get(path)).html)).toContain('Fictional Agents, Inc., 1 Test Street, Denver');
  });

  it('filters jobs, pages them by cursor, and exports CSV without formulas', async () => {
    const visitor = await Visitor.signedIn(service);
    for (const entity_name of ['=1+1 Lanterns LLC', 'Second Lanterns LLC', 'Third Lanterns LLC']) {
      await ended(visitor, await verify(visitor, { entity_name }));
    }
    const first = await visitor.get('/console/jobs?limit=2&jurisdiction=us-co&status=completed');
    expect(textOf(first.html)).toContain('Third Lanterns LLC');
    expect(textOf(first.html)).not.toContain('=1+1');
    const [, older = ''] = /href="([^"]*cursor=[^"]*)"/.exec(first.html) ?? [];
    expect(textOf((await visitor.get(older.replaceAll('&amp;', '&'))).html)).toContain('=1+1 Lanterns LLC');
    expect(textOf((await visitor.get('/console/jobs?status=failed')).html)).toContain('No matches.');
    const csv = await visitor.get('/console/jobs.csv?jurisdiction=us-co');
    expect(csv.headers.get('content-disposition')).toContain('standing-jobs.csv');
    const lines = csv.html.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(`,'=1+1 Lanterns LLC,`);
    expect(textOf((await visitor.get('/console/jobs?text=SECOND')).html)).not.toContain('Third Lanterns');
  });

  it('shows times in UTC until a zone is chosen, then in it, with UTC on hover', async () => {
    const visitor = await Visitor.signedIn(service);
    expect((await visitor.get('/console/account')).html).toMatch(/<time[^>]*>[^<]* UTC<\/time>/);
    const chosen = { time_zone: 'asia/tokyo' };
    const set = await visitor.press('/console/account', '/console/account/time-zone', chosen);
    expect([set.location, visitor.cookie('standing_console_time_zone')]).toEqual(['/console/account', 'Asia/Tokyo']);
    const { html } = await visitor.get('/console/account');
    const [, iso = '', local = ''] = /<time datetime="([^"]+)" title="[^"]+ UTC">([^<]+)<\/time>/.exec(html) ?? [];
    const hours = (new Date(iso).getUTCHours() + 9) % 24;
    expect(local).toContain(`${String(hours).padStart(2, '0')}:`);
    const wrong = await visitor.press('/console/account', '/console/account/time-zone', { time_zone: 'Mars/Olympus' });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('role="alert"')]);
    visitor.setCookie('standing_console_time_zone', 'Mars/Olympus');
    expect((await visitor.get('/console/account')).html).toMatch(/<time[^>]*>[^<]* UTC<\/time>/);
  });

  it('returns the page of a missing thing for data of another account', async () => {
    const [owner, other] = [await Visitor.signedIn(service), await Visitor.signedIn(service)];
    const { location = '' } = await verify(owner, { entity_name: 'Owned by one LLC' });
    const missing = await other.get('/console/jobs/job_01jd3z0v9sfzt8k3d9a4q6r2mv');
    const foreign = await other.get(location);
    expect(foreign.status).toBe(404);
    expect(textOf(foreign.html)).toBe(textOf(missing.html));
    expect(textOf((await other.get('/console/nowhere')).html)).toBe(textOf(missing.html));
  });

  it('shows markup in names as text', async () => {
    const visitor = await Visitor.signedIn(service);
    const name = `<img src=x onerror="alert(1)"> & 'Sons' </title><script>alert(2)</script>`;
    service.registries.of('ca-bc').records = [
      record({ id: 'BC0000001', name, url: 'javascript:alert(3)', statusDetail: '<b>bold</b>' }),
    ];
    const shown = await ended(visitor, await verify(visitor, { jurisdiction: 'ca-bc', entity_name: name }));
    const pages = [shown.html, (await visitor.get('/console/jobs')).html, (await visitor.get('/console')).html];
    for (const html of pages) {
      expect(html).not.toMatch(/<img|<b>|javascript:|alert\(2\)<\/script>/);
      expect(html).toContain('&lt;img src=x');
    }
  });

  it('loads its own stylesheet and script, which browsers cache, and has small pages', async () => {
    const visitor = await Visitor.signedIn(service);
    const { html } = await visitor.get('/console');
    const files = [...html.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(2);
    let bytes = Buffer.byteLength(html);
    for (const file of files) {
      const { status, headers, html: content } = await visitor.get(file);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      bytes += Buffer.byteLength(content);
    }
    expect(bytes).toBeLessThan(60_000);
    expect((await visitor.get('/console/assets/other.css')).status).toBe(404);
  });
});
