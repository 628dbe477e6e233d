import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { parseId } from '../../core/ids.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { ReasonBody } from './admin.dto.js';
import { adminOf } from './admin-request.js';
import { erasureAnswer } from './admin.response.js';
import { ApiErasePersonalData } from './admin.openapi.js';

@ApiTags('Administration')
@Controller('v1/admin/entities')
export class AdminEntitiesController {
  constructor(private readonly erasePersonalData: ErasePersonalData) {}

  @Post(':id/erase-personal-data')
  @HttpCode(200)
  @AdminOnly()
  @ApiErasePersonalData()
  async erase(@Param('id') id: string, @Body() { reason }: ReasonBody, @Req() request: FastifyRequest) {
    const admin = adminOf(request);
    return erasureAnswer(await this.erasePersonalData.run(admin, parseId('ent', id), reason));
  }
}
