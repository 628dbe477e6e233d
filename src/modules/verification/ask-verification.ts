import type { Caller } from '../../core/accounts/account.js';
import type { Once } from '../../core/idempotency/once.js';
import type { Verification, VerifyBusiness } from '../../core/verification/verify-business.js';
import type { AddressGuard } from '../../core/webhooks/public-address.js';
import { fingerprint } from '../http/idempotency-key.js';
import type { VerifyBody } from './verification.dto.js';

/** A request to verify, by whichever door it came: the same fields, the same key, the same answer. */
export class AskVerification {
  constructor(
    private readonly verifyBusiness: VerifyBusiness,
    private readonly addressGuard: AddressGuard,
    private readonly once: Once,
  ) {}

  async run(
    caller: Caller,
    body: VerifyBody,
    { key, waitSeconds }: { key: string | undefined; waitSeconds: number },
  ): Promise<{ outcome: Verification; replayed: boolean }> {
    const { accountId } = caller;
    return this.once.run<Verification>(
      { accountId, key, fingerprint: () => fingerprint('POST /v1/verify', body) },
      async (recorder) => this.verifyBusiness.run(caller, await this.requested(body, waitSeconds), recorder),
    );
  }

  private async requested(body: VerifyBody, waitSeconds: number) {
    const { webhook_url: webhookUrl } = body;
    return {
      entityName: body.entity_name,
      jurisdiction: body.jurisdiction,
      tier: body.tier,
      forceRefresh: body.force_refresh,
      maxCredits: body.max_credits,
      waitMs: waitSeconds * 1000,
      webhookUrl: webhookUrl === undefined ? undefined : await this.addressGuard.register(webhookUrl),
    };
  }
}
