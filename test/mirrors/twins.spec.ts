import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { decide, rank } from '../../src/core/matching/decide.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { inLongRun } from '../support/long.js';
import { until } from '../support/until.js';
import { MIRRORED, startMirroredService, type MirroredService } from './mirrored-service.js';
import { fc } from '../support/property.js';

const NAME = 'Twice Told Tales LLC';
const never = new AbortController().signal;

let mirrored: MirroredService;
let key: string;
beforeAll(async () => {
  mirrored = await startMirroredService();
  ({ key } = await mirrored.service.signUp());
  await mirrored.service.db.change(
    `insert into ledger_entries (account_id, type, amount, description) select account_id, 'grant', 200, 'for the test' from api_keys`,
  );
});
afterAll(() => mirrored.close());

const recordsNamed = async (code: string, name: string): Promise<RegisterRecord[]> =>
  (await mirrored.mirrors.of(code)!.search(nameQuery(name, code), never)).records;

const verify = async (jurisdiction: string, more: object = {}) => {
  const body = { entity_name: NAME, jurisdiction, ...more };
  return (await mirrored.service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body })).body.data;
};

/** Returns the address of a record as a caller would write it. */
function addressOf({ clues }: RegisterRecord): { street: string; city: string; postal_code: string } {
  const { line1, city, postalCode } = clues!.office!;
  return { street: line1!.toLowerCase(), city: city!, postal_code: postalCode! };
}

describe.each(MIRRORED)('the choice between twins of one name in the mirror of %s', (code) => {
  it('goes to review without an address', async () => {
    const twins = await recordsNamed(code, NAME);
    expect(twins).toHaveLength(2);
    const { match } = await verify(code);
    expect([match.review, match.alternatives.length]).toEqual([true, 1]);
  });

  it('is decided by an address', async () => {
    for (const twin of await recordsNamed(code, NAME)) {
      const data = await verify(code, { address: addressOf(twin) });
      expect(data.jurisdiction_id).toBe(twin.id);
      expect(data.match.review ?? false).toBe(false);
      expect(data.match.evidence).toMatchObject([{ kind: 'name' }, { kind: 'address', agrees: true }]);
    }
  });

  it('goes to review with an address of neither', async () => {
    const { match } = await verify(code, { address: '4711 Quite Elsewhere Road, Atlantis 99999' });
    expect([match.review, match.evidence[1].agrees]).toEqual([true, false]);
  });

  it('is decided by the address of each row of a batch', async () => {
    const twins = await recordsNamed(code, NAME);
    const rows = twins.map((twin) => {
      const { street, city, postal_code: postalCode } = addressOf(twin);
      return `${NAME},${code},"${street}, ${city} ${postalCode}"`;
    });
    const headers = { 'content-type': 'text/csv', 'x-api-key': key };
    const body = ['entity_name,jurisdiction,address', ...rows].join('\n');
    const { url } = mirrored.service;
    const uploaded = await fetch(`${url}/v1/batches?start=true`, { method: 'POST', headers, body });
    const { batch_id: id } = (await uploaded.json()) as { batch_id: string };
    await until(
      async () => (await mirrored.service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed',
    );
    const results = await fetch(`${url}/v1/batches/${id}/results?format=ndjson`, { headers });
    const lines = (await results.text()).trim().split('\n');
    const found = lines.map((line) => JSON.parse(line));
    expect(found.map(({ outcome, jurisdiction_id: number }: any) => [outcome, number])).toEqual(
      twins.map(({ id: number }) => ['found', number]),
    );
  });
});

const STREETS = ['Ash Street', 'Oak Avenue', 'Elm Road', 'Foundry Lane'];
const TOWNS = [
  ['Nowhere City', '50001'],
  ['Fable Rapids', '50002'],
  ['Imaginary Bluffs', '50003'],
] as const;
const place = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...STREETS), fc.constantFrom(...TOWNS))
  .map(([number, street, [town, code]]) => ({ line: `${number} ${street}`, town, code }));
const spelling = fc.constantFrom('Ridge LLC', 'Ridge, L.L.C.', 'Rigde LLC', 'Ridge Inc', 'Bridge LLC', 'Ridge 2 LLC');
/** Businesses with nearly the same name, and the questions asked about them. */
const family = fc.record({
  rows: fc.array(fc.tuple(spelling, fc.option(place)), { minLength: 1, maxLength: 6 }),
  /** With the address of one of the businesses, or with another address. */
  questions: fc.array(fc.tuple(spelling, fc.option(fc.nat(5)), place), { minLength: 4, maxLength: 4 }),
});
const FAMILIES = inLongRun(2_000, 150);
const LETTERS = 'BCDFGHJKLMNPRSTVWZ';

/** Returns a surname too different from the others to be mistaken for one of them. */
function surname(at: number): string {
  const letter = (digit: number) => LETTERS[Math.floor(at / LETTERS.length ** digit) % LETTERS.length]!;
  return [0, 1, 2].map((each) => `${letter(each)}OA${letter(each)}`).join('');
}

describe('matching in generated editions', () => {
  it('never returns a wrong record because of a wrong address', async () => {
    const code = 'us-ia';
    const families = fc.sample(family, { numRuns: FAMILIES, seed: 20_260_101 });
    const rows = families.flatMap(({ rows: listed }, at) =>
      listed.map(([name, where], nth) => ({
        corp_number: String(1_000_000 + at * 10 + nth),
        legal_name: `${surname(at)} ${name}`.toUpperCase(),
        corporation_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
        effective_date: '2001-02-03',
        ...(where && {
          ho_address_1: where.line.toUpperCase(),
          ho_city: where.town.toUpperCase(),
          ho_state: 'IA',
          ho_zip: where.code,
          ho_country: 'USA',
        }),
      })),
    );
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'standing-twins-'));
    try {
      const file = path.join(folder, 'rows.json');
      await fs.writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const { databaseUrl, mirrors } = mirrored;
      const order = { databaseUrl, format: REGISTERS.format(code)!, realm: 'sandbox', files: [file] } as const;
      await importEdition({ ...order, fingerprint: 'generated', asOf: '2026-01-01' });
      await mirrors.refresh();
    } finally {
      await fs.rm(folder, { recursive: true });
    }
    const seen = { byAddress: 0, byName: 0, forReview: 0 };
    for (const [at, { rows: listed, questions }] of families.entries()) {
      for (const [name, nth, elsewhere] of questions) {
        const { line, town, code: postalCode } = (nth !== null && listed[nth]?.[1]) || elsewhere;
        const asked = `${surname(at)} ${name}`;
        const records = await recordsNamed(code, asked);
        const alone = decide(asked, code, records);
        const decision = decide(asked, code, records, {
          evidence: { address: `${line}, ${town} IA ${postalCode}` },
        });
        if (decision.kind !== 'match' || decision.match.review) {
          seen.forReview += 1;
          continue;
        }
        const isAnswered = alone.kind === 'match' && !alone.match.review && alone.record.id === decision.record.id;
        seen[isAnswered ? 'byName' : 'byAddress'] += 1;
        // Otherwise it must be the record at exactly that address, and no other may have a better
        // name.
        const own = decision.record.clues?.office;
        const isThere = own?.line1?.toLowerCase() === line.toLowerCase() && own.postalCode === postalCode;
        const ranked = rank(asked, code, records);
        const byName = ranked.find((each) => each.record.id === decision.record.id)?.confidence ?? 0;
        const best = Math.max(...ranked.map(({ confidence }) => confidence));
        expect({ asked, line, postalCode, right: isAnswered || (isThere && byName >= best) }).toMatchObject({
          right: true,
        });
      }
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });
});
