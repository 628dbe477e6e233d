import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FakeRegistry, record } from '../support/fakes.js';
import { startSandboxService, startService, type SandboxService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const FOUND = 'Imaginary Lanterns LLC';
/** Retried several times, with pauses, before it fails. */
const SLOW = 'Sandbox Unavailable LLC';

let service: SandboxService;
let folder: string;
let url: string;
let key: string;
beforeAll(async () => {
  service = await startSandboxService();
  url = service.url;
  folder = await mkdtemp(join(tmpdir(), 'standing-batch-'));
});
beforeEach(async () => {
  ({ key } = await service.signUp());
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function fileOf(...rows: string[]): Promise<string> {
  const file = join(folder, `names-${++files}.csv`);
  await writeFile(file, ['entity_name,jurisdiction', ...rows].join('\n'));
  return file;
}

/** Runs the command with stdin open, as at a keyboard. */
function standing(...args: string[]) {
  const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', STANDING_URL: url, STANDING_KEY: key };
  const child = spawn(process.execPath, [resolve('scripts/standing.mjs'), 'batch', ...args], { env, stdio: 'pipe' });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...said }));
  return { child, said, ended };
}

/** Runs the command with stdin closed. */
function run(...args: string[]) {
  const { child, ended } = standing(...args);
  child.stdin.end();
  return ended;
}

const batches = async (as = key) => (await service.ask('GET', '/v1/batches', { key: as })).body.batches;
const outcomes = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[5]);

describe('standing batch', () => {
  it('shows the price, asks for confirmation, and writes the results beside the file', async () => {
    const file = await fileOf(`${FOUND},us-co`, 'Nobody Has This Name,us-co', `${FOUND},us-co`, `${FOUND},us-zz`);
    const { child, said, ended } = standing(file);
    await until(() => said.err.includes('Start it? [y/N]'));
    expect(said.err).toContain(
      `${file}:5: jurisdiction: "us-zz" is not a supported jurisdiction. Did you mean us-co, us-ct or us-ny?\n`,
    );
    expect(said.err).toContain('3 of 4 rows are accepted; it costs 2 credits at most\n');
    child.stdin.end('y\n');
    const results = file.replace('.csv', '.results.csv');
    const { code, out } = await ended;
    const [{ batch_id: id }] = await batches();
    expect([code, out]).toEqual([
      0,
      `${id} is completed: 1 found, 1 no match, 1 duplicate, 1 rejected; 2 credits. The results are in ${results}\n`,
    ]);
    expect(await outcomes(results)).toEqual(['found', 'no_match', 'duplicate', 'rejected']);
    expect(await service.balance(key)).toBe(48);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('exits with 6 on request, unless every row is found in good standing', async () => {
    const good = await fileOf(`${FOUND},us-co`, `${FOUND},us-co`);
    expect(await run(good, '--yes', '--require-good-standing')).toMatchObject({ code: 0 });
    const dissolved = 'Voluntarily Dissolved Castle Keepers LLC,us-co';
    const repeats = await fileOf(`${FOUND},us-co`, dissolved, dissolved, `${FOUND},us-co`, dissolved);
    const repeated = await run(repeats, '--yes', '--require-good-standing');
    expect([repeated.code, repeated.err]).toEqual([6, expect.stringContaining('3 of 5 rows are not found in good')]);
    const file = await fileOf(`${FOUND},us-co`, dissolved);
    const { code, err, out } = await run(file, '--yes', '--require-good-standing');
    expect([code, out]).toEqual([6, expect.stringContaining('2 found')]);
    expect(err).toContain('1 of 2 rows are not found in good standing\n');
  });

  it('starts nothing without confirmation, and continues the same batch when it runs again', async () => {
    const file = await fileOf(`${FOUND},us-co`);
    const first = await run(file);
    const [ready, ...others] = await batches();
    expect([ready.status, others, first.code]).toEqual(['ready', [], 1]);
    expect(first.err).toContain(`Not started. To start it:\nstanding batch --batch ${ready.batch_id} --output `);
    expect(await run(file, '--yes', '--max-credits', '0')).toMatchObject({
      code: 1,
      err: expect.stringContaining('That is more than --max-credits'),
    });
    const second = await run(file, '--yes', '--json', '--max-credits', '1', '--output', `${file}.ndjson`);
    expect(JSON.parse(second.out)).toMatchObject({ batch_id: ready.batch_id, status: 'completed', credits_charged: 1 });
    expect(JSON.parse(await readFile(`${file}.ndjson`, 'utf8'))).toMatchObject({ line: 2, outcome: 'found' });
    expect(await run(file)).toMatchObject({ code: 0, out: expect.stringContaining(ready.batch_id) });
    expect(await service.balance(key)).toBe(49);
    expect(await run(file, '--anew', '--yes')).toMatchObject({ code: 0 });
    expect([await batches(), await service.balance(key)]).toMatchObject([{ length: 2 }, 48]);
  });

  describe('over a register that answers when it is let', () => {
    let held: Service;
    let letGo = () => {};
    beforeAll(async () => {
      held = await startService();
      const registry = new FakeRegistry();
      registry.records = [record({ id: '1', name: FOUND })];
      registry.held = new Promise((resolved) => (letGo = resolved));
      held.registries.byCode['us-co'] = registry;
      url = held.url;
    });
    beforeEach(async () => {
      ({ key } = await held.signUp());
    });
    afterAll(async () => {
      letGo();
      url = service.url;
      await held.close();
    });

    it('shows on Ctrl-C how to follow the batch, which continues, and continues after a kill', async () => {
      const file = await fileOf(`${FOUND},us-co`, 'Nobody Has This Name,us-co');
      const listed = async () => (await held.ask('GET', '/v1/batches', { key })).body.batches;
      const killed = standing(file, '--yes');
      const { batch_id: id } = await until(async () =>
        (await listed()).find(({ status }: { status: string }) => status === 'running'),
      );
      killed.child.kill('SIGKILL');
      await killed.ended;
      const interrupted = standing('--batch', id, '--output', `${file}.out`);
      await until(() => interrupted.said.err.includes(' rows  '));
      interrupted.child.kill('SIGINT');
      const { code, err } = await interrupted.ended;
      expect([code, err]).toEqual([
        130,
        expect.stringContaining(`To follow it:\nstanding batch --batch ${id} --output ${file}.out\n`),
      ]);
      letGo();
      expect(await run(file, '--output', `${file}.out`)).toMatchObject({ code: 0 });
      expect(await outcomes(`${file}.out`)).toEqual(['found', 'no_match']);
      expect([await listed(), await held.balance(key)]).toMatchObject([{ length: 1 }, 48]);
    });
  });

  it('shows why a batch is paused, and continues it once that is resolved', async () => {
    const limits = { label: 'narrow', budget: { credits: 1, every: 'once' } };
    const narrow = (await service.ask('POST', '/v1/account/keys', { key, body: limits })).body;
    const owner = key;
    key = narrow.api_key;
    const file = await fileOf('Nobody Has This Name,us-co', 'Nor This One,us-co');
    const paused = await run(file, '--yes');
    const [{ batch_id: id, status }] = await batches();
    expect([paused.code, status]).toEqual([1, 'paused']);
    expect(paused.err).toContain(`The budget of the key does not cover the next row.`);
    expect(paused.err).toContain(`standing batch --batch ${id} --output `);
    key = owner;
    const { code, err } = await run('--batch', id, '--output', `${file}.out`, '--yes');
    expect([code, err]).toEqual([0, expect.stringContaining('the rest costs 1 credit at most')]);
    expect(await outcomes(`${file}.out`)).toEqual(['no_match', 'no_match']);
  });

  it('asks the unanswered rows of a batch again, until a register answers them', async () => {
    const file = await fileOf(`${FOUND},us-co`, `${SLOW},us-co`);
    await run(file, '--yes');
    const [{ batch_id: first }] = await batches();
    const again = await run('--batch', first, '--retry', '--output', `${file}.out`, '--yes');
    const [{ batch_id: second, rows }, ...others] = await batches();
    expect([again.code, rows, others.length]).toEqual([0, 1, 1]);
    expect(again.out).toBe(`${second} is completed: 1 failed; 0 credits. The results are in ${file}.out\n`);
    const third = await run('--batch', first, '--retry', '--output', `${file}.out`, '--yes');
    const [{ retry_of: retried, batch_id: last }] = await batches();
    expect([retried, third.out]).toEqual([
      second,
      expect.stringMatching(new RegExp(`^${last} is completed: 1 failed`)),
    ]);
    const found = await fileOf(`${FOUND},us-co`);
    await run(found, '--yes');
    const [{ batch_id: answered }] = await batches();
    expect(await run('--batch', answered, '--retry')).toMatchObject({
      err: expect.stringMatching(/Every row of this batch was answered\.\n/),
    });
  });

  it('fails with the reason of the service, or of the disk', async () => {
    const file = await fileOf('"never closed,us-co');
    expect(await run(file)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^Line 2: A quotation mark is never closed\.\n/),
    });
    expect(await run(join(folder, 'missing.csv'))).toMatchObject({
      code: 5,
      err: expect.stringMatching(/missing\.csv does not exist/),
    });
    expect(await run('--batch', 'bat_none')).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^No batch has this/),
    });
  });

  it.each([
    [[], 'give a file of names, or --batch'],
    [['names.csv', '--batch', 'bat_1'], 'give a file of names, or --batch'],
    [['names.csv', 'more.csv'], 'give one file only: unexpected "more.csv"'],
    [['names.csv', '--retry'], '--retry needs --batch, not a file'],
    [['names.csv', '--output', './names.csv'], '--output must not be the file of names'],
    [['names.csv', '--max-credits', 'few'], '--max-credits must be a whole number'],
  ])('exits with 2 for the wrong arguments %j', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
