import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PRICES } from '../src/core/billing/pricing.js';
import { record } from './fakes.js';
import { startService, type Service } from './harness.js';

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
  const priceOf = (what: string) => Number(new RegExp(`\\| ${what} +\\| (\\d+)`).exec(readme)?.[1]);
  expect({
    quick: priceOf('quick verification'),
    deep: priceOf('deep verification'),
    deepForceRefresh: priceOf('deep with `force_refresh`'),
    searchPerJurisdiction: priceOf('search, each jurisdiction'),
    history: priceOf('history'),
  }).toEqual(PRICES);
});
