import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { shellBlocks } from '../support/documented.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';

const run = promisify(execFile);
const PAGE = readFileSync('docs/how-to/check-what-a-register-said.md', 'utf8');

let service: SandboxService;
let folder: string;
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000 });
  folder = mkdtempSync(join(tmpdir(), 'standing-auditor-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Runs commands in a folder that contains only the file. */
async function type(commands: string): Promise<string[]> {
  const typed = commands
    .replaceAll(/\bFILE\b/g, 'file.warc.gz')
    .replaceAll('npx warcio', resolve('node_modules/.bin/warcio'));
  const { stdout } = await run('bash', ['-euc', typed], { cwd: folder });
  return stdout.trimEnd().split('\n');
}

it('an auditor can trace every field from the file to what the register said', async () => {
  const { key } = await service.signUp();
  const { body: answer } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: service.sandbox.sampleNames('gb-eaw')?.[1], jurisdiction: 'gb-eaw', tier: 'deep' },
  });
  const { body: evidence } = await service.ask('GET', `/v1/entity/${answer.entity_id}/evidence`, { key });
  const headers = { 'x-api-key': key };
  const file = await fetch(`${service.url}/v1/evidence/${evidence.evidence_id}/warc`, { headers });
  writeFileSync(join(folder, 'file.warc.gz'), Buffer.from(await file.arrayBuffer()));

  const [facts, body, text, ...rest] = shellBlocks(PAGE);
  expect(rest).toEqual([]);
  expect(JSON.parse((await type(facts!)).join('\n')).fields).toEqual(Object.keys(evidence.fields).toSorted());
  const said = [];
  for (const field of Object.keys(evidence.fields)) {
    const chosen = body!.replace('FIELD=entity_name', `FIELD='${field}'`);
    const [sum, digest, found, stated] = await type(`${chosen}\n${text}`);
    expect(`sha256:${sum?.split(' ')[0]}`).toBe(digest);
    expect(found).toBe(stated);
    said.push([field, found]);
  }
  expect(Object.fromEntries(said)).toMatchObject({
    entity_name: answer.data.entity_name,
    'officers[0].name': answer.data.officers[0].name,
  });
});
