import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { entityData } from '../../core/entities/entity-data.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { Contract } from '../http/contract.js';
import { pagination } from '../http/paging.js';
import { From } from '../http/request.js';
import { EntityQuery, HistoryQuery, momentOf } from './entities.dto.js';
import { GET_ENTITY, GET_HISTORY } from './entities.doc.js';

@Controller('v1/entity')
export class EntitiesController {
  constructor(
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
  ) {}

  @Get(':id')
  @Contract({ counted: false, query: EntityQuery, doc: GET_ENTITY })
  async read(@From() caller: Caller, @Param('id') id: string, @Query() query: EntityQuery) {
    const asOf = momentOf(query.as_of);
    const { entity, tier, match } = await this.readEntity.run(caller.accountId, parseId('ent', id), asOf);
    return {
      entity_id: entity.id,
      ...entityData(entity, tier, match),
      last_verified_at: entity.provenance.retrievedAt.toISOString(),
      snapshots: entity.snapshots,
    };
  }

  @Get(':id/history')
  @Contract({ query: HistoryQuery, doc: GET_HISTORY })
  async history(
    @From() caller: Caller,
    @Param('id') id: string,
    @Query() query: HistoryQuery,
    @Req() request: FastifyRequest,
  ) {
    const history = await this.readHistory.run(caller, parseId('ent', id), momentOf(query.as_of), query);
    request.creditsCharged = history.creditsCharged;
    return {
      entity_id: history.entityId,
      snapshots: history.items.map(({ id: snapshotId, verifiedAt, tier, changes, data }) => ({
        snapshot_id: snapshotId,
        verified_at: verifiedAt.toISOString(),
        tier,
        changes,
        data,
      })),
      pagination: pagination(query, history.total),
    };
  }
}
