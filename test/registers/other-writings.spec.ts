import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import { REGISTERS } from '@standing/sandbox/registers';
import { ordinaryCompany } from '@standing/sandbox/companies/company';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Exchange } from '../../src/adapters/registries/http/exchange.js';
import { decide } from '../../src/core/matching/decide.js';
import type { Candidates, Registry } from '../../src/core/registries/ports.js';
import { nameQuery } from '../../src/core/verification/name-query.js';

const ORIGIN = 'http://register.invalid';
const never = new AbortController().signal;
const PAIRS = [
  ['OBRIEN TOOLING', "O'BRIEN TOOLING"],
  ['ABC TOOLING', 'A.B.C. TOOLING'],
  ['JB TOOLING', 'J.B. TOOLING'],
  ['COOP TOOLING', 'CO-OP TOOLING'],
] as const;

type Played = (typeof REGISTERS)[number];
type Outage = (number: number) => boolean;

/** The register, which also lists both names of a pair; `outage` decides which requests fail. */
function opened(played: Played, pair: readonly [string, string], outage: Outage = () => false) {
  const { code, vocabulary } = played;
  const form = vocabulary.forms?.llc ?? 'LLC';
  const { ended } = vocabulary.script ?? {};
  const [first, second] = pair.map((name) => `${name} ${form}`) as [string, string];
  const dissolved = { ...ordinaryCompany(980_001, first), ...(ended !== undefined && { status: ended }) };
  const dialect = played.open(BUNDLED_EXTRACTS, [dissolved, ordinaryCompany(980_002, second)])!;
  let asked = 0;
  const exchange: Exchange = ({ url, method, headers, body = '' }) => {
    const { pathname, searchParams: query } = new URL(url);
    const path = decodeURIComponent(pathname.replace(`/${code}`, ''));
    asked += 1;
    const answer = outage(asked) ? { status: 503, body: {} } : dialect.answer({ method, path, query, headers, body });
    const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body));
    return Promise.resolve({
      statusCode: answer.status,
      headers: {},
      bytes: () => Promise.resolve(bytes),
      readOver: () => Promise.resolve(),
      giveUp: () => undefined,
    });
  };
  const registries = new ConfiguredRegistries({
    registers: TABLE,
    mode: 'sandbox',
    sandboxOrigin: ORIGIN,
    sandboxExchange: exchange,
    urls: {},
    credentials: {},
    pace: {},
    timeoutMs: 20_000,
    log: { warn: () => undefined },
  });
  return { registries, names: [first, second] as const, asked: () => asked };
}

async function searched(registry: Registry, code: string, name: string): Promise<Candidates> {
  return registry.search(nameQuery(name, code), never);
}

const cases = REGISTERS.flatMap((register) => PAIRS.map((pair) => [register.code, pair[1], pair, register] as const));

describe('two businesses whose names differ in signs only', () => {
  it.each(cases)(
    'are both offered to the decision by %s, for either writing of %s',
    async (code, _, pair, register) => {
      const { registries, names } = opened(register, pair);
      for (const name of names) {
        const { records, complete } = await searched(registries.of(code), code, name);
        const offered = records.map((record) => record.name.toUpperCase());
        expect([code, name, offered, complete]).toEqual([
          code,
          name,
          expect.arrayContaining(names.map((each) => each.toUpperCase())),
          true,
        ]);
        expect(decide(name, code, records, { complete })).toMatchObject({ match: { review: true } });
      }
      await registries.close();
    },
  );

  it.each(cases.filter(([, , pair]) => pair === PAIRS[0]))(
    'are never told apart by %s when one of the requests for %s fails',
    async (code, _, pair, register) => {
      const { registries, names, asked } = opened(register, pair);
      await searched(registries.of(code), code, names[1]);
      await registries.close();
      expect(asked()).toBeGreaterThan(1);
      for (let failing = 1; failing <= asked(); failing += 1) {
        const without = opened(register, pair, (number) => number === failing);
        const reading = searched(without.registries.of(code), code, names[1]);
        const outcome = await reading.then(({ complete }) => ({ complete })).catch(() => ({ complete: false }));
        expect([code, failing, outcome]).toEqual([code, failing, { complete: false }]);
        await without.registries.close();
      }
    },
  );
});
