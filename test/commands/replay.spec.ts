import { REGISTERS } from '../../src/registers/registers.js';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { WarcWriter } from '../../src/adapters/warc/warc-writer.js';
import type { KeptExchange } from '../../src/core/evidence/ports.js';
import { newId } from '../../src/core/ids.js';
import type { Registry } from '../../src/core/registries/ports.js';
import { type Sandbox, startSandbox } from '@standing/sandbox';
import { startService, type Answer, type Service } from '../support/harness.js';
import { OlderAdapter } from '../support/older-adapter.js';

/** Reads the register of Norway with the adapter of an earlier version. */
class EarlierVersion extends ConfiguredRegistries {
  override of(code: string): Registry {
    return code === 'no-03' ? new OlderAdapter(super.of(code)) : super.of(code);
  }

  override parserVersion(code: string): number {
    return code === 'no-03' ? 0 : super.parserVersion(code);
  }
}

let sandbox: Sandbox;
let service: Service;
let folder: string;
let key: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  const log = { warn: () => undefined };
  const sandboxOrigin = sandbox.origin;
  const registries = new EarlierVersion({
    registers: REGISTERS,
    mode: 'sandbox',
    sandboxOrigin,
    urls: {},
    credentials: {},
    timeoutMs: 10_000,
    log,
  });
  service = await startService({ registries });
  folder = mkdtempSync(join(tmpdir(), 'standing-replay-'));
});
beforeEach(async () => {
  ({ key } = await service.signUp());
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
  await sandbox.close();
});

const nameIn = (code: string) => sandbox.sampleNames(code)?.[1] ?? '';
const verify = (code: string, tier: string, name = nameIn(code)): Promise<Answer> =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: name, jurisdiction: code, tier },
  });

async function evidenceOf(code: string, tier: string): Promise<string> {
  const { body } = await verify(code, tier);
  const { body: evidence } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key });
  return evidence.evidence_id;
}

async function fileOf(id: string, as = key): Promise<Buffer> {
  const file = await fetch(`${service.url}/v1/evidence/${id}/warc`, { headers: { 'x-api-key': as } });
  return Buffer.from(await file.arrayBuffer());
}

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs the command in a folder of its own, without a database unless one is given. */
function replay(
  source: string,
  options: readonly string[] = [],
  databaseUrl = 'postgres://nobody@127.0.0.1:1/none',
): Promise<Ended> {
  const args = ['--max-old-space-size=96', join(process.cwd(), 'dist/commands/replay.js'), source, ...options];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err: err.replaceAll(join(folder, 'file.warc.gz'), 'FILE') }),
    );
  });
}

function replayFile(bytes: Uint8Array, ...options: string[]): Promise<Ended> {
  const file = join(folder, 'file.warc.gz');
  writeFileSync(file, bytes);
  return replay(file, options);
}

describe('standing replay', () => {
  it.each([
    ['gb-eaw', 'deep'],
    ['us-co', 'deep'],
    ['ch-zh', 'quick'],
    ['cz-10', 'quick'],
  ])('rereads what %s sent for a %s answer, from a file and without a network', async (code, tier) => {
    const id = await evidenceOf(code, tier);
    const { code: exit, out, err } = await replayFile(await fileOf(id), '--json');
    expect([exit, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ evidenceId: id, isSame: true, records: [{ changes: [] }] });
  });

  it('rereads files that were unpacked, packed again or joined, each piece of evidence in turn', async () => {
    const ids = [await evidenceOf('us-ct', 'deep'), await evidenceOf('us-pa', 'quick')];
    const plain = await Promise.all(ids.map(async (id) => gunzipSync(await fileOf(id))));
    for (const file of [Buffer.concat(plain), gzipSync(Buffer.concat(plain), { level: 1 })]) {
      const { code, out, err } = await replayFile(file, '--json');
      expect([code, err]).toEqual([0, '']);
      const replays = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(replays).toMatchObject(ids.map((evidenceId) => ({ evidenceId, isSame: true })));
    }
  });

  it('reads evidence from the database by its id, and writes nothing', async () => {
    const id = await evidenceOf('gb-sct', 'deep');
    const { name } = (await service.db.row<{ name: string }>('select current_database() as name'))!;
    await service.db.rows(`alter database ${name} set default_transaction_read_only = on`);
    try {
      const { code, out, err } = await replay(id, [], service.databaseUrl);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        new RegExp(`^${id}: gb-sct, read by parser (\\d) before, \\1 today\\n.+ \\(SC.+\\): the same\\n`),
      );
      expect(out).toMatch(/\nthe reading is the same\n$/);
    } finally {
      await service.db.rows(`alter database ${name} reset default_transaction_read_only`);
    }
  });

  it('shows fields that an earlier version read differently, from file and database alike', async () => {
    const id = await evidenceOf('no-03', 'deep');
    const fromFile = await replayFile(await fileOf(id));
    const fromDatabase = await replay(id, [], service.databaseUrl);
    expect(fromFile).toEqual(fromDatabase);
    const { code, out, err } = fromFile;
    const name = nameIn('no-03');
    expect([code, err]).toEqual([1, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines).toEqual([
      `${id}: no-03, read by parser 0 before, 2 today`,
      expect.stringMatching(/ \(\d{9}\): changed$/),
      expect.stringContaining(
        `entity_name: ${JSON.stringify(name.toLowerCase())} before, ${JSON.stringify(name)} today, from `,
      ),
      expect.stringMatching(/^status: "revoked" before, "active" today, from .+ at \/.+ of exchange \d/),
      'the reading changed in 2 fields',
    ]);
  });

  it.each(['quick', 'deep'])(
    'compares what its file holds for an account that was answered %s from a stored answer or before others',
    async (tier) => {
      const other = await service.signUp();
      const asked = async (level: string) => {
        const answer = await service.ask('POST', '/v1/verify', {
          key: other.key,
          headers: { prefer: 'wait=20' },
          body: { entity_name: nameIn('gb-nir'), jurisdiction: 'gb-nir', tier: level },
        });
        expect(answer.status).toBe(200);
        return answer.body.entity_id;
      };
      if (tier === 'quick') await asked('quick');
      await evidenceOf('gb-nir', 'deep');
      const entityId = await asked(tier);
      const { body } = await service.ask('GET', `/v1/entity/${entityId}/evidence`, { key: other.key });
      const replayed = await replayFile(await fileOf(body.evidence_id, other.key));
      expect(replayed).toMatchObject({ code: 0, err: '' });
    },
  );

  it('finds nothing again after a no-match, and the same records of a search', async () => {
    await verify('us-ny', 'quick', 'Nobody Bears This Name LLC');
    const { body: list } = await service.ask('GET', '/v1/jobs?limit=1', { key });
    const { body: nobody } = await service.ask('GET', `/v1/jobs/${list.jobs[0].job_id}/evidence`, { key });
    const { code, out } = await replayFile(await fileOf(nobody.evidence_id));
    expect([code, out.split('\n').at(-2)]).toEqual([0, 'the same: nothing is found']);

    const search = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=20' },
      body: { entity_name: nameIn('us-pa'), jurisdictions: ['us-pa'] },
    });
    const [first] = search.body.results as { entity_id: string }[];
    const { body: found } = await service.ask('GET', `/v1/entity/${first?.entity_id}/evidence`, { key });
    expect(await replayFile(await fileOf(found.evidence_id))).toMatchObject({ code: 0, err: '' });
  });

  it('compares with what a short answer said, not with names that the entity keeps from an earlier one', async () => {
    const name = 'Tall Tale Trading Company Limited';
    await verify('gb-eaw', 'deep', name);
    // The list shows a former name only if words of it were asked.
    const search = { entity_name: 'Tall Tale Company', jurisdictions: ['gb-eaw'] };
    const { body } = await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=20' }, body: search });
    const known = await service.db.rows<{ aliases: object[] }>(
      `select record -> 'aliases' as aliases from entities where record ->> 'name' ilike $1`,
      [name],
    );
    expect(known).toMatchObject([{ aliases: [{ name: expect.stringMatching(/^short story trading/i) }] }]);
    const { body: evidence } = await service.ask('GET', `/v1/jobs/${body.job_ids[0]}/evidence`, { key });
    const whole = await fileOf(evidence.evidence_id);
    expect(gunzipSync(whole).toString()).not.toMatch(/short story trading/i);
    expect(await replayFile(whole)).toMatchObject({ code: 0, err: '' });
    expect(await replay(evidence.evidence_id, [], service.databaseUrl)).toMatchObject({ code: 0, err: '' });
  });

  it('names in one line the id or file that does not exist', async () => {
    const unknown = newId('evd');
    const other = newId('job');
    const answers = [
      await replay(unknown, [], service.databaseUrl),
      await replay(other, [], service.databaseUrl),
      await replay('evd_1', [], service.databaseUrl),
      await replay('nothing.warc.gz'),
      await replay(folder),
    ];
    expect(answers.map(({ code, out, err }) => [code, out, err])).toEqual([
      [2, '', `${unknown}: no evidence of this id is kept\n`],
      [2, '', `${other} is not the id of evidence\n`],
      [2, '', 'evd_1 is not the id of evidence\n'],
      [2, '', 'nothing.warc.gz does not exist\n'],
      [2, '', `${folder} is not a file\n`],
    ]);
  });

  it('reports in one line why it cannot read a file, in bounded memory', async () => {
    const whole = await fileOf(await evidenceOf('no-03', 'deep'));
    const members = gunzipSync(whole)
      .toString('latin1')
      .split(/(?=WARC\/1\.1\r\n)/);
    const packed = (parts: readonly string[]) =>
      Buffer.concat(parts.map((part) => gzipSync(Buffer.from(part, 'latin1'))));
    const otherwise = (at: number, before: RegExp, after: string) =>
      packed(members.with(at, members[at]!.replace(before, after)));
    const text = members.join('');
    const changed = gzipSync(
      Buffer.from(text.replace('"navn":"', '"navn":"#').replace(/"navn":"#./, '"navn":"#'), 'latin1'),
    );
    const refused: [Uint8Array, string][] = [
      [Buffer.from('a page'), 'is not a WARC 1.1 file, packed or not'],
      [gzipSync(Buffer.alloc(300_000_000)), 'is not a WARC 1.1 file'],
      [whole.subarray(0, -9), 'is cut: its last record has no end'],
      [packed(members.slice(0, -1)), 'is cut: the record that says what it proves is missing'],
      [packed([...members.slice(0, -3), members.at(-1)!]), 'does not have the exchanges that it lists'],
      [packed([...members, members[1]!]), 'is padded: something follows its last record'],
      [Buffer.concat([whole, Buffer.from('more')]), 'has something unpacked after a packed record'],
      [packed(members.slice(1)), 'is not a file of GET /v1/evidence/{id}/warc'],
      [changed, 'was changed in exchange 0'],
      [otherwise(1, /WARC-Date: \d/, 'WARC-Date: 1'), 'was changed in exchange 0: another time is listed'],
      [otherwise(2, /WARC-Date: \d/, 'WARC-Date: 1'), 'was changed in exchange 0: another time is listed'],
      [otherwise(1, /(WARC-Target-URI: .*)\r/, '$1x\r'), 'was changed in exchange 0: another address is listed'],
      [await large(), 'has more than 128 MB of bodies'],
    ];
    for (const [bytes, why] of refused) {
      expect(await replayFile(bytes)).toEqual({ code: 2, out: '', err: `FILE ${why}\n` });
    }
  });
});

/** Twenty bodies of 8 MB. */
function large(): Promise<Buffer> {
  const body = Buffer.alloc(8 * 1024 * 1024, ' ');
  const digest = createHash('sha256').update(body).digest('hex');
  const exchange: KeptExchange = {
    tier: 'quick',
    method: 'GET',
    url: 'https://register.example/large',
    status: 200,
    headers: {},
    retrievedAt: new Date('2026-01-31T12:00:00Z'),
    digest,
    bytes: body.length,
    body,
    erased: false,
  };
  const stated = {
    method: 'GET',
    url: exchange.url,
    status: 200,
    retrieved_at: '2026-01-31T12:00:00Z',
    digest: `sha256:${digest}`,
  };
  const all = Array.from({ length: 20 }, () => exchange);
  const facts = {
    evidence_id: newId('evd'),
    jurisdiction: 'no-03',
    parser_version: 1,
    tier: 'quick',
    question: { kind: 'record', tier: 'quick', recordNumber: '923609016' },
    exchanges: all.map(() => stated),
    fields: {},
  };
  return buffer(new WarcWriter('test').warc(all, facts));
}
