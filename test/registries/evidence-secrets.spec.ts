import { REGISTERS as TABLE } from '../../src/registers/registers.js';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PostgresEvidenceStore } from '../../src/adapters/postgres/entities/evidence-store.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { REGISTERS } from '@standing/sandbox/registers';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import { type Sandbox, startSandbox } from '@standing/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { scanEvidence } from '../support/scan-evidence.js';

const SECRETS = {
  appToken: 'sentinel-of-the-app-token',
  texas: 'sentinel-of-the-texas-key',
  companiesHouse: 'sentinel-of-companies-house',
  calico: 'calico-secret-4f1d',
  user: 'sentinel-user',
  password: 'sentinel-password',
  cookie: 'sentinel-cookie',
};
const ENCODED = [`${SECRETS.companiesHouse}:`, `${SECRETS.user}:${SECRETS.password}`].map((login) =>
  Buffer.from(login).toString('base64'),
);
/** Connected with credentials. Without them, another adapter would query another address. */
const CODES = REGISTERS.map(({ code }) => code);
const never = new AbortController().signal;

let sandbox: Sandbox;
let front: http.Server;
let database: TestDatabase;
let source: PostgresDataSource;
let registries: ConfiguredRegistries;
/** The request headers that reached the registers. */
const received: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  // A proxy that sets cookies, in front of every sandbox register.
  front = http
    .createServer((request, response) => {
      received.push(JSON.stringify(request.headers));
      const { host: _, ...headers } = request.headers;
      const onward = http.request(
        new URL(request.url ?? '', sandbox.origin),
        { method: request.method, headers },
        (answer) => {
          const set = { 'set-cookie': `session=${SECRETS.cookie}`, 'x-request-cost': SECRETS.cookie };
          response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...set });
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    })
    .listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  registries = new ConfiguredRegistries({
    registers: TABLE,
    mode: 'live',
    urls: Object.fromEntries(CODES.map((code) => [code, `http://127.0.0.1:${port}/${code}`])),
    credentials: {
      SOCRATA_APP_TOKEN: SECRETS.appToken,
      TX_COMPTROLLER_API_KEY: SECRETS.texas,
      COMPANIES_HOUSE_API_KEY: SECRETS.companiesHouse,
      CALICO_API_KEY: SECRETS.calico,
      ZEFIX_USERNAME: SECRETS.user,
      ZEFIX_PASSWORD: SECRETS.password,
    },
    pace: {},
    timeoutMs: 20_000,
    log: { warn: () => undefined },
  });
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
});
afterAll(async () => {
  await registries.close();
  front.closeAllConnections();
  front.close();
  await sandbox.close();
  await source.destroy();
  await database.drop();
});

it('keeps no credential, cookie or header of ours in the evidence of any register', async () => {
  const store = new PostgresEvidenceStore(new Database(source), new PrometheusMetrics());
  const ask = new QueryRegistry(registries, new NoTracing(), { isKept: true });
  for (const jurisdiction of CODES) {
    const names = sandbox.sampleNames(jurisdiction) ?? [];
    const { tiers } = registries.offer(jurisdiction);
    for (const entityName of [...names, 'Zzyzx Qwertz Nobody LLC']) {
      for (const kind of ['verification', 'search'] as const) {
        const tier = kind === 'verification' && tiers.includes('deep') ? 'deep' : 'quick';
        const question = {
          kind,
          jurisdiction,
          entityName,
          tier,
          recordNumber: undefined,
          claimedAt: new Date(),
        } as const;
        const { heard } = await ask.run(question, never);
        expect(heard?.exchanges.length).toBeGreaterThan(0);
        await store.keep(heard!);
      }
    }
  }
  const sent = received.join('\n');
  for (const secret of [SECRETS.appToken, SECRETS.texas, ...ENCODED]) expect(sent).toContain(secret);
  const secrets = new RegExp([...Object.values(SECRETS), ...ENCODED].join('|'));
  expect(await scanEvidence(database.url, secrets)).toEqual([]);
  expect(await scanEvidence(database.url)).toEqual([]);
  const { rows } = (await new Database(source).row<{ rows: number }>(
    'select count(distinct jurisdiction)::integer as rows from evidence',
  ))!;
  expect(rows).toBe(CODES.length);
});

it('finds a planted secret', async () => {
  await source.query(
    `insert into evidence (id, jurisdiction, sandbox, parser_version, question, retrieved_at)
     values (gen_random_uuid(), 'us-co', false, 1, '{"x-app-token": "planted"}', now())`,
  );
  expect(await scanEvidence(database.url)).toEqual(['x-app-token in evidence']);
  await source.query(`delete from evidence where question::text like '%planted%'`);
});
