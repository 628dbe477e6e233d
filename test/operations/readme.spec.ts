import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PRICES } from '../../src/core/billing/pricing.js';
import { ERRORS, type ErrorCode } from '../../src/core/errors.js';
import { STATUS } from '../../src/modules/http/app-error.filter.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const isBuilt = existsSync('dist/client/client.js');
const required = process.env['CI'] === 'true';

let readme: string;
let service: Service;
beforeAll(async () => {
  readme = await readFile('README.md', 'utf8');
  service = await startService();
  service.registries.of('us-co').records.push(record({ id: '20019000001', name: 'Imaginary Lanterns LLC' }));
});
afterAll(() => service.close());

/** The first block of this kind under this heading. */
function block(heading: string, kind: string): string {
  const [, after = ''] = readme.split(`${heading}\n`);
  const [, text] = new RegExp(`\`\`\`${kind}\\n([\\s\\S]+?)\`\`\``).exec(after) ?? [];
  if (!text) throw new Error(`no ${kind} under ${heading}`);
  return text;
}

const describeWithCurl = hasCurl || required ? describe : describe.skip;
const describeWhenBuilt = isBuilt || required ? describe : describe.skip;

describeWithCurl('what the README says to type with curl', () => {
  if (!hasCurl && !required) it.todo('skipped: no curl');

  it('verifies a business', async () => {
    const commands = block('## First verification', 'sh')
      .split(/\n(?=curl )/)
      .map((command) => command.replaceAll(/\n#.*$/g, '').replaceAll('localhost:3000', service.url));
    let known = { code: '', key: '' };
    let last = '';
    for (const command of commands) {
      const filled = command.replace('"CODE"', `"${known.code}"`).replace('KEY', known.key);
      last = (await run('bash', ['-c', filled.replace('curl', 'curl --silent --show-error --fail')])).stdout;
      known = {
        code: known.code || service.codeFor('you@example.com'),
        key: known.key || ((JSON.parse(last) as { api_key?: string }).api_key ?? ''),
      };
    }
    expect(JSON.parse(last)).toMatchObject({
      status: 'completed',
      data: { entity_name: 'Imaginary Lanterns LLC', good_standing: true },
    });
  });
});

describeWhenBuilt('what the README says to write with the client', () => {
  if (!isBuilt && !required) it.todo('skipped: not built');

  it('prints the name and the status', async () => {
    const { key } = await service.signUp();
    // Inside the package, so that its own name leads to its own entry, as it does for those who install it.
    const file = resolve('dist', `readme-${process.pid}.mjs`);
    await writeFile(file, block('### From Node', 'js'));
    try {
      const env = { ...process.env, STANDING_URL: service.url, STANDING_KEY: key };
      const { stdout } = await run(process.execPath, [file], { env });
      expect(stdout).toBe('Imaginary Lanterns LLC: active\n');
    } finally {
      await rm(file);
    }
  });
});

it('the prices of the README are the prices', () => {
  const [, head = '', , row = ''] = /^(\| quick verification .*)\n(.*)\n(.*)$/m.exec(readme) ?? [];
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

it('the codes of the README are the codes, each with its status', () => {
  const rows = [...readme.matchAll(/^\| ([\d, ]+?) +\| (`[A-Z].*?) +\|$/gm)];
  const told = rows.flatMap(([, statuses = '', codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => ({ code, statuses: statuses.split(', ').map(Number) })),
  );
  expect(told.map(({ code }) => code).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  for (const { code, statuses } of told) expect(statuses).toContain(STATUS[ERRORS[code as ErrorCode].kind]);
});

it('has room for strangers: no more than 150 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
});

it('every page links to what is there, and names files that are there', async () => {
  const pages = [
    'README.md',
    ...(await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ];
  const missing: string[] = [];
  for (const page of pages) {
    const text = await readFile(page, 'utf8');
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
      resolve(dirname(page), path),
    );
    const named = [...text.matchAll(/`((?:src|core|modules|adapters|migrations|test)\/[\w./-]+)`/g)].map(
      ([, path = '']) => resolve(/^(core|modules|adapters)/.test(path) ? 'src' : '.', path),
    );
    missing.push(...[...linked, ...named].filter((path) => !existsSync(path)).map((path) => `${page}: ${path}`));
  }
  expect(missing).toEqual([]);
});
