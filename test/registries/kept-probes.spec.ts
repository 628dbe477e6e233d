import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startSandbox, type Sandbox } from '@standing/sandbox';
import { keepProbe, PostgresRegisterProbes } from '../../src/adapters/postgres/registries/register-probes.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { RegisterProbes, type RegisterProbe } from '../../src/core/registries/probes.js';
import { MemoryLog } from '../support/fakes.js';
import { WITHOUT_SANDBOX } from '../support/module-hooks.js';
import { startService, type Service } from '../support/harness.js';
import { startRegisterDouble, type RegisterDouble } from './register-double.js';

let service: Service;
let app: NestFastifyApplication;
let sandbox: Sandbox;
let double: RegisterDouble;
let dataSource: PostgresDataSource;
let folder: string;
beforeAll(async () => {
  service = await startService({ prepare: (started) => (app = started) });
  sandbox = await startSandbox();
  double = await startRegisterDouble();
  dataSource = await createDataSource({ url: service.databaseUrl, poolSize: 1 }).initialize();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-probe-'));
});
afterAll(async () => {
  await dataSource.destroy();
  await double.close();
  await sandbox.close();
  await service.close();
  fs.rmSync(folder, { recursive: true });
});

const loaded = () => app.get(RegisterProbes).load();

async function probe(args: string[], env: Record<string, string> = {}) {
  const given = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl, DATA_DIR: folder, ...env };
  const program = ['dist/commands/registry.js', 'probe', ...args];
  const child = spawn(process.execPath, program, { env: given, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  await loaded();
  return { code, out, err };
}

async function listed(code: string) {
  const { body } = await service.ask('GET', `/v1/jurisdictions?name=${code}`);
  return body.jurisdictions.find((each: { code: string }) => each.code === code);
}

async function metricOf(code: string): Promise<string | undefined> {
  const { body } = await service.ask('GET', '/metrics');
  return new RegExp(`^standing_register_probe_state\\{(?=[^}]*source="${code}")[^}]*\\} (\\d)$`, 'm').exec(body)?.[1];
}

describe('a probe of a register', () => {
  it('is kept, listed with its day, and measured', async () => {
    expect(await listed('us-or')).not.toHaveProperty('last_probe');
    expect(await metricOf('us-or')).toBeUndefined();
    const { code, out } = await probe(['us-or']);
    expect([code, out.match(/as expected/g)]).toEqual([0, Array.from({ length: 4 }, () => 'as expected')]);
    const { last_probe: lastProbe, tried_against: tried } = await listed('us-or');
    expect(lastProbe).toEqual({ at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), verdict: 'as_expected' });
    // The sandbox is not the register.
    expect(tried).toBe('recordings');
    expect(await metricOf('us-or')).toBe('0');
  });

  it('names each difference, and writes a report that names nothing of the operator', async () => {
    double.replyWith(({ path: asked }) => ({ body: asked.includes('resource') ? '[{"unheard_of":"x"}]' : '[]' }));
    const report = path.join(folder, 'report.json');
    const env = { REGISTRY_US_OR_URL: double.origin, SOCRATA_APP_TOKEN: 'a-secret-token' };
    const { code } = await probe(['us-or', '--report', report], env);
    expect(code).toBe(1);
    const { last_probe: lastProbe } = await listed('us-or');
    expect(lastProbe.verdict).toBe('drifted');
    expect(lastProbe.fields).toContainEqual(expect.stringMatching(/^found: /));
    expect(await metricOf('us-or')).toBe('1');
    const text = fs.readFileSync(report, 'utf8');
    expect(JSON.parse(text)).toEqual({
      standing: expect.stringMatching(/^\d+\.\d+\.\d+/),
      mode: 'sandbox',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      registers: [{ code: 'us-or', verdict: 'drifted', fields: lastProbe.fields, answer_ms: expect.any(Number) }],
    });
    for (const secret of [double.origin, new URL(double.origin).host, 'a-secret-token', folder]) {
      expect(text).not.toContain(secret);
    }
  });

  it('tells a register that it cannot reach from one that has changed', async () => {
    const { code } = await probe(['us-or'], { REGISTRY_US_OR_URL: 'http://127.0.0.1:9' });
    expect(code).toBe(1);
    expect((await listed('us-or')).last_probe).toEqual({ at: expect.any(String), verdict: 'unreachable' });
    expect(await metricOf('us-or')).toBe('2');
  });

  it('refuses a report that cannot be written before it asks, in one line', async () => {
    const { code, out, err } = await probe(['us-or', '--report', path.join(folder, 'nowhere', 'report.json')]);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/the report cannot be written \(ENOENT\)\n$/)]);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('asks the register, and compares with nothing, where there is no sandbox', async () => {
    double.replyWith(() => ({ body: '[]' }));
    const live = { ...WITHOUT_SANDBOX, REGISTRY_MODE: 'live', REGISTRY_US_OR_URL: double.origin };
    const { code, out, err } = await probe(['us-or'], live);
    expect([code, err]).toEqual([1, '']);
    expect(out.split('\n').filter((line) => !line.endsWith('not asked'))).toEqual([
      expect.stringMatching(/^us-or +found +drifted \(no record of .+\)$/),
      expect.stringMatching(/^us-or +absent +as expected$/),
      '',
    ]);
  });

  it('refuses a register that is not in force', async () => {
    const { code, err } = await probe(['fr']);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('fr is not in force here: the setting JURISDICTIONS adds'),
    ]);
  });
});

describe('the register itself', () => {
  const at = new Date('2026-05-01T10:00:00Z');
  const expected: RegisterProbe = { jurisdiction: 'us-co', at, verdict: 'as_expected', fields: [], answerMs: 120 };

  it('counts as tried after a live probe that was as expected, and stays so after a later difference', async () => {
    await keepProbe(dataSource, true, expected);
    const live = new PostgresRegisterProbes(service.db, true, new MemoryLog());
    await live.load();
    expect(live.last.get('us-co')).toEqual({ ...expected, live: true, expectedAt: at });
    const later = new Date('2026-06-01T10:00:00Z');
    await keepProbe(dataSource, true, { ...expected, at: later, verdict: 'drifted', fields: ['found: name is gone'] });
    await live.load();
    expect(live.last.get('us-co')).toMatchObject({ at: later, verdict: 'drifted', expectedAt: at });
    await loaded();
    // This service is in sandbox mode.
    expect(await listed('us-co')).not.toHaveProperty('last_probe');
  });
});

it('every register says how fresh its answers are, and what it was tried against', async () => {
  const { body } = await service.ask('GET', '/v1/jurisdictions');
  for (const { freshness, tried_against: tried } of body.jurisdictions) {
    expect(freshness).toEqual({ max_age_seconds: 86_400 });
    expect(tried).toBe('recordings');
  }
});
