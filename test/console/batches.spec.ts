import { connect } from 'node:net';
import { ROW_FIELDS } from '../../src/core/batches/read-row.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { record, unavailable } from '../support/fakes.js';
import { until } from '../support/until.js';
import { textOf, tokenIn, Visitor, type Shown } from './visitor.js';

const FILE = [
  'entity_name,jurisdiction,custom_id',
  'Alder Bridge Ferries LLC,us-co,=A-1',
  'Alder Bridge Ferries LLC,us-co,A-2',
  'Nobody At All LLC,us-co,A-3',
  'Alder Bridge Ferries LLC,us-zz,A-4',
].join('\r\n');

describe('the batch section of the console', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = [record({ id: '20190000001', name: 'Alder Bridge Ferries LLC' })];
  });
  afterAll(() => service.close());

  async function newcomer(): Promise<{ visitor: Visitor; key: string }> {
    const email = newEmail();
    const { key } = await service.signUp(email);
    return { visitor: await Visitor.signedIn(service, email), key };
  }

  /** Sends the form as a browser does: its fields in order, the file last. */
  async function send(visitor: Visitor, file: string | Blob, fields: Record<string, string> = {}): Promise<Shown> {
    const form = new FormData();
    const page = await visitor.get('/console/batches');
    for (const [name, value] of Object.entries({ form_token: tokenIn(page.html), ...fields })) form.set(name, value);
    form.set('file', file);
    return visitor.send('/console/batches', form);
  }

  const ended = (visitor: Visitor, path: string) =>
    until(async () => {
      const shown = await visitor.get(path);
      return shown.html.includes('data-pending') ? undefined : shown;
    });

  it('accepts a file, shows its price and rejections, starts it, and shows its results', async () => {
    const { visitor, key } = await newcomer();
    expect(textOf((await visitor.get('/console/batches')).html)).toContain('No batches yet.');
    const { status, location = '' } = await send(visitor, new Blob([FILE], { type: 'text/csv' }));
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/console\/batches\/bat_/)]);
    const ready = await visitor.get(location);
    expect(textOf(ready.html)).toContain(
      'Nothing is charged until you start it. It verifies 3 rows for 2 credits at most',
    );
    expect(textOf(ready.html)).toMatch(/5 jurisdiction .*us-zz/);
    expect(await service.balance(key)).toBe(50);

    expect((await visitor.press(location, `${location}/start`)).location).toBe(location);
    const done = await ended(visitor, location);
    expect(textOf(done.html)).toContain('completed');
    expect(textOf(done.html)).toContain('=A-1 Alder Bridge Ferries LLC Colorado Found Evidence In good standing');
    expect(textOf(done.html)).toContain('3 of 3 answered');
    expect(await service.balance(key)).toBe(48);

    const absent = textOf((await visitor.get(`${location}?outcome=no_match`)).html);
    expect(absent).toContain('Nobody At All LLC');
    expect(absent).not.toContain('=A-1');
    const first = await visitor.get(`${location}?limit=2`);
    const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(first.html) ?? [];
    expect(textOf((await visitor.get(next.replaceAll('&amp;', '&'))).html)).toContain('Nobody At All LLC');

    const id = location.split('/').at(-1);
    const headers = { 'x-api-key': key };
    for (const format of ['csv', 'ndjson']) {
      const ofTheApi = await fetch(`${service.url}/v1/batches/${id}/results?format=${format}`, { headers });
      const file = await visitor.get(`${location}/results.${format}`);
      expect([file.headers.get('content-disposition'), file.html]).toEqual([
        ofTheApi.headers.get('content-disposition'),
        await ofTheApi.text(),
      ]);
    }
    const ofPeople = (await visitor.get(`${location}/results.csv`)).bytes;
    const ofPrograms = await fetch(`${service.url}/v1/batches/${id}/results?format=csv`, { headers });
    expect(ofPeople).toEqual(Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(await ofPrograms.arrayBuffer())]));
    const chosen = await visitor.get(`${location}/results.csv?text=%3Da-1`);
    expect(chosen.html.trim().split('\r\n')).toEqual([expect.any(String), expect.stringContaining(`2,=A-1,`)]);
    const list = await visitor.get('/console/batches.csv');
    expect(list.html).toContain(`${id},completed,4,3,1,2,2,1,0,1,0,1,0,`);
    expect(textOf((await visitor.get('/console/batches?status=cancelled')).html)).toContain('No matches.');
  });

  it('names a batch after its file, without path and invisible characters', async () => {
    const { visitor, key } = await newcomer();
    const named: [given: string, shown: string | undefined][] = [
      ['vendors.csv', 'vendors.csv'],
      ['C:\\fakepath\\Zürich und Genf.csv', 'Zürich und Genf.csv'],
      ['../../etc/passwd', 'passwd'],
      ['in\u202evoice\u0007s.csv', 'invoices.csv'],
      [
        `${'long '.repeat(100)}name.csv`,
        `${'long '.repeat(100).slice(0, 179)}…${'long '.repeat(100).slice(-12)}name.csv`,
      ],
      ['<b>bold</b>.csv', 'b>.csv'],
      ['..', undefined],
    ];
    for (const [given, shown] of named) {
      const { location = '' } = await send(visitor, new File([FILE], given));
      const title = /<h1[^>]*>([^<]*)/.exec((await visitor.get(location)).html)?.[1];
      expect([given, title?.replaceAll('&gt;', '>')]).toEqual([given, shown ?? '4 rows']);
      const { body } = await service.ask('GET', `/v1/batches/${location.split('/').at(-1)}`, { key });
      expect([given, body.file_name]).toEqual([given, shown]);
      await service.ask('POST', `/v1/batches/${body.batch_id}/cancel`, { key });
    }
    const { html } = await visitor.get('/console/batches');
    expect(textOf(html)).toContain('Zürich und Genf.csv');
    expect((await visitor.get('/console/batches.csv')).html).toContain(',vendors.csv\r\n');
  });

  it('offers a template that is a valid file, and the codes for it', async () => {
    const { visitor } = await newcomer();
    const { html } = await visitor.get('/console/batches');
    const template = await visitor.get('/console/batches/template.csv');
    expect(html).toContain('href="/console/batches/template.csv"');
    expect(template.html.split('\r\n')[0]).toBe(ROW_FIELDS.join(','));
    expect(template.headers.get('content-disposition')).toBe('attachment; filename="standing-template.csv"');
    expect(template.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const { location = '' } = await send(visitor, new File([new Uint8Array(template.bytes)], 'standing-template.csv'));
    expect(textOf((await visitor.get(location)).html)).toContain('1: 1 accepted, 0 rejected');
    expect(textOf(html)).toContain('us-co Colorado');
    expect(textOf(html)).toContain('ca-bc British Columbia (quick only)');
  });

  it('names close matches of unsure and absent rows, on the page and in the results', async () => {
    const { visitor, key } = await newcomer();
    const [twin, other] = ['Cedar Point Bakery LLC', 'Dune Harbor Masonry LLC'];
    service.registries.of('us-ct').records = [
      record({ id: '0000001', name: twin }),
      record({ id: '0000002', name: twin, status: 'dissolved', goodStanding: false }),
      record({ id: '0000003', name: `${other} 2` }),
    ];
    const rows = [twin, twin, `${other} 7`].map((name) => `${name},us-ct`);
    const { location = '' } = await send(visitor, ['entity_name,jurisdiction', ...rows].join('\n'), { start: 'yes' });
    const words = textOf((await ended(visitor, location)).html);
    expect(words).toContain(`Not sure Decide Evidence – ${twin} Also close: ${twin}`);
    expect(words).toContain(`Not sure (same as line 2) Decide Evidence – ${twin} Also close: ${twin}`);
    expect(words).toContain(`Absent Evidence – Closest: ${other} 2`);
    const path = `/v1/batches/${location.split('/').at(-1)}/results?format=`;
    const results = async (format: string) =>
      (await fetch(service.url + path + format, { headers: { 'x-api-key': key } })).text();
    const lines = (await results('ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).closest)).toEqual([[twin], [twin], [`${other} 2`]]);
    expect((await results('csv')).split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/,home_name,closest,evidence,answer,duplicate_of,standing,evidence_path,/),
      expect.stringMatching(new RegExp(`,${twin},,review,,,/v1/batches/\\w+/rows/2/evidence,`)),
    ]);
  });

  it('accepts typed rows, as CSV and as JSON, and cancels them', async () => {
    const { visitor, key } = await newcomer();
    const typed = [FILE, '\n{"entity_name":"Alder Bridge Ferries LLC","jurisdiction":"us-co"}\n'];
    for (const text of typed) {
      const { location = '' } = await send(visitor, text);
      await visitor.press(location, `${location}/cancel`, { confirmed: 'yes' });
      expect(textOf((await visitor.get(location)).html)).toContain('cancelled');
    }
    const { body } = await service.ask('GET', '/v1/batches?status=cancelled', { key });
    expect(body.batches.map(({ accepted }: { accepted: number }) => accepted)).toEqual([1, 3]);
  });

  it('shows on the page what is wrong with a file, and stores nothing', async () => {
    const { visitor, key } = await newcomer();
    const wrong: [string | Blob, Record<string, string>, string][] = [
      ['name,where\nA,us-co', {}, 'There is no column &quot;name&quot;'],
      [new Blob([Buffer.from(`\uFEFF${FILE}`, 'utf16le')]), {}, 'it looks like UTF-16'],
      ['', {}, 'The file has no rows.'],
      [FILE, { max_credits: '1' }, '2 credits'],
      [FILE, { max_credits: 'few' }, 'The maximum cost'],
      [FILE, { webhook_url: 'ftp://example.com' }, 'must be an https URL'],
    ];
    for (const [file, fields, words] of wrong) {
      const shown = await send(visitor, file, fields);
      expect([shown.status, shown.html]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(textOf(shown.html)).toContain(words);
    }
    const without = await visitor.press('/console/batches', '/console/batches', { file: FILE });
    expect([without.status, textOf(without.html)]).toEqual([400, expect.stringContaining('Choose a file')]);
    expect((await service.ask('GET', '/v1/batches', { key })).body.batches).toEqual([]);
    expect(await service.db.rows(`select 1 from batches where status = 'uploading'`)).toEqual([]);
  });

  it('refuses a file without the form token, whatever its size, and continues to serve', async () => {
    const { visitor, key } = await newcomer();
    const form = new FormData();
    form.set('form_token', 'of another browser');
    form.set('file', new Blob([`${FILE}\r\n${'x'.repeat(4_000_000)}`]));
    const refused = await visitor.send('/console/batches', form);
    expect([refused.status, textOf(refused.html)]).toEqual([403, expect.stringContaining('no longer valid')]);
    const inTheBody = { form_token: tokenIn((await visitor.get('/console/batches')).html) };
    const body = new URLSearchParams(inTheBody);
    const headers = { cookie: visitor.cookieHeader };
    expect((await fetch(`${service.url}/console/batches`, { method: 'POST', headers, body })).status).toBe(403);
    expect((await service.ask('GET', '/v1/batches', { key })).body.batches).toEqual([]);
  });

  it('reads a refused file to its end, so that its connection stays usable', async () => {
    const { visitor } = await newcomer();
    const { hostname, port } = new URL(service.url);
    const token = tokenIn((await visitor.get('/console/batches')).html);
    const head = `--b\r\ncontent-disposition: form-data; name="max_credits"\r\n\r\na lot\r\n--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nthe beginning`;
    const rest = `${'x'.repeat(8_000_000)}\r\n--b--\r\n`;
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    socket.write(
      `POST /console/batches?form_token=${token} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${visitor.cookieHeader}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${head.length + rest.length}\r\n\r\n${head}`,
    );
    await until(() => received.startsWith('HTTP/1.1 400'));
    received = '';
    socket.write(`${rest}GET /health HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await until(() => received.includes('HTTP/1.1 200 OK'));
    socket.destroy();
  });

  it('deletes a file whose sender disconnects midway', async () => {
    const { visitor } = await newcomer();
    const token = tokenIn((await visitor.get('/console/batches')).html);
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part('max_credits', '5')}--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n${FILE}`;
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /console/batches?form_token=${token} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${visitor.cookieHeader}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length + 1000}\r\n\r\n${body}`,
    );
    await until(async () => (await uploading()) === 1);
    socket.destroy();
    await until(async () => (await uploading()) === 0);
    expect((await visitor.get('/console/batches')).status).toBe(200);
  });

  async function uploading(): Promise<number> {
    const [row] = await service.db.rows<{ count: number }>(
      `select count(*)::int as count from batches where status = 'uploading'`,
    );
    return row?.count ?? 0;
  }

  it('shows why a batch waits and what to do, and continues it', async () => {
    const { visitor, key } = await newcomer();
    const { body: limited } = await service.ask('POST', '/v1/account/keys', {
      key,
      body: { label: 'small', budget: { credits: 1, every: 'once' } },
    });
    const sent = { key: limited.api_key, headers: { 'content-type': 'text/csv' }, body: FILE };
    const { body: batch } = await service.ask('POST', '/v1/batches', sent);
    const location = `/console/batches/${batch.batch_id}`;
    await service.ask('POST', `/v1/batches/${batch.batch_id}/start`, { key: limited.api_key });
    const paused = await ended(visitor, location);
    expect(textOf(paused.html)).toContain('The budget of the key that started this batch does not cover the next row.');
    await visitor.press(location, `${location}/start`);
    expect(textOf((await ended(visitor, location)).html)).toContain('completed');
  });

  it('leads a repeated click on "Ask again" to the one retry', async () => {
    const { visitor, key } = await newcomer();
    service.registries.of('us-ct').failures = Array.from({ length: 3 }, unavailable);
    const { location = '' } = await send(visitor, 'entity_name,jurisdiction\nNobody LLC,us-ct', { start: 'yes' });
    const done = await ended(visitor, location);
    expect(textOf(done.html)).toContain('Ask the 1 unreachable again (at most 1 credit)');
    const click = (repeat_key: string) =>
      visitor.post(`${location}/again`, { form_token: tokenIn(done.html), repeat_key, max_credits: '1' });
    const clicks = [...(await Promise.all([click('one'), click('one')])), await click('two')];
    const { body } = await service.ask('GET', location.replace('/console', '/v1'), { key });
    const retry = `/console/batches/${body.retried_in}`;
    expect(clicks.map((shown) => [shown.status, shown.location])).toEqual(clicks.map(() => [303, retry]));
    expect((await service.ask('GET', '/v1/batches', { key })).body.batches).toHaveLength(2);
    await ended(visitor, retry);
  });

  it('reloads without scripts while a batch runs', async () => {
    const { visitor } = await newcomer();
    const registry = service.registries.of('us-ct');
    let answer: () => void = () => undefined;
    registry.held = new Promise((resolve) => (answer = resolve));
    const { location = '' } = await send(visitor, 'entity_name,jurisdiction\nSlow Mills LLC,us-ct', { start: 'yes' });
    const running = await visitor.get(location);
    expect(running.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"/);
    expect(textOf(running.html)).toContain('0 of 1 answered');
    expect((await visitor.get(`${location}/results.csv`)).status).toBe(404);
    answer();
    registry.held = undefined;
    expect((await ended(visitor, location)).html).not.toContain('http-equiv');
  });
});
