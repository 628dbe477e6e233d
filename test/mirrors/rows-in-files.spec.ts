import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { REGISTERS } from '../../src/registers/registers.js';
import type { Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { startMirroredService, type MirroredService } from './mirrored-service.js';

let running: MirroredService;
let folder: string;
beforeAll(async () => {
  running = await startMirroredService();
  folder = mkdtempSync(join(tmpdir(), 'standing-rows-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await running.close();
});

const publishedBy = (code: string) => bulkExtracts().find((extract) => extract.code === code)!.files;

async function sampleName(code: string): Promise<string> {
  const { body: listed } = await running.service.ask('GET', '/v1/jurisdictions');
  return listed.jurisdictions.find((one: { code: string }) => one.code === code).sample_names[0];
}

async function fileFor(code: string): Promise<Buffer> {
  const { service } = running;
  const { key } = await service.signUp();
  const name = await sampleName(code);
  const { body } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: name, jurisdiction: code, tier: 'deep' },
  });
  const { body: evidence } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key });
  return warcOf(service, key, evidence.evidence_id);
}

async function warcOf({ url }: Service, key: string, id: string): Promise<Buffer> {
  const file = await fetch(`${url}/v1/evidence/${id}/warc`, { headers: { 'x-api-key': key } });
  return Buffer.from(await file.arrayBuffer());
}

function verify(bytes: Uint8Array, ...registerFiles: string[]): Promise<{ code: number; out: string; err: string }> {
  const file = join(folder, 'file.warc.gz');
  writeFileSync(file, bytes);
  const args = ['--max-old-space-size=64', 'dist/commands/evidence.js', 'verify', file, ...registerFiles];
  return new Promise((done) => {
    execFile(process.execPath, args, (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }));
  });
}

it('cites the searched edition as evidence for a row without a match', async () => {
  const { service } = running;
  const { key } = await service.signUp();
  const file = await fetch(`${service.url}/v1/batches`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': key },
    body: 'entity_name,jurisdiction\nNobody Bears This Name LLC,us-fl',
  });
  const { batch_id: id } = (await file.json()) as { batch_id: string };
  await service.ask('POST', `/v1/batches/${id}/start`, { key });
  await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
  const { status, body } = await service.ask('GET', `/v1/batches/${id}/rows/2/evidence`, { key });
  expect([status, body]).toMatchObject([
    200,
    { edition: expect.stringMatching(/^sha256:\w{64}$/), exchanges: [{ method: 'EDITION' }], fields: {} },
  ]);
});

describe('the evidence of an answer from an imported edition', () => {
  let live: MirroredService;
  beforeAll(async () => {
    live = await startMirroredService('live');
  });
  afterAll(() => live.close());

  async function imported(code: string, files: readonly string[]): Promise<void> {
    const { databaseUrl, mirrors } = live;
    const format = REGISTERS.format(code)!;
    await importEdition({ databaseUrl, format, realm: 'live', files, fingerprint: basename(files[0]!) });
    await mirrors.refresh();
  }

  it.each(['us-fl', 'us-ia', 'us-va'])('keeps the rows of %s after an edition without them', async (code) => {
    const [whole = '', other = ''] = publishedBy(code);
    await imported(code, [whole]);
    const { key } = await live.service.signUp();
    const name = await sampleName(code);
    const verified = () =>
      live.service.ask('POST', '/v1/verify', {
        key,
        headers: { prefer: 'wait=20' },
        body: { entity_name: name, jurisdiction: code, tier: 'deep', force_refresh: true },
      });
    const { entity_id: id } = (await verified()).body;
    const evidence = async () => (await live.service.ask('GET', `/v1/entity/${id}/evidence`, { key })).body;
    const before = await evidence();
    const rows = before.fields.entity_name;
    expect(rows.text).toBeTruthy();

    await imported(code, [other]);
    expect((await verified()).body.error.code).toBe('ENTITY_NOT_FOUND');
    expect(await evidence()).toEqual(before);
    const file = await warcOf(live.service, key, before.evidence_id);
    const { code: exit, out, err } = await verify(file, whole);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain(`entity_name: ${JSON.stringify(rows.text)} at ${rows.pointer} of exchange ${rows.exchange}`);
    expect(out).toMatch(/\nin the register's files: [1-9]\d* rows as they were kept, 0 wrong\n$/);
  });
});

describe('standing evidence verify, with the files of the register', () => {
  it.each(['us-fl', 'us-ia', 'us-va'])('finds every row of an answer of %s on its line', async (code) => {
    const { code: exit, out, err } = await verify(await fileFor(code), ...publishedBy(code));
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/\nin the register's files: [1-9]\d* rows as they were kept, 0 wrong\n$/);
  });

  it('prints the result as JSON', async () => {
    const { out } = await verify(await fileFor('us-fl'), ...publishedBy('us-fl'), '--json');
    expect(JSON.parse(out)).toMatchObject({ holds: true, rows: { same: 2, faults: [] } });
  });

  it('fails for files of another edition', async () => {
    const others = publishedBy('us-fl').map((published) => {
      const other = join(folder, basename(published));
      writeFileSync(other, Buffer.concat([readFileSync(published), Buffer.from('\n')]));
      return other;
    });
    const { code, out } = await verify(await fileFor('us-fl'), ...others);
    expect(code).toBe(1);
    expect(out).toMatch(/\n\S+ with the digest sha256:\w{64} is not among the files given\n/);
  });

  it('fails for a row whose line does not exist or has other content', async () => {
    const text = gunzipSync(await fileFor('us-fl')).toString('latin1');
    const changed = (pattern: RegExp, to: (...parts: string[]) => string) => {
      const other = text.replace(pattern, to);
      expect(other).not.toBe(text);
      return verify(gzipSync(Buffer.from(other, 'latin1')), ...publishedBy('us-fl'));
    };
    const nowhere = await changed(
      /(,sha256:\w{64},)(\d+)/,
      (_, digest = '', line = '') => digest + '0'.repeat(line.length),
    );
    expect([nowhere.code, nowhere.out]).toEqual([
      1,
      expect.stringMatching(/\nrow 2 of exchange 0: no row begins on line 0\n/),
    ]);
    const otherwise = await changed(
      /(\nnumber,[^\n]+\n)(\w)/,
      (_, header = '', first) => `${header}${first === 'L' ? 'P' : 'L'}`,
    );
    expect([otherwise.code, otherwise.out]).toEqual([
      1,
      expect.stringMatching(/\nrow 2 of exchange 0: line \d+ has another number\n/),
    ]);
  });

  it('names the missing file in one line', async () => {
    const { code, out, err } = await verify(await fileFor('us-fl'), join(folder, 'none.txt'));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^\S*none\.txt: there is no such file\n$/);
  });
});
