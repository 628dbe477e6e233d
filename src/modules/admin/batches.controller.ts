import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { parseId } from '../../core/ids.js';
import { AdminKey } from '../../core/admin/admin-key.js';
import { Contract } from '../http/contract.js';
import { adminOf, lineIn } from './admin-request.js';
import { ReasonBody } from './admin.dto.js';
import { refundedRowAnswer, REFUND_BATCH_ROW } from './admin.response.js';

@Controller('v1/admin/batches')
export class AdminBatchesController {
  constructor(
    private readonly refundBatchRow: RefundBatchRow,
    private readonly adminKey: AdminKey,
  ) {}

  @Post(':id/rows/:line/refund')
  @HttpCode(200)
  @Contract({ access: 'admin', body: ReasonBody, doc: REFUND_BATCH_ROW })
  async refund(
    @Param('id') id: string,
    @Param('line') given: string,
    @Body() { reason }: ReasonBody,
    @Req() request: FastifyRequest,
  ) {
    const admin = adminOf(request, this.adminKey);
    return refundedRowAnswer(await this.refundBatchRow.run(admin, parseId('bat', id), lineIn(given), reason));
  }
}
