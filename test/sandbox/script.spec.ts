import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import { requireRecordNumber } from '../../src/core/registries/record-numbers.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { headersAt, isForced, type Sandbox, startSandbox } from '@standing/sandbox';
import { REGISTERS } from '@standing/sandbox/registers';
import { BEGAN_AT } from '@standing/sandbox/script';
import { published } from '../support/published.js';

const DAY_MS = 86_400_000;
/** The status of `Sandbox Dissolving LLC` from day 30 on, where it is not `dissolved`. */
const ENDED_OTHERWISE: Readonly<Record<string, string>> = { 'ca-bc': 'inactive' };

let sandbox: Sandbox;
let registries: ConfiguredRegistries;
let day = 0;

function momentOf(days: number): Date {
  return new Date(BEGAN_AT.getTime() + days * DAY_MS);
}

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => momentOf(day) });
  registries = new ConfiguredRegistries({
    registers: TABLE,
    mode: 'sandbox',
    sandboxOrigin: sandbox.origin,
    sandboxHeadersAt: headersAt,
    exempt: isForced,
    urls: {},
    credentials: {},
    timeoutMs: 10_000,
    log: { warn: () => undefined },
  });
});

afterAll(async () => {
  await registries.close();
  await sandbox.close();
});

describe.each(REGISTERS.map(({ code, vocabulary }) => [code, vocabulary.script] as const))(
  'the sandbox script of %s',
  (code, words) => {
    const ids = new Map<string, string>();

    async function on(asked: number, name: string): Promise<DetailedRecord | RegisterRecord | undefined> {
      day = asked;
      const id = ids.get(name) ?? '';
      const number = requireRecordNumber(code, id);
      return published(registries.of(code).findByNumber(number, AbortSignal.timeout(10_000)));
    }

    async function fetchOn(asked: number, name: string): Promise<DetailedRecord | undefined> {
      day = asked;
      return published(registries.of(code).fetch(ids.get(name) ?? '', AbortSignal.timeout(10_000)));
    }

    beforeAll(async () => {
      day = 0;
      for (const role of ['Dissolving', 'Renamed', 'Flapping', 'Moving', 'Blind']) {
        const name = `Sandbox ${role} LLC`;
        const { records } = await registries.of(code).search(nameQuery(name, code), AbortSignal.timeout(10_000));
        const record = records.find((one) => one.name.toLowerCase().startsWith(`sandbox ${role.toLowerCase()}`));
        if (record) ids.set(role, record.id);
      }
    });

    it('lists every scripted company on the first day', () => {
      expect([...ids.keys()]).toEqual(['Dissolving', 'Renamed', 'Flapping', 'Moving', 'Blind']);
    });

    it('ends one company on day 30, with the status that the register uses', async () => {
      // Pennsylvania does not say which of its businesses are active.
      expect((await on(29, 'Dissolving'))?.status).toBe(code === 'us-pa' ? 'unknown' : 'active');
      // Registers without a word for it no longer list the company.
      const ended = words?.ended === undefined ? undefined : (ENDED_OTHERWISE[code] ?? 'dissolved');
      expect((await on(30, 'Dissolving'))?.status).toBe(ended);
    });

    it('shows a company as of the moment of the question, whatever the clock shows', async () => {
      day = 40;
      const number = requireRecordNumber(code, ids.get('Renamed') ?? '');
      const names = await Promise.all(
        [9.99, 10, 9].map(async (asked) => {
          const registry = registries.of(code).at(momentOf(asked));
          return (await published(registry.findByNumber(number, AbortSignal.timeout(10_000))))?.name.toLowerCase();
        }),
      );
      const began = ['sandbox renamed', 'sandbox newly named', 'sandbox renamed'];
      expect(names.map((name, at) => name?.startsWith(began[at]!))).toEqual([true, true, true]);
    });

    it('renames one company on day 10', async () => {
      expect((await on(9, 'Renamed'))?.name).toMatch(/^sandbox renamed/i);
      expect((await on(10, 'Renamed'))?.name).toMatch(/^sandbox newly named/i);
    });

    it('changes the good standing of one company every seven days, where the register states it', async () => {
      const standing = [];
      for (const asked of [0, 6, 7, 13, 14, 21, 28]) standing.push((await on(asked, 'Flapping'))?.goodStanding);
      const [good, lost] = words?.lapsed === undefined ? [null, null] : [true, false];
      expect(standing).toEqual([good, good, lost, lost, good, lost, good]);
    });

    it('moves one company on day 20, as far as the register publishes an address and officers', async () => {
      const [before, after] = [await fetchOn(19, 'Moving'), await fetchOn(20, 'Moving')];
      const street = (record: DetailedRecord | undefined) => JSON.stringify(record?.details.principalAddress ?? null);
      const officers = (record: DetailedRecord | undefined) => JSON.stringify(record?.details.officers ?? null);
      expect(street(before) === street(after)).toBe(before?.details.principalAddress === null);
      expect(officers(before) === officers(after)).toBe(before?.details.officers === null);
    });

    it('is unavailable for one company alone from day 5 to day 8', async () => {
      expect(await on(4.99, 'Blind')).toBeDefined();
      await expect(on(5, 'Blind')).rejects.toMatchObject({ failure: 'unavailable' });
      await expect(fetchOn(7.99, 'Blind')).rejects.toMatchObject({ failure: 'unavailable' });
      for (const other of ['Dissolving', 'Renamed', 'Flapping', 'Moving']) expect(await on(6, other)).toBeDefined();
      expect(await on(8, 'Blind')).toBeDefined();
    });
  },
);
