import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Admin } from '../../core/admin/ports.js';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { parseId } from '../../core/ids.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import { CurrentAdmin, lineIn } from './admin-request.js';
import { ReasonBody } from './admin.dto.js';
import { refundedRowAnswer, RowRefundShape } from './admin.response.js';

@ApiTags('Administration')
@Controller('v1/admin/batches')
export class AdminBatchesController {
  constructor(private readonly refundBatchRow: RefundBatchRow) {}

  @Post(':id/rows/:line/refund')
  @AdminOnly()
  @Operation({
    id: 'adminRefundBatchRow',
    summary: 'Refund the credits of a row of a batch',
    description: 'Once. The results of the batch stay as they were told.',
    answers: { 200: RowRefundShape },
    errors: ['ALREADY_REFUNDED'],
  })
  async refund(
    @Param('id') id: string,
    @Param('line') given: string,
    @Body() { reason }: ReasonBody,
    @CurrentAdmin() admin: Admin,
  ) {
    return refundedRowAnswer(await this.refundBatchRow.run(admin, parseId('bat', id), lineIn(given), reason));
  }
}
