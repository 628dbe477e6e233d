import { REGISTERS } from '../registers/registers.js';
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { MAX_ADMIN_NAME_LENGTH, type AdminKey } from '../core/admin/admin-keys.js';
import { codeOf } from '../core/registries/jurisdiction.js';
import { FREE_CREDITS } from '../core/billing/packages.js';
import { MAX_ADJUSTED_CREDITS, MAX_REQUESTS_PER_MINUTE, SEARCH_WAIT_MS } from '../core/limits.js';

const UNITS_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a duration such as 500ms, 2s, 15m or 24h')
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS[text.replace(/^\d+/, '')] ?? 0))
  .pipe(z.number().positive('must be longer than nothing').max(2_147_483_647, 'must be shorter than 24 days'));

/** A storage period. It is not used as a timer, so it may exceed the maximum of one. */
const retention = z
  .string()
  .regex(/^\d+[dh]$/, 'must be a number of days or hours such as 365d or 48h')
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS[text.slice(-1)] ?? 0))
  .pipe(z.number().positive('must be longer than nothing').max(3_155_760_000_000, 'must be shorter than 100 years'));

/** A probe asks every register four questions. */
const MIN_PROBE_MS = 10_000;

/** As long as jobs and files themselves; laws ask for years. */
const MIN_RECORDS_KEPT_MS = 90 * 86_400_000;

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

/**
 * Finds passwords whose `/`, `?` or `#` would end the host too early: their rest would be taken for
 * the path, and drivers show hosts, ports and paths in errors.
 */
function isEscaped(url: string): boolean {
  const [, after = ''] = /^[^:]*:\/\/[^/?#\\]*(.*)$/s.exec(url) ?? [];
  return !/[@#]/.test(after);
}

/** An address that may have a user name and a password. */
const withLogin = z
  .string()
  .refine(isEscaped, 'must have its password percent-encoded: %40 for @, %23 for #, %2F for /, %3F for ?');

const urlOf = (...protocols: string[]) =>
  withLogin.pipe(
    z.url({
      protocol: new RegExp(`^(${protocols.join('|')})$`),
      error: `must be a ${protocols.join(' or ')}: address`,
    }),
  );

const redisAddress = urlOf('redis', 'rediss');

const redisAddresses = withLogin
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => redisAddress.safeParse(part).success),
    'must be a redis or rediss: address, or several of a cluster, separated by commas',
  );

const secret = (least: number) => z.string().min(least, `must have at least ${least} characters`);

const ADMIN_NAME = new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} .'@_-]{0,${MAX_ADMIN_NAME_LENGTH - 1}}$`, 'u');
const MIN_ADMIN_KEY_LENGTH = 24;

/** One key, or `name:key,name:key`. */
const adminKeys = z
  .string()
  .transform((text): AdminKey[] => {
    if (!text.includes(':')) return [{ name: undefined, key: text }];
    return text.split(',').map((part) => {
      const colon = part.indexOf(':');
      return { name: part.slice(0, Math.max(colon, 0)).trim(), key: part.slice(colon + 1).trim() };
    });
  })
  .superRefine((keys, context) => {
    const problems: [boolean, string][] = [
      [
        keys.some(({ key }) => key.length < MIN_ADMIN_KEY_LENGTH),
        `must have at least ${MIN_ADMIN_KEY_LENGTH} characters`,
      ],
      [keys.some(({ name }) => name !== undefined && !ADMIN_NAME.test(name)), 'must be one key, or name:key,name:key'],
      [hasTwice(keys.map(({ key }) => key)), 'must give each administrator a key of their own'],
      [hasTwice(keys.map(({ name = '' }) => name.toLowerCase())), 'must give each key a name of its own'],
    ];
    for (const [wrong, message] of problems) if (wrong) return context.addIssue({ code: 'custom', message });
  });

const hasTwice = (texts: readonly string[]) => new Set(texts).size < texts.length;

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' });

const listOf = (accepts: (part: string) => boolean, what: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every(accepts), `must be ${what}, separated by commas`);

/** Named ranges known to Fastify. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const isScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*$/.test(text);

/** Common native applications with a scheme without a dot. */
const NATIVE_SCHEMES = ['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed', 'claude'];

const folder = z
  .string()
  .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, 'must be a folder that exists');

/** Codes of registers, or `all` of them. */
const jurisdictions = z.string().transform((text, context) => {
  const codes = REGISTERS.facts.map(({ code }) => code);
  const named = text
    .split(',')
    .map((part) => codeOf(part))
    .filter(Boolean);
  if (named.includes('all')) return codes;
  const toAdd = REGISTERS.facts.flatMap(({ code, optIn }) => (optIn ? [code] : []));
  const unknown = named.filter((code) => !codes.includes(code));
  if (unknown.length > 0)
    context.addIssue(
      `must be all, or some of ${toAdd.join(', ')}, with commas between them: it names ${unknown.join(', ')}`,
    );
  return named;
});

/**
 * All environment variables, except for those of single registers: credentials, and URLs
 * (`REGISTRY_US_CO_URL`).
 */
export const SCHEMA = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: count(0, 65_535).default(3000),
  HOST: z.string().optional(),
  BASE_URL: httpUrl.optional(),
  ALLOWED_ORIGINS: listOf(isOrigin, 'origins such as https://app.example.com').default([]),
  HTTPS_PROXY: withLogin.pipe(httpUrl).optional(),
  HTTP_PROXY: withLogin.pipe(httpUrl).optional(),
  NO_PROXY: z.string().optional(),
  WEBHOOK_PROXY: onOrOff.default('off'),
  TRUSTED_PROXIES: listOf(isRange, 'addresses or ranges such as 10.0.0.0/8').default([]),
  DATA_DIR: z.string().default('.data'),
  SECRETS_DIR: folder.optional(),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  DATABASE_REPLICA_URL: urlOf('postgres', 'postgresql').optional(),
  REDIS_URL: redisAddresses.optional(),
  REDIS_CLUSTER: onOrOff.default('off'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  REGISTRY_MODE: z.enum(['live', 'sandbox'], { error: 'must be live or sandbox' }).optional(),
  SANDBOX_DIR: folder.optional(),
  JURISDICTIONS: jurisdictions.default([]),
  ENCRYPTION_KEY: secret(32).optional(),
  ENCRYPTION_KEY_PREVIOUS: secret(32).optional(),
  ADMIN_API_KEY: adminKeys.optional(),
  BILLING: onOrOff.default('on'),
  CONSOLE: onOrOff.default('on'),
  FREE_CREDITS: count(0, MAX_ADJUSTED_CREDITS).default(FREE_CREDITS),
  STRIPE_SECRET_KEY: secret(8).optional(),
  STRIPE_WEBHOOK_SECRET: secret(8).optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_ALLOW_TEST_KEY: onOrOff.default('off'),
  SIGN_UP: onOrOff.default('on'),
  TERMS_URL: httpUrl.optional(),
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  MAIL_FROM: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: count(1, MAX_REQUESTS_PER_MINUTE).default(60),
  MCP_ANONYMOUS_RATE_LIMIT: count(1, MAX_REQUESTS_PER_MINUTE).default(20),
  OPEN_RATE_LIMIT: count(1, MAX_REQUESTS_PER_MINUTE).default(300),
  NATIVE_SCHEMES: listOf(isScheme, 'schemes such as cursor or vscode').default(NATIVE_SCHEMES),
  UNFINISHED_JOBS_PER_ACCOUNT: count(1, 1_000_000).default(5_000),
  VERIFICATION_CODE_TTL: duration.default(900_000),
  ENTITY_CACHE_TTL: duration.default(86_400_000),
  NO_MATCH_CACHE_TTL: duration.default(3_600_000),
  SEARCH_CACHE_TTL: duration.default(86_400_000),
  SEARCH_WAIT: duration.default(SEARCH_WAIT_MS),
  SNAPSHOT_RETENTION: retention.optional(),
  EVIDENCE_KEPT: z.literal('off').or(retention).optional(),
  RECORDS_KEPT: retention.refine((ms) => ms >= MIN_RECORDS_KEPT_MS, 'must be at least 90d').optional(),
  MIRROR_REFRESH: duration.optional(),
  PROBE_EVERY: duration.refine((ms) => ms >= MIN_PROBE_MS, 'must be at least 10s').optional(),
  SOURCE_TIMEOUT: duration.optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  REQUEST_TIMEOUT: duration.default(15_000),
  CONNECTIONS_PER_NETWORK: count(1, 1_000_000).default(1_000),
  SHUTDOWN_DELAY: duration.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  JOB_RETENTION: retention.optional(),
  METRICS: z.enum(['on', 'off']).default('on'),
  METRICS_TOKEN: secret(16).optional(),
  ACCESS_LOG: onOrOff.default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export type Environment = z.infer<typeof SCHEMA>;

const OWN_SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'ADMIN_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] satisfies (keyof Environment)[];

/**
 * Their values never appear in messages. `NAME_FILE` may name a file with the value, and
 * `SECRETS_DIR` a folder of such files.
 */
export const SECRETS: readonly string[] = [...OWN_SECRETS, ...REGISTERS.credentials.map(({ variable }) => variable)];
