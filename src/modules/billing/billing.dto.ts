import { DateField, OneOf, Optional } from '../http/input/fields.js';
import { PageQuery } from '../http/answers/paging.js';
import { PACKAGES } from '../../core/billing/packages.js';
import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import { fingerprint } from '../http/request.js';

export class BillingQuery extends PageQuery {
  @Optional()
  @OneOf(['json', 'csv'], { description: 'csv streams every entry from `from` to `to`.' })
  format: 'json' | 'csv' = 'json';

  @Optional()
  @DateField({ description: 'With csv: first day (UTC).', example: '2026-01-01' })
  from?: string;

  @Optional()
  @DateField({ description: 'With csv: last day (UTC).', example: '2026-01-31' })
  to?: string;
}

export class PurchaseBody {
  @OneOf(PACKAGES.map(({ id }) => id), {
    description: 'The package; GET /v1/billing lists them.',
    forTools: 'The package; get_config lists them.',
    example: 'starter',
  })
  package_id!: string;
}

/**
 * Converts a body to the use case's arguments, the same for REST and tools, so that a key never
 * stands for two requests.
 */
export function purchaseRequest(body: PurchaseBody, key: string | undefined): [packageId: string, Idempotency] {
  return [body.package_id, { key, fingerprint: () => fingerprint('POST /v1/billing/purchase', body) }];
}
