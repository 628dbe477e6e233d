import { existsSync } from 'node:fs';
import { REGISTERS } from './registers/registers.js';
import { EVENTS_KEPT_MS } from './core/webhooks/event.js';
import { secretFile, withoutBlanks, withSecretFiles, type Variables } from './config/secret-files.js';
import { httpUrl, SCHEMA, SECRETS, type Environment } from './config/variables.js';

/** Development defaults. They would be a security hole in production, which refuses them. */
const DEVELOPMENT_ENCRYPTION_KEY = 'development-only-key-change-me-0000000000';
const DEVELOPMENT_MAIL_FROM = 'Standing <standing@localhost>';

const DAY_MS = 86_400_000;
const DEFAULT_JOB_RETENTION_MS = 90 * DAY_MS;
/** Five years. */
const DEFAULT_RECORDS_KEPT_MS = 1_827 * DAY_MS;
const DEFAULT_EVIDENCE_KEPT_MS = DEFAULT_RECORDS_KEPT_MS;

export type Config = ReturnType<typeof loadConfig>;

/** Settings that prevent the start. Names each one and its problem, and never shows a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : `${problems.length} settings are wrong\n  ${problems.join('\n  ')}`);
  }
}

/** Reads the environment into one frozen, typed object. Throws `ConfigError` with every problem. */
export function loadConfig(variables: Variables = processEnvironment()) {
  const problems: string[] = [];
  const env = withSecretFiles(withoutBlanks(variables), problems);
  const urls = registryUrls(env, problems);
  const given = parseVariables(env, problems);
  const registerCredentials = credentialsIn(env, problems);
  const production = given.NODE_ENV === 'production';
  for (const problem of [...contradictions(given), ...(production ? unfitForProduction(given) : [])]) {
    const [variable = ''] = problem.split(' ');
    if (!problems.some((known) => known.startsWith(`${variable} `))) problems.push(problem);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const host = given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  const registryMode = given.REGISTRY_MODE ?? 'sandbox';
  return Object.freeze({
    production,
    port: given.PORT,
    host,
    baseUrl: given.BASE_URL,
    publicUrl: given.BASE_URL ?? addressOf(host, given.PORT),
    allowedOrigins: given.ALLOWED_ORIGINS,
    trustedProxies: given.TRUSTED_PROXIES,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    databaseReplicaUrl: given.DATABASE_REPLICA_URL,
    redis: given.REDIS_URL && Object.freeze({ nodes: given.REDIS_URL, cluster: given.REDIS_CLUSTER === 'on' }),
    role: given.ROLE,
    registryMode,
    sandboxDir: given.SANDBOX_DIR,
    jurisdictions: given.JURISDICTIONS,
    registryUrls: urls,
    registerCredentials,
    encryptionKey: given.ENCRYPTION_KEY ?? DEVELOPMENT_ENCRYPTION_KEY,
    encryptionKeyPrevious: given.ENCRYPTION_KEY_PREVIOUS,
    adminKeys: Object.freeze(given.ADMIN_API_KEY ?? []),
    billing: given.BILLING === 'on',
    console: given.CONSOLE === 'on',
    freeCredits: given.FREE_CREDITS,
    signUp: given.SIGN_UP === 'on',
    termsUrl: given.TERMS_URL,
    stripe: stripeSettings(given),
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? DEVELOPMENT_MAIL_FROM,
    rateLimitPerMinute: given.RATE_LIMIT_PER_MINUTE,
    mcpAnonymousPerMinute: given.MCP_ANONYMOUS_RATE_LIMIT,
    openPerMinute: given.OPEN_RATE_LIMIT,
    nativeSchemes: given.NATIVE_SCHEMES,
    mostUnfinishedJobs: given.UNFINISHED_JOBS_PER_ACCOUNT,
    codeTtlMs: given.VERIFICATION_CODE_TTL,
    entityTtlMs: given.ENTITY_CACHE_TTL,
    noMatchTtlMs: given.NO_MATCH_CACHE_TTL,
    searchTtlMs: given.SEARCH_CACHE_TTL,
    searchWaitMs: given.SEARCH_WAIT,
    jobsKeptMs: given.JOB_RETENTION ?? DEFAULT_JOB_RETENTION_MS,
    snapshotsKeptMs: given.SNAPSHOT_RETENTION,
    evidenceKeptMs: given.EVIDENCE_KEPT === 'off' ? undefined : (given.EVIDENCE_KEPT ?? DEFAULT_EVIDENCE_KEPT_MS),
    recordsKeptMs: given.RECORDS_KEPT ?? DEFAULT_RECORDS_KEPT_MS,
    mirrorRefreshMs: given.MIRROR_REFRESH,
    probeEveryMs: given.PROBE_EVERY,
    sourceTimeoutMs: given.SOURCE_TIMEOUT ?? (registryMode === 'sandbox' ? 2_000 : 10_000),
    webhookAllowPrivate: given.WEBHOOK_ALLOW_PRIVATE === 'true',
    webhookProxy: given.WEBHOOK_PROXY === 'on',
    requestTimeoutMs: given.REQUEST_TIMEOUT,
    connectionsPerNetwork: given.CONNECTIONS_PER_NETWORK,
    drainMs: given.SHUTDOWN_DELAY ?? 0,
    traced: isTraced(given),
    metrics: given.METRICS === 'on',
    metricsToken: given.METRICS_TOKEN,
    accessLog: given.ACCESS_LOG === 'on',
    logLevel: given.LOG_LEVEL,
  });
}

/**
 * The settings that commands need to find the database, the data folder and the service of this
 * machine; the rest of the environment may be incomplete.
 */
export function loadLocalSettings(
  variables: Variables = processEnvironment(),
): Pick<Config, 'databaseUrl' | 'dataDir' | 'port' | 'jurisdictions' | 'registryUrls'> {
  const problems: string[] = [];
  const env = withSecretFiles(withoutBlanks(variables), problems);
  const urls = registryUrls(env, problems);
  const parsed = SCHEMA.pick({
    DATABASE_URL: true,
    DATA_DIR: true,
    PORT: true,
    JURISDICTIONS: true,
  }).safeParse(env);
  for (const { path, message } of parsed.error?.issues ?? []) problems.push(complaint(String(path[0]), message, env));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return {
    databaseUrl: parsed.data.DATABASE_URL,
    dataDir: parsed.data.DATA_DIR,
    port: parsed.data.PORT,
    jurisdictions: parsed.data.JURISDICTIONS,
    registryUrls: urls,
  };
}

/** All variables, for the test that keeps `.env.example` complete. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(SCHEMA.shape),
  ...REGISTERS.credentials.map(({ variable }) => variable),
  'ENV_FILE',
];

/**
 * Variables that the environment does not set come from `.env` of the working folder, or from the
 * file in `ENV_FILE`.
 */
function processEnvironment(): Variables {
  const named = process.env['ENV_FILE']?.trim();
  if (named && !existsSync(named)) throw new ConfigError([`ENV_FILE must be a file that exists (it is "${named}")`]);
  const file = named || '.env';
  // Loaded into the environment itself: OpenTelemetry reads its own variables there.
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

function addressOf(host: string, port: number): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
}

/** Reports unreadable values as problems and treats them as absent. */
function parseVariables(env: Variables, problems: string[]): Environment {
  const parsed = SCHEMA.safeParse(env);
  if (parsed.success) return parsed.data;
  const wrong = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  for (const [variable, message] of wrong) problems.push(complaint(variable, message, env));
  return SCHEMA.parse(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))));
}

/** Settings that contradict each other, in any environment. */
function contradictions(given: Environment): string[] {
  const problems: string[] = [];
  if (given.ROLE !== 'all' && !given.REDIS_URL) {
    problems.push(`REDIS_URL must be set for ROLE=${given.ROLE}: the in-process queue serves one process only`);
  }
  if (given.REDIS_CLUSTER === 'on' && !given.REDIS_URL) problems.push('REDIS_URL must be set with REDIS_CLUSTER=on');
  if (given.REDIS_CLUSTER === 'off' && given.REDIS_URL && given.REDIS_URL.length > 1) {
    problems.push('REDIS_URL must be one address, or REDIS_CLUSTER on');
  }
  // Without the secret of the webhook, the service would take money and never grant the credits.
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    problems.push('STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is');
  }
  if (given.BILLING === 'off' && given.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_SECRET_KEY must not be set with BILLING=off: nothing is sold');
  }
  // Events refer to their jobs.
  if (given.JOB_RETENTION !== undefined && given.JOB_RETENTION <= EVENTS_KEPT_MS) {
    problems.push(`JOB_RETENTION must be longer than ${EVENTS_KEPT_MS / DAY_MS}d, as long as events are kept`);
  }
  return problems;
}

function unfitForProduction(given: Environment): string[] {
  const problems: string[] = [];
  const must = (variable: string, why: string) => {
    const file = SECRETS.includes(variable) ? secretFile(variable, given.SECRETS_DIR) : undefined;
    problems.push(`${variable} must be set in production${why}${file ? `; ${file} does not exist or is empty` : ''}`);
  };
  if (!given.REGISTRY_MODE) must('REGISTRY_MODE', ': live or sandbox');
  if (!given.ENCRYPTION_KEY || given.ENCRYPTION_KEY === DEVELOPMENT_ENCRYPTION_KEY) {
    must('ENCRYPTION_KEY', ', to at least 32 characters of your own');
  }
  if (given.WEBHOOK_ALLOW_PRIVATE === 'true') {
    problems.push('WEBHOOK_ALLOW_PRIVATE must not be set in production: webhooks could reach into your network');
  }
  if (given.METRICS === 'on' && !given.METRICS_TOKEN) {
    must('METRICS_TOKEN', ' (/metrics shows how much the service is used), or METRICS to off');
  }
  if (given.ROLE === 'worker') return problems;
  if (given.BILLING === 'on' && !given.STRIPE_SECRET_KEY) {
    must('STRIPE_SECRET_KEY', ' (the test checkout gives credits for no money), or BILLING to off');
  }
  if (TEST_KEY.test(given.STRIPE_SECRET_KEY ?? '') && given.STRIPE_ALLOW_TEST_KEY === 'off') {
    problems.push(
      'STRIPE_SECRET_KEY must not be a test key in production: credits would cost no money. Set STRIPE_ALLOW_TEST_KEY to on for a rehearsal',
    );
  }
  if (given.SIGN_UP === 'on') {
    if (!given.SMTP_URL) must('SMTP_URL', ' (codes are sent by e-mail), or SIGN_UP to off');
    if (!given.MAIL_FROM) must('MAIL_FROM', ' (the sender of the codes), or SIGN_UP to off');
  }
  return problems;
}

/** Reads only the standard variables that switch tracing on; OpenTelemetry reads the others. */
function isTraced(given: Environment): boolean {
  const to = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const off = given.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || given.OTEL_TRACES_EXPORTER === 'none';
  return to !== undefined && !off;
}

/** Secret and restricted keys of Stripe's test mode. */
const TEST_KEY = /^[rs]k_test_/;

/** Absent: the test checkout is used. */
function stripeSettings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }: Environment) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return undefined;
  return Object.freeze({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE,
  });
}

/** The credentials that the registers declare and the environment has. */
function credentialsIn(env: Variables, problems: string[]): Readonly<Variables> {
  for (const { variable, with: other } of REGISTERS.credentials) {
    if (other !== undefined && env[variable] === undefined && env[other] !== undefined)
      problems.push(`${variable} must be set when ${other} is`);
  }
  return Object.freeze(Object.fromEntries(REGISTERS.credentials.map(({ variable }) => [variable, env[variable]])));
}

/** `REGISTRY_US_CO_URL` → `us-co`. */
function registryUrls(env: Variables, problems: string[]): Readonly<Variables> {
  const urls: Variables = {};
  for (const { code } of REGISTERS.facts) {
    const variable = `REGISTRY_${code.toUpperCase().replaceAll('-', '_')}_URL`;
    const value = env[variable]?.trim();
    if (!value) continue;
    const parsed = httpUrl.safeParse(value);
    if (parsed.success) urls[code] = parsed.data;
    else problems.push(complaint(variable, 'must be an http or https address', env));
  }
  return Object.freeze(urls);
}

/** Shows the value, unless it is a secret or may contain one. */
function complaint(variable: string, message: string, env: Variables): string {
  const value = env[variable];
  if (value === undefined || value.includes('@') || SECRETS.includes(variable)) return `${variable} ${message}`;
  return `${variable} ${message} (it is "${value.length > 40 ? `${value.slice(0, 39)}…` : value}")`;
}
