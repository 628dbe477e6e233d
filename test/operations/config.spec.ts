import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REGISTERS } from '../../src/registers/registers.js';
import { ConfigError, loadConfig, VARIABLES } from '../../src/config.js';

const KEYS = ['the-first-key-of-these-tests', 'the-second-key-of-these-tests'];

describe('the configuration', () => {
  it.each([
    ['PORT', 'eighty', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be at most 65535'],
    ['SOURCE_TIMEOUT', '10', 'SOURCE_TIMEOUT must be a duration such as 500ms'],
    ['VERIFICATION_CODE_TTL', '0s', 'VERIFICATION_CODE_TTL must be longer than nothing'],
    ['SNAPSHOT_RETENTION', '0d', 'SNAPSHOT_RETENTION must be longer than nothing'],
    ['SNAPSHOT_RETENTION', '90', 'SNAPSHOT_RETENTION must be a number of days or hours such as 365d'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be a postgres or postgresql: address'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL must be'],
    ['REGISTRY_MODE', 'test', 'REGISTRY_MODE'],
    ['REGISTRY_US_CO_URL', 'ftp://register', 'REGISTRY_US_CO_URL must be an http or https address'],
    ['ENCRYPTION_KEY', 'short', 'ENCRYPTION_KEY must have at least 32 characters'],
    ['ADMIN_API_KEY', 'guessable', 'ADMIN_API_KEY must have at least 24 characters'],
    ['ADMIN_API_KEY', `first:${KEYS[0]},second:guessable`, 'ADMIN_API_KEY must have at least 24 characters'],
    ['ADMIN_API_KEY', `first:${KEYS[0]},${KEYS[1]}`, 'ADMIN_API_KEY must be one key, or name:key,name:key'],
    ['ADMIN_API_KEY', `:${KEYS[0]}`, 'ADMIN_API_KEY must be one key, or name:key,name:key'],
    ['ADMIN_API_KEY', `<b>:${KEYS[0]}`, 'ADMIN_API_KEY must be one key, or name:key,name:key'],
    ['ADMIN_API_KEY', `a:${KEYS[0]},b:${KEYS[0]}`, 'ADMIN_API_KEY must give each administrator a key of their own'],
    ['ADMIN_API_KEY', `One:${KEYS[0]},one:${KEYS[1]}`, 'ADMIN_API_KEY must give each key a name of its own'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
    ['BASE_URL', 'standing', 'BASE_URL must be an http or https address'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8'],
    ['TRUSTED_PROXIES', 'my-proxy', 'TRUSTED_PROXIES must be addresses or ranges'],
    ['SANDBOX_DIR', '/nowhere', 'SANDBOX_DIR must be a folder that exists'],
    ['JURISDICTIONS', 'us-co, xx-yy,zz', 'with commas between them: it names xx-yy, zz'],
    ['ALLOWED_ORIGINS', 'app.example.com', 'ALLOWED_ORIGINS must be origins such as https://app.example.com'],
    ['BILLING', 'maybe', 'BILLING must be on or off'],
    ['SIGN_UP', 'no', 'SIGN_UP must be on or off'],
    ['ENCRYPTION_KEY_FILE', '/nowhere', 'ENCRYPTION_KEY_FILE must be a file that exists'],
  ])('names %s when it is %j, in one line', (variable, value, message) => {
    const refusal = refusalOf({ [variable]: value });
    expect(refusal).toContain(message);
    expect(refusal).not.toContain('\n');
  });

  it.each([
    ['SMTP_URL', 'http://user:hunter2@mail.example.com'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/x'],
    ['REDIS_URL', 'http://:hunter2@redis'],
    ['BASE_URL', 'ftp://user:hunter2@standing.example.com'],
    ['REGISTRY_US_CO_URL', 'ftp://user:hunter2@register'],
    ['ENCRYPTION_KEY', 'hunter2'],
    ['ADMIN_API_KEY', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
    ['STRIPE_SECRET_KEY', 'hunter2'],
  ])('never shows the value of a bad %s', (variable, value) => {
    expect(refusalOf({ [variable]: value })).not.toMatch(/hunter|hunt/);
  });

  it.each([
    ['DATABASE_URL', 'postgres'],
    ['DATABASE_REPLICA_URL', 'postgres'],
    ['REDIS_URL', 'redis'],
    ['SMTP_URL', 'smtp'],
    ['HTTPS_PROXY', 'http'],
    ['HTTP_PROXY', 'http'],
  ])('shows no piece of an unescaped password in %s, and how to write it', (variable, scheme) => {
    for (const password of ['one#hunter2', '12/hunter2', '1@hunter2#x', '1@hunter2/x', '1@hunter2?x', '12?hunter2']) {
      expect(refusalOf({ [variable]: `${scheme}://user:${password}@data.example.com:1234/name` })).toBe(
        `${variable} must have its password percent-encoded: %40 for @, %23 for #, %2F for /, %3F for ?`,
      );
    }
  });

  it('accepts a password with an @, which is the last one before the host, and parameters of the driver', () => {
    const databaseUrl = 'postgres://user:one@two%23@data.example.com/name?sslmode=require&application_name=a';
    expect(loadConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  it('names everything wrong at once, each setting once on its own line', () => {
    const refusal = refusalOf({
      NODE_ENV: 'production',
      PORT: 'eighty',
      STRIPE_SECRET_KEY: 'short',
      ZEFIX_USERNAME: 'u',
    });
    const [head, ...lines] = refusal.split('\n').map((line) => line.trim());
    expect(head).toBe('8 settings are wrong');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'STRIPE_SECRET_KEY',
      'ZEFIX_PASSWORD',
      'REGISTRY_MODE',
      'ENCRYPTION_KEY',
      'METRICS_TOKEN',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
  });

  it('reads a secret from a file, but not from two places', () => {
    const folder = mkdtempSync(join(tmpdir(), 'standing-secrets-'));
    const file = join(folder, 'admin_api_key');
    writeFileSync(file, 'a-key-that-came-from-a-file\n');
    try {
      expect(loadConfig({ ADMIN_API_KEY_FILE: file }).adminKeys).toEqual([
        { name: undefined, key: 'a-key-that-came-from-a-file' },
      ]);
      expect(refusalOf({ ADMIN_API_KEY_FILE: file, ADMIN_API_KEY: 'a-key-that-came-from-elsewhere' })).toContain(
        'ADMIN_API_KEY and ADMIN_API_KEY_FILE must not both be set',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads the secrets that exist in SECRETS_DIR, unless the environment has them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'standing-secrets-'));
    try {
      writeFileSync(join(folder, 'admin_api_key'), 'a-key-that-came-from-a-file\n');
      writeFileSync(join(folder, 'metrics_token'), '\n');
      writeFileSync(join(folder, 'smtp_url'), 'smtp://mail.example.com');
      const config = loadConfig({ SECRETS_DIR: folder, SMTP_URL: 'smtp://elsewhere.example.com' });
      expect(config).toMatchObject({
        adminKeys: [{ name: undefined, key: 'a-key-that-came-from-a-file' }],
        metricsToken: undefined,
        smtpUrl: 'smtp://elsewhere.example.com',
        stripe: undefined,
      });
      mkdirSync(join(folder, 'socrata_app_token'));
      expect(refusalOf({ SECRETS_DIR: folder })).toContain('SOCRATA_APP_TOKEN cannot be read from');
      expect(refusalOf({ SECRETS_DIR: join(folder, 'nowhere') })).toContain('SECRETS_DIR must be a folder that exists');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('accepts one admin key, or several with the names of their holders', () => {
    const keysIn = (given: string) => loadConfig({ ADMIN_API_KEY: given }).adminKeys;
    const [first = '', second = ''] = KEYS;
    expect(keysIn(first)).toEqual([{ name: undefined, key: first }]);
    // A single key may contain a comma.
    expect(keysIn(`${first},${second}`)).toEqual([{ name: undefined, key: `${first},${second}` }]);
    expect(keysIn(`Desk one:${first}, desk-2@example.com:${second}:x`)).toEqual([
      { name: 'Desk one', key: first },
      { name: 'desk-2@example.com', key: `${second}:x` },
    ]);
    expect(loadConfig({}).adminKeys).toEqual([]);
  });

  it('treats an empty value as missing', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 3000, redis: undefined });
  });

  it('reads durations and register addresses', () => {
    const config = loadConfig({
      SOURCE_TIMEOUT: '500ms',
      ENTITY_CACHE_TTL: '2h',
      REGISTRY_US_CO_URL: 'http://127.0.0.1:9/x/',
    });
    expect(config).toMatchObject({ sourceTimeoutMs: 500, entityTtlMs: 7_200_000 });
    expect(loadConfig({ SNAPSHOT_RETENTION: '1825d' }).snapshotsKeptMs).toBe(157_680_000_000);
    expect(config.registryUrls).toEqual({ 'us-co': 'http://127.0.0.1:9/x' });
  });

  it('reads the jurisdictions to add, in any case and with blanks', () => {
    const added = (text: string) => loadConfig({ JURISDICTIONS: text }).jurisdictions;
    expect(added('')).toEqual([]);
    expect(added(' FR , no,,us-co ')).toEqual(['fr', 'no', 'us-co']);
    expect(added(' all ')).toEqual(REGISTERS.facts.map(({ code }) => code));
  });

  it('refuses to probe registers more often than every ten seconds', () => {
    expect(() => loadConfig({ PROBE_EVERY: '9s' })).toThrow('PROBE_EVERY must be at least 10s (it is "9s")');
    expect(loadConfig({ PROBE_EVERY: '10s' }).probeEveryMs).toBe(10_000);
    expect(loadConfig({}).probeEveryMs).toBeUndefined();
  });

  it('sets a source timeout of 2 s in the sandbox and 10 s in live mode', () => {
    expect(loadConfig({}).sourceTimeoutMs).toBe(2_000);
    expect(loadConfig({ REGISTRY_MODE: 'live' }).sourceTimeoutMs).toBe(10_000);
  });

  it('refuses development-only settings in production', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_test_x' };
    const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Standing <standing@example.com>' };
    const production = {
      NODE_ENV: 'production',
      REGISTRY_MODE: 'live',
      ENCRYPTION_KEY: 'x'.repeat(32),
      METRICS_TOKEN: 'm'.repeat(16),
      ...stripe,
      ...mail,
    };
    expect(loadConfig(production)).toMatchObject({ production: true, host: '0.0.0.0' });
    expect(refusalOf({ ...production, REGISTRY_MODE: undefined })).toContain('REGISTRY_MODE');
    expect(refusalOf({ ...production, ENCRYPTION_KEY: undefined })).toContain('ENCRYPTION_KEY');
    expect(refusalOf({ ...production, STRIPE_SECRET_KEY: undefined })).toContain('STRIPE_SECRET_KEY');
    expect(refusalOf({ ...production, WEBHOOK_ALLOW_PRIVATE: 'true' })).toContain('WEBHOOK_ALLOW_PRIVATE');
    expect(refusalOf({ ...production, SMTP_URL: undefined })).toContain('SMTP_URL');
    expect(refusalOf({ ...production, MAIL_FROM: undefined })).toContain('MAIL_FROM');
    expect(refusalOf({ ...production, METRICS_TOKEN: undefined })).toContain('METRICS_TOKEN');
    expect(loadConfig({ ...production, METRICS_TOKEN: undefined, METRICS: 'off' }).metrics).toBe(false);
    for (const key of ['sk_test_x', 'rk_test_x']) {
      const rehearsal = { ...production, STRIPE_SECRET_KEY: key };
      expect(refusalOf({ ...rehearsal, SMTP_URL: undefined })).toMatch(
        /SMTP_URL[^]*STRIPE_ALLOW_TEST_KEY|STRIPE_ALLOW_TEST_KEY[^]*SMTP_URL/,
      );
      expect(loadConfig({ ...rehearsal, STRIPE_ALLOW_TEST_KEY: 'on' }).production).toBe(true);
    }
    expect(loadConfig(stripe).production).toBe(false);
  });

  it('needs no Stripe without billing, and no mail without sign-up', () => {
    const production = {
      NODE_ENV: 'production',
      REGISTRY_MODE: 'live',
      ENCRYPTION_KEY: 'x'.repeat(32),
      METRICS: 'off',
    };
    expect(loadConfig({ ...production, BILLING: 'off', SIGN_UP: 'off' }).production).toBe(true);
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_test_x' };
    expect(refusalOf({ BILLING: 'off', ...stripe })).toContain('STRIPE_SECRET_KEY must not be set with BILLING=off');
  });

  it('refuses a Stripe key without a webhook secret', () => {
    expect(refusalOf({ STRIPE_SECRET_KEY: 'sk_test_x' })).toContain('STRIPE_WEBHOOK_SECRET');
  });

  it('refuses a worker process without a shared queue', () => {
    expect(refusalOf({ ROLE: 'worker' })).toContain('REDIS_URL must be set for ROLE=worker');
    expect(loadConfig({ ROLE: 'worker', REDIS_URL: 'redis://127.0.0.1:6379' }).role).toBe('worker');
  });

  it('accepts several Redis addresses for a cluster only', () => {
    const several = { REDIS_URL: 'redis://one:6379, redis://two:6379' };
    expect(refusalOf(several)).toContain('REDIS_URL must be one address, or REDIS_CLUSTER on');
    expect(loadConfig({ ...several, REDIS_CLUSTER: 'on' }).redis).toEqual({
      nodes: ['redis://one:6379', 'redis://two:6379'],
      cluster: true,
    });
    expect(refusalOf({ REDIS_CLUSTER: 'on' })).toContain('REDIS_URL must be set with REDIS_CLUSTER=on');
    expect(refusalOf({ REDIS_URL: 'redis://one:6379,http://two' })).toContain('REDIS_URL must be a redis or rediss');
  });

  it('is listed completely in .env.example', () => {
    const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(VARIABLES.filter((name) => !listed.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}
