import StripeSdk from 'stripe';
import { fetch } from 'undici';
import { hasProxy, outboundAgent } from '../outbound/outbound-agent.js';

const LIMIT_MS = 10_000;

/** `apiBase` replaces Stripe's server with another one that has its API, for trying things out. */
export function createStripe(secretKey: string, apiBase: string | undefined): StripeSdk {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new StripeSdk(secretKey, {
    timeout: LIMIT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(hasProxy() && { httpClient: StripeSdk.createFetchHttpClient(throughProxy()) }),
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** Stripe's own client for Node knows no proxies. */
function throughProxy(): typeof globalThis.fetch {
  const dispatcher = outboundAgent();
  const proxied = fetch as unknown as typeof globalThis.fetch;
  return (url, options) => proxied(url, { ...options, dispatcher } as RequestInit);
}
