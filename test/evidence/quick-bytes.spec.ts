import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { MIRRORED, startMirroredService, type MirroredService } from '../mirrors/mirrored-service.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import type { Service } from '../support/harness.js';

const ADDED = ['lt', 'ee'];

let asked: SandboxService;
let mirrored: MirroredService;
beforeAll(async () => {
  asked = await startSandboxService({
    timeoutMs: 10_000,
    jurisdictions: ['gb', 'fr', 'no', 'cz', 'sk', 'ie', 'lv', 'sg', 'us-ca'],
  });
  mirrored = await startMirroredService('sandbox', ADDED);
});
afterAll(async () => {
  await asked.close();
  await mirrored.close();
});

/** A register may write the names of a person in columns of their own. */
function isIn(text: string, fact: string | undefined): boolean {
  return fact !== undefined && fact.split(' ').every((word) => text.includes(word));
}

/** Texts of the deep tier alone, by the word that the page has for them. */
function deepTexts(data: any): Record<string, string[]> {
  const { principal_address: address, registered_agent: agent, officers } = data;
  return {
    address: [address?.line1, address?.city],
    agent: [agent?.name],
    officers: (officers ?? []).map(({ name }: { name: string }) => name),
  };
}

/** Returns which deep facts stand in the files that quick verifications of a register offer. */
async function inQuickEvidence(service: Service, code: string): Promise<string[]> {
  const shown = new Set<string>();
  const { body: listed } = await service.ask('GET', '/v1/jurisdictions');
  const { sample_names: names } = listed.jurisdictions.find((one: { code: string }) => one.code === code);
  for (const name of names) {
    const { key } = await service.signUp();
    const verify = (tier: string) =>
      service.ask('POST', '/v1/verify', {
        key,
        headers: { prefer: 'wait=20' },
        body: { entity_name: name, jurisdiction: code, tier },
      });
    const { body: quick } = await verify('quick');
    if (!quick.entity_id) continue;
    const { body: evidence } = await service.ask('GET', `/v1/entity/${quick.entity_id}/evidence`, { key });
    const headers = { 'x-api-key': key };
    const file = await fetch(`${service.url}/v1/evidence/${evidence.evidence_id}/warc`, { headers });
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
    const { body: deep } = await verify('deep');
    for (const [fact, texts] of Object.entries(deepTexts(deep.data))) {
      if (texts.some((one) => isIn(text, one))) shown.add(fact);
    }
  }
  return [...shown].toSorted();
}

async function documented(): Promise<ReadonlyMap<string, string[]>> {
  const page = await readFile('docs/reference/coverage.md', 'utf8');
  const section = page.split('## What quick evidence contains')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| ((?:[a-z]{2}(?:-[a-z0-9]+)?(?:, )?)+) +\| (.+?) +\|$/gm)];
  return new Map(
    rows.flatMap(([, codes = '', words = '']) =>
      codes.split(', ').map((code): [string, string[]] => [code, words.match(/address|agent|officers/g) ?? []]),
    ),
  );
}

it('contains the facts of the deep tier that coverage.md lists for the register, and no others', async () => {
  const pages = await documented();
  expect(pages.size).toBe(26);
  const measured: [string, string[]][] = [];
  for (const code of pages.keys()) {
    const service = [...MIRRORED, ...ADDED].includes(code) ? mirrored.service : asked;
    measured.push([code, await inQuickEvidence(service, code)]);
  }
  expect(measured).toEqual([...pages].map(([code, facts]) => [code, facts.toSorted()]));
});
