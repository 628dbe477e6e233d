import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { startService } from '../support/harness.js';

const FILE = 'src/client/openapi.generated.ts';
const HEAD = '// Made from the OpenAPI document by openapi-typescript: npm run client:types. Not to be edited.\n\n';

async function typesOf(document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standing-client-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, document);
  const command = ['node_modules/openapi-typescript/bin/cli.js', file, '--export-type', '--alphabetize'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 10_000_000 });
  await rm(folder, { recursive: true });
  return HEAD + stdout;
}

it("the client's types are those of the document", async () => {
  const service = await startService({ env: { BASE_URL: 'http://localhost:3000' } });
  const document = await (await fetch(`${service.url}/openapi.json`)).text();
  await service.close();
  const types = await typesOf(document);
  if (process.env['RENEW_CLIENT']) await writeFile(FILE, types);
  expect(await readFile(FILE, 'utf8')).toBe(types);
}, 60_000);
