import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AskedBusinesses } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadRelated } from '../../core/entities/read-related.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { cursorIn } from '../http/answers/paging.js';
import { idempotencyKey, CurrentCaller } from '../http/request.js';
import { entitiesAnswer, entityAnswer, historyAnswer } from './entities.response.js';
import { relatedAnswer } from './related.response.js';
import { EntitiesQuery, EntityQuery, HistoryQuery, momentOf, historyRequest } from './entities.dto.js';
import { ApiGetEntity, ApiGetHistory, ApiGetRelated, ApiListEntities } from './entities.openapi.js';

@ApiTags('Entities')
@Controller('v1/entity')
export class EntitiesController {
  constructor(
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
    private readonly asked: AskedBusinesses,
    private readonly jurisdictions: Jurisdictions,
    private readonly readRelated: ReadRelated,
  ) {}

  @Get()
  @ApiListEntities()
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, ...wanted }: EntitiesQuery) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    return entitiesAnswer(await this.asked.list(accountId, { ...wanted, before: cursorIn('ent', cursor) }));
  }

  @Get(':id')
  @SkipThrottle()
  @ApiGetEntity()
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: EntityQuery) {
    return entityAnswer(await this.readEntity.run(caller.accountId, parseId('ent', id), momentOf(query.as_of)));
  }

  @Get(':id/related')
  @ApiGetRelated()
  async related(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return relatedAnswer(await this.readRelated.run(caller, parseId('ent', id)));
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
