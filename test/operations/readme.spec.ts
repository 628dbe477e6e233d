import { REGISTERS } from '../../src/registers/registers.js';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { PRICES } from '../../src/core/billing/pricing.js';
import { textOf, tokenIn, Visitor } from '../console/visitor.js';
import { startSandboxService, startService, type Service } from '../support/harness.js';
import { block } from '../support/pages.js';
import { startReceiver } from '../support/receiver.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const required = process.env['CI'] === 'true';

let readme: string;
let api: string;
let service: Service;
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8');
  api = await readFile('docs/reference/api.md', 'utf8');
  service = await startService();
});
afterAll(() => service.close());

const describeWithCurl = describeWhere(hasCurl || required, 'no curl');

/** Returns the commands of a block one by one, without comments. */
const commandsIn = (text: string) => text.split(/\n(?=curl )/).map((command) => command.replaceAll(/ *#.*$/gm, ''));

/** Returns the responses shown in the README, each after a comment that begins with its status. */
function shownAnswers(): { status: number; body: object }[] {
  const text = block(readme, 'A name is found, absent or unreachable', 'jsonc');
  return [...text.matchAll(/^\/\/ (\d{3}): .*\n(.*)$/gm)].map(([, status, body = '']) => ({
    status: Number(status),
    body: JSON.parse(body),
  }));
}

describeWithCurl('what the README says to type with curl, from its beginning to its end', () => {
  it('shows a developer the three answers with their charges, a webhook, and the bill', async () => {
    const open = await startSandboxService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const receiver = await startReceiver();
    let key = '';
    const type = async (command: string) => {
      const filled = command
        .replaceAll('localhost:3000', open.url)
        .replace('"CODE"', () => `"${open.codeFor('you@example.com')}"`)
        .replace('KEY', key)
        .replace('http://127.0.0.1:4000/', receiver.url)
        .replace('curl', `curl --silent --show-error --write-out '\n%{http_code}'`);
      const [status = '', body = ''] = (await run('bash', ['-c', filled])).stdout.split('\n').toReversed();
      return { status: Number(status), body: JSON.parse(body) };
    };
    try {
      const [requestAccess = '', verifyAccess = '', verify = ''] = commandsIn(
        block(readme, 'In a second terminal', 'sh'),
      );
      expect(await type(requestAccess)).toMatchObject({ status: 200 });
      key = (await type(verifyAccess)).body.api_key;
      const names = ['Imaginary Lanterns LLC', 'Nobody Ever Had This Name LLC', 'Sandbox Unavailable LLC'];
      const answers = [];
      for (const name of names) answers.push(await type(verify.replace('Imaginary Lanterns LLC', name)));
      expect(shownAnswers()).toHaveLength(3);
      expect(answers).toMatchObject(shownAnswers());

      const [verifyAgain = '', bill = ''] = commandsIn(block(readme, 'To receive webhooks', 'sh'));
      expect(await type(verifyAgain)).toMatchObject({ body: { status: 'pending' } });
      const [webhook] = await receiver.first(1);
      expect(webhook?.json).toMatchObject({ event: 'verification.completed', data: { tier: 'deep' } });
      const { quick, deepForceRefresh } = PRICES;
      expect((await type(bill)).body).toMatchObject({
        credit_balance: 50 - 2 * quick - deepForceRefresh,
        transactions: [-deepForceRefresh, quick, -quick, -quick, -quick, 50].map((amount) => ({ amount })),
      });
    } finally {
      await receiver.close();
      await open.close();
    }
  });
});

it('a console upload of the README’s example charges nothing before the start', async () => {
  const [, file = ''] = /\(examples\/(\w+\.csv)\)/.exec(readme) ?? [];
  const visitor = await Visitor.signedIn(service);
  const form = new FormData();
  form.set('form_token', tokenIn((await visitor.get('/console/batches')).html));
  form.set('file', new Blob([await readFile(`examples/${file}`)], { type: 'text/csv' }), file);
  const { location = '' } = await visitor.send('/console/batches', form);
  expect(textOf((await visitor.get(location)).html)).toContain('Nothing is charged until you start it.');
});

it('docs/reference/api.md states the actual prices', () => {
  const [, head = '', , row = ''] = /^(\| quick verification .*)\n(.*)\n(.*)$/m.exec(api) ?? [];
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const priceOf = (what: string) => Number(cells(row)[cells(head).indexOf(what)]);
  expect({
    quick: priceOf('quick verification'),
    deep: priceOf('deep verification'),
    deepForceRefresh: priceOf('deep with `force_refresh`'),
    searchPerJurisdiction: priceOf('search, each jurisdiction'),
    history: priceOf('history'),
  }).toEqual(PRICES);
});

it('docs/reference/coverage.md lists every jurisdiction, with what each needs', async () => {
  const registers = await readFile('docs/reference/coverage.md', 'utf8');
  const inTheirOrder = REGISTERS.facts.toSorted((a, b) => Number(a.optIn ?? false) - Number(b.optIn ?? false));
  const rows = [...registers.matchAll(/^\| `([a-z]{2}(?:-\w+)?)` +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, code, name, tiers, lists]) => ({ code, name, tiers, lists }))).toEqual(
    inTheirOrder.map(({ code, name, tiers, coverage }) => ({
      code,
      name,
      tiers: tiers.join(', '),
      lists: coverage.replace('_', ' '),
    })),
  );
  // A live installation without keys or imported files.
  const bare = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: {},
    credentials: {},
    pace: {},
    timeoutMs: 1_000,
    log: { warn: () => undefined },
  });
  try {
    for (const [, code = '', , , , needs = ''] of rows) {
      const asked = { code, answers: bare.unavailableReason(code) === undefined };
      expect(asked).toEqual({ code, answers: needs === 'nothing' || needs.includes(', for deep') });
    }
  } finally {
    await bare.close();
  }
});

it('an agent connects with the README configuration, and finds the nine tools', async () => {
  const { key } = await service.signUp();
  const { mcpServers } = JSON.parse(block(readme, '**Agents** connect', 'json').replace('KEY', key)) as {
    mcpServers: { standing: { url: string; headers: Record<string, string> } };
  };
  const { url, headers } = mcpServers.standing;
  const client = new Client({ name: 'a host of agents', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(new URL(url).pathname, service.url), { requestInit: { headers } }),
  );
  expect((await client.listTools()).tools).toHaveLength(9);
  const account = await client.callTool({ name: 'get_account', arguments: {} });
  expect(account.structuredContent).toMatchObject({ credit_balance: 50 });
  await client.close();
});

it('the README has at most 110 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(110);
});

it('every page names only files that exist', async () => {
  const pages = (await readdir('docs', { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const missing: string[] = [];
  for (const page of ['README.md', ...pages]) {
    // The reader of that page creates its files.
    if (page.endsWith('/add-a-route.md')) continue;
    const text = await readFile(page, 'utf8');
    const named = [...text.matchAll(/`((?:src|core|modules|adapters|migrations|test|examples)\/[\w./-]+)`/g)].map(
      ([, path = '']) => resolve(/^(core|modules|adapters)/.test(path) ? 'src' : '.', path),
    );
    missing.push(...named.filter((path) => !existsSync(path)).map((path) => `${page}: ${path}`));
  }
  expect(missing).toEqual([]);
});
