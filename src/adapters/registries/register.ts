import type { Offer, Registry } from '../../core/registries/ports.js';
import type { QuestionClient } from './http/client.js';
import type { PaceLimits } from './http/throttle/throttle.js';

/** What the operator has been given by registers. */
export interface Credentials {
  socrataAppToken?: string | undefined;
  texasApiKey?: string | undefined;
  companiesHouseApiKey?: string | undefined;
  zefix?: Readonly<{ username: string; password: string }> | undefined;
}

/** What an adapter is given to work with, for one question. */
export interface Connection {
  baseUrl: string;
  /**
   * For registers with several services: where the one of this origin is found, which may be where
   * `baseUrl` is.
   */
  serviceUrl(origin: string): string;
  client: QuestionClient;
  /** `YYYY-MM-DD` where the register is, at the moment that the question is about. */
  today: () => Promise<string>;
}

/** How one register is reached; everything about it that is not this process's to choose. */
export interface Register {
  origin: string;
  pace: PaceLimits;
  headers?: Record<string, string>;
  /** The variable without which the register cannot be asked. */
  missing?: string | undefined;
  /** Where it differs from the catalogue's. */
  offer?: Partial<Offer>;
  /** Made anew for each question. */
  adapter(connection: Connection): Registry;
}

/**
 * How the register of a jurisdiction is reached with these credentials: what the `adapter.ts` of a
 * register that is asked exports. The sandbox asks for no credentials.
 */
export type Connect = (how: { code: string; credentials: Credentials; sandbox: boolean }) => Register;

/** The header of HTTP's basic authentication. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
