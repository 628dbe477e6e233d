import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AskedBusinesses } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadRelated } from '../../core/entities/read-related.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { PRICES } from '../../core/billing/pricing.js';
import { billed } from '../http/answers/credit-headers.hook.js';
import { cursorIn } from '../http/answers/paging.js';
import { idempotencyKey, CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import {
  entitiesAnswer,
  entityAnswer,
  historyAnswer,
  EntityShape,
  HistoryShape,
  EntitiesShape,
} from './entities.response.js';
import { relatedAnswer, RelatedShape } from './related.response.js';
import { EntitiesQuery, EntityQuery, HistoryQuery, momentOf, historyRequest } from './entities.dto.js';

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

  @Get(':id')
  @SkipThrottle()
  @Operation({
    id: 'getEntity',
    summary: 'Read a stored business',
    description: 'Free, and not rate limited.',
    answers: { 200: EntityShape },
    errors: ['ENTITY_NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: EntityQuery) {
    return entityAnswer(await this.readEntity.run(caller.accountId, parseId('ent', id), momentOf(query.as_of)));
  }

  @Get()
  @Operation({
    id: 'listEntities',
    summary: "List the account's businesses",
    description: 'The businesses that this account was charged for, with their newest data, latest charge first. Free.',
    answers: { 200: EntitiesShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async list(@CurrentCaller() { accountId }: Caller, @Query() { cursor, ...wanted }: EntitiesQuery) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    return entitiesAnswer(await this.asked.list(accountId, { ...wanted, before: cursorIn('ent', cursor) }));
  }

  @Get(':id/history')
  @Operation({
    id: 'getEntityHistory',
    summary: 'Read the history of a business',
    description: `The stored snapshots, newest first. ${PRICES.history} credits; the same page within a minute is included, and a page beyond the end is free.`,
    answers: { 200: HistoryShape },
    paid: true,
    repeatable: true,
    errors: ['ENTITY_NOT_FOUND'],
  })
  async history(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: HistoryQuery,
    @Req() request: FastifyRequest,
  ) {
    const key = idempotencyKey(request);
    const { outcome } = billed(request.context, await this.readHistory.run(caller, ...historyRequest(id, query, key)));
    return historyAnswer(outcome, query);
  }

  @Get(':id/related')
  @Operation({
    id: 'getRelatedEntities',
    summary: 'Find other registrations of a business',
    description: "Searches mirrored registers and the account's own businesses. Free.",
    answers: { 200: RelatedShape },
    errors: ['ENTITY_NOT_FOUND'],
  })
  async related(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return relatedAnswer(await this.readRelated.run(caller, parseId('ent', id)));
  }
}
