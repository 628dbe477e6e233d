import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { Credentials } from '../../src/adapters/registries/register.js';
import type { Candidates, Registry } from '../../src/core/registries/ports.js';
import type { DetailedRecord, RegisterRecord, WithheldRecord } from '../../src/core/registries/record.js';
import {
  startRegisterDouble,
  type DoubleReply,
  type DoubleRequest,
  type RegisterDouble,
} from '../registries/register-double.js';
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
  /** Log lines, with their fields. */
  readonly warned: readonly object[];
  /** In live mode; with every credential, unless told otherwise. */
  connect: (code: string, how?: { credentials?: Credentials; now?: () => number }) => ConfiguredRegistries;
  /** The adapter of such a connection. */
  adapter: (...connection: Parameters<AskedRegister['connect']>) => Required<Registry>;
  /** Scripts the register in JSON; `undefined` is answered with 404. */
  reply: (script: (request: DoubleRequest) => object | undefined) => void;
  search: (registry: Registry, name?: string) => Promise<Candidates>;
  fetch: (registry: Registry, id: string) => Promise<DetailedRecord | undefined>;
  /** Expects neither a record nor an absence, from either lookup by number. */
  expectWithheld: (registry: Registry, id: string, withholds: WithheldRecord['withholds']) => Promise<void>;
  /** Returns the records of a search to which the register sends `answer`. */
  listed: (code: string, answer: object) => Promise<RegisterRecord[]>;
  /** The keys of `answers` are the ends of paths; any other path returns 404. */
  fetched: (code: string, id: string, answers: Record<string, object>) => Promise<DetailedRecord | undefined>;
}

/** Creates one for each test of the file. */
export function askedRegister(): AskedRegister {
  let double: RegisterDouble;
  let connected: ConfiguredRegistries[] = [];
  let skipped: { source: string; reason: string }[];
  let unknown: { source: string; status: string }[];
  let warned: object[];

  beforeEach(async () => {
    double = await startRegisterDouble();
    skipped = [];
    unknown = [];
    warned = [];
  });
  afterEach(async () => {
    await Promise.all(connected.map((registries) => registries.close()));
    connected = [];
    await double.close();
  });

  const connect: AskedRegister['connect'] = (code, { credentials = CREDENTIALS, now } = {}) => {
    const registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'live',
      urls: { [code]: double.origin },
      credentials,
      pace: {},
      timeoutMs: 2_000,
      log: { warn: (message, fields) => warned.push({ message, fields }) },
      onRowSkipped: (row) => skipped.push(row),
      onUnknownStatus: (word) => unknown.push(word),
      ...(now && { now }),
    });
    connected.push(registries);
    return registries;
  };
  const reply: AskedRegister['reply'] = (script) =>
    double.replyWith((request): DoubleReply => {
      const body = script(request);
      return body === undefined ? { status: 404, body: '{}' } : { body: JSON.stringify(body) };
    });
  const fetch: AskedRegister['fetch'] = (registry, id) => published(registry.fetch(id, never));

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
    get warned() {
      return warned;
    },
    connect,
    adapter: (code, how) => connect(code, how).of(code),
    reply,
    search: (registry, name = 'Imaginary Something') =>
      registry.search(asking(name, / (?:LTD|AS|Oy|s\.r\.o\.)$/), never),
    fetch,
    async expectWithheld(registry, id, withholds) {
      await expect(registry.findByNumber(id, never)).resolves.toEqual({ id, withholds });
      await expect(registry.fetch(id, never)).resolves.toEqual({ id, withholds });
    },
    async listed(code, answer) {
      reply(() => answer);
      return (await connect(code).of(code).search(asking('Imaginary Something'), never)).records;
    },
    fetched(code, id, answers) {
      reply(({ path }) => Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]);
      return fetch(connect(code).of(code), id);
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
