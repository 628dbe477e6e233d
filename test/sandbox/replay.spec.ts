import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { AdaptersOfToday } from '../../src/adapters/registries/kept/kept-registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { exchangeWith, SANDBOX_ORIGIN } from '../../src/bootstrap/sandbox-exchange.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import type { NameAnswer } from '../../src/core/verification/register-answers.js';
import { CannotReplay, ReplayEvidence } from '../../src/core/verification/replay-evidence.js';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { isForced, SandboxRegisters } from '@standing/sandbox';
import { REGISTERS } from '@standing/sandbox/registers';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { asKept, OlderAdapter } from '../support/older-adapter.js';

const never = new AbortController().signal;
const COMPANIES = 12;
const replay = new ReplayEvidence(new AdaptersOfToday(TABLE));

let registries: ConfiguredRegistries;
let ask: QueryRegistry;
beforeAll(() => {
  registries = new ConfiguredRegistries({
    registers: TABLE,
    mode: 'sandbox',
    exempt: isForced,
    urls: {},
    timeoutMs: 20_000,
    log: { warn: () => undefined },
    sandboxOrigin: SANDBOX_ORIGIN,
    sandboxExchange: exchangeWith(new SandboxRegisters()),
    credentials: {},
  });
  ask = new QueryRegistry(registries, new NoTracing(), { isKept: true });
});
afterAll(() => registries.close());

function verify(
  jurisdiction: string,
  entityName: string,
  tier: 'quick' | 'deep',
  registry = registries.of(jurisdiction),
) {
  const { tiers } = registries.offer(jurisdiction);
  const question = {
    kind: 'verification',
    jurisdiction,
    entityName,
    tier: tiers.includes(tier) ? tier : 'quick',
    recordNumber: undefined,
    claimedAt: new Date(),
  } as const;
  return ask.run(question, never, registry);
}

describe.each(REGISTERS.map(({ code, vocabulary }) => [code, fictionalCompanies(vocabulary)] as const))(
  'the kept evidence of register %s',
  (code, companies) => {
    const names = companies.slice(0, COMPANIES).map(({ name }) => name);

    it('replays to the same result for quick, deep, search, number and unknown names', async () => {
      const answers: NameAnswer[] = [];
      for (const name of [...names, 'Zzyzx Qwertz Nobody']) {
        const asked = { jurisdiction: code, entityName: name, claimedAt: new Date(), recordNumber: undefined };
        const listed = await ask.run({ ...asked, kind: 'search', tier: 'quick' }, never);
        answers.push(await verify(code, name, 'quick'), await verify(code, name, 'deep'), listed);
        const number = listed.kind === 'ranked' ? listed.records[0]?.record.id : undefined;
        if (number === undefined) continue;
        const { heard, ...read } = await ask.run(
          {
            kind: 'record',
            jurisdiction: code,
            tier: 'quick',
            recordId: number,
            claimedAt: new Date(),
            at: new Date(),
          },
          never,
        );
        expect(await replay.run(asKept(heard!, read), never)).toMatchObject({ isSame: true });
      }
      const kinds = new Set(answers.map(({ kind }) => kind));
      expect([...kinds].toSorted()).toEqual(['found', 'no_match', 'ranked']);
      for (const { heard, ...answer } of answers) {
        const found = await replay.run(asKept(heard!, answer), never);
        expect([heard?.question, found.records.flatMap(({ changes }) => changes), found.foundToday]).toEqual([
          heard?.question,
          [],
          undefined,
        ]);
      }
    });

    it('shows only the fields that an older adapter read differently, and where they are', async () => {
      const older = new OlderAdapter(registries.of(code));
      // Each nation of the United Kingdom has a company of the other names.
      const name = code === 'gb' ? names[0]! : names[1]!;
      const { heard, ...answer } = await verify(code, name, 'deep', older);
      if (answer.kind !== 'found') throw new Error(`${name} was not found`);
      const { records, isSame } = await replay.run(asKept(heard!, answer), never);
      expect(isSame).toBe(false);
      expect(records.map(({ id }) => id)).toEqual([answer.record.id]);
      const changed = records[0]!.changes;
      expect(changed.map(({ field }) => field).toSorted()).toEqual(['entity_name', 'status']);
      for (const { stands } of changed) {
        expect(stands.length).toBeGreaterThan(0);
        for (const { exchange, text } of stands) {
          expect(text).not.toBeNull();
          expect(heard?.exchanges[exchange]?.body.toString()).toContain(JSON.stringify(text).slice(1, -1));
        }
      }
    });
  },
);

describe('evidence that cannot be replayed', () => {
  it('is refused when a request, a body or the adapter is missing', async () => {
    const { heard, ...answer } = await verify(
      'no-03',
      fictionalCompanies(REGISTERS.find(({ code }) => code === 'no-03')!.vocabulary)[1]!.name,
      'deep',
    );
    const kept = asKept(heard!, answer);
    const cut = { ...kept, exchanges: kept.exchanges.slice(0, 1) };
    await expect(replay.run(cut, never)).rejects.toThrow(CannotReplay);
    await expect(replay.run(cut, never)).rejects.toThrow(/asks what was not asked then: GET \/enhetsregisteret/);
    const erased = { ...kept, exchanges: kept.exchanges.map((one) => ({ ...one, body: undefined })) };
    await expect(replay.run(erased, never)).rejects.toThrow(/the body of .* is not kept/);
    await expect(replay.run({ ...kept, jurisdiction: 'xx-yy' }, never)).rejects.toThrow(/no adapter reads xx-yy/);
  });
});
