import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import { fingerprint } from '../http/request.js';
import type { PurchaseBody } from './purchase.dto.js';

/**
 * The use case's arguments for a body, the same for REST and tools: one key never means two
 * requests.
 */
export function purchaseRequest(body: PurchaseBody, key: string | undefined): [packageId: string, Idempotency] {
  return [body.package_id, { key, fingerprint: () => fingerprint('POST /v1/billing/purchase', body) }];
}
