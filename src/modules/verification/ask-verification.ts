import type { Caller } from '../../core/accounts/account.js';
import type { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import type { Verification, VerifyBusiness } from '../../core/verification/verify-business.js';
import type { AddressGuard, WebhookUrl } from '../../core/webhooks/public-address.js';
import { fingerprint } from '../http/idempotency-key.js';
import type { VerifyBody } from './verification.dto.js';

/** A request to verify, by whichever door it came: the same fields, the same key, the same answer. */
export class AskVerification {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly addressGuard: AddressGuard,
    private readonly once: RunIdempotently,
  ) {}

  async run(
    caller: Caller,
    body: VerifyBody,
    { key, waitSeconds }: { key: string | undefined; waitSeconds: number },
  ): Promise<{ outcome: Verification; replayed: boolean }> {
    const { accountId } = caller;
    return this.once.run<Verification>(
      { accountId, key, fingerprint: () => fingerprint('POST /v1/verify', body) },
      async (recorder) => {
        const { webhook_url: address } = body;
        const webhookUrl = address === undefined ? undefined : await this.addressGuard.register(address);
        return this.verifyBusiness.run(caller, requested(body, waitSeconds, webhookUrl), recorder);
      },
    );
  }
}

function requested(body: VerifyBody, waitSeconds: number, webhookUrl: WebhookUrl | undefined) {
  return {
    entityName: body.entity_name,
    jurisdiction: body.jurisdiction,
    tier: body.tier,
    forceRefresh: body.force_refresh,
    maxCredits: body.max_credits,
    waitMs: waitSeconds * 1000,
    webhookUrl,
  };
}
