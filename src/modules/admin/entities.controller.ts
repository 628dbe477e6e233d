import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AdminKey } from '../../core/admin/admin-key.js';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { parseId } from '../../core/ids.js';
import { Contract } from '../http/contract.js';
import { ReasonBody } from './admin.dto.js';
import { adminOf } from './admin-request.js';
import { erasureAnswer, ERASE_PERSONAL_DATA } from './admin.response.js';

@Controller('v1/admin/entities')
export class AdminEntitiesController {
  constructor(
    private readonly erasePersonalData: ErasePersonalData,
    private readonly adminKey: AdminKey,
  ) {}

  @Post(':id/erase-personal-data')
  @HttpCode(200)
  @Contract({ access: 'admin', body: ReasonBody, doc: ERASE_PERSONAL_DATA })
  async erase(@Param('id') id: string, @Body() { reason }: ReasonBody, @Req() request: FastifyRequest) {
    const admin = adminOf(request, this.adminKey);
    return erasureAnswer(await this.erasePersonalData.run(admin, parseId('ent', id), reason));
  }
}
