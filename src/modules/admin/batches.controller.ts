import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { parseId } from '../../core/ids.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { adminOf, lineIn } from './admin-request.js';
import { ReasonBody } from './admin.dto.js';
import { refundedRowAnswer } from './admin.response.js';
import { ApiRefundBatchRow } from './admin.openapi.js';

@ApiTags('Administration')
@Controller('v1/admin/batches')
export class AdminBatchesController {
  constructor(private readonly refundBatchRow: RefundBatchRow) {}

  @Post(':id/rows/:line/refund')
  @HttpCode(200)
  @AdminOnly()
  @ApiRefundBatchRow()
  async refund(
    @Param('id') id: string,
    @Param('line') given: string,
    @Body() { reason }: ReasonBody,
    @Req() request: FastifyRequest,
  ) {
    const admin = adminOf(request);
    return refundedRowAnswer(await this.refundBatchRow.run(admin, parseId('bat', id), lineIn(given), reason));
  }
}
