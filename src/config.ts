import { z } from 'zod';
import { EVENTS_KEPT_MS } from './core/webhooks/event.js';
import { JURISDICTIONS } from './core/registries/jurisdiction.js';

/** Values that make a first start easy and would be a hole in production, which refuses them. */
const DEVELOPMENT_ENCRYPTION_KEY = 'development-only-key-change-me-0000000000';

const DAY_MS = 86_400_000;
const DEFAULT_JOB_RETENTION_MS = 90 * DAY_MS;

const UNITS_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a duration such as 500ms, 2s, 15m or 24h')
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS[text.replace(/^\d+/, '')] ?? 0))
  .pipe(z.number().positive('must be longer than nothing').max(2_147_483_647, 'must be shorter than 24 days'));

/** How long something is stored: no timer waits for it, so it may be longer than one can. */
const retention = z
  .string()
  .regex(/^\d+[dh]$/, 'must be a number of days or hours such as 365d or 48h')
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS[text.slice(-1)] ?? 0))
  .pipe(z.number().positive('must be longer than nothing').max(3_155_760_000_000, 'must be shorter than 100 years'));

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

const urlOf = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`), error: `must be a ${protocols.join(' or ')}: address` });

const secret = (least: number) => z.string().min(least, `must have at least ${least} characters`);

const SCHEMA = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: count(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: httpUrl.optional(),
  ALLOWED_ORIGINS: z.string().default(''),
  TRUSTED_PROXIES: z.string().default(''),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  REGISTRY_MODE: z.enum(['live', 'sandbox']).optional(),
  SANDBOX_DIR: z.string().optional(),
  SOCRATA_APP_TOKEN: secret(1).optional(),
  TX_COMPTROLLER_API_KEY: secret(1).optional(),
  COMPANIES_HOUSE_API_KEY: secret(1).optional(),
  ZEFIX_USERNAME: secret(1).optional(),
  ZEFIX_PASSWORD: secret(1).optional(),
  ENCRYPTION_KEY: secret(32).optional(),
  ENCRYPTION_KEY_PREVIOUS: secret(32).optional(),
  ADMIN_API_KEY: secret(24).optional(),
  STRIPE_SECRET_KEY: secret(8).optional(),
  STRIPE_WEBHOOK_SECRET: secret(8).optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  MAIL_FROM: z.string().default('Standing <standing@localhost>'),
  RATE_LIMIT_PER_MINUTE: count(1, 1_000_000).default(60),
  MCP_ANONYMOUS_RATE_LIMIT: count(1, 1_000_000).default(20),
  UNFINISHED_JOBS_PER_ACCOUNT: count(1, 1_000_000).default(5_000),
  VERIFICATION_CODE_TTL: duration.default(900_000),
  ENTITY_CACHE_TTL: duration.default(86_400_000),
  NO_MATCH_CACHE_TTL: duration.default(3_600_000),
  SEARCH_CACHE_TTL: duration.default(86_400_000),
  SEARCH_WAIT: duration.default(2_000),
  SNAPSHOT_RETENTION: retention.optional(),
  SOURCE_TIMEOUT: duration.optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  REQUEST_TIMEOUT: duration.default(15_000),
  SHUTDOWN_DELAY: duration.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  JOB_RETENTION: retention.optional(),
  METRICS_TOKEN: secret(16).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type Environment = z.infer<typeof SCHEMA>;

export type Config = ReturnType<typeof loadConfig>;

/** A value that stops the start, in one line that names it. */
export class ConfigError extends Error {}

/** The environment as one frozen, typed object; throws `ConfigError` at the first value that cannot be used. */
export function loadConfig(env: Record<string, string | undefined> = process.env) {
  const given = parse(withoutBlanks(env));
  const production = given.NODE_ENV === 'production';
  if (production) refuseDevelopmentValues(given);
  if (given.ROLE !== 'all' && !given.REDIS_URL) {
    throw new ConfigError(`REDIS_URL must be set for ROLE=${given.ROLE}: the in-process queue serves one process only`);
  }
  const host = given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  const registryMode = given.REGISTRY_MODE ?? 'sandbox';
  return Object.freeze({
    production,
    port: given.PORT,
    host,
    baseUrl: given.BASE_URL,
    publicUrl: given.BASE_URL ?? addressOf(host, given.PORT),
    allowedOrigins: list(given.ALLOWED_ORIGINS).map(originOf),
    trustedProxies: list(given.TRUSTED_PROXIES),
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    role: given.ROLE,
    registryMode,
    sandboxDir: given.SANDBOX_DIR,
    registryUrls: registryUrls(env),
    registerCredentials: Object.freeze({
      socrataAppToken: given.SOCRATA_APP_TOKEN,
      texasApiKey: given.TX_COMPTROLLER_API_KEY,
      companiesHouseApiKey: given.COMPANIES_HOUSE_API_KEY,
      zefix: zefixLogin(given),
    }),
    encryptionKey: given.ENCRYPTION_KEY ?? DEVELOPMENT_ENCRYPTION_KEY,
    encryptionKeyPrevious: given.ENCRYPTION_KEY_PREVIOUS,
    adminApiKey: given.ADMIN_API_KEY,
    stripe: stripeSettings(given),
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    rateLimitPerMinute: given.RATE_LIMIT_PER_MINUTE,
    mcpAnonymousPerMinute: given.MCP_ANONYMOUS_RATE_LIMIT,
    mostUnfinishedJobs: given.UNFINISHED_JOBS_PER_ACCOUNT,
    codeTtlMs: given.VERIFICATION_CODE_TTL,
    entityTtlMs: given.ENTITY_CACHE_TTL,
    noMatchTtlMs: given.NO_MATCH_CACHE_TTL,
    searchTtlMs: given.SEARCH_CACHE_TTL,
    searchWaitMs: given.SEARCH_WAIT,
    jobsKeptMs: jobsKept(given),
    snapshotsKeptMs: given.SNAPSHOT_RETENTION,
    sourceTimeoutMs: given.SOURCE_TIMEOUT ?? (registryMode === 'sandbox' ? 2_000 : 10_000),
    webhookAllowPrivate: given.WEBHOOK_ALLOW_PRIVATE === 'true',
    requestTimeoutMs: given.REQUEST_TIMEOUT,
    drainMs: given.SHUTDOWN_DELAY ?? 0,
    traced: isTraced(given),
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
    startedByNpm: env['npm_lifecycle_event'] !== undefined,
  });
}

/** Every variable that is read, for the test that keeps `.env.example` complete. */
export const VARIABLES: readonly string[] = Object.keys(SCHEMA.shape);

function parse(env: Record<string, string | undefined>): Environment {
  const parsed = SCHEMA.safeParse(env);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')} ${issue?.message} (it is ${quote(env[String(issue?.path[0])])})`);
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Where a process on one's own machine is reached, when nobody says otherwise. */
function addressOf(host: string, port: number): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
}

function originOf(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new ConfigError(`ALLOWED_ORIGINS must be origins such as https://app.example.com (one is ${quote(text)})`);
}

/** `NAME=` in an environment file means the same as no line at all. */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
}

function refuseDevelopmentValues(given: Environment): void {
  if (!given.REGISTRY_MODE) throw new ConfigError('REGISTRY_MODE must be set in production: live or sandbox');
  if (!given.ENCRYPTION_KEY || given.ENCRYPTION_KEY === DEVELOPMENT_ENCRYPTION_KEY) {
    throw new ConfigError('ENCRYPTION_KEY must be set in production, to at least 32 characters of your own');
  }
  if (given.WEBHOOK_ALLOW_PRIVATE === 'true') {
    throw new ConfigError(
      'WEBHOOK_ALLOW_PRIVATE must not be set in production: webhooks could reach into your network',
    );
  }
  if (!given.STRIPE_SECRET_KEY && given.ROLE !== 'worker') {
    throw new ConfigError('STRIPE_SECRET_KEY must be set in production: the test checkout gives credits for no money');
  }
}

/** Never less than the events of jobs are kept: they hold on to their jobs. */
function jobsKept({ JOB_RETENTION: given = DEFAULT_JOB_RETENTION_MS }: Environment): number {
  if (given > EVENTS_KEPT_MS) return given;
  throw new ConfigError(`JOB_RETENTION must be longer than ${EVENTS_KEPT_MS / DAY_MS}d, as long as events are kept`);
}

/** By the standard variables; the rest of them is read by OpenTelemetry itself. */
function isTraced(given: Environment): boolean {
  const to = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const off = given.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || given.OTEL_TRACES_EXPORTER === 'none';
  return to !== undefined && !off;
}

/** Absent, the test checkout stands in. A key without the secret of its webhook would take money and never give the credits. */
function stripeSettings({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE,
}: Environment) {
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new ConfigError('STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is');
  return Object.freeze({ secretKey, webhookSecret, apiBase: STRIPE_API_BASE });
}

/** Without a login Switzerland is asked elsewhere and says less; half a login is a mistake. */
function zefixLogin({ ZEFIX_USERNAME: username, ZEFIX_PASSWORD: password }: Environment) {
  if (!username && !password) return undefined;
  if (!username) throw new ConfigError('ZEFIX_USERNAME must be set when ZEFIX_PASSWORD is');
  if (!password) throw new ConfigError('ZEFIX_PASSWORD must be set when ZEFIX_USERNAME is');
  return Object.freeze({ username, password });
}

/** `REGISTRY_US_CO_URL` → `us-co`. */
function registryUrls(env: Record<string, string | undefined>): Readonly<Record<string, string | undefined>> {
  const urls: Record<string, string | undefined> = {};
  for (const { code } of JURISDICTIONS) {
    const variable = `REGISTRY_${code.toUpperCase().replace('-', '_')}_URL`;
    const value = env[variable]?.trim();
    if (!value) continue;
    const parsed = httpUrl.safeParse(value);
    if (!parsed.success) throw new ConfigError(`${variable} must be an http or https address (it is ${quote(value)})`);
    urls[code] = parsed.data;
  }
  return Object.freeze(urls);
}

/** Never a secret in a start-up message: only the beginning of what was given. */
function quote(value: string | undefined): string {
  if (value === undefined) return 'missing';
  return value.length > 12 ? `"${value.slice(0, 4)}…"` : `"${value}"`;
}
