import { Controller, Get, Param } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { entityData } from '../../core/entities/entity-data.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { parseId } from '../../core/ids.js';
import { Contract } from '../http/contract.js';
import { From } from '../http/request.js';

@Controller('v1/entity')
export class EntitiesController {
  constructor(private readonly readEntity: ReadEntity) {}

  @Get(':id')
  @Contract({ counted: false })
  async read(@From() caller: Caller, @Param('id') id: string) {
    const { entity, tier, match } = await this.readEntity.run(caller.accountId, parseId('ent', id));
    return {
      entity_id: entity.id,
      ...entityData(entity, tier, match),
      last_verified_at: entity.provenance.retrievedAt.toISOString(),
      snapshots: entity.snapshots,
    };
  }
}
