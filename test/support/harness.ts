import { REGISTERS } from '../../src/registers/registers.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import 'reflect-metadata';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { installationId, type Database } from '../../src/adapters/postgres/client/database.js';
import { Notifications, JOB_ENDED } from '../../src/adapters/postgres/cache/notifications.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { connectRedis } from '../../src/adapters/redis/connection.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { createApplication } from '../../src/bootstrap/application.js';
import { loadConfig } from '../../src/config.js';
import { Transaction } from '../../src/core/ports.js';
import { tracingFor } from '../../src/bootstrap/start-infrastructure.js';
import type { Registries } from '../../src/core/registries/ports.js';
import type { SandboxWatchClock } from '../../src/adapters/postgres/watches/sandbox-clock.js';
import { WatchClock } from '../../src/core/watches/ports.js';
import { BEGAN_AT } from '@standing/sandbox/script';
import { headersAt, isForced, type Sandbox, startSandbox } from '@standing/sandbox';
import { createTestDatabase } from './database.js';
import { FakeRegistries, MemoryLog } from './fakes.js';
import { publishedDocument, requireDocumented } from './published-document.js';
import { routesOf } from './routes.js';
import { stopWindows } from './windows.js';

/** With whole countries and others that an operator can add. */
export const EVERY_JURISDICTION = REGISTERS.facts.map(({ code }) => code);

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of plain text, CSV and NDJSON. */
  body: any;
}

export interface Asked {
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The service with its own database, reached over real HTTP. */
export interface Service {
  url: string;
  /** For a second process of the same installation. */
  databaseUrl: string;
  db: Database;
  registries: FakeRegistries;
  log: MemoryLog;
  /** Console output. */
  said: string[];
  /** Routes of the running service, as `METHOD /path/:parameter`. */
  routes: string[];
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Returns the newest code sent to this address. */
  codeFor(email: string): string;
  /** Opens an account with its 50 free credits. */
  signUp(email?: string): Promise<{ email: string; key: string; keyId: string }>;
  balance(key: string): Promise<number>;
  /** Resolves once the service has received the notifications of all earlier commits. */
  heard(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  env?: Record<string, string>;
  registries?: Registries;
  /** Database of another service, to start a second process of the same installation. */
  databaseUrl?: string;
  /** Changes the application before its first request. */
  prepare?: (app: NestFastifyApplication) => void;
}

export async function startService({
  env = {},
  registries,
  databaseUrl,
  prepare,
}: ServiceOptions = {}): Promise<Service> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database?.url ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'standing-test-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '100000',
    OPEN_RATE_LIMIT: '100000',
    ...env,
  });
  const dataSource = createDataSource({ url, poolSize: 8 });
  await dataSource.initialize();
  const log = new MemoryLog();
  const said: string[] = [];
  const fakes = new FakeRegistries();
  const tracing = await tracingFor(config, '0.0.0-test');
  const app = await createApplication({
    config,
    version: '0.0.0-test',
    migrationsDir: resolve('migrations'),
    dataSource,
    redis: config.redis && connectRedis(config.redis, log),
    registries: registries ?? fakes,
    installation: await installationId(dataSource),
    log,
    metrics: new PrometheusMetrics(),
    tracing,
    say: (line) => said.push(line),
  });
  stopWindows(app);
  prepare?.(app);
  await app.listen(config.port, '127.0.0.1');
  const address = await app.getUrl();
  const close = async () => {
    await app.close();
    await dataSource.destroy();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const db = app.get<Database>(Transaction);
  const heard = async () => {
    const mark = randomUUID();
    const notifications = app.get(Notifications);
    const marked = new Promise<void>((told) => notifications.on(mark, told));
    await db.rows(`select pg_notify('${JOB_ENDED}', $1)`, [mark]);
    await marked;
  };
  const routes = routesOf(app);
  return serviceAt({ url: address, databaseUrl: url, db, registries: fakes, log, said, routes, heard, close });
}

type Started = Pick<
  Service,
  'url' | 'databaseUrl' | 'db' | 'registries' | 'log' | 'said' | 'routes' | 'heard' | 'close'
>;

function serviceAt(started: Started): Service {
  const { url, said, routes } = started;
  const ask: Service['ask'] = async (method, path, asked) => {
    const answer = await askOver(url, method, path, asked);
    refuseUndocumented(method, path, answer, routes);
    return answer;
  };
  const codeFor = (email: string) => {
    const line = said.findLast((text) => text.startsWith(`e-mail to ${email}:`));
    const [code] = /\b\d{6}\b/.exec(line ?? '') ?? [];
    if (!code) throw new Error(`no code was sent to ${email}`);
    return code;
  };
  return {
    ...started,
    ask,
    codeFor,
    signUp: async (email = newEmail()) => {
      // Each sign-up uses a different network address, so that the limit per address does not stop
      // the tests.
      const headers = { 'x-forwarded-for': newIp() };
      await ask('POST', '/v1/auth/request-access', { headers, body: { email, accept_terms: true } });
      const { body } = await ask('POST', '/v1/auth/verify-access', { headers, body: { email, code: codeFor(email) } });
      return { email, key: body.api_key, keyId: body.key_id };
    },
    balance: async (key) => {
      const { headers } = await ask('GET', '/v1/entity/ent_none', { key });
      return Number(headers.get('x-credits-remaining'));
    },
  };
}

/**
 * A service in front of the sandbox's registers, which use their real protocols. With `tellsStory`,
 * the scripted companies follow its clock.
 */
export interface SandboxService extends Service {
  sandbox: Sandbox;
}

export async function startSandboxService({
  timeoutMs = 2_000,
  env,
  prepare,
  tellsStory = false,
  jurisdictions,
}: Pick<ServiceOptions, 'env' | 'prepare'> & {
  timeoutMs?: number;
  /** In force beside the contract's. */
  jurisdictions?: readonly string[];
  tellsStory?: boolean;
} = {}): Promise<SandboxService> {
  let world: SandboxWatchClock | undefined;
  const sandbox = await startSandbox(tellsStory ? { now: () => world?.now() ?? BEGAN_AT } : {});
  const registries = sandboxRegistries(sandbox, timeoutMs, jurisdictions);
  const service = await startService({
    registries,
    env,
    prepare: (app) => {
      world = app.get<SandboxWatchClock>(WatchClock);
      prepare?.(app);
    },
  });
  const close = async () => {
    await service.close();
    await sandbox.close();
  };
  return { ...service, sandbox, close };
}

/** Returns the sandbox's registers, reached over their own protocols. */
export function sandboxRegistries(
  sandbox: Sandbox,
  timeoutMs: number,
  jurisdictions: readonly string[] = [],
): Registries {
  return new ConfiguredRegistries({
    registers: REGISTERS.inForce(jurisdictions),
    mode: 'sandbox',
    sandboxOrigin: sandbox.origin,
    sampleNames: (code) => sandbox.sampleNames(code),
    sandboxHeadersAt: headersAt,
    exempt: isForced,
    urls: {},
    credentials: {},
    timeoutMs,
    log: new MemoryLog(),
  });
}

async function askOver(url: string, method: string, path: string, { key, headers, body }: Asked = {}): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body),
  });
  const text = response.headers.get('content-type') === 'application/gzip' ? '' : await response.text();
  const plain = /^(?:text\/(?:plain|csv)|application\/x-ndjson)/.test(response.headers.get('content-type') ?? '');
  const parsed = plain ? text : text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Throws if an answer does not match the published document, whatever the test checks. */
function refuseUndocumented(method: string, path: string, answer: Answer, routes: readonly string[]): void {
  const document = publishedDocument();
  // Some operators leave out routes, and some tests request unknown routes.
  if (!routes.includes(document.routeOf(method, path) ?? '')) return;
  const problems = document.problems(method, path, answer.status, answer.headers, answer.body);
  requireDocumented(`the answer to ${method} ${path}`, problems, answer.body);
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

export function newIp(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
