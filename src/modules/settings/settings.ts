import { Module, type DynamicModule } from '@nestjs/common';
import type { AdminKey } from '../../core/admin/admin-keys.js';

/** What the operator has configured, as far as modules need it. Injectable everywhere. */
export abstract class Settings {
  /** Of this program. */
  abstract readonly version: string;
  /** Under which the service is reached, without a slash at the end. */
  abstract readonly publicUrl: string;
  /** Whose pages may call the service, beside its own. */
  abstract readonly allowedOrigins: readonly string[];
  /** Where the operator's terms of service are published. */
  abstract readonly termsUrl: string | undefined;
  abstract readonly registryMode: 'live' | 'sandbox';
  abstract readonly encryptionKey: string;
  /** The key before it, while secrets sealed with that one are still read. */
  abstract readonly encryptionKeyPrevious: string | undefined;
  /** Without one there is no admin. */
  abstract readonly adminKeys: readonly AdminKey[];
  /** Whether an address that proves itself becomes an account. */
  abstract readonly signUp: boolean;
  /** What a new account begins with. */
  abstract readonly freeCredits: number;
  /** Whether credits are on sale. */
  abstract readonly billing: boolean;
  /** The sender of e-mail, who receives reports of security problems too. */
  abstract readonly mailFrom: string;
  /** Of a new key. */
  abstract readonly rateLimitPerMinute: number;
  /** Requests a minute and network address of agents without credentials. */
  abstract readonly mcpAnonymousPerMinute: number;
  /** The same to all other routes that need none. */
  abstract readonly openPerMinute: number;
  /** Schemes of redirect URIs that have no dot and are allowed all the same. */
  abstract readonly nativeSchemes: readonly string[];
  /** How long a one-time code is valid. */
  abstract readonly codeTtlMs: number;
  abstract readonly entityTtlMs: number;
  abstract readonly noMatchTtlMs: number;
  abstract readonly searchTtlMs: number;
  /** How long a search without a preference waits for the registers. */
  abstract readonly searchWaitMs: number;
  abstract readonly jobsKeptMs: number;
  abstract readonly snapshotsKeptMs: number | undefined;
  /** `undefined`: what registers send is not kept. */
  abstract readonly evidenceKeptMs: number | undefined;
  /** Without a token the metrics are open. */
  abstract readonly metricsToken: string | undefined;
}

/**
 * The terms of service, which belong to the operator of an installation and not to the software.
 */
export class Terms {
  constructor(
    /** Where they are published, if they are. */
    readonly url: string | undefined,
  ) {}
}

/** The settings, read once and seen by every module. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
