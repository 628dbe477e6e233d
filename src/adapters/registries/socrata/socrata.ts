import type { Connect, Connection, Register } from '../register.js';
import type { SocrataProfile } from './profile.js';
import { LearntOfPortal, SocrataRegistry } from './socrata-registry.js';

export interface SocrataRegister extends Register {
  adapter(connection: Connection): SocrataRegistry;
}

export function socrata(profile: SocrataProfile): (how: Parameters<Connect>[0]) => SocrataRegister {
  return ({ credentials: { socrataAppToken: token } }) => {
    const learnt = new LearntOfPortal();
    return {
      origin: profile.origin,
      // Without a token, all callers of one address share a small pool. The portals publish no
      // figures.
      pace: token === undefined ? { concurrency: 4, spacingMs: 50 } : { concurrency: 8 },
      ...(token !== undefined && { headers: { 'x-app-token': token } }),
      adapter: ({ baseUrl, client, today }) => new SocrataRegistry(profile, learnt, baseUrl, client, today),
    };
  };
}
