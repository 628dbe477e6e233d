import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, VARIABLES } from '../../src/config.js';

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
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
    ['BASE_URL', 'standing', 'BASE_URL must be an http or https address'],
  ])('names %s when it is %j, in one line', (variable, value, message) => {
    const refusal = refusalOf({ [variable]: value });
    expect(refusal).toContain(message);
    expect(refusal).not.toContain('\n');
  });

  it('never shows the whole of a bad secret', () => {
    expect(refusalOf({ SMTP_URL: 'http://user:hunter2secret@mail.example.com' })).not.toContain('hunter2');
  });

  it('takes an empty value for no value', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 3000, redisUrl: undefined });
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

  it('gives the sandbox 2 s and a live register 10 s', () => {
    expect(loadConfig({}).sourceTimeoutMs).toBe(2_000);
    expect(loadConfig({ REGISTRY_MODE: 'live' }).sourceTimeoutMs).toBe(10_000);
  });

  it('refuses in production what is only good for development', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_test_x' };
    const production = { NODE_ENV: 'production', REGISTRY_MODE: 'live', ENCRYPTION_KEY: 'x'.repeat(32), ...stripe };
    expect(loadConfig(production)).toMatchObject({ production: true, host: '0.0.0.0' });
    expect(refusalOf({ ...production, REGISTRY_MODE: undefined })).toContain('REGISTRY_MODE');
    expect(refusalOf({ ...production, ENCRYPTION_KEY: undefined })).toContain('ENCRYPTION_KEY');
    expect(refusalOf({ ...production, STRIPE_SECRET_KEY: undefined })).toContain('STRIPE_SECRET_KEY');
    expect(refusalOf({ ...production, WEBHOOK_ALLOW_PRIVATE: 'true' })).toContain('WEBHOOK_ALLOW_PRIVATE');
  });

  it('refuses a Stripe key whose payments could not be heard of', () => {
    expect(refusalOf({ STRIPE_SECRET_KEY: 'sk_test_x' })).toContain('STRIPE_WEBHOOK_SECRET');
  });

  it('refuses to split the work over processes that share no queue', () => {
    expect(refusalOf({ ROLE: 'worker' })).toContain('REDIS_URL must be set for ROLE=worker');
    expect(loadConfig({ ROLE: 'worker', REDIS_URL: 'redis://127.0.0.1:6379' }).role).toBe('worker');
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
