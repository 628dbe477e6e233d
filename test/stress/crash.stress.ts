import type { Client } from 'pg';
import { fromUuid } from '../../src/core/ids.js';
import {
  booksOf,
  BUSINESSES,
  closeInstallation,
  killAtWrite,
  openAccount,
  openInstallation,
  post,
  recover,
  SEARCH_CACHE_TTL,
  unproven,
  type Customer,
  type Installation,
} from '../support/kill-at-writes.js';
import { repeats } from '../support/long.js';
import { startProgram } from '../support/program.js';
import { fc } from '../support/property.js';
import { FailingRegisters } from './failing-registers.js';

const LANES = 2;

/** Shared by all tests, because starting the program costs more than using it. */
let installations: FailingInstallation[] = [];
beforeAll(async () => {
  installations = await Promise.all(Array.from({ length: LANES }, newInstallation));
});
afterAll(async () => {
  await Promise.all(installations.map(closeInstallation));
  for (const { registers } of installations) registers.close();
});

interface FailingInstallation extends Installation {
  registers: FailingRegisters;
}

async function newInstallation(): Promise<FailingInstallation> {
  const registers = await FailingRegisters.open();
  const installation = await openInstallation(async (tap) => {
    const program = await startProgram({ DATABASE_URL: tap.url, SEARCH_CACHE_TTL, ...registers.env });
    return {
      url: program.url,
      kill: () => void program.process.kill('SIGKILL'),
      stop: async () => void (await program.stop()),
    };
  });
  return Object.assign(installation, { registers });
}

/** Overnight: EVERYWHERE_KILLS=200. */
const EVERYWHERE_KILLS = repeats('EVERYWHERE_KILLS', 60, 4);
/** Fewer than the writes of any search everywhere, however they are batched. */
const EVERYWHERE_WRITES = 30;
const SEARCHES = 2;
const SEARCH_CREDITS = 200;

/** One random case: the write to kill at, and the registers that fail. */
const disaster = (codes: readonly string[]) =>
  fc.record({
    point: fc.integer({ min: 1, max: EVERYWHERE_WRITES }),
    failing: fc.subarray([...codes], { minLength: 1, maxLength: codes.length - 1 }),
    /** Per failing register: true if it never recovers. */
    forGood: fc.array(fc.boolean(), { minLength: codes.length, maxLength: codes.length }),
  });

/** Opens an account that searches everywhere, for two names at once. */
async function openSearcher({ sql }: Installation, seed: number): Promise<Customer> {
  const account = await openAccount(sql, SEARCH_CREDITS);
  const names = Array.from(
    { length: SEARCHES },
    (_, at) => BUSINESSES[(seed * SEARCHES + at) % BUSINESSES.length] ?? '',
  );
  const ask = async ({ url }: { url: string }) => {
    await Promise.all(names.map((name) => post({ url }, account.key, '/v1/search', { entity_name: name }, name)));
  };
  return { ...account, ask };
}

async function searchesOf({ sql, running }: Installation, { accountId, key }: Customer): Promise<any[]> {
  const { rows } = await sql.query<{ id: string }>('select id from searches where account_id = $1', [accountId]);
  return Promise.all(
    rows.map(async ({ id }) => {
      const answer = await fetch(`${running.url}/v1/search/${fromUuid('srch', id)}`, { headers: { 'x-api-key': key } });
      return answer.json();
    }),
  );
}

async function movementsOf(sql: Client, { accountId }: Customer): Promise<Map<string, number[]>> {
  const { rows } = await sql.query<{ id: string; amounts: number[] }>(
    `select j.id, array_agg(e.amount order by e.number) as amounts
       from jobs j left join ledger_entries e on e.job_id = j.id where j.account_id = $1 group by j.id`,
    [accountId],
  );
  return new Map(rows.map(({ id, amounts }) => [fromUuid('job', id), amounts]));
}

describe('a program killed at any write of searches everywhere, while some registers fail', () => {
  const seen = { stopped: 0, searched: 0, failed: 0, found: 0 };

  it('ends each search, reports on each register, and charges for those that answered', async () => {
    const seeds = Array.from({ length: EVERYWHERE_KILLS }, (_, at) => at + 1).values();
    const lane = async (installation: FailingInstallation) => {
      const { sql, registers } = installation;
      for (const seed of seeds) {
        const [told] = fc.sample(disaster(registers.codes), { seed, numRuns: 1 });
        const { point, failing, forGood } = told!;
        const silent = failing.filter((_, at) => forGood[at]);
        registers.fail({ silent, stumbling: failing.filter((code) => !silent.includes(code)) });
        const customer = await openSearcher(installation, seed);
        if ((await killAtWrite(point, customer, installation)) !== undefined) seen.stopped += 1;
        await recover(customer, installation);

        const searches = await searchesOf(installation, customer);
        const movements = await movementsOf(sql, customer);
        expect({ seed, searches: searches.length }).toEqual({ seed, searches: SEARCHES });
        let searched = 0;
        for (const { jobs, coverage, results, failures, status } of searches) {
          const answered = coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
          const unreachable = coverage.not_searched
            .filter(({ reason }: any) => reason === 'unreachable')
            .map(({ jurisdiction }: any) => jurisdiction);
          const asked = jobs.map(({ jurisdiction }: any) => jurisdiction);
          expect({ seed, status }).toEqual({ seed, status: 'completed' });
          expect({ seed, unreachable }).toEqual({
            seed,
            unreachable: asked.filter((code: string) => silent.includes(code)),
          });
          expect({ seed, answered }).toEqual({
            seed,
            answered: asked.filter((code: string) => !silent.includes(code)),
          });
          expect(asked).toEqual(expect.arrayContaining([...registers.codes]));
          expect(failures.map(({ jurisdiction }: any) => jurisdiction)).toEqual(unreachable);
          for (const { job_id, jurisdiction } of jobs) {
            const amounts = silent.includes(jurisdiction) ? [-2, 2] : [-2];
            expect({ seed, jurisdiction, amounts: movements.get(job_id) }).toEqual({ seed, jurisdiction, amounts });
            movements.delete(job_id);
          }
          const records = results.map(({ jurisdiction, jurisdiction_id }: any) => `${jurisdiction} ${jurisdiction_id}`);
          expect(new Set(records).size).toBe(records.length);
          const athome = results.some(({ jurisdiction }: any) => jurisdiction === 'us-co');
          expect({ seed, athome }).toEqual({ seed, athome: answered.includes('us-co') });
          searched += answered.length;
          seen.found += records.length;
          seen.failed += unreachable.length;
        }
        expect({ seed, ofNoSearch: [...movements] }).toEqual({ seed, ofNoSearch: [] });
        const { balance, records } = await booksOf(sql, customer);
        expect({ seed, balance }).toEqual({ seed, balance: SEARCH_CREDITS - 2 * searched });
        const answered = records.filter((outcome) => outcome !== 'unreachable').length;
        expect({ seed, answered }).toEqual({ seed, answered: searched });
        expect({ seed, unproven: await unproven(sql) }).toEqual({ seed, unproven: 0 });
        seen.searched += searched;
        registers.fail({ silent: [], stumbling: [] });
      }
    };
    await Promise.all(installations.map(lane));
  });

  it('covers kills, failed registers, answered registers and found records', () => {
    expect(Object.values(seen).filter((count) => count === 0)).toEqual([]);
  });
});
