import { IsIn } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PACKAGES } from '../../core/billing/packages.js';

export class PurchaseBody {
  @IsIn(PACKAGES.map(({ id }) => id))
  @JSONSchema({ type: 'string', description: 'Which package; GET /v1/billing lists them.', example: 'starter' })
  package_id!: string;
}
