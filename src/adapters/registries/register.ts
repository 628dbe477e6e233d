import type { Offer, Registry } from '../../core/registries/ports.js';
import type { QuestionClient } from './http/client.js';
import type { PaceLimits } from './http/throttle/throttle.js';

/** A secret variable of the environment: a key, a token, or a part of a login. */
export interface Credential {
  /** `COMPANIES_HOUSE_API_KEY`. */
  variable: string;
  /** Explains it in the settings: its kind, and the loss without it; `codes`: of its registers. */
  words: (codes: string) => string;
  /** Another variable without which it is of no use. */
  with?: string;
}

/** By the variables that the registers declare. */
export type Credentials = Readonly<Record<string, string | undefined>>;

export interface Connection {
  baseUrl: string;
  /**
   * For registers with several services: the address of the one with this origin, possibly the same
   * as `baseUrl`.
   */
  serviceUrl(origin: string): string;
  client: QuestionClient;
  /** `YYYY-MM-DD` at the register, at the moment the question is about. */
  today: () => Promise<string>;
}

/** Everything needed to reach one register that this process cannot choose. */
export interface Register {
  origin: string;
  pace: PaceLimits;
  headers?: Record<string, string>;
  /** The environment variable without which the register cannot be called. */
  missing?: string | undefined;
  /** Differences from the catalogue's offer. */
  offer?: Partial<Offer>;
  /** Called for each question. */
  adapter(connection: Connection): Registry;
}

/**
 * Connects to a jurisdiction's register with these credentials. The `adapter.ts` of every register
 * with an API exports one. The sandbox needs no credentials.
 */
export type Connect = (how: { code: string; credentials: Credentials; sandbox: boolean }) => Register;

/** The value of an `Authorization` header for HTTP basic authentication. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
