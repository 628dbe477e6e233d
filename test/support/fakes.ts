import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue, jurisdictionNamed } from '../../src/core/registries/jurisdictions.js';
import {
  Registries,
  Registry,
  SourceError,
  type Candidates,
  type NameQuery,
  type Offer,
  type SourceStatus,
} from '../../src/core/registries/ports.js';
import type { RegisterProbes } from '../../src/core/registries/probes.js';
import type { RecordDetails, RegisterRecord } from '../../src/core/registries/record.js';
import { Log } from '../../src/core/ports.js';

export const DETAILS: RecordDetails = {
  registeredAgent: {
    name: 'Fictional Agents, Inc.',
    address: { line1: '1 Test Street', line2: null, city: 'Denver', region: 'CO', postalCode: '80202', country: 'US' },
  },
  officers: null,
  principalAddress: {
    line1: '2 Test Street',
    line2: null,
    city: 'Denver',
    region: 'CO',
    postalCode: '80202',
    country: 'US',
  },
  filingHistorySummary: { totalFilings: 2, lastFilingDate: '2024-03-01', recentFilings: [] },
};

export function record(given: Partial<RegisterRecord> & { id: string; name: string }): RegisterRecord {
  return {
    aliases: [],
    status: 'active',
    statusDetail: 'Good Standing',
    goodStanding: true,
    entityType: 'Limited Liability Company',
    formationDate: '2019-05-04',
    domestic: true,
    url: null,
    ...given,
  };
}

export const OFFICE = {
  line1: '7 Imaginary Quay',
  line2: null,
  city: 'Fableton',
  region: 'NY',
  postalCode: '10001',
  country: 'US',
};

/**
 * An in-memory register. It can be slow, fail or return an incomplete list on demand, and counts
 * calls.
 */
export class FakeRegistry extends Registry {
  parserVersion = 1;
  records: RegisterRecord[] = [];
  /** Added to every record by a fetch. */
  details = DETAILS;
  complete = true;
  status: SourceStatus = 'operational';
  delayMs = 0;
  /** Calls wait until this resolves. */
  held: Promise<void> | undefined;
  /** Errors for the next calls, in order. */
  failures: Error[] = [];
  searches = 0;
  fetches = 0;
  lookups = 0;

  async search(_query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    this.searches += 1;
    await this.behave(signal);
    return { records: this.records, complete: this.complete };
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    this.fetches += 1;
    await this.behave(signal);
    const found = this.records.find((candidate) => candidate.id === id);
    return found && { ...found, details: this.details };
  }

  async findByNumber(number: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    this.lookups += 1;
    await this.behave(signal);
    return this.records.find(({ id }) => id === number);
  }

  private async behave(signal: AbortSignal): Promise<void> {
    if (this.held) await abortable(this.held, signal);
    if (this.delayMs > 0) await sleep(this.delayMs, undefined, { signal });
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
}

function abortable(held: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    held.then(resolve, reject);
  });
}

export const unavailable = () => new SourceError('unavailable', 'the register answered 503');
export const timedOut = () => new SourceError('timeout', 'the register did not answer');

export class FakeRegistries extends Registries {
  readonly byCode: Record<string, FakeRegistry> = {
    'us-co': new FakeRegistry(),
    'us-ct': new FakeRegistry(),
    'ca-bc': new FakeRegistry(),
  };

  readonly codes = catalogue()
    .filter(({ optIn }) => !optIn)
    .map(({ code }) => code);

  of(code: string): FakeRegistry {
    const registry = this.byCode[code];
    if (!registry) throw new Error(`no register for ${code}`);
    return registry;
  }

  unavailableReason(code: string): string | undefined {
    return code in this.byCode ? undefined : 'this register is not connected in tests';
  }

  offer(code: string): Offer {
    return jurisdictionNamed(code);
  }

  status(code: string): SourceStatus {
    return this.byCode[code]?.status ?? 'operational';
  }

  /** Start of each mirrored register's current edition. */
  readonly editions: Record<string, Date> = {};

  override editionSince(code: string): Date | undefined {
    return this.editions[code];
  }

  parserVersion(code: string): number {
    return this.byCode[code]?.parserVersion ?? 1;
  }

  readonly samples: Record<string, string[]> = {};

  sampleNames(code: string): string[] | undefined {
    return this.samples[code];
  }

  isSandbox(): boolean {
    return false;
  }
}

/** Keeps log lines, so that a test can check them for forbidden content. */
export class MemoryLog extends Log {
  readonly lines: { level: 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> }[] = [];

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.lines.push({ level: 'info', message, fields });
  }

  warn(message: string, fields: Record<string, unknown> = {}): void {
    this.lines.push({ level: 'warn', message, fields });
  }

  error(message: string, fields: Record<string, unknown> = {}): void {
    this.lines.push({ level: 'error', message, fields });
    // A test sees only the 500, and one that fails rarely has to say why at once.
    if (process.env['CI'] && message === 'a request failed') console.error(message, fields);
  }
}

/** For tests that change accounts while no key is in use. */
export const REMEMBERS_NOBODY = { forget: () => {} };

/** For tests in which addresses do not matter. */
export const BARE_DIGESTS = {
  of: async (address: string) => ({ keyed: Buffer.from(address), bare: Buffer.from(address) }),
};

export const NEVER_PROBED: RegisterProbes = { last: new Map(), load: () => Promise.resolve() };
