import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Metrics } from '../../../core/metrics/ports.js';

const GRANTS = new Set(['authorization_code', 'refresh_token']);

/** Counts what the provider gives and refuses. */
export function countGrants(provider: Provider, metrics: Metrics): void {
  const tokens = (outcome: string) => (ctx: KoaContextWithOIDC) => {
    const asked = String(ctx.oidc.params?.['grant_type']);
    metrics.count('oauth_tokens_total', { grant: GRANTS.has(asked) ? asked : 'other', outcome });
  };
  provider.on('grant.success', tokens('issued'));
  provider.on('grant.error', tokens('refused'));
}
