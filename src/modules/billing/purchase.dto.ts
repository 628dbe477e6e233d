import { OneOf } from '../http/input/fields.js';
import { PACKAGES } from '../../core/billing/packages.js';

export class PurchaseBody {
  @OneOf(PACKAGES.map(({ id }) => id), {
    description: 'Which package; GET /v1/billing lists them.',
    example: 'starter',
  })
  package_id!: string;
}
