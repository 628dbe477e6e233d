import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { idempotencyKey, CurrentCaller } from '../http/request.js';
import { entityAnswer, historyAnswer } from './entities.response.js';
import { EntityQuery, HistoryQuery, momentOf } from './entities.dto.js';
import { historyRequest } from './history-request.js';
import { ApiGetEntity, ApiGetHistory } from './entities.openapi.js';

@ApiTags('Entities')
@Controller('v1/entity')
export class EntitiesController {
  constructor(
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
  ) {}

  @Get(':id')
  @SkipThrottle()
  @ApiGetEntity()
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: EntityQuery) {
    return entityAnswer(await this.readEntity.run(caller.accountId, parseId('ent', id), momentOf(query.as_of)));
  }

  @Get(':id/history')
  @ApiGetHistory()
  async history(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: HistoryQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = idempotencyKey(request);
    const { outcome, replayed } = await this.readHistory.run(caller, ...historyRequest(id, query, key));
    if (replayed) void reply.header('idempotency-replayed', 'true');
    request.context.creditsCharged = replayed ? 0 : outcome.creditsCharged;
    request.context.creditsLeft = outcome.left;
    return historyAnswer(outcome, query);
  }
}
