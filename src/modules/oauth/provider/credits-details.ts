import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Budgets } from '../../../core/billing/ports.js';
import { creditsDetail, readCreditsDetail, CREDITS_DETAIL } from '../../../core/oauth/credits-detail.js';
import type { OAuthLibrary } from './oauth-library.js';

/**
 * Clients may request a budget in `authorization_details` (RFC 9396). The owner decides on the
 * consent page, and token responses contain the current budget: the one granted, or a later change
 * of it.
 */
export function creditsDetails(budgets: Budgets, { errors }: OAuthLibrary) {
  const granted = async (_ctx: unknown, source: object) => {
    const grantId = 'grantId' in source ? String(source.grantId) : undefined;
    const budget = grantId === undefined ? undefined : await budgets.ofGrant(grantId);
    return budget && [creditsDetail(budget)];
  };
  return {
    enabled: true as const,
    types: {
      [CREDITS_DETAIL]: {
        validate: (ctx: KoaContextWithOIDC, detail: Record<string, unknown>) => {
          const { authorization_details: asked } = ctx.oidc.params ?? {};
          if (readCreditsDetail(detail) && (JSON.parse(String(asked)) as unknown[]).length === 1) return;
          throw new errors.InvalidAuthorizationDetails(
            'authorization_details must hold one { type: "credits", credits, every }: whole credits from 0, and day, week, month or once',
          );
        },
      },
    },
    authorizationDetailsForGrantSource: granted,
    authorizationDetailsForAccessToken: granted,
  };
}
