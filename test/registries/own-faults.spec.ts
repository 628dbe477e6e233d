import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { catalogue } from '../../src/core/registries/jurisdictions.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { MemoryLog } from '../support/fakes.js';

/** Plays every register, and answers everything with one status. */
let server: Server;
let status = 200;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/**
 * Every status of RFC 9110 and its extensions that blames the client. 408 and 429 concern the
 * register's own state.
 */
const OURS = [
  400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 425, 426,
  428, 431, 451,
];
const THEIRS = [408, 429, 500, 502, 503, 504];

const standIn = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function connect(origin = standIn()): ConfiguredRegistries {
  return new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: Object.fromEntries(catalogue().map(({ code }) => [code, `${origin}/${code}`])),
    credentials: {
      TX_COMPTROLLER_API_KEY: 'a-key',
      COMPANIES_HOUSE_API_KEY: 'a-key',
      CALICO_API_KEY: 'a-key',
      ZEFIX_USERNAME: 'somebody',
      ZEFIX_PASSWORD: 'secret',
    },
    // Our own server needs no pacing.
    pace: {},
    timeoutMs: 5_000,
    log: new MemoryLog(),
  });
}

const known = connect('http://127.0.0.1:1');
const CODES = catalogue()
  .map(({ code }) => code)
  .filter((code) => known.unavailableReason(code) === undefined);
afterAll(() => known.close());

/** Searches for this many names and fetches a record for each, ignoring every failure. */
async function askFor(registries: ConfiguredRegistries, code: string, names: number): Promise<void> {
  const registry = registries.of(code);
  for (let n = 0; n < names; n += 1) {
    const { signal } = new AbortController();
    const name = `Quartz Meadow ${'abcdefghijklmnopqrstuvwxyz'.charAt(n)}${n} LLC`;
    await registry.search(nameQuery(name, code), signal).catch(() => undefined);
    await registry.fetch(`${12_345_670 + n}`, signal).catch(() => undefined);
  }
}

describe.each(CODES)('the breaker of %s', (code) => {
  it('ignores every status that finds fault with our request', async () => {
    const registries = connect();
    try {
      const marked = [];
      for (status of OURS) {
        const before = asked;
        await askFor(registries, code, 12);
        if (asked - before < 12) marked.push(`${status}: asked only ${asked - before} times`);
        if (registries.status(code) !== 'operational') marked.push(`${status}: ${registries.status(code)}`);
      }
      expect(marked).toEqual([]);
    } finally {
      await registries.close();
    }
  });

  it.each(THEIRS)('reacts to %i, which is a fault of the register', async (theirs) => {
    const registries = connect();
    try {
      status = theirs;
      await askFor(registries, code, 12);
      expect(registries.status(code)).not.toBe('operational');
    } finally {
      await registries.close();
    }
  });

  it('counts a name once, however often it fails, and each name separately', async () => {
    const registries = connect();
    const { signal } = new AbortController();
    const lookFor = (n: number) =>
      registries
        .of(code)
        .search(nameQuery(`Quartz Meadow ${'abcdefghijklmnopqrstuvwxyz'.charAt(n)} LLC`, code), signal)
        .catch(() => undefined);
    try {
      status = 503;
      for (let time = 0; time < 14; time += 1) await lookFor(0);
      expect(registries.status(code)).not.toBe('down');
      for (let n = 1; n < 12; n += 1) await lookFor(n);
      expect(registries.status(code)).toBe('down');
    } finally {
      await registries.close();
    }
  });
});

it('this suite covers all the registers that are asked directly', () => {
  expect(CODES).toEqual(
    catalogue()
      .map(({ code }) => code)
      .filter((code) => REGISTERS.connections.has(code)),
  );
  expect(CODES.length).toBeGreaterThanOrEqual(16);
});
