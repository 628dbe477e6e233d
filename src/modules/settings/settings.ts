import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import type { AdminKey } from '../../core/admin/admin-keys.js';
import { PACKAGES } from '../../core/billing/packages.js';
import { ServiceFacts } from './service-facts.js';

/** The operator's configuration, as far as modules need it. Injectable everywhere. */
export abstract class Settings {
  abstract readonly version: string;
  /** The service's public URL, without a trailing slash. */
  abstract readonly publicUrl: string;
  /** Origins whose pages may call the service, in addition to its own. */
  abstract readonly allowedOrigins: readonly string[];
  abstract readonly termsUrl: string | undefined;
  abstract readonly registryMode: 'live' | 'sandbox';
  abstract readonly encryptionKey: string;
  /** The previous key, while secrets sealed with it are still readable. */
  abstract readonly encryptionKeyPrevious: string | undefined;
  /** Empty: no administration. */
  abstract readonly adminKeys: readonly AdminKey[];
  /** A verified email address creates an account. */
  abstract readonly signUp: boolean;
  abstract readonly freeCredits: number;
  abstract readonly billing: boolean;
  /** The sender of emails, who also receives security reports. */
  abstract readonly mailFrom: string;
  /** Limit of a new key. */
  abstract readonly rateLimitPerMinute: number;
  /** Requests per minute and network address of agents without credentials. */
  abstract readonly mcpAnonymousPerMinute: number;
  /** Requests per minute and network address to other routes without credentials. */
  abstract readonly openPerMinute: number;
  /** Allowed schemes of redirect URIs without a dot. */
  abstract readonly nativeSchemes: readonly string[];
  abstract readonly codeTtlMs: number;
  abstract readonly entityTtlMs: number;
  abstract readonly noMatchTtlMs: number;
  abstract readonly searchTtlMs: number;
  /** Default time a search waits for registers. */
  abstract readonly searchWaitMs: number;
  abstract readonly jobsKeptMs: number;
  abstract readonly snapshotsKeptMs: number | undefined;
  /** `undefined`: register responses are not kept. */
  abstract readonly evidenceKeptMs: number | undefined;
  abstract readonly recordsKeptMs: number;
  /** Without it, the metrics are public. */
  abstract readonly metricsToken: string | undefined;
}

/** A value that a class needs of the settings. */
export function setting<T>(
  token: abstract new (...args: never[]) => T,
  read: (settings: Settings) => T,
): FactoryProvider<T> {
  return { provide: token, useFactory: read, inject: [Settings] };
}

@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: Settings, useValue: settings }, setting(ServiceFacts, serviceFacts)],
      exports: [Settings, ServiceFacts],
    };
  }
}

function serviceFacts(settings: Settings): ServiceFacts {
  const { version, registryMode, rateLimitPerMinute, codeTtlMs, entityTtlMs, freeCredits, signUp, termsUrl } = settings;
  const packages = settings.billing ? PACKAGES : [];
  return { version, registryMode, rateLimitPerMinute, codeTtlMs, entityTtlMs, freeCredits, signUp, termsUrl, packages };
}
