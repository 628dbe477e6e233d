import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Admin } from '../../core/admin/ports.js';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { parseId } from '../../core/ids.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import { ReasonBody } from './admin.dto.js';
import { CurrentAdmin } from './admin-request.js';
import { erasureAnswer, ErasureShape } from './admin.response.js';

@ApiTags('Administration')
@Controller('v1/admin/entities')
export class AdminEntitiesController {
  constructor(private readonly erasePersonalData: ErasePersonalData) {}

  @Post(':id/erase-personal-data')
  @AdminOnly()
  @Operation({
    id: 'adminErasePersonalData',
    summary: 'Erase personal data from a stored business',
    description: 'Officers and agents, from the entity and all of its snapshots.',
    answers: { 200: ErasureShape },
    errors: ['ENTITY_NOT_FOUND'],
  })
  async erase(@Param('id') id: string, @Body() { reason }: ReasonBody, @CurrentAdmin() admin: Admin) {
    return erasureAnswer(await this.erasePersonalData.run(admin, parseId('ent', id), reason));
  }
}
