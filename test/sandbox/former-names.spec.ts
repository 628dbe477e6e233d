import { formerNamesOf, namedSince, ordinaryCompany } from '@standing/sandbox/companies/company';
import { catalogue } from '../../src/core/registries/jurisdictions.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const FORMER = 'Sandbox Renamed LLC';
/** The clock renames the company on this day. */
const RENAMED_ON = '2030-01-11';
const FORMED_ON = '2015-03-02';
/** Registers whose searches know current names alone. */
const ELSEWHERE = /login|by number/;
const NAMED = catalogue().filter(
  ({ code, otherNames: { former = 'not offered' } = {} }) =>
    !former.startsWith('not offered') && !ELSEWHERE.test(former) && !REGISTERS.format(code),
);

let service: SandboxService;
let key: string;
beforeAll(async () => {
  service = await startSandboxService({
    tellsStory: true,
    timeoutMs: 20_000,
    jurisdictions: NAMED.map(({ code }) => code),
  });
  ({ key } = await service.signUp());
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '15d' } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
});
afterAll(() => service.close());

const verify = (jurisdiction: string, more: object = {}) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=25' },
    body: { entity_name: FORMER, jurisdiction, ...more },
  });

describe.each(NAMED.map((register) => [register.code, register] as const))('a former name in %s', (code, register) => {
  const days = (words: string) => ({
    ...(/first/.test(words) && { from: FORMED_ON }),
    ...(/last day/.test(words) && { until: RENAMED_ON }),
  });
  const alias = { kind: 'former', ...days(register.otherNames!.former!) };

  it.each(register.tiers)('finds the record at %s, with the days that the register publishes', async (tier) => {
    const { status, body } = await verify(code, { tier });
    expect([status, body.data?.entity_name?.toLowerCase()]).toEqual([200, expect.stringContaining('newly named')]);
    expect(body.data.match.alias).toEqual(alias);
  });

  it('finds the record in a search', async () => {
    const { body } = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=25' },
      body: { entity_name: FORMER, jurisdictions: [code] },
    });
    const names = body.results.map(({ entity_name: name }: { entity_name: string }) => name.toLowerCase());
    expect(names).toContainEqual(expect.stringContaining('newly named'));
  });
});

it('begins each former name of a fictional company on the day on which the one before it ended', () => {
  const formerNames = [
    { name: 'First LLC', until: '2016-05-20' },
    { name: 'Second LLC', until: '2018-01-02' },
  ];
  const company = { ...ordinaryCompany(1, 'Third LLC'), formerNames };
  expect(formerNamesOf(company).map(({ from, until: to }) => [from, to])).toEqual([
    [FORMED_ON, '2016-05-20'],
    ['2016-05-20', '2018-01-02'],
  ]);
  expect(namedSince(company)).toBe('2018-01-02');
  expect(namedSince(ordinaryCompany(1, 'Third LLC'))).toBe(FORMED_ON);
});
