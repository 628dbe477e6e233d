import { decide } from '../../../src/core/matching/decide.js';
import { startService, type Service } from '../../support/harness.js';
import { record } from '../../support/fakes.js';
import { askedRegister, itCountsUnknownStatuses } from '../asked-register.js';

const register = askedRegister();
itCountsUnknownStatuses(register, 'us-co', (word) => [
  { entityid: '1', entityname: 'Imaginary Something', entitystatus: word },
]);

const NAME = 'Twice Told Tales LLC';
const SUFFIXES: readonly [suffix: string, status: string][] = [
  ['Dissolved June 30, 2022', 'Voluntarily Dissolved'],
  ['Delinquent May 1, 2022', 'Delinquent'],
  ['Noncompliant May 1, 2022', 'Noncompliant'],
  ['Colorado Authority Relinquished June 30, 2022', 'Withdrawn'],
  ['Dissolved (Term Expired) June 30, 2022', 'Dissolved (Term Expired)'],
  ['Merged June 30, 2022', 'Merged'],
];

describe('a name that Colorado lists with its state and a date', () => {
  it.each(SUFFIXES)('chooses that record when asked in full, and not when asked alone: %s', async (suffix, status) => {
    for (const name of [NAME, 'Twice Told Tales']) {
      const twins = await register.listed('us-co', [
        { entityid: '1', entityname: name, entitystatus: 'Good Standing' },
        { entityid: '2', entityname: `${name}, ${suffix}`, entitystatus: status },
      ]);
      expect(twins.map((twin) => twin.name)).toEqual([name, name]);
      for (const asked of [
        `${name}, ${suffix}`,
        `${name}, ${suffix}`.toUpperCase(),
        `${name.replace(' LLC', ', L.L.C.')}, ${suffix}`,
      ])
        expect([asked, decide(asked, 'us-co', twins)]).toMatchObject([
          asked,
          { record: { id: '2' }, match: { review: false } },
        ]);
      const plain = decide(name, 'us-co', twins);
      expect(plain).toMatchObject({ record: { id: '1' }, match: { review: true, confidence: 75 } });
    }
  });

  it('goes to review when the date is another', async () => {
    const twins = await register.listed('us-co', [
      { entityid: '1', entityname: NAME, entitystatus: 'Good Standing' },
      { entityid: '2', entityname: `${NAME}, Dissolved June 30, 2022`, entitystatus: 'Voluntarily Dissolved' },
    ]);
    const decision = decide(`${NAME}, Dissolved June 30, 2021`, 'us-co', twins);
    expect(decision.kind === 'match' ? decision.match.review : true).toBe(true);
  });
});

describe('an answer to the text of a dissolved record', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('names the dissolved record with its own name, and is kept like any other', async () => {
    const listedAs = `${NAME}, Dissolved June 30, 2022`;
    const { key } = await service.signUp();
    service.registries.of('us-co').records = [
      record({ id: '1', name: NAME }),
      record({ id: '2', name: NAME, status: 'dissolved', clues: { listedAs } }),
    ];
    const ask = () =>
      service.ask('POST', '/v1/verify', {
        key,
        headers: { prefer: 'wait=60' },
        body: { entity_name: listedAs, jurisdiction: 'us-co' },
      });
    const first = await ask();
    const { searches } = service.registries.of('us-co');
    const second = await ask();
    for (const { status, body } of [first, second]) {
      expect([status, body.data.entity_name, body.data.jurisdiction_id]).toEqual([200, NAME, '2']);
      expect(body.data).toMatchObject({ confidence: 100, match: { method: 'exact', matched_name: listedAs } });
      expect(JSON.stringify(body.data)).not.toContain('listedAs');
    }
    expect(service.registries.of('us-co').searches).toBe(searches);
  });
});
