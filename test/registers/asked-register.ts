import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import { startRegisterDouble, type DoubleRequest, type RegisterDouble } from '../registries/register-double.js';
import { asking } from '../registries/registry.suite.js';
import { published } from '../support/published.js';

const CREDENTIALS: Credentials = {
  TX_COMPTROLLER_API_KEY: 'secret-key',
  COMPANIES_HOUSE_API_KEY: 'secret-key',
  CALICO_API_KEY: 'secret-key',
  ZEFIX_USERNAME: 'user',
  ZEFIX_PASSWORD: 'secret',
};
const never = new AbortController().signal;

/** A scripted register, and the service's adapter that queries it. */
export interface AskedRegister {
  readonly double: RegisterDouble;
  readonly skipped: readonly { source: string; reason: string }[];
  /** Status words without an entry in the adapter's table. */
  readonly unknown: readonly { source: string; status: string }[];
  /** In live mode, with every credential. */
  connect: (code: string) => ConfiguredRegistries;
  /** Returns the records of a search to which the register sends `answer`. */
  listed: (code: string, answer: object) => Promise<RegisterRecord[]>;
  /** The keys of `answers` are the ends of paths; any other path returns 404. */
  fetched: (code: string, id: string, answers: Record<string, object>) => Promise<DetailedRecord | undefined>;
}

/** Creates one for each test of the file. */
export function askedRegister(): AskedRegister {
  let double: RegisterDouble;
  const connected = new Map<string, ConfiguredRegistries>();
  let skipped: { source: string; reason: string }[];
  let unknown: { source: string; status: string }[];

  beforeEach(async () => {
    double = await startRegisterDouble();
    skipped = [];
    unknown = [];
  });
  afterEach(async () => {
    await Promise.all([...connected.values()].map((registries) => registries.close()));
    connected.clear();
    await double.close();
  });

  const connect = (code: string) => {
    const known = connected.get(code);
    if (known) return known;
    const registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { [code]: double.origin },
      credentials: CREDENTIALS,
      pace: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
      onRowSkipped: (row) => skipped.push(row),
      onUnknownStatus: (word) => unknown.push(word),
    });
    connected.set(code, registries);
    return registries;
  };

  return {
    get double() {
      return double;
    },
    get skipped() {
      return skipped;
    },
    get unknown() {
      return unknown;
    },
    connect,
    async listed(code, answer) {
      double.replyWith(() => ({ body: JSON.stringify(answer) }));
      return (await connect(code).of(code).search(asking('Imaginary Something'), never)).records;
    },
    fetched(code, id, answers) {
      const answerTo = ({ path }: DoubleRequest) => Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
      double.replyWith((request) => {
        const answer = answerTo(request);
        return answer ? { body: JSON.stringify(answer) } : { status: 404, body: '{}' };
      });
      return published(connect(code).of(code).fetch(id, never));
    },
  };
}

/** Status, its text, and standing. Inferred standing is shown as a hint. */
export const told = ({ status, statusDetail, goodStanding, standingHint }: RegisterRecord) => [
  status,
  statusDetail,
  standingHint && goodStanding === null ? { hint: standingHint.goodStanding } : goodStanding,
];
export const DENIED = { hint: false };

/** The `answer` to a search has one record with the given status word. */
export function itCountsUnknownStatuses(register: AskedRegister, code: string, answer: (word: string) => object): void {
  it(`reports an unlisted status word of ${code} as unknown, without standing, and counts it`, async () => {
    const [record] = await register.listed(code, answer('Paused'));
    expect(record).toMatchObject({ status: 'unknown', goodStanding: null });
    const counted = register.unknown.map(({ source, status }) => `${source}: ${status}`);
    expect(new Set(counted)).toEqual(new Set([`${code}: Paused`]));
  });
}
