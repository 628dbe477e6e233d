import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { REGISTERS } from '@standing/sandbox/registers';
import { recordsIn } from '../../src/adapters/warc/warc-records.js';
import { WarcWriter } from '../../src/adapters/warc/warc-writer.js';
import { checkFile } from '../../src/commands/evidence/check-file.js';
import type { KeptExchange } from '../../src/core/evidence/ports.js';
import { EVERY_JURISDICTION, startSandboxService, type SandboxService } from '../support/harness.js';

let service: SandboxService;
let folder: string;
let whole: Buffer;
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000, jurisdictions: EVERY_JURISDICTION });
  folder = mkdtempSync(join(tmpdir(), 'standing-evidence-'));
  whole = await fileFor('gb-eaw', 'deep');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

async function fileFor(code: string, tier: string, at = 1): Promise<Buffer> {
  const { key } = await service.signUp();
  const { body } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: service.sandbox.sampleNames(code)?.[at], jurisdiction: code, tier },
  });
  const { body: evidence } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key });
  const headers = { 'x-api-key': key };
  const file = await fetch(`${service.url}/v1/evidence/${evidence.evidence_id}/warc`, { headers });
  return Buffer.from(await file.arrayBuffer());
}

function verify(bytes: Uint8Array, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const file = join(folder, 'file.warc.gz');
  writeFileSync(file, bytes);
  const args = ['--max-old-space-size=64', 'dist/commands/evidence.js', 'verify', file, ...options];
  return new Promise((done) => {
    execFile(process.execPath, args, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err: err.replace(file, 'FILE') }),
    );
  });
}

/**
 * Replaces text of the same length and recompresses the file, so that only the content gives the
 * change away.
 */
function changed(before: string | RegExp, after: string): Buffer {
  const text = gunzipSync(whole).toString('latin1');
  const other = text.replace(before, after);
  expect(other).not.toBe(text);
  return gzipSync(Buffer.from(other, 'latin1'));
}

/** Replaces a header of the first record of a type. */
function changedHeader(type: string, name: string, value: string): Buffer {
  const [first, ...records] = gunzipSync(whole)
    .toString('latin1')
    .split(/(?=WARC\/1\.1\r\n)/);
  const at = records.findIndex((record) => record.includes(`\r\nWARC-Type: ${type}\r\n`));
  records[at] = records[at]!.replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${value}\r`);
  return gzipSync(Buffer.from([first, ...records].join(''), 'latin1'));
}

describe('standing evidence verify', () => {
  it.each([
    ['gb-eaw', 'deep'],
    ['no-03', 'quick'],
    ['us-co', 'deep'],
  ])('shows what the register %s stated for each field of a %s answer', async (code, tier) => {
    const { code: exit, out, err } = await verify(await fileFor(code, tier), '--json');
    expect([exit, err]).toEqual([0, '']);
    const checked = JSON.parse(out);
    expect(checked).toMatchObject({ holds: true, faults: [], evidenceId: expect.stringMatching(/^evd_/) });
    expect(checked.fields.map(({ field }: { field: string }) => field)).toContain('entity_name');
    expect(checked.fields.flatMap(({ stands }: any) => stands).every(({ found }: any) => found === 'kept')).toBe(true);
  });

  it('prints lines, with the verdict last', async () => {
    const { out } = await verify(whole);
    expect(out).toMatch(/^evd_\w+: \d+ records of .*, https:/);
    expect(out).toMatch(/\nentity_name: ".+" at \/\S+ of exchange \d\n/);
    expect(out).toMatch(/\nthe file holds: \d+ fields\n$/);
  });

  it('reads rows of a CSV file, and names the bodies that are not kept', async () => {
    const body = Buffer.from('id,name\n7,"A, B"\n');
    const kept: KeptExchange = {
      tier: 'quick',
      method: 'EDITION',
      url: 'https://register.example/file.csv',
      status: 200,
      headers: { 'content-type': 'text/csv' },
      retrievedAt: new Date('2026-01-31T12:00:00Z'),
      digest: createHash('sha256').update(body).digest('hex'),
      bytes: body.length,
      body,
      erased: false,
    };
    const exchanges: KeptExchange[] = [kept, { ...kept, method: 'GET', body: undefined, erased: true }];
    const file = new WarcWriter('test').warc(exchanges, {
      evidence_id: 'evd_1',
      register: { name: 'A register', url: 'https://register.example' },
      exchanges: exchanges.map(({ digest, bytes }) => ({ digest: `sha256:${digest}`, bytes })),
      fields: {
        entity_name: { exchange: 0, pointer: 'cell=2,2', text: 'A, B' },
        status: { exchange: 1, pointer: '/status', text: null },
      },
      record: { name: 'A, B', status: 'active' },
    });
    const bytes = await buffer(file);
    expect(await verify(bytes)).toEqual({
      code: 0,
      err: '',
      out: [
        'evd_1: 5 records of A register, https://register.example',
        'entity_name: "A, B" at cell=2,2 of exchange 0',
        'status: not kept, was at /status of exchange 1',
        'the file holds: 2 fields, 1 of them not kept',
        '',
      ].join('\n'),
    });
  });

  it('refuses files of a register that publishes none', async () => {
    await expect(verify(whole, 'cordata.zip')).resolves.toEqual({
      code: 2,
      out: '',
      err: 'FILE is of gb-eaw, which is asked and has no files\n',
    });
  });

  it('fails for a changed byte anywhere in the packed file', async () => {
    const places = Array.from({ length: 24 }, (_, at) => Math.floor(((at + 0.5) / 24) * whole.length));
    for (const place of places) {
      const other = Buffer.from(whole);
      other[place]! ^= 0x20;
      expect((await verify(other)).code).toBeGreaterThan(0);
    }
  });

  it('fails for a body that was changed and packed again, and names what no longer holds', async () => {
    const { code, out } = await verify(changed(/"company_name":"./, '"company_name":"#'));
    expect(code).toBe(1);
    expect(out).toMatch(/record \d+ \(response\): the digest of its body is another/);
    expect(out).toMatch(/\nthe file does not hold: /);
  });

  it('fails for a changed text or value in the statement about the bodies', async () => {
    const name = JSON.parse((await verify(whole, '--json')).out).fields.find(
      ({ field }: { field: string }) => field === 'entity_name',
    ).stands[0].text as string;
    const other = `#${name.slice(1)}`;
    const text = await verify(changed(`"text": "${name}"`, `"text": "${other}"`));
    const value = await verify(changed(`"name": "${name}"`, `"name": "${other}"`));
    expect([text.code, value.code]).toEqual([1, 1]);
    expect(text.out).toContain('\nentity_name: does not hold: ');
    expect(value.out).toContain('\nentity_name: does not hold: ');
  });

  it('fails for a changed address or time of a response or a request, which no digest covers', async () => {
    const cases: [Buffer, string][] = [
      [
        changedHeader('response', 'WARC-Target-URI', 'https://register.example/'),
        'record 1 (response): another address',
      ],
      [changedHeader('response', 'WARC-Date', '2020-01-31T12:00:00.000Z'), 'record 1 (response): another time'],
      [changedHeader('request', 'WARC-Target-URI', 'https://register.example/'), 'record 2 (request): another address'],
      [changedHeader('request', 'WARC-Date', 'yesterday'), 'record 2 (request): another time'],
    ];
    for (const [bytes, fault] of cases) {
      const { code, out } = await verify(bytes);
      expect([code, out]).toEqual([1, expect.stringContaining(`\n${fault} is listed\n`)]);
    }
  });

  it('compares addresses as the file writes them, and both times of a body that was revalidated', async () => {
    const body = Buffer.from('{"name":"A"}');
    const digest = createHash('sha256').update(body).digest('hex');
    const kept: KeptExchange = {
      tier: 'quick',
      method: 'GET',
      url: "https://register.example/Rows?q=name = 'A B'",
      status: 304,
      headers: {},
      retrievedAt: new Date('2026-02-01T12:00:00.250Z'),
      unchangedSince: new Date('2026-01-31T12:00:00Z'),
      digest,
      bytes: body.length,
      body,
      erased: false,
    };
    const checked = async (stated: object) => {
      const file = join(folder, 'revalidated.warc.gz');
      const facts = {
        evidence_id: 'evd_1',
        register: { name: 'A register', url: 'https://register.example' },
        exchanges: [{ url: kept.url, digest: `sha256:${digest}`, bytes: body.length, ...stated }],
        fields: {},
      };
      writeFileSync(file, await buffer(new WarcWriter('test').warc([kept], facts)));
      return (await checkFile(file)).flatMap(({ faults }) => faults);
    };
    const times = { retrieved_at: '2026-02-01T12:00:00.250Z', unchanged_since: '2026-01-31T12:00:00.000Z' };
    expect(await checked(times)).toEqual([]);
    expect(await checked({ ...times, retrieved_at: '2026-02-01T12:00:00.000Z' })).toEqual([
      'record 2 (request): another time is listed',
      'record 3 (revisit): another time is listed',
    ]);
    expect(await checked({ ...times, unchanged_since: '2026-01-31T12:00:01.000Z' })).toEqual([
      'record 1 (response): another time is listed',
      'record 3 (revisit): another time is listed',
    ]);
    expect(await checked({ ...times, url: "https://register.example/Rows?q=name = 'A C'" })).toEqual(
      ['1 (response)', '2 (request)', '3 (revisit)'].map((of) => `record ${of}: another address is listed`),
    );
  });

  it('fails for a record that lost its digest', async () => {
    const { code, out } = await verify(changed(/WARC-Block-Digest: .*\r\n/, ''));
    expect(code).toBe(1);
    expect(out).toContain('\nrecord 1 (response): its digest is missing\n');
  });

  it('checks a file with blank lines after its last record', async () => {
    const { out } = await verify(whole);
    const padded = Buffer.concat([gunzipSync(whole), Buffer.from('\n\r\n')]);
    for (const same of [padded, gzipSync(padded)]) expect(await verify(same)).toEqual({ code: 0, out, err: '' });
  });

  it('checks a file that was unpacked, or packed again as one', async () => {
    const { out } = await verify(whole);
    const plain = gunzipSync(whole);
    for (const same of [plain, gzipSync(plain), gzipSync(plain, { level: 1 }), gzipSync(plain, { level: 0 })]) {
      expect(await verify(same)).toEqual({ code: 0, out, err: '' });
    }
    const other = await verify(gunzipSync(changed(/"company_name":"./, '"company_name":"#')));
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/record \d+ \(response\): the digest of its body is another/);
  });

  it('tells the pieces of evidence in a joined file apart, and says which one does not hold', async () => {
    const other = await fileFor('ch-zh', 'quick');
    const [first, second] = [await verify(whole), await verify(other)];
    for (const joined of [
      Buffer.concat([whole, other]),
      Buffer.concat([gunzipSync(whole), gunzipSync(other)]),
      gzipSync(Buffer.concat([gunzipSync(whole), gunzipSync(other)])),
    ]) {
      const count = 'the file has 2 pieces of evidence: 2 hold, 0 do not\n';
      expect(await verify(joined)).toEqual({ code: 0, out: first.out + second.out + count, err: '' });
    }
    const half = Buffer.concat([changed(/"company_name":"./, '"company_name":"#'), other]);
    const { code, out } = await verify(half, '--json');
    const holds = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { holds: boolean }).holds);
    expect([code, holds]).toEqual([1, [false, true]]);
  });

  it('prints no control character of a file, neither as text nor as JSON', async () => {
    const hostile = changed(/("register": \{\s*"name": ")[^"\\]{12}/, '$1\\u001b\\u202e');
    for (const options of [[], ['--json']]) {
      const { out } = await verify(hostile, ...options);
      expect(out).toMatch(options.length === 0 ? /\uFFFD\uFFFD/ : /\\u001b\\u202e/);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }
  });

  it('refuses a file whose records are too much when they are unpacked', async () => {
    const file = join(folder, 'whole.warc.gz');
    writeFileSync(file, whole);
    const read = async (maxBytes: number) => {
      for await (const _ of recordsIn(file, maxBytes));
    };
    await read(gunzipSync(whole).length);
    await expect(read(1_000)).rejects.toThrow('has records of too many bytes, unpacked');
    writeFileSync(file, gunzipSync(whole));
    await expect(read(1_000)).rejects.toThrow('has records of too many bytes, unpacked');
    const plain = gunzipSync(whole);
    writeFileSync(file, gzipSync(Buffer.concat([plain, Buffer.alloc(2 * plain.length, '\n')])));
    await expect(read(2 * plain.length)).rejects.toThrow('has records of too many bytes, unpacked');
  });

  it('reports in one line why it cannot check a file', async () => {
    const members = gunzipSync(whole)
      .toString('latin1')
      .split(/(?=WARC\/1\.1\r\n)/);
    const packed = (parts: readonly string[]) =>
      Buffer.concat(parts.map((part) => gzipSync(Buffer.from(part, 'latin1'))));
    const TWICE = 'has a record that states a header twice';
    const refused: [Buffer, string][] = [
      [Buffer.alloc(0), 'is not a WARC 1.1 file, packed or not'],
      [Buffer.from('a page'), 'is not a WARC 1.1 file, packed or not'],
      [gunzipSync(whole).subarray(0, -9), 'is cut: its last record has no end'],
      [
        gunzipSync(whole).subarray(0, gunzipSync(whole).lastIndexOf('WARC/1.1') + 5),
        'is cut: its last record has no end',
      ],
      [Buffer.concat([gunzipSync(whole), Buffer.from('more')]), 'is padded: what follows one of its records is none'],
      [Buffer.concat([gunzipSync(whole), Buffer.alloc(9)]), 'is padded: what follows one of its records is none'],
      [Buffer.concat([gunzipSync(whole), whole]), 'has something packed after an unpacked record'],
      [Buffer.concat([whole, gunzipSync(whole)]), 'has something unpacked after a packed record'],
      [packed([...members.slice(0, -1), ...members]), 'is cut: the record that says what it proves is missing'],
      [gzipSync('a page'), 'is not a WARC 1.1 file'],
      [gzipSync(Buffer.alloc(300_000_000)), 'is not a WARC 1.1 file'],
      [whole.subarray(0, -9), 'is cut: its last record has no end'],
      [packed(members.slice(0, -1)), 'is cut: the record that says what it proves is missing'],
      [packed([...members, members[1]!]), 'is padded: something follows its last record'],
      [Buffer.concat([whole, Buffer.alloc(4)]), 'is padded: something follows its last record'],
      [Buffer.concat([whole, Buffer.from('more')]), 'has something unpacked after a packed record'],
      [changed('WARC-Date: ', 'WARC-Date: 2020-01-31T12:00:00.000Z\r\nWARC-Date: '), TWICE],
      [packed(members.slice(1)), 'is not a file of GET /v1/evidence/{id}/warc'],
      [changed(/Content-Length: \d+/, 'Content-Length: 99999999999'), 'has a record of more than 16 MB'],
    ];
    for (const [bytes, why] of refused) {
      expect(await verify(bytes)).toEqual({ code: 2, out: '', err: `FILE ${why}\n` });
    }
  });

  it.each(REGISTERS.map(({ code }) => code))('holds for every record of a file of %s', async (code) => {
    const file = join(folder, 'own.warc.gz');
    writeFileSync(file, await fileFor(code, 'deep', 0));
    expect(await checkFile(file)).toMatchObject([{ holds: true, faults: [] }]);
  });
});
