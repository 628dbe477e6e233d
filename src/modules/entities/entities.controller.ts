import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { entityAnswer, historyAnswer, GET_ENTITY, GET_HISTORY } from './entities.response.js';
import { EntityQuery, HistoryQuery, momentOf } from './entities.dto.js';

@Controller('v1/entity')
export class EntitiesController {
  constructor(
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
  ) {}

  @Get(':id')
  @Contract({ counted: false, query: EntityQuery, doc: GET_ENTITY })
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: EntityQuery) {
    return entityAnswer(await this.readEntity.run(caller.accountId, parseId('ent', id), momentOf(query.as_of)));
  }

  @Get(':id/history')
  @Contract({ query: HistoryQuery, doc: GET_HISTORY })
  async history(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: HistoryQuery,
    @Req() request: FastifyRequest,
  ) {
    const history = await this.readHistory.run(caller, parseId('ent', id), momentOf(query.as_of), query);
    request.creditsCharged = history.creditsCharged;
    return historyAnswer(history, query);
  }
}
