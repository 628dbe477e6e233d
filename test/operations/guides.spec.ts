import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { FREE_CREDITS } from '../../src/core/billing/packages.js';
import { shellBlocks } from '../support/documented.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const run = promisify(execFile);

/** Runs the commands of a page, and returns the status and body of each response. */
class Typist {
  constructor(
    private readonly service: SandboxService,
    /** The placeholders in capitals on the page, with the reader's values. */
    readonly known: Record<string, string>,
  ) {}

  filled(command: string): string {
    return Object.entries(this.known).reduce(
      (text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
      command.replaceAll('localhost:3000', this.service.url),
    );
  }

  async type(command: string): Promise<{ status: number; body: any }> {
    const { stdout } = await run('bash', [
      '-euc',
      this.filled(command).replace('curl', "curl -s -w '\\n%{http_code}'"),
    ]);
    const at = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(at + 1)), body: JSON.parse(stdout.slice(0, at)) };
  }
}

const commandsOf = (page: string) =>
  shellBlocks(readFileSync(`docs/${page}.md`, 'utf8')).flatMap((block) => block.trim().split(/\n(?=curl )/));

describe('a guide, run as written', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService({ tellsStory: true });
  });
  afterAll(() => service.close());

  it('covers a first verification: found, absent, unreachable, and the bill', async () => {
    const [request, verify, found, absent, unreachable, bill, ...rest] = commandsOf('tutorials/first-verification');
    expect(rest).toEqual([]);
    const reader = new Typist(service, {});
    expect((await reader.type(request!)).status).toBe(200);
    reader.known['CODE'] = service.codeFor('ada@example.com');
    reader.known['KEY'] = (await reader.type(verify!)).body.api_key;
    expect(await reader.type(found!)).toMatchObject({ status: 200, body: { data: { good_standing: true } } });
    expect(await reader.type(absent!)).toMatchObject({
      status: 404,
      body: { error: { code: 'ENTITY_NOT_FOUND', details: { coverage: expect.any(String) } } },
    });
    const failed = await reader.type(unreachable!);
    expect([202, 503]).toContain(failed.status);
    // The two answered requests are charged. The third is refunded once it has failed.
    await until(async () => (await reader.type(bill!)).body.credit_balance === FREE_CREDITS - 2);
  });

  it('shows a change that a watch reports', async () => {
    const [verify, watch, advance, events, ...rest] = commandsOf('tutorials/monitor-a-business');
    expect(rest).toEqual([]);
    const { key } = await service.signUp();
    const reader = new Typist(service, { KEY: key });
    reader.known['ENTITY'] = (await reader.type(verify!)).body.entity_id;
    expect((await reader.type(watch!)).status).toBe(201);
    expect((await reader.type(advance!)).status).toBeLessThan(300);
    const codes = await until(async () => {
      const { body } = await reader.type(events!);
      const changes = body.events.flatMap(({ payload }: any) => payload.changes ?? []);
      const standing = changes.map(({ code }: any) => code).filter((code: string) => code.startsWith('GOOD_STANDING'));
      return standing.length >= 2 ? standing : undefined;
    });
    expect(codes.toSorted()).toEqual(['GOOD_STANDING_LOST', 'GOOD_STANDING_REGAINED']);
  });

  it('creates a key with a budget, jurisdictions and tiers', async () => {
    const [create, ...rest] = commandsOf('how-to/limit-a-key');
    expect(rest).toEqual([]);
    const { key } = await service.signUp();
    const made = await new Typist(service, { KEY: key }).type(create!);
    expect(made).toMatchObject({ status: 201, body: { label: 'agent' } });
    const { body } = await service.ask('GET', '/v1/account', { key });
    expect(body.api_keys.find(({ label }: any) => label === 'agent')).toMatchObject({
      budget: { credits: 500, every: 'month' },
      jurisdictions: ['us-co'],
      tiers: ['quick'],
    });
  });

  it('records what a person decided about an unsure match', async () => {
    const [decide, decideRecord, decideRow, ...rest] = commandsOf('how-to/handle-an-unsure-match');
    expect(rest).toEqual([]);
    const { key } = await service.signUp();
    const body = { entity_name: 'imaginary lanterns co', jurisdiction: 'us-co' };
    const verified = await service.ask('POST', '/v1/verify', { key, body, headers: { prefer: 'wait=10' } });
    expect(verified.body.data.match.review).toBe(true);
    const [job] = (await service.ask('GET', '/v1/jobs', { key })).body.jobs;
    const reader = new Typist(service, { KEY: key, JOB: job.job_id, NUMBER: verified.body.data.jurisdiction_id });
    expect((await reader.type(decide!)).status).toBe(200);
    const [decided] = (await service.ask('GET', '/v1/jobs', { key })).body.jobs;
    expect(decided.meant).toMatchObject({ jurisdiction_id: verified.body.data.jurisdiction_id });
    const file = `entity_name,jurisdiction\n${body.entity_name},us-co\n`;
    const headers = { 'content-type': 'text/csv' };
    const { body: sent } = await service.ask('POST', '/v1/batches?start=true', { key, headers, body: file });
    const waiting = async () => (await service.ask('GET', '/v1/reviews?decided=false', { key })).body.reviews;
    await until(async () => (await waiting()).length === 1);
    const [{ record_id, batch_id, line, candidates }] = await waiting();
    expect(batch_id).toBe(sent.batch_id);
    const names = { KEY: key, BATCH: batch_id, LINE: String(line), NUMBER: candidates[0].jurisdiction_id };
    expect((await new Typist(service, names).type(decideRow!)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    const rejected = await new Typist(service, { KEY: key, RECORD: record_id }).type(decideRecord!);
    expect(rejected.body.decisions).toHaveLength(2);
  });

  it('lists records, opens the evidence of one, and saves them', async () => {
    const [list, evidence, save, ...rest] = commandsOf('how-to/show-what-was-answered');
    expect(rest).toEqual([]);
    const { key } = await service.signUp();
    const body = { entity_name: 'Nobody of That Name LLC', jurisdiction: 'us-co' };
    await service.ask('POST', '/v1/verify', { key, body, headers: { prefer: 'wait=10' } });
    const reader = new Typist(service, { KEY: key });
    const { body: listed } = await reader.type(list!);
    expect(listed.records).toMatchObject([{ outcome: 'absent' }]);
    reader.known['RECORD'] = listed.records[0].record_id;
    expect((await reader.type(evidence!)).body.evidence_id).toBe(listed.records[0].evidence_id);
    const shown = new Typist(service, { KEY: key }).filled(save!.replace('-o records.csv', ''));
    const { stdout } = await run('bash', ['-euc', shown]);
    expect(stdout).toContain(listed.records[0].record_id);
  });

  it('runs the requests of the reference', async () => {
    const [verify, search, ...rest] = commandsOf('reference/api');
    expect(rest).toEqual([]);
    const { key } = await service.signUp();
    const reader = new Typist(service, { KEY: key });
    expect(await reader.type(verify!)).toMatchObject({ status: 200, body: { data: { tier: 'deep' } } });
    expect(await reader.type(search!)).toMatchObject({ body: { results: expect.any(Array) } });
  });

  it('begins with what the reader will have at the end', () => {
    for (const folder of ['tutorials', 'how-to']) {
      for (const name of readdirSync(`docs/${folder}`)) {
        const [, , opening = ''] = readFileSync(`docs/${folder}/${name}`, 'utf8').split('\n');
        expect([name, opening]).toEqual([name, expect.stringMatching(/^At the end of this page /)]);
      }
    }
  });
});
