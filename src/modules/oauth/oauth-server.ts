import type Provider from 'oidc-provider';
import type { Log } from '../../core/ports.js';

export type OAuthLibrary = typeof import('oidc-provider');

/** The one provider of this process, under a name that can be injected without loading the library. */
export class OAuthServer {
  constructor(readonly provider: Provider) {}
}

/**
 * Loads the library when the service is put together, not before: a command that cannot start says so in one line. On Node 20 it greets with a
 * warning that it prefers 22, which belongs into the log; every path that is used here is tested on 20.
 */
export async function loadOAuthLibrary(log: Log): Promise<OAuthLibrary> {
  const print = console.warn;
  console.warn = (message: unknown) => log.info(String(message));
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = print;
  }
}
